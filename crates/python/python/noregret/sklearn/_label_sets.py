"""Labels of rows that can have several: as sets, as rows of an indicator, or one for each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
from sklearn.utils.multiclass import check_classification_targets

from noregret.sklearn._base import Array


@dataclass(frozen=True)
class LabelSets:
    """The sorted labels of each row, and the form in which they were given."""

    rows: list[list[Any]]
    #: All labels, sorted: the columns of an indicator.
    classes: list[Any]
    kind: Literal["sets", "indicator", "one a row"]

    @staticmethod
    def read(y: Any) -> LabelSets:
        """Reads labels: sets or lists of them, an indicator matrix, or a column."""
        y = listed(y)
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
        """A matrix of booleans: which of these classes each row has."""
        place = {label: place for place, label in enumerate(classes.tolist())}
        holds = np.zeros((len(self.rows), len(place)), dtype=bool)
        for row, labels in enumerate(self.rows):
            holds[row, [place[label] for label in labels]] = True
        return holds


def listed(y: Any) -> Any:
    """A Series or an array of objects as a list, if its entries are sets or lists of labels."""
    if isinstance(y, np.ndarray):
        found = y.tolist() if y.dtype == object and y.ndim == 1 else y
    else:
        found = y.to_list() if hasattr(y, "to_list") else y
    return found if are_sets(found) else y


def are_sets(y: Any) -> bool:
    """Whether labels are a list of sets or lists of labels, and not rows of an indicator."""
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
