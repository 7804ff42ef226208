"""A classifier that is any learner of the engine; without a choice several compete."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit, softmax
from sklearn.utils.metaestimators import available_if

from noregret.sklearn._base import Array
from noregret.sklearn._online import Online
from noregret.sklearn._stream_classifier import StreamClassifier


def _has_probabilities(estimator: OnlineClassifier) -> bool:
    """Whether the learner's loss is the logistic one, which is a likelihood."""
    spec = estimator._fitted().composition or {}
    return bool(spec.get("loss", {}).get("kind") == "logistic")


class OnlineClassifier(Online, StreamClassifier):
    """A classifier that learns row by row; without a choice several learners compete.

    Rows may also be frames with columns of strings, which are categories.

    Parameters
    ----------
    choice : str, optional
        A learner, such as ``"arow"`` or ``"pa1:C=0.1"``. If it is left open, several compete on the
        first rows and the best goes on.
    certify : {"live", "off", "tight"}, default="live"
        How much work proof may take beside learning.
    passes : int, default=1
        Passes over the data in ``fit``.
    settings : dict, optional
        Anything else that a `noregret.Learner` takes, such as ``{"kernel": "gaussian:sigma=2"}`` or
        ``{"problem": "one-vs-rest"}``.
    verbose : int, default=0
        Whether there is a bar of progress for each pass of ``fit``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights, made when they are asked for; only where a column has one.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The intercepts.
    certificate_ : noregret.Certificate
        What the run proves about every fixed predictor.
    headroom_ : list of dict
        How much of the loss was avoidable.
    learner_ : noregret.Learner
        The learner.

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
        """The probability of each class, where the loss of the learner is the logistic one.

        Of several classes that were learned one against the rest each has its own, and they are
        scaled to sum to 1; otherwise the odds of any two are those that the loss compares.
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
        """The logarithms of `predict_proba`."""
        with np.errstate(divide="ignore"):
            logarithms: Array = np.log(self.predict_proba(X))
        return logarithms
