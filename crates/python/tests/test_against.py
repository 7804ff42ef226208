"""`Certificate.against`: the bound of a comparator is about that comparator, however it is given.

By definition no comparator loses less than its bound; and the same weights have the same bound
whether they are an array over the columns learned from, a dict, a Series or what `coef_` is.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from streams import Matrix, pa1, rows, signs

import noregret as nr
from noregret import sklearn as ours

WIDTH = 4
X = rows(400, WIDTH)
Y = signs(X, noise=1.0)
#: Not in order, and none of them a place of a column.
NAMES: list[Any] = ["d", "b", "c", "a"]
KEYS: list[Any] = [30, 7, 21, 9]
THREE = np.argmax(X[:, :3] + np.random.default_rng(6).normal(size=(len(X), 3)), axis=1)
TEXT = np.array(["m", "z", "a"])[THREE]
PASS: dict[str, Any] = {"shuffle": False, "max_iter": 1, "tol": None}


def comparators(*shape: int) -> list[Matrix]:
    random = np.random.default_rng(9)
    return [size * random.normal(size=shape) for size in (0.0, 0.03, 0.1, 0.3, 1.0) for _ in "abc"]


def hinge(u: Any, intercept: float = 0.0) -> float:
    return float(np.maximum(0.0, 1.0 - Y * (X @ u + intercept)).sum())


def svm(folder: Path) -> nr.Data:
    """The rows in a file, whose columns `read` sorts by key."""
    pairs = [zip(KEYS, row, strict=True) for row in X.tolist()]
    cells = [" ".join(f"{key}:{x!r}" for key, x in row) for row in pairs]
    path = folder / "rows.svm"
    path.write_text("".join(f"{y} {cell}\n" for y, cell in zip(Y.tolist(), cells, strict=True)))
    return nr.read(path)


#: How the same rows are given, and what their columns are called in the order of the weights.
GIVEN: dict[str, tuple[Callable[[nr.Learner, Path], Any], list[Any], list[int]]] = {
    "ndarray": (lambda it, _: it.learn_many(X, Y), [0, 1, 2, 3], [0, 1, 2, 3]),
    "csr": (lambda it, _: it.learn_many(sp.csr_array(X), Y), [0, 1, 2, 3], [0, 1, 2, 3]),
    "pandas": (
        lambda it, _: it.learn_many(pd.DataFrame(X, columns=NAMES), Y), NAMES, [0, 1, 2, 3]
    ),
    "polars": (
        lambda it, _: it.learn_many(pl.DataFrame(X, schema=NAMES), Y), NAMES, [0, 1, 2, 3]
    ),
    "names": (lambda it, _: it.learn_many(X, Y, names=NAMES), NAMES, [0, 1, 2, 3]),
    "keys": (lambda it, _: it.learn_many(X, Y, names=[2, 0, 3, 1]), [2, 0, 3, 1], [0, 1, 2, 3]),
    "read": (lambda it, at: it.learn_many(svm(at), Y), [7, 9, 21, 30], [1, 3, 2, 0]),
}


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("bias", ["none", {"value": 0.5}])
def test_arrays_are_over_the_columns_learned_from(given: str, bias: Any, tmp_path: Path) -> None:
    learn, names, order = GIVEN[given]
    learner = pa1(C=0.03, bias=bias)
    learn(learner, tmp_path)
    learner.predict_many(X[:3])  # The columns of what is only asked about do not matter.
    proof = learner.certificate()
    assert proof is not None
    says_something = False
    for u, intercept in zip(comparators(WIDTH), [0.0, 0.3, -1.0] * 5, strict=True):
        shift = 0.0 if bias == "none" else intercept
        array = u[order]
        by_name = dict(zip(names, array.tolist(), strict=True))
        said = proof.against(array, shift)
        assert hinge(u, shift) >= said["lower_bound"]
        says_something |= said["lower_bound"] > 0.3 * hinge(u, shift)
        assert said["norm"] == pytest.approx(np.hypot(np.linalg.norm(u), shift / 0.5))
        assert said["lower_bound"] >= proof.lower_bound(said["norm"]) - 1e-9
        for same in (
            by_name,
            MappingProxyType(by_name),
            pd.Series(array, index=names),
            array.tolist(),
            array[None, :],
            sp.csr_array(array[None, :]),
        ):
            assert proof.against(same, [shift]) == pytest.approx(said, rel=1e-12)
        assert proof.against(u, shift, names=[names[order.index(j)] for j in range(4)]) == (
            pytest.approx(said, rel=1e-12)
        )
    assert says_something


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize(
    "copied",
    [
        copy.deepcopy,
        nr.Learner.copy,
        lambda learner: pickle.loads(pickle.dumps(learner)),
    ],
)
def test_copies_know_the_columns(
    given: str, copied: Callable[[nr.Learner], nr.Learner], tmp_path: Path
) -> None:
    learner = pa1(C=0.03)
    GIVEN[given][0](learner, tmp_path)
    one, other = learner.certificate(), copied(learner).certificate()
    assert one is not None and other is not None
    assert other.against([0.1, 0.2, 0.3, 0.4]) == one.against([0.1, 0.2, 0.3, 0.4])


def test_an_estimator_is_asked_about_itself() -> None:
    said = []
    for given in (X, pd.DataFrame(X, columns=NAMES), sp.csr_matrix(X)):
        for intercept in (False, True):
            model = ours.PassiveAggressiveClassifier(C=0.01, fit_intercept=intercept, **PASS)
            model.fit(given, Y)
            proof, u = model.certificate_, model.coef_[0]
            own = proof.against(u, model.intercept_)
            assert hinge(u, model.intercept_[0]) >= own["lower_bound"] > 0.0
            assert hinge(u) >= proof.against(u)["lower_bound"]
            said.append(own)
    assert said[:2] == said[2:4]


def several(U: Matrix, intercepts: Any, classes: Any, y: Any) -> float:
    """The loss of classes that are learned one against the rest."""
    sign = np.where(np.asarray(y)[:, None] == np.asarray(classes), 1.0, -1.0)
    return float(np.maximum(0.0, 1.0 - sign * (X @ U.T + intercepts)).sum())


@pytest.mark.parametrize("labels", [THREE, TEXT], ids=["numbers", "text"])
@pytest.mark.parametrize("open_classes", [False, True])
def test_rows_of_several_classes(labels: Any, open_classes: bool) -> None:
    """Where classes come as they come the learner's order is not that of `classes_`."""
    order = np.argsort(np.where(labels == np.unique(labels)[-1], 0, 1), kind="stable")
    model = ours.PassiveAggressiveClassifier(C=0.003, **PASS)
    if open_classes:
        for part in np.array_split(order, 40):
            model.partial_fit(X[part], labels[part])
        assert model.learner_.classes != model.classes_.tolist()
    else:
        model.fit(X, labels)
    proof, classes = model.certificate_, model.classes_.tolist()
    own = proof.against(model.coef_, intercept=model.intercept_)
    assert several(model.coef_, model.intercept_, classes, labels) >= own["lower_bound"]
    for U, intercepts in zip(comparators(3, WIDTH), comparators(3), strict=True):
        said = proof.against(U, intercepts)
        # Rows before a class was met did not count for it: the loss is no less than what did.
        assert several(U, intercepts, classes, labels) >= said["lower_bound"]
        by_class = {
            label: dict(enumerate(row)) for label, row in zip(classes, U.tolist(), strict=True)
        }
        assert proof.against(by_class, intercepts) == pytest.approx(said, rel=1e-12)
        plain = model.learner_.certificate()
        own_order = [classes.index(label) for label in model.learner_.classes]
        assert plain.against(U[own_order], intercepts[own_order]) == pytest.approx(said, rel=1e-12)
        assert pickle.loads(pickle.dumps(proof)).against(U, intercepts) == said
    one = {classes[1]: {2: 0.5}}
    table = np.zeros((3, WIDTH))
    table[1, 2] = 0.5
    assert proof.against(one) == proof.against(table)


def test_a_regressor_is_asked_about_itself() -> None:
    z = X @ np.arange(1.0, 5.0)
    model = ours.PassiveAggressiveRegressor(C=0.1, **PASS).fit(X, z)
    said = model.certificate_.against(model.coef_, model.intercept_)
    off = np.abs(X @ model.coef_ + model.intercept_ - z)
    assert np.maximum(0.0, off - 0.1).sum() >= said["lower_bound"]


def test_a_column_that_no_row_had_counts_in_the_norm() -> None:
    wide = np.hstack([X[:, :2], np.zeros((len(X), 1)), X[:, 2:]])
    learner, narrow = pa1(C=0.03), pa1(C=0.03)
    learner.learn_many(sp.csr_array(wide), Y)
    narrow.learn_many(X, Y)
    one, other = learner.certificate(), narrow.certificate()
    assert one is not None and other is not None
    said, without = one.against([0.1, 0.1, 5.0, 0.1, 0.1]), other.against(np.full(4, 0.1))
    assert said["norm"] == pytest.approx(np.hypot(5.0, 0.2))
    assert said["lower_bound"] == pytest.approx(without["lower_bound"], rel=1e-9)
    assert one.against({0: 0.1, 1: 0.1, 2: 5.0, 3: 0.1, 4: 0.1}) == said


def named() -> nr.Certificate:
    learner = pa1()
    learner.learn_many(pd.DataFrame(X, columns=NAMES), Y)
    proof = learner.certificate()
    assert proof is not None
    return proof


@pytest.mark.parametrize(
    ("u", "more", "message"),
    [
        ({"A": 3.0}, {}, "knows no feature 'A'"),
        ({0: 3.0}, {}, "knows no feature 0"),
        (pd.Series([1.0, 2.0]), {}, "knows no feature 0"),
        ([1.0, 2.0], {}, "2 weights but 4 columns"),
        (np.ones(5), {}, "5 weights but 4 columns"),
        (np.ones((2, 4)), {}, "one row of weights is wanted, not 2"),
        (np.ones((1, 1, 4)), {}, "one or two dimensions"),
        (pd.DataFrame([np.ones(4)], columns=NAMES), {}, "give an array and names"),
        (pl.DataFrame([[1.0]] * 4), {}, "give an array and names"),
        (np.ones(2), {"names": ["a", "typo"]}, "knows no feature 'typo'"),
        (np.ones(2), {"names": ["a"]}, "2 weights but 1 names"),
        (np.ones(2), {"names": ["a", "a"]}, "a feature has two weights"),
        ({"a": 1.0}, {"names": ["a"]}, "names is for arrays"),
        ({"a": np.nan}, {}, "not finite"),
        ([1.0, np.inf, 0.0, 0.0], {}, "not finite"),
        (np.ones(4), {"intercept": 1.0}, "no constant"),
        (np.ones(4), {"intercept": [1.0, 2.0]}, "1 rows of weights but 2 intercepts"),
        ({"spam": {"a": 1.0}}, {}, "knows no class|is wanted"),
    ],
)
def test_what_is_not_of_the_learner_is_refused(
    u: Any, more: Mapping[str, Any], message: str
) -> None:
    with pytest.raises(nr.NoRegretError, match=message):
        named().against(u, **more)


def test_weights_of_0_may_be_of_anything() -> None:
    proof = named()
    assert proof.against({"a": 1.0, "A": 0.0}) == proof.against({"a": 1.0})


@pytest.mark.parametrize(
    ("u", "message"),
    [
        ({0: 1.0}, "3 rows of weights are wanted, one for each of the classes 0, 1, 2, not 1"),
        (np.ones(WIDTH), "3 rows of weights are wanted"),
        ({7: {0: 1.0}}, "knows no class 7"),
        ({0: {0: 1.0}, 1: 2.0}, "each class has a dict of weights"),
    ],
)
def test_rows_are_those_of_the_classes(u: Any, message: str) -> None:
    model = ours.PassiveAggressiveClassifier(**PASS).fit(X, THREE)
    with pytest.raises(nr.NoRegretError, match=message):
        model.certificate_.against(u)


def test_two_open_classes_have_two_rows() -> None:
    """`coef_` is half the difference between them: another predictor."""
    model = ours.OnlineClassifier("pa1").partial_fit(X, Y)
    assert model.coef_.shape == (1, WIDTH)
    with pytest.raises(nr.NoRegretError, match="2 rows of weights are wanted"):
        model.certificate_.against(model.coef_)


def test_columns_that_are_not_known_are_asked_for(tmp_path: Path) -> None:
    learner = pa1(C=0.03)
    learner.learn_many(X, Y, names=NAMES)
    u = [0.1, 0.2, 0.3, 0.4]
    proof = learner.certificate()
    assert proof is not None
    said = proof.against(u)
    loaded = nr.Learner.from_bytes(learner.to_bytes()).certificate()
    assert loaded is not None
    with pytest.raises(nr.NoRegretError, match="say them by names="):
        loaded.against(u)
    assert loaded.against(u, names=NAMES) == said
    # Where they are the keys 0, 1, 2, … they need not be said.
    learner = pa1(C=0.03)
    learner.learn_many(X, Y)
    loaded = nr.Learner.from_bytes(learner.to_bytes()).certificate()
    proof = learner.certificate()
    assert loaded is not None and proof is not None
    assert loaded.against(u) == proof.against(u)


def test_hashed_features_are_refused() -> None:
    """Two of them may share a weight: what is known is not about the predictor that is meant."""
    learner = pa1(hash=1)
    learner.learn_many(X, Y)
    proof = learner.certificate()
    assert proof is not None
    with pytest.raises(nr.NoRegretError, match="features are hashed"):
        proof.against(np.ones(WIDTH))


def test_a_comparator_may_use_the_learner() -> None:
    """Weights are read before the learner is locked."""
    learner = pa1()
    learner.learn_many(X, Y, names=NAMES)
    proof = learner.certificate()
    assert proof is not None

    class Number:
        def __float__(self) -> float:
            return float(learner.rows > 0)

    u: Any = {"a": Number()}
    assert proof.against(u) == proof.against({"a": 1.0})


@pytest.mark.parametrize("case", ["nan", "no rows", "progress"])
def test_a_call_that_teaches_nothing_changes_no_answer(case: str) -> None:
    random = np.random.default_rng(5)
    X = random.normal(size=(200, 2))
    y = np.where(X[:, 0] > 0.2, 1, -1)
    learner = nr.Learner("pa1:C=0.1", problem="binary", classes=[-1, 1])
    learner.learn_many(X, y, names=("a", "b"))
    proof = learner.certificate()
    assert proof is not None
    before = proof.against([3.0, 0.0])

    def stop(rows: int) -> None:
        raise KeyError("stop")

    try:
        if case == "nan":
            learner.learn_many(np.full((1, 2), np.nan), [1], names=("b", "a"))
        elif case == "no rows":
            learner.learn_many(X[:0], y[:0], names=("b", "a"))
        else:
            learner.learn_many(X, y, names=("b", "a"), progress=stop)
    except (nr.NoRegretError, KeyError):
        pass
    assert learner.rows == 200
    assert proof.against([3.0, 0.0]) == before
    again = learner.certificate()
    assert again is not None and again.against([3.0, 0.0]) == before
