"""What classifiers share: the classes in scikit-learn's order, and their scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.metrics import accuracy_score
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from noregret._engine import distinct
from noregret.sklearn._base import Array
from noregret.sklearn._learning import Learning


class Classes(ClassifierMixin, Learning):
    """Two classes share one score, more classes have one each; ``classes_`` is sorted."""

    classes_: Array
    #: The same classes as a set.
    _known: set[Any]
    #: Whether a label that was not declared becomes a new class.
    _open: bool

    def _labels(self, y: Any) -> Array:
        """Checks that the labels are classes."""
        found: Array = np.asarray(y)
        if found.ndim != 1:
            found = column_or_1d(found, warn=True)
        kind = found.dtype.kind
        if (
            kind == "f" and not self._are_whole(values_of(found))
            or kind == "O" and not _are_text(found)
        ):
            check_classification_targets(found)
        return found

    def _expect(self, y: Any, classes: Any = None, *, is_open: bool = False) -> None:
        self._declare(y if classes is None else classes, is_open=is_open)

    def _declare(self, classes: Any, *, is_open: bool = False) -> None:
        known = np.unique(np.asarray(classes))
        if len(known) < 2 and not is_open:
            raise ValueError("The number of classes has to be greater than one; got 1 class")
        self.classes_, self._open = known, is_open
        self._known = set(known.tolist())

    def _meet(self, y: Array) -> None:
        """Refuses labels that were not declared, or makes them new classes."""
        values = values_of(y)
        if self._known.issuperset(values):
            return
        new = set(values) - self._known
        if not self._open:
            labels = sorted(map(str, new))
            raise ValueError(
                f"labels {labels} are not among the declared classes {self.classes_.tolist()}"
            )
        if _are_text(new) != _are_text(self._known):
            raise ValueError(f"the classes are {self.classes_.tolist()}, but now labels are {new}")
        self._declare([*self._known, *new], is_open=True)

    def _are_whole(self, values: list[Any]) -> bool:
        """Whether these numbers are whole, or classes already."""
        known: set[Any] = self.__dict__.get("_known", set())
        return known.issuperset(values) or all(x % 1 == 0 for x in values)

    def _has_sign(self) -> bool:
        """Whether there are exactly two classes, so that the sign of one score decides."""
        return len(self.classes_) == 2 and not self._open

    def _by_class(self, table: Array) -> Array:
        """Rows in the order of ``classes_``, not of the learner; 0 for a class without rows yet."""
        place = {label: place for place, label in enumerate(self._fitted().classes)}
        places = [place.get(label, -1) for label in self.classes_.tolist()]
        if places == list(range(len(table))):
            return table
        return np.concatenate([table, np.zeros_like(table[:1])])[places]

    def _rows(self, table: Array) -> Array:
        """A row for each class, or a single row for two classes."""
        if self._has_sign() and len(table) == 1:
            return table
        table = self._by_class(table)
        return (table[1:] - table[:1]) / 2 if len(table) == 2 else table

    def decision_function(self, X: Any) -> Array:
        """The scores of the rows: one for each row, or one for each class.

        For two classes it is the score of the second class. If the classes were not declared, it
        is half the difference of their two scores.
        """
        return self._decisions(self._scores(X))

    def predict(self, X: Any) -> Array:
        """The class of each row."""
        return self._answers(self._scores(X))

    def _decisions(self, scores: Array) -> Array:
        """The scores of the learner in the form of ``decision_function``."""
        if scores.ndim == 1:
            return scores
        rows: Array = self._rows(scores.T)
        return np.ascontiguousarray(rows[0]) if len(rows) == 1 else rows.T

    def _answers(self, scores: Array) -> Array:
        if len(self.classes_) == 1:
            return np.repeat(self.classes_, len(scores))
        return chosen(self.classes_, self._decisions(scores))

    def _quality(self, X: Any, y: Array, weight: Array | None) -> float:
        """The share of checked rows that are classified rightly."""
        return float(accuracy_score(y, self._answers(self._scored(X)), sample_weight=weight))


def chosen(classes: Array, scores: Array) -> Array:
    """The class of each row: by the highest score, or by the sign if there is only one score."""
    places = (scores > 0).astype(np.intp) if scores.ndim == 1 else scores.argmax(axis=1)
    labels: Array = classes[places]
    return labels


def values_of(y: Array) -> list[Any]:
    """The distinct labels; with few labels some may be repeated."""
    few = y.tolist() if len(y) <= 16 else distinct(y)
    return np.unique(y).tolist() if few is None else few


def _are_text(labels: Iterable[Any]) -> bool:
    return all(isinstance(label, str) for label in labels)
