"""What regressors share: numbers for labels, one row of weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils.validation import check_array, column_or_1d

from noregret.sklearn._base import Array, Checks, weights_of


class Numbers(RegressorMixin, Checks):
    """A regressor."""

    def _begin(self, X: Any) -> None:
        """Makes a learner for rows like these."""
        raise NotImplementedError

    def _learn_part(self, X: Any, y: Any, sample_weight: Any) -> int:
        """Learns from a part of the data; how many rows it has."""
        first = not self._begun()
        if first:
            self._validate_params()
        if not self._takes(X):
            X, y = self._checked(X, y=y, reset=first, y_numeric=True)
        if first:
            self._begin(X)
        self._learn(X, _numbers(y), weights_of(sample_weight, X))
        return int(X.shape[0])

    def _rows(self, table: Array) -> Array:
        return table[0] if table.ndim == 2 else table

    def predict(self, X: Any) -> Array:
        """The prediction for each row."""
        return self._scores(X)

    def _quality(self, X: Any, y: Array, weight: Array | None) -> float:
        """How much of the variance of checked rows is explained."""
        return float(r2_score(y, self._scored(X), sample_weight=weight))


def _numbers(y: Any) -> Array:
    """Labels, checked before anything is learned."""
    numbers = np.asarray(y, dtype=np.float64)
    if numbers.ndim == 1 and np.isfinite(numbers).all():
        return numbers
    column: Array = column_or_1d(check_array(numbers, ensure_2d=False, input_name="y"), warn=True)
    return column
