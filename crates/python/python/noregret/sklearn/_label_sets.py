"""Labels of which several hold: sets of them, rows of an indicator, or one a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
from sklearn.utils.multiclass import check_classification_targets

from noregret.sklearn._base import Array


@dataclass(frozen=True)
class LabelSets:
    """The labels of each row, sorted, and how they were given."""

    rows: list[list[Any]]
    #: All there are, sorted; the columns of an indicator.
    classes: list[Any]
    kind: Literal["sets", "indicator", "one a row"]

    @staticmethod
    def read(y: Any) -> LabelSets:
        """Takes the labels of rows as scikit-learn or as Python has them."""
        if are_sets(y):
            return LabelSets([_sorted(labels) for labels in y], _sorted(set().union(*y)), "sets")
        check_classification_targets(y)
        table = y.toarray() if sp.issparse(y) else np.asarray(y)
        if table.ndim == 1 or table.shape[1] == 1:
            table = table.ravel()
            rows = [[label] for label in table.tolist()]
            return LabelSets(rows, np.unique(table).tolist(), "one a row")
        rows = [np.flatnonzero(row).tolist() for row in table]
        return LabelSets(rows, list(range(table.shape[1])), "indicator")

    def indicator(self, classes: Array) -> Array:
        """A row for each row: which of these classes hold."""
        place = {label: place for place, label in enumerate(classes.tolist())}
        holds = np.zeros((len(self.rows), len(place)), dtype=bool)
        for row, labels in enumerate(self.rows):
            holds[row, [place[label] for label in labels]] = True
        return holds


def are_sets(y: Any) -> bool:
    """Whether labels are sets of them, and no rows of an indicator."""
    if not (isinstance(y, (list, tuple)) and len(y)):
        return False
    if not all(isinstance(labels, (set, frozenset, list, tuple)) for labels in y):
        return False
    if any(isinstance(labels, (set, frozenset)) for labels in y):
        return True
    same = len({len(labels) for labels in y}) == 1
    return not (same and all(label in (0, 1) for labels in y for label in labels))


def _sorted(labels: Any) -> list[Any]:
    try:
        return sorted(labels)
    except TypeError:
        raise ValueError(f"labels are all numbers or all strings, not {set(labels)}") from None
