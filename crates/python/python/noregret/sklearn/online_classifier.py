"""A classifier with any learner of the engine; if none is chosen, several compete."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit, softmax
from sklearn.utils.metaestimators import available_if

from noregret.sklearn._base import Array
from noregret.sklearn._online import Online
from noregret.sklearn._stream_classifier import StreamClassifier


def _has_probabilities(estimator: OnlineClassifier) -> bool:
    """Whether the learner has the logistic loss, whose scores give probabilities."""
    spec = estimator._fitted().composition or {}
    return bool(spec.get("loss", {}).get("kind") == "logistic")


class OnlineClassifier(Online, StreamClassifier):
    """A classifier that learns row by row, with any learner of the engine.

    Rows may also be data frames; columns of strings are then categories.

    Parameters
    ----------
    choice : str, optional
        A learner, such as ``"arow"`` or ``"pa1:C=0.1"``. If none is given, several learners compete
        on the first rows and the best one continues.
    certify : {"live", "off", "tight"}, default="live"
        How much work the proof may take beside learning; ``headroom_`` is empty if it is off.
    passes : int, default=1
        The number of passes over the data in ``fit``.
    settings : dict, optional
        Further arguments of `noregret.Learner`, such as ``{"kernel": "gaussian:sigma=2"}`` or
        ``{"problem": "one-vs-rest"}``.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights, computed when asked for. Kernels and columns of strings have none.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The intercepts.
    certificate_ : noregret.Certificate
        What the run proves about every fixed predictor.
    headroom_ : list of noregret.Headroom
        How much of the loss was avoidable, for each loss.
    learner_ : noregret.Learner
        The learner behind the estimator.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import OnlineClassifier
    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(500, 3))
    >>> y = np.where(X[:, 0] > X[:, 1], "left", "right")
    >>> model = OnlineClassifier().fit(X, y)
    >>> float(model.score(X, y)) > 0.9
    True
    """

    def _begin(self, X: Any) -> None:
        self._make("binary" if self._has_sign() else "multiclass", self.classes_.tolist())

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Array:
        """The probability of each class; only for learners with the logistic loss.

        If several classes were learned one against the rest, their separate probabilities are
        scaled so that they sum to 1. Otherwise this is the softmax of the scores.
        """
        scores = self._scores(X)
        if scores.ndim == 1:
            positive: Array = expit(scores)
            return np.column_stack([1.0 - positive, positive])
        scores = self._by_class(scores.T).T
        if self._fitted().problem != "one-vs-rest":
            shares: Array = softmax(scores, axis=1)
            return shares
        each: Array = expit(scores)
        shares = each / each.sum(axis=1, keepdims=True)
        return shares

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Array:
        """The logarithm of the probability of each class."""
        with np.errstate(divide="ignore"):
            logarithms: Array = np.log(self.predict_proba(X))
        return logarithms
