"""Labels: they come back as what they were."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from streams import pa1

import noregret as nr

PAIRS: dict[str, tuple[Any, Any, type]] = {
    "bools": (True, False, bool),
    "numpy bools": (np.True_, np.False_, bool),
    "signs": (1, -1, int),
    "integers": (3, 8, int),
    "zero and one": (0, 1, int),
    "numpy integers": (np.int64(3), np.int8(5), int),
    "largest integers": (2**53 - 1, 1 - 2**53, int),
    "reals": (1.5, 2.5, float),
    "whole reals": (1.0, 2.0, float),
    "numpy reals": (np.float32(1.5), np.float64(2.5), float),
    "strings": ("spam", "ham", str),
    "numpy strings": (np.str_("spam"), np.str_("ham"), str),
    "digits": ("1", "2", str),
    "words for bools": ("True", "False", str),
    "empty string": ("", "x", str),
    "line breaks": ("a\nb", "a\tb", str),
    "many bytes": ("\U0001f600", "é" * 1000, str),
}
MATRIX = np.array([[1.0, 0.0], [0.0, 1.0]] * 5)


def same_kind(found: Any, wanted: list[Any], kind: type) -> None:
    assert list(found) == wanted
    assert [type(each) for each in found] == [kind] * len(wanted)


def one_by_one(a: Any, b: Any) -> nr.Learner:
    learner = pa1()
    for _ in range(5):
        learner.learn_one({0: 1.0}, a)
        learner.learn_one({1: 1.0}, b)
    return learner


def many(a: Any, b: Any) -> nr.Learner:
    learner = pa1()
    learner.learn_many(MATRIX, [a, b] * 5)
    return learner


def array(a: Any, b: Any) -> nr.Learner:
    learner = pa1()
    learner.learn_many(MATRIX, np.array([a, b] * 5))
    return learner


def prepared(a: Any, b: Any) -> nr.Learner:
    learner = one_by_one(a, b)
    first, second = learner.prepare({0: 1.0}, a), learner.prepare({1: 1.0})
    learner.learn_one(first)
    learner.learn_one(second, b)
    return learner


@pytest.mark.parametrize("case", PAIRS)
@pytest.mark.parametrize("learn", [one_by_one, many, array, prepared])
def test_two_classes_come_back_as_they_were(
    case: str, learn: Callable[[Any, Any], nr.Learner]
) -> None:
    a, b, kind = PAIRS[case]
    learner = learn(a, b)
    wanted, classes = [kind(a), kind(b)], sorted([kind(a), kind(b)])
    for each in (learner, learner.copy(), copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))):
        same_kind(each.classes, classes, kind)
        same_kind([each.predict_one({0: 1.0}), each.predict_one({1: 1.0})], wanted, kind)
        same_kind(each.predict_many(MATRIX[:2]), wanted, kind)
        same_kind(each.predict_many([{0: 1.0}, {1: 1.0}]), wanted, kind)


@pytest.mark.parametrize("case", PAIRS)
def test_classes_may_be_declared(case: str) -> None:
    a, b, kind = PAIRS[case]
    learner = pa1(classes=[a, b])
    learner.learn_one({0: 1.0}, a)
    same_kind(learner.classes, sorted([kind(a), kind(b)]), kind)


def test_a_model_file_keeps_strings_and_numbers_apart() -> None:
    """A file has no bools: they are 0 and 1 there, as in the files of the program."""
    found = [nr.Learner.from_bytes(one_by_one(*pair[:2]).to_bytes()).classes for pair in PAIRS.values()]
    assert found[0] == [0, 1]
    assert all(type(each) is int for each in found[0])
    assert found[list(PAIRS).index("digits")] == ["1", "2"]
    assert found[list(PAIRS).index("integers")] == [3, 8]


def test_integers_and_reals_among_the_labels_are_reals() -> None:
    learner = one_by_one(True, 5)
    same_kind(learner.classes, [1, 5], int)
    learner = one_by_one(1, 2.5)
    same_kind(learner.classes, [1.0, 2.5], float)


def test_names_and_numbers_may_be_mixed_one_by_one() -> None:
    learner = nr.Learner("pa1", problem="multiclass", bias="none")
    for _ in range(5):
        for key, label in (("p", 1), ("q", "b"), ("r", 3)):
            learner.learn_one({key: 1.0}, label)
    assert learner.classes == [1, "b", 3]
    assert [learner.predict_one({key: 1.0}) for key in "pqr"] == [1, "b", 3]
    scores = learner.scores_one({"p": 1.0})
    assert isinstance(scores, dict) and list(scores) == [1, "b", 3]


def test_several_classes_new_ones_in_mid_stream() -> None:
    learner = nr.Learner("pa1", problem="multiclass", bias="none")
    learner.learn_many(MATRIX, ["a", "b"] * 5)
    learner.learn_one({2: 1.0}, "late")
    learner.learn_many(np.eye(4)[3:], ["later"])
    same_kind(learner.classes, ["a", "b", "late", "later"], str)
    assert learner.scores_many(np.eye(4)).shape == (4, 4)
    assert learner.weights(range(4)).shape == (4, 4)
    assert learner.predict_many(np.eye(4)) == ["a", "b", "late", "later"]


@pytest.mark.parametrize("kind", [set, frozenset, list, tuple])
def test_sets_of_labels(kind: Callable[[Any], Any]) -> None:
    learner = nr.Learner("pa1", problem="label-ranking", bias="none")
    for _ in range(10):
        learner.learn_one({"p": 1.0}, kind(["a", "b"]))
        learner.learn_one({"q": 1.0}, kind(["c"]))
    assert set(learner.classes) == {"a", "b", "c"}
    ranked = learner.predict_one({"p": 1.0})
    assert isinstance(ranked, list) and set(ranked[:2]) == {"a", "b"}
    batch = nr.Learner("pa1", problem="label-ranking", bias="none")
    batch.learn_many([{"p": 1.0}, {"q": 1.0}] * 10, [kind(["a", "b"]), kind(["c"])] * 10)
    assert batch.to_bytes() == learner.to_bytes()


def test_sets_of_integers() -> None:
    learner = nr.Learner("pa1", problem="label-ranking", bias="none")
    for _ in range(5):
        learner.learn_one({"p": 1.0}, {1, 2})
        learner.learn_one({"q": 1.0}, {np.int64(3)})
    assert sorted(learner.classes) == [1, 2, 3]
    assert {type(each) for each in learner.predict_one({"p": 1.0})} == {int}


ODD_NAMES = ["1", "2", "10", "1.5", "a,b", "3>7", 'a",b', "nan", " "]


@pytest.mark.parametrize("declared", [True, False])
def test_sets_of_names_that_look_like_something_else(declared: bool) -> None:
    more = {"classes": ODD_NAMES} if declared else {}
    rows = [{f"x{place}": 1.0} for place in range(len(ODD_NAMES))]
    sets = [[name, ODD_NAMES[place - 1]] for place, name in enumerate(ODD_NAMES)]
    one, many, single = (
        nr.Learner("pa1", problem="label-ranking", bias="none", **more) for _ in range(3)
    )
    for _ in range(10):
        for row, labels in zip(rows, sets, strict=True):
            one.learn_one(row, labels)
            single.learn_one(row, labels[0])
        many.learn_many(rows, sets)
    for learner in (one, many, single):
        assert sorted(learner.classes) == sorted(ODD_NAMES)
    for row, labels in zip(rows, sets, strict=True):
        assert set(one.predict_one(row)[:2]) == set(labels)
        assert single.predict_one(row)[0] == labels[0]


def test_numbers_to_predict_are_reals() -> None:
    learner = nr.Learner("pa1", problem="regression", bias="none")
    for y in (2, True, 2.0, np.float32(2.0), np.int8(2)) * 4:
        learner.learn_one({"p": 1.0}, y)
    assert isinstance(learner.predict_one({"p": 1.0}), float)
    assert learner.classes == []


@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        np.array,
        lambda y: np.array(y, dtype=object),
        pd.Series,
        lambda y: pd.Series(y, dtype="category"),
        lambda y: pd.Series(y, dtype="string"),
        pd.Index,
        pl.Series,
        pa.array,
        lambda y: pa.chunked_array([y[:3], y[3:]]),
        iter,
    ],
)
def test_labels_in_any_container(make: Callable[[list[str]], Any]) -> None:
    y = ["a", "b"] * 5
    plain, learner = many("a", "b"), pa1()
    learner.learn_many(MATRIX, make(y))
    assert learner.to_bytes() == plain.to_bytes()
    same_kind(learner.classes, ["a", "b"], str)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u4", "i8", "u8", ">i8", "f2", "f4", "f8", "O"])
def test_numbers_of_any_size(dtype: str) -> None:
    y = np.array([3, 8] * 5).astype(dtype)
    learner = pa1()
    learner.learn_many(MATRIX, y)
    same_kind(learner.classes, [3, 8], float if "f" in dtype else int)


def test_large_integers_are_not_rounded_to_one_class() -> None:
    for y in ([2**53, 2**53 + 1], np.array([2**53, 2**53 + 1]), [10**30, 1]):
        with pytest.raises(nr.NoRegretError, match="too large"):
            pa1().learn_many(MATRIX[:2], y)


def test_labels_that_are_refused_do_not_change_what_numbers_are() -> None:
    learner = one_by_one(3, 8)
    for bad in (2.5, 3.5):
        with pytest.raises(nr.NoRegretError):
            learner.learn_one({0: 1.0}, bad)
        with pytest.raises(nr.NoRegretError):
            learner.learn_many(MATRIX[:1], [bad])
    same_kind(learner.classes, [3, 8], int)
