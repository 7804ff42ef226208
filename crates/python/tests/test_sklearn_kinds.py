"""What each of the estimators beside the linear ones is for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal
from streams import rows

from noregret import sklearn as ours

X = rows(500, 5)
SETS = (X[:, :3] > 0.2).astype(int)
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
