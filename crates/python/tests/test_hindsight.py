"""The best fixed predictor: the program's numbers, scikit-learn's optimum, and formulas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.svm import LinearSVC, LinearSVR
from streams import ROOT, rows, run, signs
from test_certificate import hinge, well_formed

import noregret as nr

SPAM = ROOT / "examples" / "spam" / "train.vw.gz"
X = rows(500)
Y = signs(X)
NUMBERS = X[:, 0] - 2 * X[:, 1] + np.random.default_rng(0).normal(size=len(X))


@pytest.mark.parametrize("C", [0.01, 0.1, 1.0])
def test_the_numbers_of_the_program(C: float, tmp_path: Path) -> None:
    data = nr.read(SPAM)
    flags = ("-a", "pa1", "-C", str(C), "--gap", "0.001")
    said = json.loads(run("hindsight", "--json", *flags, "-o", tmp_path / "model", SPAM))
    best = nr.hindsight(data, data.y, "pa1", C=C, gap=1e-3, names=data.feature_names)
    assert (best.value, best.bound, best.gap) == (said["primal"], said["dual"], said["gap"])
    regret = said["regret"]
    assert (best.norm, best.loss) == (regret["complexity"], regret["best_loss"])
    assert (best.online_loss, best.regret) == (regret["online_loss"], regret["regret"])
    assert best.certified == regret["certified"]
    assert best.mistakes == said["best"]["mistakes"]
    assert best.error_rate == said["best"]["error_rate"]
    read = nr.load(tmp_path / "model")
    names = data.feature_names
    assert np.array_equal(best.learner.weights(names), read.weights(names))


def test_its_default_gap_is_that_of_the_program() -> None:
    data = nr.read(SPAM)
    said = json.loads(run("hindsight", "--json", "-a", "pa1", SPAM))
    assert nr.hindsight(data, data.y, "pa1", names=data.feature_names).value == said["primal"]


@pytest.mark.parametrize("C", [0.01, 0.1, 1.0, 10.0])
def test_the_optimum_of_a_support_vector_machine(C: float) -> None:
    """scikit-learn minimises C times our value."""
    best = nr.hindsight(X, Y, C=C, bias="none", gap=1e-5)
    theirs = LinearSVC(C=C, loss="hinge", dual=True, fit_intercept=False, tol=1e-9, max_iter=10**7)
    u = theirs.fit(X, Y).coef_[0]
    value = 0.5 * float(u @ u) / C + float(hinge(X @ u, Y).sum())
    assert best.bound <= value <= best.value * (1 + 1e-4)
    assert best.value <= value * (1 + 2e-5)
    assert np.abs(best.learner.weights(range(6))[0] - u).max() < 0.1 * np.abs(u).max()


def test_the_optimum_of_support_vector_regression() -> None:
    best = nr.hindsight(X, NUMBERS, "pa1", C=0.1, epsilon=0.2, bias="none", gap=1e-5)
    theirs = LinearSVR(C=0.1, epsilon=0.2, fit_intercept=False, tol=1e-9, max_iter=10**7)
    u = theirs.fit(X, NUMBERS).coef_
    lost = np.maximum(np.abs(X @ u - NUMBERS) - 0.2, 0.0).sum()
    value = 5.0 * float(u @ u) + float(lost)
    assert best.bound <= value
    assert best.value <= value * (1 + 2e-5)
    assert best.mistakes is None and best.error_rate is None


def test_the_value_is_that_of_the_weights() -> None:
    best = nr.hindsight(X, Y, "pa1", C=0.1, bias={"value": 2.0})
    u = np.append(best.learner.weights(range(6))[0], best.learner.intercepts()[0] / 2.0)
    scores = np.column_stack([X, np.full(len(X), 2.0)]) @ u
    assert best.norm == pytest.approx(float(np.linalg.norm(u)))
    assert best.loss == pytest.approx(float(hinge(scores, Y).sum()))
    assert best.value == pytest.approx(5.0 * float(u @ u) + best.loss)
    assert best.mistakes == int((np.where(scores > 0, 1, -1) != Y).sum())
    assert best.error_rate == pytest.approx(best.mistakes / len(X))
    assert best.learner.predict_many(X) == np.where(scores > 0, 1, -1).tolist()


def test_no_predictor_has_a_value_below_the_bound() -> None:
    best = nr.hindsight(X, Y, "pa1", C=0.1, bias="none")
    assert best.bound <= best.value
    assert best.gap == pytest.approx((best.value - best.bound) / best.value)
    random, u = np.random.default_rng(1), best.learner.weights(range(6))[0]
    for size in (0.0, 1e-4, 1e-2, 1.0):
        for _ in range(20):
            near = u + size * random.normal(size=6)
            value = 5.0 * float(near @ near) + float(hinge(X @ near, Y).sum())
            assert value >= best.bound


def test_the_regret_is_that_of_one_pass() -> None:
    best = nr.hindsight(X, Y, "pa1:C=0.3", bias="none")
    online = nr.Learner("pa1:C=0.3", bias="none")
    online.learn_many(X, Y)
    proof = online.certificate()
    assert proof is not None
    assert best.online_loss == proof.loss
    assert best.regret == pytest.approx(best.online_loss - best.loss)
    assert best.regret <= best.certified
    assert best.certified == pytest.approx(proof.regret(norm=best.norm), rel=1e-5)
    assert best.loss >= proof.lower_bound(norm=best.norm)


def test_a_smaller_gap_costs_nothing_but_time() -> None:
    coarse, fine = (nr.hindsight(X, Y, "pa1", C=1.0, gap=gap) for gap in (0.1, 1e-6))
    assert coarse.gap <= 0.1
    assert fine.gap <= 1e-6
    assert coarse.bound <= fine.bound <= fine.value <= coarse.value


def test_several_classes() -> None:
    y = np.array(["low", "middle", "high"])[np.digitize(X[:, 0] - X[:, 1], [-0.5, 0.5])]
    best = nr.hindsight(X, y, "pa1", C=0.1)
    assert set(best.learner.classes) == {"low", "middle", "high"}
    wrong = sum(said != label for said, label in zip(best.learner.predict_many(X), y, strict=True))
    assert best.mistakes == wrong < 0.3 * len(X)


def test_names_and_weights_of_rows() -> None:
    names = list("abcdef")
    weight = np.random.default_rng(2).integers(1, 4, size=len(X))
    weighted = nr.hindsight(X, Y, "pa1", C=0.1, weight=weight, names=names, bias="none", gap=1e-6)
    again = np.repeat(np.arange(len(X)), weight)
    repeated = nr.hindsight(X[again], Y[again], "pa1", C=0.1, names=names, bias="none", gap=1e-6)
    assert weighted.value == pytest.approx(repeated.value, rel=1e-5)
    assert sorted(weighted.learner.features) == names


def test_the_words() -> None:
    best = nr.hindsight(X, Y, "pa1", C=0.1)
    said = str(best)
    for number in (best.norm, best.loss, best.value, best.bound, best.regret, best.certified):
        assert f"{number:.6g}" in said
    assert "wrong" in said
    assert "wrong" not in str(nr.hindsight(X, NUMBERS, "pa1", C=0.1))


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a learner that there is not": (dict(choice="no such"), "no such"),
    "a setting that there is not": (dict(marge=1.0), "marge"),
    "too few labels": (dict(y=Y[:-1]), "499|labels"),
    "a problem of another kind": (dict(choice="nlms"), "regression"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_refused(case: str) -> None:
    settings, message = WRONG[case]
    with pytest.raises(nr.NoRegretError, match=message):
        nr.hindsight(**{"X": X, "y": Y, **settings})


def test_it_can_be_shown_in_a_notebook() -> None:
    best = nr.hindsight(X, Y, "pa1", C=0.1)
    html = best._repr_html_()
    assert well_formed(html) == 2
    for number in (best.norm, best.loss, best.online_loss, best.regret, best.certified):
        assert f"<td>{number:.6g}</td>" in html
