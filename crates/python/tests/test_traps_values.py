"""Values that are no numbers: they are refused by row, and leave the learner as it was."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from streams import Matrix, dicts, learned, pa1, rows, signs

import noregret as nr

X = rows(1200)
Y = signs(X)
NAMES = list("abcdef")
BAD = [math.nan, math.inf, -math.inf]

KINDS: dict[str, Callable[[Matrix], Any]] = {
    "dense f64": lambda x: x,
    "dense f32": lambda x: x.astype("f4"),
    "Fortran": np.asfortranarray,
    "CSR f64": sp.csr_matrix,
    "CSR f32": lambda x: sp.csr_matrix(x.astype("f4")),
    "Arrow": lambda x: pa.table({name: x[:, j] for j, name in enumerate(NAMES)}),
    "polars": lambda x: pl.DataFrame(x, schema=NAMES),
    "pandas": lambda x: pd.DataFrame(x, columns=NAMES),
    "dicts": lambda x: dicts(x, NAMES),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("bias", ["none", "auto"])
def test_a_batch_stops_before_the_row_that_is_refused(kind: str, bad: float, bias: str) -> None:
    """Row 500 of a batch is refused: exactly the rows before it were learned from."""
    make = KINDS[kind]
    broken = X.copy()
    broken[500, 3] = bad
    before, stopped = pa1(bias=bias, head=100), pa1(bias=bias, head=100)
    before.learn_many(make(X[:500]), Y[:500])
    with pytest.raises(nr.NoRegretError, match=r"row 500: .*(not a finite number|NaN, infinite)"):
        stopped.learn_many(make(broken), Y)
    assert stopped.rows == 500
    assert stopped.to_bytes() == before.to_bytes()
    stopped.learn_many(make(X[500:]), Y[500:])
    before.learn_many(make(X[500:]), Y[500:])
    assert stopped.to_bytes() == before.to_bytes()


@pytest.mark.parametrize("bad", BAD)
def test_a_row_is_refused_while_the_first_rows_decide(bad: float) -> None:
    broken = X.copy()
    broken[500, 3] = bad
    before, stopped = nr.Learner(), nr.Learner()
    before.learn_many(X[:500], Y[:500])
    with pytest.raises(nr.NoRegretError, match="row 500"):
        stopped.learn_many(broken, Y)
    for learner in (before, stopped):
        learner.learn_many(X[500:], Y[500:])
    assert stopped.rows == len(X)
    assert stopped.to_bytes() == before.to_bytes()


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("what", ["labels", "weights"])
def test_labels_and_weights_that_are_not_finite(bad: float, what: str) -> None:
    labels, weights = Y.astype(float), np.ones(len(X))
    (labels if what == "labels" else weights)[500] = bad
    stopped = pa1()
    with pytest.raises(nr.NoRegretError, match=f"row 500: the {what[:-1]} "):
        stopped.learn_many(X, labels, weight=weights)
    assert stopped.to_bytes() == learned(X[:500], Y[:500].astype(float)).to_bytes()


def test_the_row_of_an_order_is_its_place_in_it() -> None:
    broken, order = X.copy(), np.arange(len(X))[::-1].copy()
    broken[700] = math.nan
    stopped, place = pa1(), len(X) - 1 - 700
    with pytest.raises(nr.NoRegretError, match=f"row {place}: "):
        stopped.learn_many(broken, Y, order=order)
    assert stopped.to_bytes() == learned(X, Y, order=order[:place]).to_bytes()


def test_a_third_class_stops_a_batch_of_two() -> None:
    labels = Y.copy()
    labels[500] = 7
    stopped = pa1()
    with pytest.raises(nr.NoRegretError, match="row 500: label 7 is not among the known ones"):
        stopped.learn_many(X, labels)
    assert stopped.to_bytes() == learned(X[:500], Y[:500]).to_bytes()


ONE: dict[str, Callable[[nr.Learner], object]] = {
    "value NaN": lambda it: it.learn_one({0: math.nan}, 1),
    "new feature, then NaN": lambda it: it.learn_one({"new": 1.0, 0: math.nan}, 1),
    "value infinite": lambda it: it.learn_one({"new": math.inf}, 1),
    "value too large": lambda it: it.learn_one({"new": 1e300}, 1),
    "integer too large": lambda it: it.learn_one({"new": 10**400}, 1),
    "label NaN": lambda it: it.learn_one({0: 1.0}, math.nan),
    "label infinite": lambda it: it.learn_one({0: 1.0}, math.inf),
    "label too large": lambda it: it.learn_one({0: 1.0}, 2**53),
    "label far too large": lambda it: it.learn_one({0: 1.0}, 10**400),
    "no label": lambda it: it.learn_one({0: 1.0}),
    "label None": lambda it: it.learn_one({0: 1.0}, None),
    "third class": lambda it: it.learn_one({0: 1.0}, 2.5),
    "name for a number": lambda it: it.learn_one({0: 1.0}, "name"),
    "bytes for a label": lambda it: it.learn_one({0: 1.0}, b"name"),
    "dict for a label": lambda it: it.learn_one({0: 1.0}, {1: 2}),
    "object for a label": lambda it: it.learn_one({0: 1.0}, object()),
    "weight NaN": lambda it: it.learn_one({0: 1.0}, 1, weight=math.nan),
    "weight infinite": lambda it: it.learn_one({0: 1.0}, 1, weight=math.inf),
    "weight negative": lambda it: it.learn_one({0: 1.0}, 1, weight=-1.0),
    "weight negative, prepared": lambda it: it.learn_one(it.prepare({0: 1.0}, 1), weight=-1.0),
    "weight NaN, prepared": lambda it: it.learn_one(it.prepare({0: 1.0}, 1), weight=math.nan),
    "value NaN, prepared": lambda it: it.prepare({0: math.nan, "new": 1.0}, 1),
    "no label, prepared": lambda it: it.learn_one(it.prepare({0: 1.0})),
    "lone surrogate": lambda it: it.learn_one({"\ud800": 1.0}, 1),
    "lone surrogate for a label": lambda it: it.learn_one({0: 1.0}, "\ud800"),
    "lone surrogate for a category": lambda it: it.learn_one({"colour": "\udfff"}, 1),
    "key below 0": lambda it: it.learn_one({-1: 1.0}, 1),
    "key too large": lambda it: it.learn_one({2**32 - 1: 1.0}, 1),
    "list for a value": lambda it: it.learn_one({"new": [1.0]}, 1),
    "complex value": lambda it: it.learn_one({"new": 1j}, 1),
    "list for features": lambda it: it.learn_one([1.0, 2.0], 1),  # type: ignore[arg-type]
    "array for features": lambda it: it.learn_one(X[0], 1),  # type: ignore[arg-type]
    "ask with NaN": lambda it: it.predict_one({0: math.nan}),
    "ask many with NaN": lambda it: it.scores_many(np.full((2, 6), math.nan)),
    "labels of two kinds": lambda it: it.learn_many(X[:2], [1, "name"]),
    "labels with None": lambda it: it.learn_many(X[:2], [1, None]),
    "labels of two dimensions": lambda it: it.learn_many(X[:2], Y[:2].reshape(2, 1)),
    "labels too large": lambda it: it.learn_many(X[:2], np.array([2**60, 2**60 + 1])),
    "labels too few": lambda it: it.learn_many(X[:2], Y[:1]),
    "no labels": lambda it: it.learn_many(X[:2]),
    "weights too few": lambda it: it.learn_many(X[:2], Y[:2], weight=[1.0]),
    "weights negative": lambda it: it.learn_many(X[:2], Y[:2], weight=[-1.0, 1.0]),
    "weights of two dimensions": lambda it: it.learn_many(X[:2], Y[:2], weight=np.ones((2, 1))),
    "names too few": lambda it: it.learn_many(X[:2], Y[:2], names=["a"]),
    "order beyond": lambda it: it.learn_many(X[:2], Y[:2], order=np.array([0, 2])),
    "order negative": lambda it: it.learn_many(X[:2], Y[:2], order=np.array([0, -1])),
    "order of reals": lambda it: it.learn_many(X[:2], Y[:2], order=np.array([0.5])),  # type: ignore[arg-type]
    "order of bools": lambda it: it.learn_many(X[:2], Y[:2], order=np.array([True, False])),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", ONE)
def test_what_is_refused_leaves_no_trace(case: str) -> None:
    learner = learned(X, Y)
    bytes_before, pickled = learner.to_bytes(), pickle.dumps(learner)
    with pytest.raises(ValueError):
        ONE[case](learner)
    assert learner.to_bytes() == bytes_before
    assert pickle.dumps(learner) == pickled
    assert learner.classes == [-1, 1]
    assert all(isinstance(each, int) for each in learner.classes)


def test_messages_name_what_is_wrong() -> None:
    learner = learned(X, Y)
    cases: dict[str, Callable[[], object]] = {
        "value NaN of the feature new": lambda: learner.learn_one({"new": math.nan}, 1),
        "label is not a finite number": lambda: learner.learn_one({0: 1.0}, math.nan),
        "feature new has a <class 'list'>": lambda: learner.learn_one({"new": [1]}, 1),
        "feature new has an integer that": lambda: learner.learn_one({"new": 10**400}, 1),
        "<class 'bytes'> is no label": lambda: learner.learn_one({0: 1.0}, b"x"),
        "features are a dict": lambda: learner.learn_one([1.0], 1),  # type: ignore[arg-type]
        "1200 rows but 1199 labels": lambda: learner.learn_many(X, Y[1:]),
        "6 columns but 1 names": lambda: learner.learn_many(X, Y, names=["a"]),
        r"there is no row -1": lambda: learner.learn_many(X, Y, order=np.array([-1])),
        "two dimensions, not 1": lambda: learner.learn_many(X[0], Y[:1]),
        "two dimensions, not 3": lambda: learner.learn_many(X[None], Y[:1]),
        "a list of dicts, not a <class 'str'>": lambda: learner.learn_many("text", Y[:1]),
        "a list of dicts, not a <class 'generator'>": lambda: learner.learn_many(iter_rows(), Y),
        "list of dicts, not a <class 'NoneType'>": lambda: learner.predict_many(None),
    }
    for message, call in cases.items():
        with pytest.raises(nr.NoRegretError, match=message):
            call()


def iter_rows() -> Any:
    return (x for x in X)


@pytest.mark.parametrize("dtype", ["i1", "i8", "u8", "?", "f2", "g", "O"])
def test_arrays_of_other_numbers(dtype: str) -> None:
    values = (4 * X).astype(dtype)
    assert learned(values, Y).to_bytes() == learned(values.astype(float), Y).to_bytes()
    matrix = sp.csr_matrix((4 * X).astype(dtype) if dtype not in "f2gO" else X)
    assert learned(matrix, Y).to_bytes() == learned(matrix.astype(float), Y).to_bytes()


@pytest.mark.parametrize(
    "array",
    [
        np.array([["a", "b"]]),
        np.array([["a", "b"]], dtype=object),
        np.array([[{}, 1.0]], dtype=object),
        np.array([[1.0, 2.0]], dtype=complex),
        np.zeros((1, 2), dtype="M8[s]"),
        np.zeros((1, 2), dtype="i4,f4"),
    ],
    ids=["strings", "objects", "dicts", "complex", "dates", "records"],
)
def test_arrays_without_numbers(array: Any) -> None:
    with pytest.raises(nr.NoRegretError, match="numbers"):
        pa1().learn_many(array, [1])


def test_missing_values_of_object_arrays_are_refused() -> None:
    with pytest.raises(nr.NoRegretError, match="row 0: the value NaN of the feature 1"):
        pa1().learn_many(np.array([[1.0, None]], dtype=object), [1])


def test_a_weight_of_zero_teaches_nothing() -> None:
    learner = learned(X, Y)
    weights, gain = learner.weights(), learner.certificate().dual_gain  # type: ignore[union-attr]
    learner.learn_one({0: 5.0}, -1, weight=0.0)
    learner.learn_many(X, -Y, weight=np.zeros(len(X)))
    assert np.array_equal(learner.weights(), weights)
    assert learner.certificate().dual_gain == gain  # type: ignore[union-attr]


def test_a_whole_batch_learns_nothing_if_a_value_is_not_finite() -> None:
    X = rows(300)
    y, broken = signs(X), X.copy()
    broken[211, 3] = np.nan
    for kind in ("dense", "csr"):
        learner, other = pa1(classes=[-1, 1]), pa1(classes=[-1, 1])
        as_kind = (lambda X: X) if kind == "dense" else sp.csr_matrix
        with pytest.raises(nr.NoRegretError, match="row 211: a value is not finite"):
            learner.learn_many(as_kind(broken), y, whole=True)
        assert learner.rows == 0
        learner.learn_many(as_kind(X), y, whole=True)
        other.learn_many(as_kind(X), y)
        assert learner.to_bytes() == other.to_bytes()
    with pytest.raises(nr.NoRegretError, match="whole is for rows that are a matrix"):
        pa1().learn_many([{"a": 1.0}], [1], whole=True)
