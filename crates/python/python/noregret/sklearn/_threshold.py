"""The threshold above which labels hold: the one with the fewest errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from noregret.sklearn._base import Array

#: From how many of the last rows `partial_fit` finds the threshold.
WINDOW = 1000


class Threshold:
    """Keeps the last rows and their labels; it asks for their scores only when needed."""

    def __init__(self, labels: int) -> None:
        self._scores = np.empty((0, labels))
        self._holds = np.empty((0, labels), dtype=bool)
        #: Rows that have no scores yet.
        self._parts: list[tuple[Any, Array]] = []
        self._value: float | None = 0.0

    def set(self, scores: Array, holds: Array) -> None:
        """Finds the best threshold for these rows, and keeps the last of them."""
        self._parts, self._value = [], _best(scores.ravel(), holds.ravel())
        self._scores, self._holds = scores[-WINDOW:], holds[-WINDOW:]

    def follow(self, X: Any, holds: Array) -> None:
        """Adds rows; only the last 1,000 count."""
        self._parts.append((X.copy() if hasattr(X, "copy") else X, holds))
        while sum(len(held) for _, held in self._parts[1:]) >= WINDOW:
            del self._parts[0]
        self._value = None

    def widen(self, places: Array, labels: int) -> None:
        """Makes room for new labels, which did not hold and scored 0; the old go to `places`."""

        def spread(old: Array) -> Array:
            wide = np.zeros((len(old), labels), dtype=old.dtype)
            wide[:, places] = old
            return wide

        self._scores, self._holds = spread(self._scores), spread(self._holds)
        self._parts = [(X, spread(holds)) for X, holds in self._parts]
        self._value = None

    def value(self, scores_of: Callable[[Any], Array]) -> float:
        """The best threshold for the last rows; new rows are scored by the model as it is now."""
        if self._value is None:
            scored = [scores_of(X) for X, _ in self._parts]
            self._scores = np.concatenate([self._scores, *scored])[-WINDOW:]
            holds = [holds for _, holds in self._parts]
            self._holds = np.concatenate([self._holds, *holds])[-WINDOW:]
            self._parts, self._value = [], _best(self._scores.ravel(), self._holds.ravel())
        return self._value


def _best(scores: Array, holds: Array) -> float:
    if not len(scores):
        return 0.0
    order = np.argsort(scores)
    flat, right = scores[order], holds[order]
    # Labels that hold but score below are missed; labels that do not hold but score above, wrong.
    missed = np.concatenate([[0], np.cumsum(right)])
    wrong = (~right).sum() - np.concatenate([[0], np.cumsum(~right)])
    best = int(np.argmin(missed + wrong))
    low = flat[best - 1] if best > 0 else flat[0] - 1.0
    high = flat[best] if best < len(flat) else flat[-1] + 1.0
    return float((low + high) / 2)
