"""The `fit` of most estimators."""

from __future__ import annotations

from typing import Any, Self

from noregret.sklearn._learning import Learning


class Fits(Learning):
    """An estimator that learns from all rows in their order."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns from all rows in their order.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows.

        Returns
        -------
        self : object
        """
        return self._fit(X, y, sample_weight)
