"""Multilabel ranking: orders all labels by relevance and finds a threshold for those that hold."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from noregret._engine import Pass
from noregret.sklearn._base import Array
from noregret.sklearn._classes import chosen
from noregret.sklearn._label_sets import LabelSets, are_sets, listed
from noregret.sklearn._online import Online
from noregret.sklearn._stream_classifier import StreamClassifier
from noregret.sklearn._threshold import Threshold


class MultilabelRanker(Online, StreamClassifier):
    """Ranks the labels of each row, those that hold before the others.

    Labels are given as an indicator matrix, as lists or sets of labels, or as one label for each
    row. The scores of the learner only order the labels. So a threshold is found: the one with the
    fewest errors on the rows of ``fit``, or on the last 1,000 rows of ``partial_fit``. It is
    subtracted, so that a label holds if ``decision_function`` is above 0. With lists or sets, any
    call of ``partial_fit`` may bring new labels.
    (Crammer & Singer 2003; Shalev-Shwartz & Singer 2006.)

    Parameters
    ----------
    choice : str, optional
        The learner, such as ``"sopopo"``. If none is given, several compete.
    certify : {"live", "off", "tight"}, default="live"
        How much work the proof may take beside learning. ``headroom_`` exists only for learners of
        the hinge loss, such as ``"sopopo"`` and ``"pa1"``.
    passes : int, default=1
        The number of passes over the data in ``fit``.
    settings : dict, optional
        Further settings of the learner.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_labels,)
        The labels: the columns of the indicator, or all labels of the sets, sorted.
    threshold_ : float
        The score above which a label holds.
    coef_ : ndarray of shape (n_labels, n_features)
        The weights, computed when asked for.
    intercept_ : ndarray of shape (n_labels,)
        The intercepts minus the threshold.
    certificate_ : noregret.Certificate
        What the run proves about every fixed ranker.
    headroom_ : list of noregret.Headroom
        How much of the loss was avoidable; empty for learners of other losses than the hinge loss.
    learner_ : noregret.Learner
        The learner behind the estimator.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import MultilabelRanker
    >>> X = np.eye(3).repeat(20, axis=0)
    >>> Y = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0]]).repeat(20, axis=0)
    >>> model = MultilabelRanker("sopopo", passes=5).fit(X, Y)
    >>> model.predict(np.eye(3))
    array([[1, 0, 1],
           [0, 1, 0],
           [1, 1, 0]])
    >>> sorted(model.rank(np.eye(3), top=2)[0])
    [0, 2]
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        tags.target_tags.multi_output = True
        return tags

    def _read(self, X: Any, y: Any, *, reset: bool) -> tuple[Any, Any]:
        y = listed(y)
        if not are_sets(y):
            X, y = self._checked(X, y=y, reset=reset, multi_output=True)
            return X, y
        X = self._checked(X, reset=reset)
        if len(y) != X.shape[0]:
            raise ValueError(f"{X.shape[0]} rows but {len(y)} sets of labels")
        return X, y

    def _labels(self, y: Any) -> Any:
        return LabelSets.read(y)

    def _expect(self, y: LabelSets, classes: Any = None, *, is_open: bool = False) -> None:
        self._kind = y.kind
        if classes is None or y.kind == "indicator":
            classes = y.classes
        one = y.kind == "one a row"
        # A single label is enough if labels are sets.
        self._declare(classes, is_open=is_open or not one)
        self._open = is_open and y.kind != "indicator"
        self._threshold = Threshold(len(self.classes_))

    def _meet(self, y: Any) -> None:
        if y.kind != self._kind:
            raise ValueError(f"labels were {self._kind}, but now are {y.kind}")
        before = self.classes_
        if y.kind == "indicator" and len(y.classes) != len(before):
            raise ValueError(f"{len(y.classes)} columns of labels, but {len(before)} before")
        super()._meet(np.array(y.classes, dtype=object))
        if len(self.classes_) > len(before):
            places = np.searchsorted(self.classes_, before)
            # A copy: if the part is refused the old one is put back.
            self._threshold = copy(self._threshold)
            self._threshold.widen(places, len(self.classes_))

    def _begin(self, X: Any) -> None:
        self._make("label-ranking", self.classes_.tolist())

    def _learn(self, X: Any, y: LabelSets, weight: Array | None = None, **more: Any) -> Pass:
        return super()._learn(X, y.rows, weight, **more)

    def _learn_all(self, X: Any, y: LabelSets, weight: Array | None) -> None:
        super()._learn_all(X, y, weight)
        if not self._has_one:
            self._threshold.set(self._by_label(self._scored(X)), y.indicator(self.classes_))

    def _end_part(self, X: Any, y: LabelSets) -> None:
        super()._end_part(X, y)
        if not self._has_one:
            self._threshold.follow(X, y.indicator(self.classes_))

    @property
    def _has_one(self) -> bool:
        """Whether each row has exactly one label, so that the highest score decides."""
        return self._kind == "one a row"

    def _by_label(self, scores: Array) -> Array:
        """The learner's scores in the order of ``classes_``."""
        return self._by_class(scores.T).T

    def _rows(self, table: Array) -> Array:
        table = self._by_class(table)
        return table[1:] - table[:1] if self._has_one and len(table) == 2 else table

    @property
    def threshold_(self) -> float:
        """The score above which a label holds."""
        self._fitted()
        return self._threshold.value(lambda X: self._by_label(self._scored(X)))

    @property
    def intercept_(self) -> Array:
        """The intercept of each label minus the threshold."""
        constants: Array = super().intercept_ - self.threshold_
        return constants

    def decision_function(self, X: Any) -> Array:
        """The score of each label; the label holds if it is above 0."""
        rows: Array = self._rows(self._scores(X).T) - self.threshold_
        return rows[0] if self._has_one and len(self.classes_) == 2 else rows.T

    def predict(self, X: Any) -> Array:
        """An indicator matrix of the labels; one label for each row if ``fit`` was given that."""
        scores = self.decision_function(X)
        return chosen(self.classes_, scores) if self._has_one else (scores > 0).astype(int)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows of which all labels are right."""
        y = listed(y)
        if not are_sets(y):
            return float(super().score(X, y, sample_weight))
        said = [set(self.classes_[holds > 0].tolist()) for holds in self.predict(X)]
        right = [labels == set(wanted) for labels, wanted in zip(said, y, strict=True)]
        return float(np.average(right, weights=sample_weight))

    def rank(self, X: Any, top: int | None = None) -> list[list[Any]]:
        """The labels of each row, the most relevant first; only the first ``top`` if given."""
        scores = self._by_label(self._scores(X))
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        ranked: list[list[Any]] = self.classes_[order].tolist()
        return ranked
