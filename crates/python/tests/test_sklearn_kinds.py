"""What each of the estimators beside the linear ones is for."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal
from streams import rows

from noregret import sklearn as ours

X = rows(500, 5)
SETS = (X[:, :3] > 0.2).astype(int)
THREE = np.argmax(X[:, :3], axis=1)
RINGS = (np.linalg.norm(X[:, :2], axis=1) > 1.0).astype(int)


def test_a_kernel_tells_apart_what_no_line_does() -> None:
    plane = X[:, :2]
    line = ours.PassiveAggressiveClassifier(random_state=0).fit(plane, RINGS)
    ring = ours.KernelClassifier(sigma=0.7, passes=5).fit(plane, RINGS)
    assert ring.score(plane, RINGS) > 0.9 > line.score(plane, RINGS) + 0.1


def test_a_linear_kernel_is_the_linear_learner() -> None:
    y = (X[:, 0] > X[:, 1]).astype(int)
    kernel = ours.KernelClassifier(kernel="linear", C=0.1).fit(X, y)
    every: dict[str, Any] = {"fit_intercept": False, "shuffle": False, "max_iter": 1, "tol": None}
    line = ours.PassiveAggressiveClassifier(C=0.1, **every).fit(X, y)
    np.testing.assert_allclose(kernel.decision_function(X), X @ line.coef_[0], atol=1e-9)


@pytest.mark.parametrize("budget", [20, "size=20,rule=smallest"])
def test_a_budget_bounds_what_is_kept(budget: Any) -> None:
    sizes = []
    for passes in (1, 4):
        model = ours.KernelClassifier(sigma=0.5, budget=budget, passes=passes)
        sizes.append(len(model.fit(X, RINGS).learner_.to_bytes()))
    free = ours.KernelClassifier(sigma=0.5, passes=1).fit(X, RINGS)
    assert abs(sizes[0] - sizes[1]) < 200 and max(sizes) < len(free.learner_.to_bytes()) / 2
    with pytest.raises(ValueError, match="budget"):
        ours.KernelClassifier(budget=0).fit(X, RINGS)


def test_indicators_and_sets_are_the_same_labels() -> None:
    lists = [set(np.flatnonzero(row).tolist()) for row in SETS]
    dense, sparse, sets = (
        ours.MultilabelRanker("sopopo", passes=2).fit(X, y)
        for y in (SETS, sp.csr_array(SETS), lists)
    )
    assert_array_equal(dense.predict(X), sparse.predict(X))
    assert_array_equal(dense.predict(X), sets.predict(X))
    assert (dense.predict(X) == SETS).mean() > (SETS == 0).mean() + 0.1
    assert dense.threshold_ == sets.threshold_


def test_sets_of_0_and_1_are_no_indicator() -> None:
    sets = [{int(row[0])} for row in SETS]
    model = ours.MultilabelRanker("sopopo", passes=3).fit(X, sets)
    assert model.classes_.tolist() == [0, 1] and model.predict(X).shape == (500, 2)
    assert model.score(X, sets) > 0.8
    rows = ours.MultilabelRanker("sopopo", passes=3).fit(X, SETS[:, :2].tolist())
    assert rows.classes_.tolist() == [0, 1] and rows.score(X, SETS[:, :2]) > 0.5


def test_names_of_labels_are_ranked() -> None:
    names = np.array(["left", "mid", "right"])
    lists = [names[row > 0].tolist() for row in SETS]
    model = ours.MultilabelRanker("sopopo", passes=3).fit(X, lists)
    assert model.classes_.tolist() == ["left", "mid", "right"]
    ranked = model.rank(X)
    assert all(sorted(labels) == ["left", "mid", "right"] for labels in ranked)
    assert [labels[:2] for labels in ranked] == model.rank(X, top=2)
    # Labels above the threshold are the first of the order.
    for labels, holds in zip(ranked, model.predict(X), strict=True):
        assert set(labels[: holds.sum()]) == set(names[holds > 0])


def test_digits_that_are_names_are_one_label_each() -> None:
    digits = [{str(place) for place in np.flatnonzero(row)} for row in SETS]
    numbers = [{int(label) for label in labels} for labels in digits]
    names, ints = (ours.MultilabelRanker("sopopo").fit(X, y) for y in (digits, numbers))
    assert sorted(names.learner_.classes) == names.classes_.tolist() == ["0", "1", "2"]
    assert_array_equal(names.decision_function(X), ints.decision_function(X))
    assert [list(map(int, labels)) for labels in names.rank(X)] == ints.rank(X)


def test_weights_of_labels_are_what_scores_are_made_of() -> None:
    names = np.array(["left", "mid", "right"])
    sets = [set(names[row > 0].tolist()) for row in SETS]
    for y in (SETS, sets, THREE, THREE > 0):
        model = ours.MultilabelRanker("sopopo", passes=2).fit(X, y)
        assert len(model.coef_) == (1 if y is not SETS and len(model.classes_) == 2 else 3)
        made = X @ model.coef_.T + model.intercept_
        found = model.decision_function(X)
        np.testing.assert_allclose(made.reshape(found.shape), found, atol=1e-9)


@pytest.mark.parametrize("form", ["indicator", "sets", "one a row"])
@pytest.mark.parametrize("choice", ["sopopo", None])
def test_labels_are_ranked_in_parts(form: str, choice: str | None) -> None:
    """The weights are those of one pass, however the rows are cut."""
    y: Any = SETS
    if form == "sets":
        y = [set(np.flatnonzero(row).tolist()) for row in SETS]
    elif form == "one a row":
        y = THREE
    known = None if form == "indicator" else [0, 1, 2]
    whole, parts = ours.MultilabelRanker(choice), ours.MultilabelRanker(choice)
    whole.fit(X, y)
    for start in range(0, len(X), 50):
        parts.partial_fit(X[start : start + 50], y[start : start + 50], classes=known)
    parts.learner_.finish()
    assert_array_equal(parts.coef_, whole.coef_)
    wrong = [np.mean(model.predict(X) != (SETS if form != "one a row" else THREE))
             for model in (whole, parts)]
    assert abs(wrong[0] - wrong[1]) < 0.02
    with pytest.raises(ValueError, match="labels were"):
        parts.partial_fit(X[:3], [{0}, {1}, {2}] if form != "sets" else [0, 1, 2])


def test_rows_of_a_part_may_be_overwritten_after_it() -> None:
    """The threshold is found later, when it is asked for, by rows that must be those learned."""
    for form in (np.array, sp.csr_array):
        kept, reused = ours.MultilabelRanker("sopopo"), ours.MultilabelRanker("sopopo")
        for start in range(0, len(X), 100):
            rows, sets = form(X[start : start + 100]), SETS[start : start + 100]
            kept.partial_fit(form(X[start : start + 100]), sets)
            reused.partial_fit(rows, sets)
            (rows.data if sp.issparse(rows) else rows)[...] = -7.0
        assert reused.threshold_ == kept.threshold_ != 0.0


def test_the_threshold_of_parts_is_about_the_last_rows() -> None:
    model = ours.MultilabelRanker("sopopo")
    for _ in range(4):
        for start in range(0, len(X), 30):
            model.partial_fit(X[start : start + 30], 1 - SETS[start : start + 30])
    for _ in range(40):
        model.partial_fit(X, SETS)
    # Rows that count no more are not kept either.
    assert len(pickle.dumps(model)) < 200_000
    scores, wanted = model.decision_function(X), SETS > 0
    least = min(((scores > shift) != wanted).sum() for shift in np.linspace(-3, 3, 601))
    assert ((scores > 0) != wanted).sum() <= least


def test_labels_of_sets_may_be_new_in_any_part() -> None:
    model, other, *silent = (ours.MultilabelRanker("sopopo") for _ in range(4))
    for start in range(0, len(X), 20):
        part = slice(start, start + 20)
        sets = [{"bdf"[at] for at in np.flatnonzero(row[: 1 + start // 100])} for row in SETS[part]]
        renamed = [{"fdb"["bdf".index(label)] for label in each} for each in sets]
        other.partial_fit(X[part], renamed)
        silent[0].partial_fit(X[part], sets)
        silent[1].partial_fit(X[part], renamed)
        before = set(getattr(model, "classes_", []))
        model.partial_fit(X[part], sets)
        assert model.decision_function(X).shape == (500, len(model.classes_))
        assert before <= set(model.classes_.tolist())
        # Whether a new label stands before or behind the others changes nothing.
        assert model.threshold_ == other.threshold_
    assert silent[0].threshold_ == silent[1].threshold_
    assert model.classes_.tolist() == ["b", "d", "f"]
    assert (model.predict(X) == SETS).mean() > (SETS == 0).mean() + 0.1
    with pytest.raises(ValueError, match="now labels are"):
        model.partial_fit(X[:2], [{1}, {2}])
    with pytest.raises(ValueError, match="all numbers or all strings"):
        model.partial_fit(X[:2], [{1, "b"}, {2}])
    declared = ours.MultilabelRanker("sopopo")
    declared.partial_fit(X[:2], [{"b"}, {"d"}], classes=["b", "d"])
    with pytest.raises(ValueError, match="not among the declared classes"):
        declared.partial_fit(X[:2], [{"b"}, {"f"}])
    columns = ours.MultilabelRanker("sopopo").partial_fit(X[:2], SETS[:2])
    with pytest.raises(ValueError, match="2 columns of labels, but 3 before"):
        columns.partial_fit(X[:2], SETS[:2, :2])


def test_no_other_threshold_makes_fewer_errors() -> None:
    model = ours.MultilabelRanker("sopopo").fit(X, SETS)
    scores = model.decision_function(X)
    least = min(((scores > shift) != SETS).sum() for shift in np.linspace(-3, 3, 601))
    assert (model.predict(X) != SETS).sum() <= least


@pytest.mark.parametrize("share", [0.05, 0.2])
def test_the_share_of_outliers_is_kept(share: float) -> None:
    model = ours.OneClassDetector(contamination=share, passes=3).fit(X)
    assert abs(np.mean(model.predict(X) == -1) - share) < 0.01
    assert model.predict(X + 50.0).max() == -1
    assert_array_equal(model.predict(X), np.where(model.decision_function(X) >= 0, 1, -1))
    for wrong in (0.0, 0.6):
        with pytest.raises(ValueError, match="contamination"):
            ours.OneClassDetector(contamination=wrong).fit(X)


@pytest.mark.parametrize("scale", [0.05, 1.0, 30.0])
@pytest.mark.parametrize("radius", [0.0, 1.0, 2.0])
def test_the_nearer_the_centre_the_more_normal(scale: float, radius: float) -> None:
    """Also within the radius of the learner, where all rows of a small scale are."""
    model = ours.OneClassDetector(C=0.1 * scale, radius=radius).fit(scale * X)
    assert model.center_.shape == (5,)
    distances = np.linalg.norm(scale * X - model.center_, axis=1)
    np.testing.assert_allclose(model.score_samples(scale * X), -distances, atol=1e-9)
    assert distances[model.predict(scale * X) == -1].min() >= -model.offset_ - 1e-12
    assert model.predict(model.center_[None]) == 1
    parts = ours.OneClassDetector(C=0.1 * scale, radius=radius).partial_fit(scale * X)
    assert_array_equal(parts.score_samples(X), model.score_samples(X))


def test_more_stumps_lower_the_bound() -> None:
    y = (X[:, 0] > 0) & (X[:, 1] > -0.5)
    found = [ours.BoostedStumps(rounds).fit(X, y).certificate_ for rounds in (1, 5, 25)]
    bounds = [proof["bound"] for proof in found]
    assert bounds == sorted(bounds, reverse=True) and bounds[-1] < bounds[0] / 2
    with pytest.raises(ValueError, match="[Bb]inary"):
        ours.BoostedStumps().fit(X, np.argmax(X[:, :3], axis=1))


def test_a_stump_without_errors_ends_the_run() -> None:
    """Also where the sum of the weights of the rows is not quite 1."""
    for count in range(2, 40):
        line = np.arange(float(count)).reshape(-1, 1)
        assert ours.BoostedStumps(50).fit(line, line[:, 0] > count // 3).n_iter_ == 1, count


@pytest.mark.parametrize("name", ["OnlineClassifier", "OnlineRegressor"])
def test_without_a_choice_learners_compete(name: str) -> None:
    y = (X[:, 0] > X[:, 1]).astype(int)
    model = getattr(ours, name)().fit(X, y)
    assert model.learner_.algorithm is not None
    assert model.score(X, y) > (0.9 if name == "OnlineClassifier" else 0.3)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"passes": 0}, "passes"),
        ({"passes": 1.5}, "passes"),
        ({"choice": "nonsense"}, "nonsense"),
        ({"certify": "sometimes"}, "sometimes"),
        ({"settings": {"nonsense": 1}}, "nonsense"),
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, Any], said: str) -> None:
    for ask in ("fit", "partial_fit"):
        with pytest.raises(ValueError, match=said):
            getattr(ours.OnlineClassifier(**wrong), ask)(X, RINGS)


@pytest.mark.parametrize("kind", ["pandas", "polars", "object array"])
def test_sets_of_labels_in_a_series(kind: str) -> None:
    labels = [["low"] if x[0] < 0 else ["high", "wide"] for x in X]
    if kind == "object array":
        given: Any = np.empty(len(labels), dtype=object)
        given[:] = labels
    else:
        given = pytest.importorskip(kind).Series(labels)
    known, model = (ours.MultilabelRanker("sopopo", passes=3) for _ in range(2))
    known.fit(X, labels)
    model.fit(X, given)
    assert model.classes_.tolist() == ["high", "low", "wide"]
    assert_array_equal(model.coef_, known.coef_)
    assert model.score(X, given) == known.score(X, labels) > 0.5
    part = ours.MultilabelRanker("sopopo").partial_fit(X, given)
    assert_array_equal(part.classes_, model.classes_)
