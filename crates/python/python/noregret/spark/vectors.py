"""A column of `pyspark.ml` vectors as a matrix, over the memory of the Arrow batch.

In Arrow a vector is `struct<type: int8, size: int32, indices: list<int32>, values: list<double>>`;
type 0 is sparse, 1 dense. The buffers under the lists of a batch are those of a matrix of
compressed rows: the offsets of the lists are `indptr`, their elements `indices` and `data`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

DENSE = 1


@dataclass(frozen=True)
class SparseMatrix:
    """Compressed rows, as `Learner.learn_many` takes them."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    data: NDArray[np.float64]
    shape: tuple[int, int]


class BrokenRow(ValueError):
    """A row that cannot be learned from."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row = row
        self.reason = reason


def first(holds: NDArray[np.bool_]) -> int | None:
    """The first row for which something holds."""
    return int(np.argmax(holds)) if holds.any() else None


def refuse_nulls(column: Any, name: str) -> None:
    """Refuses a column with a null, naming the row."""
    if column.null_count:
        row = first(column.is_null().to_numpy(zero_copy_only=False))
        raise BrokenRow(row or 0, f"the column {name} is null")


def width_of(column: Any) -> int:
    """The length of the first vector of a column that is not empty; 0 if there is none."""
    for row in range(len(column)):
        vector = column[row]
        if vector.is_valid:
            dense = vector["type"].as_py() == DENSE
            return len(vector["values"]) if dense else int(vector["size"].as_py())
    return 0


def matrix(column: Any, width: int, name: str) -> NDArray[np.float64] | SparseMatrix:
    """The vectors of a struct column as one matrix; the memory is that of the column.

    A batch that has both sparse and dense vectors, as `VectorAssembler` makes them, gets an array
    of indices of its own.
    """
    refuse_nulls(column, name)
    kinds, sizes, indices, values = (column.field(at) for at in range(4))
    dense = kinds.to_numpy(zero_copy_only=False) == DENSE
    ends, data = _elements(values)
    lengths = np.diff(ends)
    found = np.where(dense, lengths, sizes.fill_null(0).to_numpy(zero_copy_only=False))
    wrong = first(found != width)
    if wrong is not None:
        reason = f"the vector in {name} is of {found[wrong]} entries, those before of {width}"
        raise BrokenRow(wrong, reason)
    if dense.all() and len(column):
        return data.reshape(len(column), width)
    listed, keys = _elements(indices)
    if dense.any():
        keys = _filled(dense, ends, lengths, keys)
    elif not np.array_equal(listed, ends):
        row = first(np.diff(listed) != lengths) or 0
        raise BrokenRow(row, f"the vector in {name} has not as many indices as values")
    return SparseMatrix(ends, keys, data, (len(column), width))


def _elements(lists: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each list of a column ends, beginning with 0, and the elements of all of them."""
    ends = lists.offsets.to_numpy(zero_copy_only=True)
    start, end = int(ends[0]), int(ends[-1])
    elements = lists.values.slice(start, end - start).to_numpy(zero_copy_only=True)
    # A slice of a batch begins somewhere in its buffers.
    return (ends - start if start else ends), elements


def _filled(
    dense: NDArray[np.bool_], ends: NDArray[Any], lengths: NDArray[Any], keys: NDArray[Any]
) -> NDArray[Any]:
    """The indices of all values, where those of dense vectors are not listed."""
    begins = np.repeat(ends[:-1], lengths)
    filled: NDArray[Any] = (np.arange(ends[-1]) - begins).astype(keys.dtype)
    filled[np.repeat(~dense, lengths)] = keys
    return filled
