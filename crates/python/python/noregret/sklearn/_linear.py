"""Weights of linear estimators, computed when they are asked for."""

from __future__ import annotations

from noregret._engine import NoRegretError
from noregret.sklearn._base import Array, Checks, ProofMixin

#: The value of the constant column that equals scikit-learn's intercept: 1 for dense rows,
#: sqrt(0.01) for sparse ones.
DENSE_CONSTANT, SPARSE_CONSTANT = 1.0, 0.1


class Linear(ProofMixin, Checks):
    """``coef_`` and ``intercept_``, which are read from the learner each time."""

    def _table(self, *, last: bool = False) -> Array:
        """The weights; with ``last``, those after the last row, without averaging."""
        learner = self._fitted()
        columns = self._column_names or range(self.n_features_in_)
        try:
            weights = learner.last_weights if last else learner.weights
            table = weights(columns, unknown=0.0)
        except NoRegretError as error:
            raise AttributeError(str(error)) from None
        return self._rows(table)

    @property
    def coef_(self) -> Array:
        """The weights: one row, or one row for each class."""
        return self._table()

    @property
    def intercept_(self) -> Array:
        """The intercepts: one, or one for each class."""
        return self._rows(self._fitted().intercepts())

    @property
    def _average_coef(self) -> Array:
        self._has_average()
        return self.coef_

    @property
    def _average_intercept(self) -> Array:
        self._has_average()
        return self.intercept_

    @property
    def _standard_coef(self) -> Array:
        self._has_average()
        return self._table(last=True)

    @property
    def _standard_intercept(self) -> Array:
        self._has_average()
        return self._rows(self._fitted().last_intercepts())

    def _has_average(self) -> None:
        if not getattr(self, "average", False):
            raise AttributeError(f"this {type(self).__name__} keeps no average: average=False")
