"""Sets of labels: all labels in order of relevance, and a threshold above which they hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from noregret._engine import Pass
from noregret.sklearn._base import Array
from noregret.sklearn._classes import chosen
from noregret.sklearn._label_sets import LabelSets, are_sets
from noregret.sklearn._online import Online
from noregret.sklearn._stream_classifier import StreamClassifier
from noregret.sklearn._threshold import Threshold


class MultilabelRanker(Online, StreamClassifier):
    """Ranks labels, those that hold before the others.

    Labels are given as rows of an indicator, as lists or sets of labels, or one a row. Scores order
    the labels of a row; they have no threshold of their own. The one that makes fewest errors on
    the rows of ``fit`` is taken off, so that a label holds where ``decision_function`` is above 0;
    where rows come in parts, on the last 1,000 of them. Labels of sets may be new in any part.
    (Crammer & Singer 2003; Shalev-Shwartz & Singer 2006.)

    Parameters
    ----------
    choice : str, optional
        The learner, such as ``"sopopo"``; several compete if it is left open.
    certify : {"live", "off", "tight"}, default="live"
        How much work proof may take beside learning.
    passes : int, default=1
        Passes over the data in ``fit``.
    settings : dict, optional
        Anything else that a choice has.
    verbose : int, default=0
        Whether there is a bar of progress for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_labels,)
        The labels: columns of the indicator, or what the sets held, sorted.
    threshold_ : float
        The score above which a label holds.
    coef_ : ndarray of shape (n_labels, n_features)
        The weights, made when they are asked for.
    intercept_ : ndarray of shape (n_labels,)
        The intercepts, from which the threshold is taken off.
    certificate_ : noregret.Certificate
        What the run proves about every fixed ranker.
    learner_ : noregret.Learner
        The learner.

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
        # Of sets there may be as few as one label.
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
        """Whether one label holds for each row: then the highest score decides."""
        return self._kind == "one a row"

    def _by_label(self, scores: Array) -> Array:
        """Scores of the labels in place of those of the learner's."""
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
        """The intercept of each label, from which the threshold is taken off."""
        constants: Array = super().intercept_ - self.threshold_
        return constants

    def decision_function(self, X: Any) -> Array:
        """The score of each label; above 0 it holds."""
        rows: Array = self._rows(self._scores(X).T) - self.threshold_
        return rows[0] if self._has_one and len(self.classes_) == 2 else rows.T

    def predict(self, X: Any) -> Array:
        """An indicator of the labels that hold; the first label where ``fit`` had one a row."""
        scores = self.decision_function(X)
        return chosen(self.classes_, scores) if self._has_one else (scores > 0).astype(int)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows all of whose labels are right."""
        if not are_sets(y):
            return float(super().score(X, y, sample_weight))
        said = [set(self.classes_[holds > 0].tolist()) for holds in self.predict(X)]
        right = [labels == set(wanted) for labels, wanted in zip(said, y, strict=True)]
        return float(np.average(right, weights=sample_weight))

    def rank(self, X: Any, top: int | None = None) -> list[list[Any]]:
        """The labels of each row, the most relevant first."""
        scores = self._by_label(self._scores(X))
        order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        ranked: list[list[Any]] = self.classes_[order].tolist()
        return ranked
