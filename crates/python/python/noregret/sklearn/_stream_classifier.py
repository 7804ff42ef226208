"""Classifiers with `partial_fit`, which may meet new classes at any time."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from noregret.sklearn._classes import Classes


class StreamClassifier(Classes):
    """A classifier with `partial_fit`."""

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> Self:
        """Learns from some rows in one pass.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Rows. If a value is not finite, nothing is learned.
        y : array-like of shape (n_samples,)
            Labels.
        classes : array-like, optional
            All classes, given with the first call. Without them any call may bring new classes.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows.

        Returns
        -------
        self : object
        """
        if classes is not None and self._begun() and not _are(self.classes_, classes):
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit"
            )
        return self._learn_part(X, y, sample_weight, classes)


def _are(known: Any, classes: Any) -> bool:
    return np.array_equal(np.unique(classes), known)
