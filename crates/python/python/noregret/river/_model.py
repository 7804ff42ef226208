"""What the models for River share: a learner, and how they read pandas frames."""

from __future__ import annotations

from typing import Any

import numpy as np
from river import base

from noregret._engine import Certificate, Learner, NoRegretError


class Model(base.Estimator):
    """Base of the models, which holds the learner."""

    learner: Learner

    def certificate(self) -> Certificate | None:
        """What the run so far proves about every fixed predictor; see `Learner.certificate`."""
        return self.learner.certificate()

    @property
    def _raw_memory_usage(self) -> int:
        size: int = super()._raw_memory_usage
        try:
            return size + len(self.learner.to_bytes())
        except NoRegretError:
            return size

    def learn_many(self, X: Any, y: Any) -> None:
        """Learns from the rows of a pandas frame in order."""
        rows, names = rows_of(X)
        labels = [plain(label) for label in y.tolist()]
        self.learner.learn_many(rows, self._labels(labels), names=names)

    def _labels(self, labels: list[Any]) -> Any:
        return labels

    def _predictions(self, X: Any) -> list[Any]:
        """A prediction for each row; `None` before anything was learned."""
        if self.learner.rows == 0:
            return [None] * len(X)
        rows, names = rows_of(X)
        return self.learner.predict_many(rows, names=names)


def plain(label: Any) -> Any:
    """A NumPy label as a Python one."""
    return label.item() if isinstance(label, np.generic) else label


def rows_of(X: Any) -> tuple[Any, list[Any] | None]:
    """A frame of numbers as a matrix and its column names; any other frame as dicts."""
    names = X.columns.tolist()
    if all(dtype.kind in "biuf" for dtype in X.dtypes):
        matrix = X.to_numpy(dtype=float)
        if not np.isnan(matrix).any():
            return matrix, names
    missing = X.isna().to_numpy()
    rows = X.to_dict("records")
    for row, absent in zip(rows, missing, strict=True):
        for name, gone in zip(names, absent, strict=True):
            row[name] = None if gone else plain(row[name])
    return rows, None
