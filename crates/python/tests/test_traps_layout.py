"""Arrays as they may lie in memory: the same numbers give the same weights, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from streams import learned, pa1, rows, signs

import noregret as nr

X = rows()
Y = signs(X)
PLAIN = learned(X, Y).to_bytes()


def shifted(values: np.ndarray) -> np.ndarray:
    """The same values one byte off where they should lie."""
    buffer = np.zeros(values.nbytes + 1, dtype=np.uint8)
    array = buffer[1:].view(values.dtype).reshape(values.shape)
    array[...] = values
    assert not array.flags.aligned or values.itemsize == 1
    return array


def read_only(values: np.ndarray) -> np.ndarray:
    values = values.copy()
    values.flags.writeable = False
    return values


def spread(values: np.ndarray) -> np.ndarray:
    """The same values with gaps between them."""
    gaps = np.full([2 * n for n in values.shape], 99, dtype=values.dtype)
    view = gaps[tuple(slice(None, None, 2) for _ in values.shape)]
    view[...] = values
    return view


def backwards(values: np.ndarray) -> np.ndarray:
    """The same values with strides below 0."""
    turned = (slice(None, None, -1),) * values.ndim
    return values[turned].copy()[turned]


LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "misaligned": shifted,
    "read-only": read_only,
    "strided": spread,
    "negative strides": backwards,
    "Fortran order": np.asfortranarray,
    "big-endian": lambda values: values.astype(values.dtype.newbyteorder(">")),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_dense_layouts_are_equal(layout: str, dtype: str) -> None:
    assert learned(LAYOUTS[layout](X.astype(dtype)), Y).to_bytes() == PLAIN


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_are_answered_alike(layout: str) -> None:
    learner = nr.Learner.from_bytes(PLAIN)
    scores = learner.scores_many(X)
    assert np.array_equal(learner.scores_many(LAYOUTS[layout](X)), scores)
    assert np.array_equal(learner.scores_many(sparse(layout, "i4", "f8")), scores)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_labels_weights_and_order_of_any_layout(layout: str) -> None:
    change = LAYOUTS[layout]
    weight = np.random.default_rng(3).integers(0, 3, len(X)).astype(float)
    order = np.random.default_rng(4).permutation(len(X))
    plain = learned(X, Y, weight=weight, order=order)
    other = learned(X, change(Y), weight=change(weight), order=change(order))
    assert other.to_bytes() == plain.to_bytes()


def parts(indptr: Any, indices: Any, data: Any, shape: tuple[int, int]) -> SimpleNamespace:
    """A matrix in parts that nobody has checked."""
    return SimpleNamespace(indptr=indptr, indices=indices, data=data, shape=shape)


def sparse(layout: str, index: str, real: str) -> SimpleNamespace:
    matrix, change = sp.csr_matrix(X), LAYOUTS[layout]
    whole = [change(array.astype(index)) for array in (matrix.indptr, matrix.indices)]
    return parts(*whole, change(matrix.data.astype(real)), matrix.shape)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("index", "real"), [("i4", "f8"), ("i8", "f8"), ("i4", "f4"), ("u4", "f8")])
def test_sparse_layouts_are_equal(layout: str, index: str, real: str) -> None:
    assert learned(sparse(layout, index, real), Y).to_bytes() == PLAIN


@pytest.mark.parametrize("form", ["csc", "coo", "lil", "dok", "bsr"])
def test_other_sparse_matrices_are_converted(form: str) -> None:
    assert learned(sp.csr_matrix(X).asformat(form), Y).to_bytes() == PLAIN
    assert learned(sp.csr_array(X).asformat(form), Y).to_bytes() == PLAIN


def test_indptr_and_indices_of_different_widths() -> None:
    m = sp.csr_matrix(X)
    mixed = parts(m.indptr.astype("i8"), m.indices, m.data, m.shape)
    assert learned(mixed, Y).to_bytes() == PLAIN


def test_explicit_zeros_are_absent() -> None:
    count, width = X.shape
    indptr, indices = np.arange(count + 1) * width, np.tile(np.arange(width), count)
    assert learned(parts(indptr, indices, X.ravel(), X.shape), Y).to_bytes() == PLAIN


@pytest.mark.parametrize("index", ["i4", "i8"])
def test_unsorted_and_repeated_columns_are_summed(index: str) -> None:
    canonical = sp.csr_matrix(X)
    split = [np.concatenate([row.indices[::-1], row.indices]) for row in canonical]
    halves = [np.concatenate([row.data[::-1] / 2, row.data / 2]) for row in canonical]
    matrix = parts(
        (2 * canonical.indptr).astype(index),
        np.concatenate(split).astype(index),
        np.concatenate(halves),
        X.shape,
    )
    assert learned(matrix, Y).to_bytes() == PLAIN
    assert np.array_equal(
        learned(X, Y).scores_many(matrix), nr.Learner.from_bytes(PLAIN).scores_many(X)
    )


BROKEN_ENDS = {
    "falls": [0, 3, 2, 4],
    "beyond the entries": [0, 2, 3, 5],
    "too short": [0, 2],
    "too long": [0, 1, 2, 3, 4],
    "negative": [-1, 1, 2, 4],
    "empty": [],
    "does not begin with 0": [1, 2, 3, 4],
}


@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("case", BROKEN_ENDS)
def test_malformed_indptr_is_refused(case: str, index: str) -> None:
    learner = nr.Learner.from_bytes(PLAIN)
    ends = np.array(BROKEN_ENDS[case], dtype=index)
    matrix = parts(ends, np.array([0, 1, 2, 3], dtype=index), np.ones(4), (3, 6))
    with pytest.raises(nr.NoRegretError, match="indptr"):
        learner.learn_many(matrix, [1, -1, 1])
    with pytest.raises(nr.NoRegretError, match="indptr"):
        learner.scores_many(matrix)
    assert learner.to_bytes() == PLAIN


@pytest.mark.parametrize("column", [-1, 6, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("real", ["f4", "f8"])
def test_columns_out_of_range_are_refused(column: int, index: str, real: str) -> None:
    learner = nr.Learner.from_bytes(PLAIN)
    columns = np.array([0, 1, column, 3], dtype=index)
    matrix = parts(np.array([0, 1, 2, 4], dtype=index), columns, np.ones(4, real), (3, 6))
    with pytest.raises(nr.NoRegretError, match="row 2: a column index is negative or not below 6"):
        learner.learn_many(matrix, [1, -1, 1])
    assert learner.rows == len(X) + 2
    with pytest.raises(nr.NoRegretError, match="row 2: a column index"):
        learner.scores_many(matrix)


@pytest.mark.parametrize("column", [2**32, 2**32 + 1, 2**62, -(2**62)])
def test_columns_of_64_bits_do_not_wrap(column: int) -> None:
    matrix = parts(np.array([0, 1]), np.array([column]), np.ones(1), (1, 6))
    with pytest.raises(nr.NoRegretError, match="row 0: a column index"):
        pa1().learn_many(matrix, [1])


def test_parts_that_do_not_belong_together() -> None:
    ends, columns = np.array([0, 1, 2]), np.array([0, 1])
    cases = {
        "2 indices but 3 values": parts(ends, columns, np.ones(3), (2, 6)),
        "integers": parts(ends.astype(float), columns, np.ones(2), (2, 6)),
        "one dimension": parts(ends, columns.reshape(1, 2), np.ones(2), (2, 6)),
        "has no numbers": parts(ends, columns, np.array(["a", "b"]), (2, 6)),
    }
    for message, matrix in cases.items():
        with pytest.raises(nr.NoRegretError, match=message):
            pa1().learn_many(matrix, [1, -1])


@pytest.mark.parametrize("make", [np.asarray, sp.csr_matrix, sp.csc_matrix])
def test_matrices_without_rows_or_columns(make: Callable[[Any], Any]) -> None:
    learner = nr.Learner.from_bytes(PLAIN)
    done = learner.learn_many(make(np.zeros((0, 6))), np.zeros(0))
    assert (done.rows, done.loss, done.mistakes) == (0, 0.0, 0)
    assert learner.to_bytes() == PLAIN
    assert learner.predict_many(make(np.zeros((0, 6)))) == []
    assert learner.scores_many(make(np.zeros((0, 6)))).shape == (0,)
    assert learner.scores_many(make(np.zeros((3, 0)))).tolist() == [0.0, 0.0, 0.0]
    empty = pa1()
    assert empty.learn_many(make(np.zeros((3, 0))), [1, -1, 1]).rows == 3
    assert (empty.rows, empty.features) == (3, [])


def test_lists_without_rows() -> None:
    learner = nr.Learner.from_bytes(PLAIN)
    assert learner.learn_many([], []).rows == 0
    assert learner.predict_many([]) == []


def test_several_classes_without_rows_keep_the_shape_of_scores() -> None:
    learner = nr.Learner("pa1", problem="multiclass", bias="none")
    learner.learn_many(X[:9], [0, 1, 2] * 3)
    assert learner.scores_many(np.zeros((0, 6))).shape == (0, 3)
