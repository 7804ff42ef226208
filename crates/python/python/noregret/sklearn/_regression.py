"""What regressors share: labels are numbers, and there is one row of weights."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils.validation import check_array, column_or_1d

from noregret.sklearn._base import Array
from noregret.sklearn._learning import Learning


class Numbers(RegressorMixin, Learning):
    """A regressor."""

    _label_checks = {"y_numeric": True}

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns from some rows in one pass.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Rows. If a value is not finite, nothing is learned.
        y : array-like of shape (n_samples,)
            The numbers to predict.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows.

        Returns
        -------
        self : object
        """
        return self._learn_part(X, y, sample_weight)

    def _labels(self, y: Any) -> Array:
        """Checks the numbers before anything is learned."""
        numbers = np.asarray(y, dtype=np.float64)
        if numbers.ndim == 1 and np.isfinite(numbers).all():
            return numbers
        numbers = check_array(numbers, ensure_2d=False, input_name="y")
        column: Array = column_or_1d(numbers, warn=True)
        return column

    def _rows(self, table: Array) -> Array:
        return table[0] if table.ndim == 2 else table

    def predict(self, X: Any) -> Array:
        """The prediction for each row."""
        return self._scores(X)

    def _quality(self, X: Any, y: Array, weight: Array | None) -> float:
        """The R^2 score for checked rows."""
        return float(r2_score(y, self._scored(X), sample_weight=weight))
