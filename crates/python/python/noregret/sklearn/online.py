"""Any learner of the engine as an estimator; without a choice several compete."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _check_feature_names, _check_n_features, validate_data

from noregret._engine import Learner, NoRegretError
from noregret.sklearn._base import Checks, LearnerMixin, LinearMixin, weights_of
from noregret.sklearn._classes import Classes, classes_of


def _has_probabilities(estimator: Any) -> bool:
    learner = estimator.__dict__.get("learner_")
    if learner is None:
        return False
    loss = (learner.composition or {}).get("loss")
    return "logistic" in str(loss)


class _Online(Checks, LearnerMixin):
    """What both estimators share: rows may also be frames with columns of strings."""

    choice: str | None
    settings: dict[str, Any] | None
    certify: str
    passes: int

    def _is_frame(self, X: Any) -> bool:
        """Whether X is a frame that the engine is to read itself: some columns are no numbers."""
        if isinstance(X, (np.ndarray, list, tuple)) or sp.issparse(X):
            return False
        if not hasattr(X, "__arrow_c_stream__"):
            return False
        dtypes = getattr(X, "dtypes", None)
        if dtypes is None:
            return True
        kinds = [getattr(dtype, "kind", None) for dtype in dtypes]
        return not all(kind in ("f", "i", "u", "b") for kind in kinds)

    def _begun(self, problem: str, classes: Any = None) -> None:
        if self.passes < 1:
            raise ValueError(f"passes={self.passes} is not a positive number")
        self.learner_ = Learner(
            self.choice, problem=problem, classes=classes, certify=self.certify,
            **(self.settings or {}),
        )

    def _taken(self, X: Any, y: Any, *, reset: bool, numeric: bool = False) -> tuple[Any, Any]:
        if self._is_frame(X):
            _check_feature_names(self, X, reset=reset)
            _check_n_features(self, X, reset=reset)
            y = np.asarray(y)
            return X, y.astype(np.float64) if numeric else y
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset,
            y_numeric=numeric,
        )
        return X, y

    def _asked(self, X: Any) -> Any:
        return X if self._is_frame(X) or self._is_plain(X) else self._checked(X)

    def _learn(self, X: Any, y: Any, weight: Any = None, order: Any = None) -> Any:
        names = None if self._is_frame(X) else self._names()
        try:
            return self.learner_.learn_many(X, y, weight=weight, order=order, names=names)
        except NoRegretError:
            if not self._is_frame(X):
                self._checked(X)
            raise

    def _scores(self, X: Any) -> np.ndarray:
        learner = self._fitted()
        X = self._asked(X)
        names = None if self._is_frame(X) else self._names()
        try:
            return learner.scores_many(X, names=names)
        except NoRegretError:
            if not self._is_frame(X):
                self._checked(X)
            raise

    @property
    def n_iter_(self) -> int:
        """Passes over the data."""
        self._attribute("n_iter_")
        return self.passes


class OnlineClassifier(_Online, LinearMixin, ClassifierMixin, Classes):
    """A classifier that learns row by row; without a choice several learners compete.

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
        Anything else that a choice has, such as ``{"kernel": "gaussian:sigma=2"}``.

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

    def __init__(self, choice=None, *, certify="live", passes=1, settings=None):
        self.choice = choice
        self.certify = certify
        self.passes = passes
        self.settings = settings

    def fit(self, X, y, sample_weight=None):
        """Learns from all rows in their order.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Rows; columns of strings in a frame are categories.
        y : array-like of shape (n_samples,)
            Labels.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        X, y = self._taken(X, y, reset=True)
        classes = classes_of(y)
        if len(classes) < 2:
            raise ValueError("The number of classes has to be greater than one; got 1 class")
        weight = weights_of(sample_weight, X) if not self._is_frame(X) else sample_weight
        self._declare(classes, is_open=False)
        self._begun("binary" if len(classes) == 2 else "multiclass", classes.tolist())
        for _ in range(self.passes):
            self._learn(X, y, weight)
        self.learner_.finish()
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learns from some rows.

        Without ``classes`` at the first call, labels that are new are new classes at any time.
        """
        first = not hasattr(self, "learner_")
        if first or not self._is_plain(X):
            X, y = self._taken(X, y, reset=first)
        if first:
            known = classes_of(y) if classes is None else np.unique(np.asarray(classes))
            self._declare(known, is_open=classes is None)
            two = classes is not None and len(known) == 2
            self._begun("binary" if two else "multiclass", known.tolist())
        y = self._labels(y)
        self._meet(y)
        weight = weights_of(sample_weight, X) if not self._is_frame(X) else sample_weight
        self._learn(X, y, weight)
        return self

    @available_if(_has_probabilities)
    def predict_proba(self, X):
        """The probability of each class, where the loss of the learner is the logistic one."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            positive = 1.0 / (1.0 + np.exp(-np.clip(scores, -700, 700)))
            return np.column_stack([1.0 - positive, positive])
        shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
        return shifted / shifted.sum(axis=1, keepdims=True)


class OnlineRegressor(LinearMixin, RegressorMixin, _Online):
    """A regressor that learns row by row; without a choice several learners compete.

    Parameters are those of `OnlineClassifier`.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import OnlineRegressor
    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(500, 3))
    >>> model = OnlineRegressor().fit(X, X @ [1.0, -2.0, 0.5] + 3)
    >>> float(model.score(X, X @ [1.0, -2.0, 0.5] + 3)) > 0.9
    True
    """

    def __init__(self, choice=None, *, certify="live", passes=1, settings=None):
        self.choice = choice
        self.certify = certify
        self.passes = passes
        self.settings = settings

    def fit(self, X, y, sample_weight=None):
        """Learns from all rows in their order."""
        X, y = self._taken(X, y, reset=True, numeric=True)
        weight = weights_of(sample_weight, X) if not self._is_frame(X) else sample_weight
        self._begun("regression")
        for _ in range(self.passes):
            self._learn(X, y, weight)
        self.learner_.finish()
        return self

    def partial_fit(self, X, y, sample_weight=None):
        """Learns from some rows."""
        first = not hasattr(self, "learner_")
        if first or not self._is_plain(X):
            X, y = self._taken(X, y, reset=first, numeric=True)
        if first:
            self._begun("regression")
        weight = weights_of(sample_weight, X) if not self._is_frame(X) else sample_weight
        self._learn(X, np.asarray(y, dtype=np.float64), weight)
        return self

    def predict(self, X):
        """The prediction for each row."""
        return self._scores(X)

    def _rows(self, table: np.ndarray) -> np.ndarray:
        return table[0] if table.ndim == 2 else table
