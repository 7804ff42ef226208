"""What classifiers share: their classes, in scikit-learn's order, and the scores of each."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import column_or_1d

from noregret.sklearn._base import Checks, LearnerMixin


def classes_of(y: Any) -> np.ndarray:
    """The classes of labels, sorted."""
    check_classification_targets(y)
    return np.unique(y)


class Classes(Checks, LearnerMixin):
    """Two classes have one score, several one each; ``classes_`` is sorted."""

    classes_: np.ndarray
    #: Whether labels that were not declared are new classes.
    _open: bool

    def _labels(self, y: Any) -> np.ndarray:
        y = column_or_1d(y, warn=True)
        if type_of_target(y) == "unknown":
            check_classification_targets(y)
        return y

    def _meet(self, y: np.ndarray) -> None:
        """Refuses labels that were not declared, or takes them for new classes."""
        if len(y) <= 16:
            new = set(y.tolist()) - self._known
        else:
            new = set(np.unique(y).tolist()) - self._known
        if not new:
            return
        if not self._open:
            raise ValueError(
                f"labels {sorted(map(str, new))} are not among the declared classes"
                f" {self.classes_.tolist()}"
            )
        self.classes_ = np.unique(np.concatenate([self.classes_, np.asarray(sorted(new))]))
        self._known = set(self.classes_.tolist())

    def _declare(self, classes: Any, *, is_open: bool) -> None:
        self.classes_ = np.unique(np.asarray(classes))
        self._known: set[Any] = set(self.classes_.tolist())
        self._open = is_open

    def _class_weights(self, class_weight: Any, y: np.ndarray, weight: Any) -> Any:
        """The weights of rows, those of their classes included."""
        if class_weight is None:
            return weight
        each = compute_class_weight(class_weight, classes=self.classes_, y=y)
        by_row = each[np.searchsorted(self.classes_, y)]
        return by_row if weight is None else by_row * weight

    def _places(self) -> np.ndarray:
        """The row of the learner of each class; -1 if it has none yet."""
        known = {label: place for place, label in enumerate(self._fitted().classes)}
        return np.array([known.get(label, -1) for label in self.classes_.tolist()], dtype=np.intp)

    def _rows(self, table: np.ndarray) -> np.ndarray:
        if len(table) == 1:
            return table
        places = self._places()
        padded = np.concatenate([table, np.zeros_like(table[:1])])
        return padded[places]

    def decision_function(self, X: Any) -> np.ndarray:
        """The score of each row, or one of each class."""
        scores = self._scores(X)
        if scores.ndim == 1:
            return scores
        places = self._places()
        if np.array_equal(places, np.arange(scores.shape[1])):
            return scores
        padded = np.concatenate([scores, np.zeros((len(scores), 1))], axis=1)
        return padded[:, places]

    def predict(self, X: Any) -> np.ndarray:
        """The class of each row."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            if len(self.classes_) == 1:
                return np.repeat(self.classes_, len(scores))
            return self.classes_[(scores > 0).astype(np.intp)]
        return self.classes_[scores.argmax(axis=1)]
