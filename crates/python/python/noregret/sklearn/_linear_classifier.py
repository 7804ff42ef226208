"""What the Passive-Aggressive classifier and the Perceptron share: all but their parameters."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.class_weight import compute_class_weight

from noregret._engine import Learner
from noregret.sklearn._base import Array, weights_of_all
from noregret.sklearn._classes import Classes, classes_of
from noregret.sklearn._passes import PARAMETERS, Passes

CLASSIFIER_PARAMETERS: dict[str, list[Any]] = {
    **PARAMETERS,
    "class_weight": [StrOptions({"balanced"}), dict, None],
}
_BALANCED = (
    "class_weight 'balanced' is not supported for partial_fit. In order to use 'balanced' weights,"
    " use compute_class_weight('balanced', classes=classes, y=y). Pass the resulting weights as the"
    " class_weight parameter."
)


class LinearClassifier(Passes, Classes):
    """A linear classifier; more than two classes are learned one against the rest."""

    class_weight: Any
    _draws = 2

    def _algorithm(self) -> tuple[str, float]:
        """The algorithm, and how far one row may move the weights."""
        raise NotImplementedError

    def _begin(self, X: Any) -> None:
        name, most = self._algorithm()
        self.learner_ = Learner(
            name,
            problem="binary" if self._has_sign() else "one-vs-rest",
            classes=self.classes_.tolist(),
            C=most,
            **self._settings(X),
        )
        self.t_ = 1.0

    def fit(
        self,
        X: Any,
        y: Any,
        coef_init: None = None,
        intercept_init: None = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learns from all rows, in passes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        coef_init, intercept_init : None
            Not supported: a certificate is about a run that starts at 0.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        goes_on = self._goes_on(coef_init, intercept_init)
        X, y = self._checked(X, y=y, reset=not goes_on)
        weight = weights_of_all(sample_weight, X)
        classes = classes_of(y)
        if goes_on:
            self._meet(y)
        else:
            self._declare(classes)
            self._begin(X)
        self._run_passes(X, y, weight)
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> Self:
        """Learns from some rows, in one pass.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows. Nothing is learned if one of them holds what is not finite.
        y : array-like of shape (n_samples,)
            Labels.
        classes : array-like, optional
            All classes, told with the first call. Without them labels that are new are new
            classes, at any time.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        if self.class_weight == "balanced":
            raise ValueError(_BALANCED)
        self._count(self._learn_part(X, y, classes, sample_weight))
        return self

    def _weights(self, y: Array, weight: Array | None) -> Array | None:
        """The weights of rows, those of their classes included."""
        if self.class_weight is None:
            return weight
        each = compute_class_weight(self.class_weight, classes=self.classes_, y=y)
        by_row: Array = each[np.searchsorted(self.classes_, y)]
        return by_row if weight is None else by_row * weight
