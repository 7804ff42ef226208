"""Pictures: the numbers that are drawn are those that are proved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import PolyCollection
from sklearn.exceptions import NotFittedError
from streams import dicts, rows, signs

import noregret as nr
from noregret.river import Classifier
from noregret.sklearn import (
    BoostedStumps,
    MultilabelRanker,
    OnlineClassifier,
    PassiveAggressiveClassifier,
)

X = rows(400)
Y = signs(X)


@pytest.fixture(autouse=True)
def without_a_window() -> Iterator[None]:
    with mpl.rc_context():
        pyplot.switch_backend("Agg")
        yield
        pyplot.close("all")


def learner(choice: str = "pa1:C=0.1") -> nr.Learner:
    made = nr.Learner(choice, problem="binary")
    made.learn_many(X, Y)
    return made


def proof_of(made: nr.Learner) -> nr.Certificate:
    proof = made.certificate()
    assert proof is not None
    return proof


def curves(ax: Any) -> list[tuple[Any, Any]]:
    return [(np.asarray(line.get_xdata()), np.asarray(line.get_ydata())) for line in ax.lines]


@pytest.mark.parametrize("loss", [None, "hinge", "logistic"])
def test_headroom(loss: str | None) -> None:
    made = learner()
    known = {each["loss"]: nr.Headroom.of(each) for each in made.headroom()}
    headroom = known[loss or "hinge"]
    ax = nr.plot_headroom(made, loss=loss)
    (norms, floor), (_, run), (norm, found) = curves(ax)
    assert norms[0] == 0.0 and norms[-1] >= headroom.norm
    assert np.all(np.diff(norms) > 0.0)
    assert floor.tolist() == [headroom.floor_at(each) for each in norms]
    assert floor[norms == headroom.norm].tolist() == [pytest.approx(headroom.floor)]
    assert set(run) == {headroom.run}
    assert (norm.tolist(), found.tolist()) == ([headroom.norm], [headroom.found])
    assert ax.get_xlim() == (0.0, norms[-1])
    assert ax.get_ylim()[0] == 0.0 and ax.get_ylim()[1] > headroom.run
    (area,) = (each for each in ax.collections if isinstance(each, PolyCollection))
    corners = area.get_paths()[0].vertices
    assert corners[:, 1].max() == floor.max() and corners[:, 1].min() == 0.0
    words = " ".join(text.get_text() for text in ax.texts)
    assert f"this run: {headroom.run:.4g}" in words
    assert f"found: {headroom.found:.4g}, {headroom.found_error:.1%} wrong" in words
    assert ax.get_ylabel() == f"{headroom.loss} loss a row"


def fitted() -> dict[str, tuple[Any, nr.Learner]]:
    model = OnlineClassifier("pa1:C=0.1").fit(X, Y)
    river = Classifier("pa1:C=0.1")
    for x, y in zip(dicts(X), Y.tolist(), strict=True):
        river.learn_one(x, y)
    made = learner()
    return {
        "learner": (made, made),
        "certificate": (proof_of(made), made),
        "estimator": (model, model.learner_),
        "model for River": (river, river.learner),
    }


SOURCES = ["learner", "certificate", "estimator", "model for River"]


@pytest.mark.parametrize("name", SOURCES)
def test_whatever_has_a_learner_can_be_drawn(name: str) -> None:
    source, inside = fitted()[name]
    proof = proof_of(inside)
    regret = curves(nr.plot_regret(source))
    norms = regret[0][0]
    assert regret[0][1].tolist() == [proof.regret(norm) for norm in norms]
    assert set(regret[1][1]) == {proof.loss}
    headroom = nr.Headroom.of(inside.headroom()[0])
    assert set(curves(nr.plot_headroom(source))[1][1]) == {headroom.run}


def test_other_sources_of_headroom() -> None:
    audit = nr.certify(X[:, 0], X, Y)
    entry = learner().headroom()[1]
    stumps = BoostedStumps(rounds=5).fit(X, Y)
    shown: list[tuple[Any, float]] = [
        (audit, audit.headroom[0].run),
        (audit.headroom[1], audit.headroom[1].run),
        (entry, entry["run"]),
        (stumps, stumps.headroom_[0]["run"]),
    ]
    for source, run in shown:
        assert set(curves(nr.plot_headroom(source, label="theirs"))[1][1]) == {run}
        assert f"theirs: {run:.4g}" in [text.get_text() for text in pyplot.gca().texts]


def test_standardised_columns_are_named() -> None:
    for standardise in (False, True):
        ax = nr.plot_headroom(nr.certify(X[:, 0], X, Y, standardise=standardise))
        assert ("standardised columns" in ax.get_xlabel()) is standardise


def test_regret_of_several() -> None:
    makers = {"C = 0.1": learner(), "C = 1": proof_of(learner("pa1:C=1"))}
    ax = nr.plot_regret(makers, norms=[0.1, 1.0, 10.0])
    lines = curves(ax)
    assert len(lines) == 4
    for (norms, regret), source in zip(lines[::2], makers.values(), strict=True):
        proof = source if isinstance(source, nr.Certificate) else proof_of(source)
        assert norms.tolist() == [0.1, 1.0, 10.0]
        assert regret.tolist() == [proof.regret(norm) for norm in norms]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(makers)
    colours = [line.get_color() for line in ax.lines]
    assert colours[0] == colours[1] != colours[2] == colours[3]
    assert ax.get_xscale() == "log"


def test_regret_at_norms_where_something_is_proved() -> None:
    proof = proof_of(learner())
    norms, regret = curves(nr.plot_regret(proof, label="mine"))[0]
    assert regret[0] < 0.5 * proof.loss + abs(proof.regret(0.0))
    assert regret[-1] == pytest.approx(proof.loss)
    assert proof.lower_bound(norms[0]) > 0.9 * proof.lower_bound(0.0)
    assert pyplot.gca().get_legend().get_texts()[0].get_text() == "mine"


def test_regret_of_one_is_drawn_without_a_legend() -> None:
    assert nr.plot_regret(learner()).get_legend() is None


def test_a_curve_of_ones_own() -> None:
    ax = nr.plot_regret(([0.1, 1.0], [3.0, 5.0]), label="own")
    assert [(x.tolist(), y.tolist()) for x, y in curves(ax)] == [([0.1, 1.0], [3.0, 5.0])]
    assert ax.get_legend().get_texts()[0].get_text() == "own"


def test_axes_that_are_given_are_used() -> None:
    figure, (left, right) = pyplot.subplots(1, 2)
    assert nr.plot_headroom(learner(), left) is left
    assert nr.plot_regret(learner(), right) is right
    assert len(pyplot.get_fignums()) == 1
    figure.savefig("/dev/null", format="svg")


def test_a_run_that_never_lost() -> None:
    made = nr.Learner("nlms", problem="regression")
    made.learn_many(X, np.zeros(len(X)))
    norms, regret = curves(nr.plot_regret(made))[0]
    assert np.all(norms > 0.0) and set(regret) == {0.0}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (nr.Learner("pa1"), "nothing is proved: no row"),
        (PassiveAggressiveClassifier(), "PassiveAggressiveClassifier instance is not fitted"),
        (3.0, "a learner or a model of noregret is wanted, not a float"),
    ],
)
def test_what_has_nothing_to_draw(source: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        nr.plot_regret(source)


def test_what_was_not_fitted_says_so() -> None:
    for draw in (nr.plot_headroom, nr.plot_regret):
        with pytest.raises(NotFittedError, match="OnlineClassifier instance is not fitted"):
            draw(OnlineClassifier())


def test_a_loss_that_is_not_known() -> None:
    with pytest.raises(ValueError, match="squared loss is known, only of: hinge, logistic"):
        nr.plot_headroom(learner(), loss="squared")
    entry = learner().headroom()[0]
    for source in (entry, dict(entry)):
        assert nr.plot_headroom(source, loss="hinge").get_ylabel() == "hinge loss a row"
        with pytest.raises(ValueError, match="squared loss is known, only of: hinge"):
            nr.plot_headroom(source, loss="squared")
    quiet = nr.Learner("pa1", problem="binary", certify="off")
    quiet.learn_many(X, Y)
    with pytest.raises(ValueError, match="certify='live'"):
        nr.plot_headroom(quiet)
    ranker = MultilabelRanker("arow").fit(X, (X[:, :2] > 0).astype(int))
    with pytest.raises(ValueError, match="learners of the hinge loss .sopopo, pa1, not arow."):
        nr.plot_headroom(ranker)


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    for draw in (nr.plot_headroom, nr.plot_regret):
        with pytest.raises(ImportError, match="drawing needs matplotlib: pip install matplotlib"):
            draw(learner())
