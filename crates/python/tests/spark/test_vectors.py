"""Batches of vectors as matrices: the memory is that of Arrow, wherever a batch begins in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import noregret as nr
from noregret.spark.columns import SHARD, Columns
from noregret.spark.task import learn_shards
from noregret.spark.vectors import BrokenRow, SparseMatrix, matrix, width_of

KIND = pa.struct(
    [("type", pa.int8()), ("size", pa.int32()), ("indices", pa.list_(pa.int32())),
     ("values", pa.list_(pa.float64()))]
)


def sparse(size: int, indices: list[int], values: list[float]) -> dict[str, Any]:
    return {"type": 0, "size": size, "indices": indices, "values": values}


def dense(values: list[float]) -> dict[str, Any]:
    return {"type": 1, "size": None, "indices": None, "values": values}


SPARSE = [sparse(4, [0, 3], [1.0, 2.0]), sparse(4, [], []), sparse(4, [1, 2, 3], [3.0, 4.0, 5.0])]
DENSE = [dense([1.0, 0.0, 2.0, 0.0]), dense([0.0, 3.0, 0.0, -1.0]), dense([5.0, 6.0, 7.0, 8.0])]
MIXED = [SPARSE[0], DENSE[1], SPARSE[1], DENSE[2], SPARSE[2]]


def slow(vectors: list[dict[str, Any]], width: int = 4) -> np.ndarray[Any, Any]:
    """Entry by entry."""
    table = np.zeros((len(vectors), width))
    for row, vector in enumerate(vectors):
        places = vector["indices"] if vector["type"] == 0 else range(width)
        for place, value in zip(places, vector["values"]):
            table[row, place] = value
    return table


def table(found: Any) -> np.ndarray[Any, Any]:
    if not isinstance(found, SparseMatrix):
        return np.asarray(found)
    dense = np.zeros(found.shape)
    for row in range(found.shape[0]):
        for at in range(found.indptr[row], found.indptr[row + 1]):
            dense[row, found.indices[at]] = found.data[at]
    return dense


@pytest.mark.parametrize("vectors", [SPARSE, DENSE, MIXED], ids=["sparse", "dense", "mixed"])
def test_every_slice_of_a_batch_is_the_matrix_of_its_rows(vectors: list[dict[str, Any]]) -> None:
    column = pa.array(vectors, KIND)
    for start in range(len(vectors) + 1):
        for end in range(start, len(vectors) + 1):
            found = matrix(column.slice(start, end - start), 4, "x")
            assert found.shape == (end - start, 4)
            assert np.array_equal(table(found), slow(vectors[start:end]))


def address(array: Any) -> int:
    found: int = array.__array_interface__["data"][0]
    return found


def test_nothing_is_copied() -> None:
    column = pa.array(SPARSE, KIND)
    found = matrix(column, 4, "x")
    assert isinstance(found, SparseMatrix)
    lists = column.field(3)
    assert address(found.indptr) == lists.buffers()[1].address
    assert address(found.data) == lists.values.buffers()[1].address
    assert address(found.indices) == column.field(2).values.buffers()[1].address
    later = matrix(column.slice(2), 4, "x")
    assert isinstance(later, SparseMatrix)
    assert address(later.data) == lists.values.buffers()[1].address + 2 * 8
    full = pa.array(DENSE, KIND)
    assert address(matrix(full.slice(1), 4, "x")) == full.field(3).values.buffers()[1].address + 32


def test_a_buffer_that_is_not_aligned_is_learned_from_all_the_same() -> None:
    numbers = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    shifted = pa.py_buffer(b"\0" + numbers.tobytes()).slice(1)
    values = pa.Array.from_buffers(pa.float64(), 5, [None, shifted])
    lists = pa.ListArray.from_arrays(pa.array([0, 2, 2, 5], pa.int32()), values)
    plain = pa.array(SPARSE, KIND)
    column = pa.StructArray.from_arrays(
        [plain.field(0), plain.field(1), plain.field(2), lists], fields=list(KIND)
    )
    states = []
    for given in (plain, column):
        learner = nr.Learner("pa1", problem="binary", bias="none")
        learner.learn_many(matrix(given, 4, "x"), [1, -1, 1])
        states.append(learner.to_bytes())
    assert states[0] == states[1]


@pytest.mark.parametrize(
    ("vectors", "row", "reason"),
    [
        ([*SPARSE, None], 3, "x is null"),
        ([SPARSE[0], sparse(5, [0], [1.0])], 1, "5 entries, those before of 4"),
        ([DENSE[0], DENSE[1], dense([1.0])], 2, "1 entries"),
        ([SPARSE[0], sparse(4, [0], [])], 1, "not as many indices as values"),
    ],
)
def test_what_is_no_row_is_named(vectors: list[Any], row: int, reason: str) -> None:
    with pytest.raises(BrokenRow, match=reason) as error:
        matrix(pa.array(vectors, KIND), 4, "x")
    assert error.value.row == row
    assert width_of(pa.array(vectors, KIND)) == 4


def test_a_task_learns_each_shard_by_itself_wherever_batches_end() -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 3))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    shards = np.repeat([4, 7, 9], [11, 1, 28]).astype(np.int32)
    names = ["y", "a", "b", "c", SHARD]
    whole = pa.record_batch([pa.array(each) for each in (y, *X.T.copy(), shards)], names)
    columns = Columns("y", plain=("a", "b", "c"))
    base = nr.Learner("pa1", problem="binary", bias=1.0)
    base.open(columns.rows(whole), y)
    wanted = {}
    for shard in (4, 7, 9):
        learner = nr.Learner.from_bytes(base.to_bytes())
        picked = pa.Table.from_batches([whole.select(["a", "b", "c"])]).filter(shards == shard)
        learner.learn_many(picked, y[shards == shard])
        wanted[shard] = learner.to_bytes(shard=True)
    for cut in (1, 5, 11, 12, 13, 40):
        batches = [whole.slice(start, cut) for start in range(0, 40, cut)]
        states = list(learn_shards(batches, columns, base.to_bytes(), None))
        found = {each["shard"][0].as_py(): each["state"][0].as_py() for each in states}
        assert found == wanted
        assert [each["rows"][0].as_py() for each in states] == [11, 1, 28]
    assert not list(learn_shards([], columns, base.to_bytes(), None))
    assert not list(learn_shards([whole.slice(0, 0)], columns, base.to_bytes(), None))
