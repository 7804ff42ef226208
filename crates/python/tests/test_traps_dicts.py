"""Dicts: what keys and values may be, and Python code that runs while one is read."""

from __future__ import annotations

import collections
import threading
import types
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streams import dicts, in_python, learned, pa1, rows, signs

import noregret as nr

X = rows(200)
Y = signs(X)


class Calling:
    """A number that uses a learner while it is read."""

    def __init__(self, call: Any, value: float = 1.0) -> None:
        self.call, self.value = call, value

    def __float__(self) -> float:
        self.call()
        return self.value


def in_time(call: Any, seconds: float = 20.0) -> None:
    """Fails if the call hangs."""
    raised: list[BaseException] = []

    def watched() -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "this hangs"
    for error in raised:
        raise error


@pytest.mark.parametrize("opened", [False, True])
def test_a_value_may_use_the_learner(opened: bool) -> None:
    learner = learned(X, Y) if opened else pa1(bias="auto")
    value = Calling(lambda: learner.learn_one({0: 1.0}, 1))

    def use() -> None:
        learner.learn_one({0: value, 1: 2.0}, -1)
        learner.predict_one({0: value})
        learner.scores_one({0: value})
        learner.learn_one(learner.prepare({0: value}, 1))
        learner.learn_many([{0: value}], [1])
        learner.predict_many([{0: value}])
        learner.learn_many(np.array([[value]], dtype=object), [1])
        learner.learn_many(np.ones((1, 1)), [value])

    in_time(use)
    assert learner.rows == (len(X) if opened else 0) + 5 + 8


def test_a_key_may_use_the_learner() -> None:
    learner = learned(X, Y)

    class Key:
        def __hash__(self) -> int:
            return 0

        def __str__(self) -> str:
            learner.learn_one({0: 1.0}, 1)
            return "key"

    in_time(lambda: learner.learn_one({Key(): 1.0}, 1))
    assert learner.rows == len(X) + 2
    assert "key" in learner.features


def test_another_interpreter_sees_no_dead_lock() -> None:
    code = """
import noregret as nr
learner = nr.Learner("pa1", problem="binary", bias="none")
class Value:
    def __float__(self):
        return float(learner.rows + (learner.learn_one({"b": 1.0}, -1) or 0.0) + 1.0)
for _ in range(50):
    learner.learn_one({"a": Value()}, 1)
print(learner.rows)
"""
    assert in_python(code, timeout=30).split() == ["100"]


def test_a_dict_that_changes_while_it_is_read() -> None:
    learner = learned(X, Y)
    given: dict[Any, Any] = {"first": 1.0}
    given["change"] = Calling(given.clear)
    given["last"] = 2.0
    learner.learn_one(given, 1)
    assert given == {}
    assert {"first", "change", "last"} <= set(learner.features)
    grows: dict[Any, Any] = {}
    grows["grow"] = Calling(lambda: grows.update({f"more{len(grows)}": 1.0}))
    learner.learn_one(grows, 1)
    assert "grow" in learner.features and "more1" not in learner.features


def test_what_a_value_raises_comes_through() -> None:
    learner = learned(X, Y)
    before = learner.to_bytes()

    def fail() -> None:
        raise ZeroDivisionError("by the value")

    with pytest.raises(ZeroDivisionError, match="by the value"):
        learner.learn_one({"new": Calling(fail)}, 1)
    assert learner.to_bytes() == before


KEYS = {
    "integer": (3, 3),
    "numpy integer": (np.int64(3), 3),
    "small numpy integer": (np.uint8(3), 3),
    "integer as text": ("3", 3),
    "integer with a zero before it": ("03", "03"),
    "bool": (True, 1),
    "numpy string": (np.str_("word"), "word"),
    "tuple": (("a", 1), "('a', 1)"),
    "None": (None, "None"),
    "real": (1.5, "1.5"),
    "empty": ("", ""),
    "very long": ("x" * 200_000, "x" * 200_000),
    "zero byte": ("a\0b", "a\0b"),
    "beyond the basic plane": ("\U0001f600", "\U0001f600"),
    "what formats separate by": ("a b|c:1 2\t,=", "a b|c:1 2\t,="),
    "largest": (2**32 - 2, 2**32 - 2),
}


@pytest.mark.parametrize("case", KEYS)
def test_keys(case: str) -> None:
    key, feature = KEYS[case]
    learner = pa1()
    for _ in range(3):
        learner.learn_one({key: 1.0}, 1)
        learner.learn_one({"other": 1.0}, -1)
    assert learner.features == [feature, "other"]
    assert learner.weights([feature]).tolist() == [[1.0]]
    assert learner.scores_one({key: 1.0}) == learner.scores_one({feature: 1.0}) == 1.0
    again = nr.Learner.from_bytes(learner.to_bytes())
    assert (again.features, again.scores_one({key: 1.0})) == (learner.features, 1.0)


VALUES = {
    "bool": (True, 1.0),
    "numpy bool": (np.True_, 1.0),
    "integer": (2, 2.0),
    "numpy real": (np.float32(0.5), 0.5),
    "numpy integer": (np.int8(2), 2.0),
    "array of no dimension": (np.array(2.0), 2.0),
    "fraction": (Fraction(1, 2), 0.5),
    "decimal": (Decimal("0.5"), 0.5),
    "subclass of float": (type("Real", (float,), {})(0.5), 0.5),
}


@pytest.mark.parametrize("case", VALUES)
def test_values(case: str) -> None:
    value, number = VALUES[case]
    learner, plain = pa1(), pa1()
    for given, to in ((value, learner), (number, plain)):
        to.learn_one({"a": given, "b": 1.0}, 1)
        to.learn_one({"b": 1.0}, -1)
    assert learner.to_bytes() == plain.to_bytes()


@pytest.mark.parametrize("value", ["red", "", np.str_("red"), "y" * 100_000, "a=b"])
def test_strings_are_categories(value: str) -> None:
    learner, plain = pa1(), pa1()
    learner.learn_one({"colour": value, "size": 2.0}, 1)
    learner.learn_one({7: value}, -1)
    learner.learn_many([{"colour": value}], [1])
    plain.learn_one({f"colour={value}": 1.0, "size": 2.0}, 1)
    plain.learn_one({f"7={value}": 1.0}, -1)
    plain.learn_many([{f"colour={value}": 1.0}], [1])
    assert learner.to_bytes() == plain.to_bytes()
    assert learner.learn_one(learner.prepare({"colour": value}, 1)) is not None
    plain.learn_one({f"colour={value}": 1.0}, 1)
    assert learner.to_bytes() == plain.to_bytes()


@pytest.mark.parametrize("absent", [None, 0, 0.0, -0.0, False])
def test_missing_values_and_zeros_are_absent(absent: Any) -> None:
    learner = pa1()
    learner.learn_one({"a": absent, "b": 1.0}, 1)
    learner.learn_many([{"a": absent, "b": 1.0}], [-1])
    assert learner.features == ["b"]


def test_a_dict_without_features() -> None:
    learner = pa1(bias={"value": 1.0})
    for _ in range(5):
        learner.learn_one({}, 1)
        learner.learn_one({"a": 1.0}, -1)
    assert learner.rows == 10
    assert learner.predict_one({}) == 1
    assert learner.scores_one({}) == learner.intercepts()[0]


class Own(Mapping[str, float]):
    """A mapping that is no dict."""

    def __init__(self, **values: float) -> None:
        self.values_by_name = values

    def __getitem__(self, name: str) -> float:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)


MAPPINGS = {
    "mapping": Own(a=1.0, b=2.0),
    "proxy": types.MappingProxyType({"a": 1.0, "b": 2.0}),
    "ordered": collections.OrderedDict(a=1.0, b=2.0),
    "default": collections.defaultdict(float, a=1.0, b=2.0),
    "counter": collections.Counter(["a", "b", "b"]),
    "chain": collections.ChainMap({"b": 2.0}, {"a": 1.0}),
}


@pytest.mark.parametrize("case", MAPPINGS)
def test_mappings_are_dicts(case: str) -> None:
    given, plain = MAPPINGS[case], {"a": 1.0, "b": 2.0}
    learner, same = pa1(), pa1()
    for x, to in ((given, learner), (plain, same)):
        to.learn_one(x, 1)
        to.learn_many([x], [-1])
        to.learn_many((x, x), [1, -1])
    assert learner.to_bytes() == same.to_bytes()
    assert learner.predict_many([given]) == [learner.predict_one(given)]


def test_a_default_dict_gains_no_keys() -> None:
    given: collections.defaultdict[str, float] = collections.defaultdict(float, a=1.0)
    learner = learned(X, Y)
    learner.learn_one(given, 1)
    learner.predict_one(given)
    assert list(given) == ["a"]


def test_rows_that_are_not_all_dicts() -> None:
    with pytest.raises(nr.NoRegretError, match="features are a dict .* not a <class 'int'>"):
        pa1().learn_many([{"a": 1.0}, 3], [1, -1])


def test_the_order_of_a_dict_does_not_matter() -> None:
    learner, turned = pa1(), pa1()
    names = [f"w{j}" for j in range(6)]
    for x, y in zip(dicts(X, names), Y, strict=True):
        learner.learn_one({name: x[name] for name in names if name in x}, int(y))
        turned.learn_one({name: x[name] for name in names[::-1] if name in x}, int(y))
    assert np.array_equal(learner.weights(names), turned.weights(names))


def test_tables_with_missing_values_and_categories() -> None:
    frame = pd.DataFrame({"size": pd.array([1, None, 2], dtype="Int64"), "b": [1.0, 2.0, 3.0]})
    plain = [{"size": 1.0, "b": 1.0}, {"b": 2.0}, {"size": 2.0, "b": 3.0}]
    assert learned(frame, [1, -1, 1]).to_bytes() == learned(plain, [1, -1, 1]).to_bytes()
    codes = pd.DataFrame({"code": pd.Series([3, 5, 3], dtype="category"), "b": [1.0, 2.0, 3.0]})
    plain = [{"code=3": 1.0, "b": 1.0}, {"code=5": 1.0, "b": 2.0}, {"code=3": 1.0, "b": 3.0}]
    assert learned(codes, [1, -1, 1]).to_bytes() == learned(plain, [1, -1, 1]).to_bytes()


@pytest.mark.parametrize("flat", [pd.Series([1.0, 2.0]), np.array([1.0, 2.0])])
def test_one_column_is_no_table(flat: Any) -> None:
    with pytest.raises(nr.NoRegretError, match="two dimensions"):
        pa1().learn_many(flat, [1, -1])


@pytest.mark.parametrize("width", [3, 12, 40])
def test_the_order_of_keys_changes_nothing(width: int) -> None:
    names = [f"column{j}" for j in range(width)]
    random = np.random.default_rng(1)
    learner, sorted_first = pa1(), pa1()
    for t in range(300):
        values = np.where(random.random(width) < 0.2, 0.0, random.normal(size=width))
        # Two layouts in turn, and now and then any.
        places = random.permutation(width) if t % 5 == 4 else np.roll(np.arange(width), t % 2)
        row = {names[j]: float(values[j]) for j in places}
        label = bool(values.sum() > 0)
        expected = sorted_first.learn_one(dict(sorted(row.items())), label)
        assert learner.learn_one(row, label) == expected
        assert learner.predict_one(row) == sorted_first.predict_one(row)
    assert learner.to_bytes() == sorted_first.to_bytes()


@pytest.mark.parametrize("fresh", [False, True])
def test_new_names_have_the_slots_that_a_list_of_dicts_gives_them(fresh: bool) -> None:
    """Rows with some new names, in any order, more than are looked for together."""
    random = np.random.default_rng(1)
    words = [f"w{j}" for j in range(400)]
    # Strings that are made anew are other objects.
    name = (lambda j: f"w{j}") if fresh else words.__getitem__
    stream = [
        {name(j): float(x) for j, x in zip(random.permutation(40 + 5 * t)[:70], random.normal(size=70))}
        for t in range(60)
    ]
    labels = [1 if row[next(iter(row))] > 0 else -1 for row in stream]
    one, many = (pa1(classes=[-1, 1], head=1) for _ in range(2))
    for row, label in zip(stream, labels):
        one.learn_one(row, label)
    # Records are put into rows by the reader's own code.
    many.learn_many(stream, labels)
    assert one.features == many.features
    assert one.to_bytes() == many.to_bytes()


def test_new_names_of_a_row_that_is_refused_are_forgotten() -> None:
    learner = pa1(classes=["ham", "spam"], head=1)
    learner.learn_one({"b": 1.0}, "spam")
    before = learner.to_bytes()
    for row, label in [({"c": 1.0, "a": 2.0}, "other"), ({"c": 1e200, "b": 1.0, "a": 2.0}, "ham")]:
        with pytest.raises(nr.NoRegretError):
            learner.learn_one(row, label)
        assert learner.features == ["b"] and learner.to_bytes() == before
    learner.learn_one({"c": 0.0, "a": 1.0}, "ham")
    assert learner.features == ["b", "a"]


@pytest.mark.parametrize("call", ["learn_many", "predict_many", "open"])
def test_a_name_of_a_column_may_use_the_learner(call: str) -> None:
    learner = pa1(classes=[-1, 1])
    if call != "open":
        learner.learn_many(X[:20], Y[:20])

    class Name:
        def __str__(self) -> str:
            learner.predict_one({"a": 1.0})
            return f"n{id(self)}"

    names = [Name() for _ in range(X.shape[1])]
    arguments = (X[:20],) if call == "predict_many" else (X[:20], Y[:20])
    in_time(lambda: getattr(learner, call)(*arguments, names=names))


def test_a_key_may_use_the_learner_when_it_ends() -> None:
    learner = pa1(classes=["ham", "spam"], head=1)

    class Key(str):
        def __del__(self) -> None:
            learner.predict_one({"a": 1.0})

    def calls() -> None:
        learner.learn_one({"a": 1.0}, "ham")
        for _ in range(3):
            learner.learn_one({Key("a"): 1}, "spam")
        with pytest.raises(nr.NoRegretError):
            learner.learn_one({"new": 1.0}, "other")
        learner.learn_one({"a": 1.0}, "spam")

    in_time(calls)
