"""Which columns of a data frame are features, label and weight, and how a batch of them is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from noregret.spark.vectors import matrix, refuse_nulls, width_of

#: The column that says which shard a row belongs to.
SHARD = "__shard"


@dataclass(frozen=True)
class Columns:
    """The columns that are read.

    Attributes
    ----------
    label, weight
        Columns of these, if there are any.
    vector
        The column of `pyspark.ml` vectors; entry j is the feature j.
    width
        How long the vectors are.
    plain
        Columns of numbers, and of strings, which are categories.
    text
        Columns that are split into words.
    """

    label: str | None
    weight: str | None = None
    vector: str | None = None
    width: int = 0
    plain: tuple[str, ...] = ()
    text: tuple[str, ...] = ()

    @property
    def features(self) -> tuple[str, ...]:
        """The columns that features come from."""
        return (self.vector,) if self.vector is not None else (*self.plain, *self.text)

    @property
    def names(self) -> list[str]:
        """All columns that are read."""
        about = [name for name in (self.label, self.weight) if name is not None]
        return [*about, *self.features]

    def unlabelled(self) -> Columns:
        """The same features alone."""
        return replace(self, label=None, weight=None)

    def widened(self, batch: Any) -> Columns:
        """The same, with the length that the vectors of a batch have."""
        if self.vector is None:
            return self
        return replace(self, width=width_of(batch.column(self.vector)))

    def rows(self, batch: Any) -> Any:
        """The features of a batch, as `Learner.learn_many` takes them."""
        if self.vector is not None:
            return matrix(batch.column(self.vector), self.width, self.vector)
        return pa.Table.from_batches([batch.select(list(self.features))])

    def labels(self, batch: Any) -> NDArray[Any] | list[Any] | None:
        """The labels of a batch: numbers where they are, strings and lists as such."""
        if self.label is None:
            return None
        column = batch.column(self.label)
        refuse_nulls(column, self.label)
        kind = column.type
        if pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
            numbers: NDArray[Any] = column.to_numpy(zero_copy_only=False)
            return numbers
        listed: list[Any] = column.to_pylist()
        return listed

    def weights(self, batch: Any) -> NDArray[np.float64] | None:
        """The weights of a batch."""
        if self.weight is None:
            return None
        column = batch.column(self.weight)
        refuse_nulls(column, self.weight)
        return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)

    @property
    def words(self) -> Sequence[str] | None:
        """The argument `text` of `Learner.learn_many`."""
        return list(self.text) or None
