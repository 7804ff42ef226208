"""Certificates: no fixed predictor loses less than they say, by formulas written out here.

For half the squared norm, weight c = 1/C and the hinge loss, a run with dual variables a_t has
A = sum of a_t and v = sum of a_t y_t x_t = w / C, and every u loses at least A - <v, u>.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import LinearSVC, LinearSVR
from streams import Matrix, dicts, learned, pa1, rows, signs

import noregret as nr

X = rows(600)
Y = signs(X)
NUMBERS = X[:, 0] - 2 * X[:, 1] + np.random.default_rng(0).normal(size=len(X))
Loss = Callable[[NDArray[np.float64], Any], NDArray[np.float64]]


def hinge(scores: NDArray[np.float64], y: Any) -> NDArray[np.float64]:
    return np.maximum(0.0, 1.0 - y * scores)


def logistic(scores: NDArray[np.float64], y: Any) -> NDArray[np.float64]:
    return np.logaddexp(0.0, -y * scores)


LOSSES: dict[str, Loss] = {
    "hinge": hinge,
    "squared-hinge": lambda scores, y: hinge(scores, y) ** 2,
    "logistic": logistic,
    "squared": lambda scores, y: 0.5 * (scores - y) ** 2,
    "eps-insensitive": lambda scores, y: np.maximum(np.abs(scores - y) - 0.1, 0.0),
}
RUNS: dict[str, tuple[str, Any]] = {
    "pa1": ("hinge", Y),
    "pa1:C=0.1": ("hinge", Y),
    "pa1:C=0.01": ("hinge", Y),
    "perceptron": ("hinge", Y),
    "pa2": ("squared-hinge", Y),
    "arow": ("squared-hinge", Y),
    "adagrad": ("logistic", Y),
    "nlms": ("squared", NUMBERS),
    "pa1:epsilon=0.1": ("eps-insensitive", NUMBERS),
}


def proof_of(choice: str, y: Any) -> nr.Certificate:
    problem = "regression" if y is NUMBERS else "binary"
    learner = nr.Learner(choice, problem=problem, bias="none")
    learner.learn_many(X, y)
    proof = learner.certificate()
    assert proof is not None
    return proof


def comparators(y: Any) -> list[NDArray[np.float64]]:
    """Predictors: zero, some that were drawn, and those that scikit-learn finds afterwards."""
    random = np.random.default_rng(8)
    drawn = [size * random.normal(size=6) for size in (0.01, 0.1, 0.3, 1.0, 3.0) for _ in range(20)]
    found: list[Any] = []
    for C in (1e-3, 1e-2, 0.1, 1.0, 10.0):
        if y is NUMBERS:
            found.append(Ridge(1 / C, fit_intercept=False))
            found.append(LinearSVR(C=C, fit_intercept=False, max_iter=100_000))
        else:
            found += [
                LinearSVC(C=C, loss="hinge", fit_intercept=False, max_iter=100_000),
                LinearSVC(C=C, fit_intercept=False),
                LogisticRegression(C=C, fit_intercept=False),
            ]
    return [np.zeros(6), *drawn, *(each.fit(X, y).coef_.ravel() for each in found)]


@pytest.mark.parametrize("choice", RUNS)
def test_no_predictor_loses_less(choice: str) -> None:
    loss, y = RUNS[choice]
    proof = proof_of(choice, y)
    least = np.inf
    for u in comparators(y):
        lost = float(LOSSES[loss](X @ u, y).sum())
        norm = float(np.linalg.norm(u))
        assert lost >= proof.lower_bound(norm=norm)
        said = proof.against(u)
        assert lost >= said["lower_bound"]
        assert said["norm"] == pytest.approx(norm)
        assert said["loss"] == proof.loss
        assert said["regret"] == pytest.approx(proof.loss - said["lower_bound"])
        least = min(least, lost)
    # The bound says something: at a norm of 0.3 it is a good part of the least loss.
    assert proof.lower_bound(norm=0.3) > 0.1 * least


@pytest.mark.parametrize("choice", ["pa1", "adagrad"])
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
def test_the_witnesses_prove_as_much_of_other_losses(loss: str, choice: str) -> None:
    proof = proof_of(choice, Y)
    gaps = []
    for u in comparators(Y):
        lost = float(LOSSES[loss](X @ u, Y).sum())
        bound = proof.lower_bound(float(np.linalg.norm(u)), loss=loss)
        assert lost >= bound
        gaps.append((lost - bound) / lost)
    assert min(gaps) < 0.02


@pytest.mark.parametrize("C", [0.03, 0.3, 3.0])
def test_against_is_the_formula(C: float) -> None:
    learner = pa1(C=C)
    learner.learn_many(X, Y)
    proof = learner.certificate()
    assert proof is not None
    v = learner.last_weights(range(6))[0] / C
    assert proof.potential_norm == pytest.approx(float(np.linalg.norm(v)))
    assert proof.dual_gain == pytest.approx(steps(X, Y, C))
    for u in comparators(Y)[:60]:
        expected = max(0.0, proof.dual_gain - float(v @ u))
        assert proof.against(u)["lower_bound"] == pytest.approx(expected, abs=1e-6)


def steps(X: Matrix, y: Any, C: float) -> float:
    """The sum of the dual variables of PA-I, which are its steps over C."""
    w, gain = np.zeros(X.shape[1]), 0.0
    for x, label in zip(X, y, strict=True):
        missing = max(0.0, 1.0 - label * float(w @ x))
        square = float(x @ x)
        step = min(C, missing / square) if square > 0.0 else C
        w, gain = w + step * label * x, gain + step / C
    return gain


@pytest.mark.parametrize("choice", RUNS)
def test_larger_norms_have_smaller_bounds(choice: str) -> None:
    proof = proof_of(choice, RUNS[choice][1])
    norms = np.geomspace(1e-3, 1e4, 60).tolist()
    bounds = [proof.lower_bound(norm=norm) for norm in [0.0, *norms]]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] > 0.0
    assert bounds[-1] == 0.0
    regrets = [proof.regret(norm=norm) for norm in [0.0, *norms]]
    assert regrets == pytest.approx([proof.loss - bound for bound in bounds])
    assert regrets[-1] == proof.loss


@pytest.mark.parametrize("choice", RUNS)
def test_against_is_at_least_the_bound_of_its_norm(choice: str) -> None:
    """A - <v, u> is least, over all u of a norm, where u points along v."""
    proof = proof_of(choice, RUNS[choice][1])
    for u in comparators(RUNS[choice][1]):
        bound = proof.lower_bound(float(np.linalg.norm(u)))
        assert proof.against(u)["lower_bound"] >= bound - 1e-6 * abs(bound)


def test_the_direction_of_the_potential_is_the_worst() -> None:
    learner = learned(X, Y)
    proof = learner.certificate()
    assert proof is not None
    v = learner.last_weights(range(6))[0]
    u = 0.1 * v / np.linalg.norm(v)
    assert proof.against(u)["lower_bound"] == pytest.approx(proof.lower_bound(0.1))


def test_a_constant_counts_in_the_norm() -> None:
    """A column of 2 and a constant of 2 prove the same about the same predictors."""
    beside = np.column_stack([X, np.full(len(X), 2.0)])
    with_column, with_constant = learned(beside, Y), pa1(bias={"value": 2.0})
    with_constant.learn_many(X, Y)
    a, b = with_column.certificate(), with_constant.certificate()
    assert a is not None and b is not None
    assert a.lower_bound(0.5) == pytest.approx(b.lower_bound(0.5))
    assert a.loss == pytest.approx(b.loss)


@pytest.mark.parametrize("choice", ["pa1", "mira", "arow"])
def test_comparators_of_several_classes(choice: str) -> None:
    y = np.digitize(X[:, 0] - X[:, 1], [-0.5, 0.5])
    learner = nr.Learner(choice, problem="multiclass", bias="none")
    learner.learn_many(X, y)
    proof = learner.certificate()
    assert proof is not None
    of_class = {name: row for row, name in enumerate(learner.classes)}
    own = np.array([of_class[label] for label in y.tolist()])
    random = np.random.default_rng(4)
    margin = float(learner.composition["loss"]["margin"])
    power = 2 if learner.composition["loss"]["kind"] == "squared-hinge" else 1
    for size in (0.0, 0.1, 1.0):
        U = size * random.normal(size=(3, 6))
        scores = X @ U.T
        right = scores[np.arange(len(X)), own].copy()
        scores[np.arange(len(X)), own] = -np.inf
        lost = np.maximum(0.0, margin - (right - scores.max(axis=1))) ** power
        assert lost.sum() >= proof.against(U)["lower_bound"] - 1e-9
        assert lost.sum() >= proof.lower_bound(float(np.linalg.norm(U)))


def test_a_comparator_may_be_a_dict_of_names() -> None:
    names = list("abcdef")
    learner = pa1()
    learner.learn_many(X, Y, names=names)
    proof = learner.certificate()
    assert proof is not None
    u = np.arange(6) / 10.0
    by_name = proof.against(dict(zip(names, u.tolist(), strict=True)))
    numbered = learned(X, Y).certificate()
    assert numbered is not None
    assert by_name == numbered.against(u)
    # What is no column is more likely a mistake than a predictor of more features.
    with pytest.raises(nr.NoRegretError, match="knows no feature 'unseen'"):
        proof.against({"a": 0.1, "unseen": 2.0})


@pytest.mark.parametrize("on", ["learn_one", "learn_many"])
def test_a_learner_that_has_learned_on_is_not_compared(on: str) -> None:
    learner = learned(X[:500], Y[:500])
    proof = learner.certificate()
    assert proof is not None
    before = (proof.lower_bound(0.3), proof.rows, str(proof))
    learner.predict_many(X)
    assert proof.against(np.ones(6))["loss"] == proof.loss
    if on == "learn_one":
        learner.learn_one(dicts(X[500:501])[0], 1)
    else:
        learner.learn_many(X[500:], Y[500:])
    with pytest.raises(nr.NoRegretError, match="learned on: ask for its certificate again"):
        proof.against(np.ones(6))
    assert (proof.lower_bound(0.3), proof.rows, str(proof)) == before
    fresh = learner.certificate()
    assert fresh is not None and fresh.against(np.ones(6))["loss"] == fresh.loss


@pytest.mark.parametrize("choice", ["pa1", "arow", None])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda proof: pickle.loads(pickle.dumps(proof))])
def test_certificates_go_to_other_processes(
    choice: str | None, copied: Callable[[nr.Certificate], nr.Certificate]
) -> None:
    learner = nr.Learner(choice, problem="binary")
    learner.learn_many(X, Y)
    proof = learner.certificate()
    assert proof is not None
    other = copied(proof)
    assert (str(other), other.as_dict(), other.headroom) == (
        str(proof), proof.as_dict(), proof.headroom
    )
    u = [1.0, -1.0, 0.0, 0.0, 0.0, 0.0]
    assert other.against(u) == proof.against(u)
    learner.learn_one({0: 1.0}, 1)
    with pytest.raises(nr.NoRegretError, match="learned on"):
        copied(proof)
    assert other.rows == proof.rows == len(X)


@pytest.mark.parametrize("norm", [-1.0, math.nan, math.inf])
def test_what_is_no_norm(norm: float) -> None:
    with pytest.raises(nr.NoRegretError, match="is no norm"):
        proof_of("pa1", Y).lower_bound(norm=norm)


def test_a_loss_of_which_nothing_is_proved() -> None:
    with pytest.raises(nr.NoRegretError, match="nothing is proved about the loss squared"):
        proof_of("pa1", Y).lower_bound(norm=1.0, loss="squared")


def test_nothing_is_proved_before_the_first_row() -> None:
    assert pa1().certificate() is None


def test_without_witnesses_the_learner_proves_by_itself() -> None:
    plain = nr.Learner("pa1", problem="binary", bias="none", certify="off")
    plain.learn_many(X, Y)
    proof, full = plain.certificate(), proof_of("pa1", Y)
    assert proof is not None
    assert proof.headroom == []
    assert proof.lower_bound(0.3) == full.lower_bound(0.3)
    assert proof.against(np.ones(6)) == full.against(np.ones(6))


class Tags(HTMLParser):
    """Asks that every tag that opens also closes, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows = 0

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.rows += tag == "tr"
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def well_formed(html: str) -> int:
    """The rows of the tables of HTML in which everything is closed."""
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags.rows


@pytest.mark.parametrize("choice", RUNS)
def test_certificates_can_be_shown(choice: str) -> None:
    proof = proof_of(choice, RUNS[choice][1])
    html = proof._repr_html_()
    assert well_formed(html) == 1 + len(proof.as_dict()["regret_at"])
    assert "<= " not in html  # In HTML the sign is escaped.
    assert repr(proof).startswith("<Certificate of 600 rows")
    assert "a row" in str(proof)
    assert proof.rows == 600
    assert json.loads(json.dumps(proof.as_dict()))["dual_gain"] == proof.dual_gain


def test_words_are_of_the_headroom() -> None:
    proof = proof_of("pa1", Y)
    first = nr.Headroom.of(proof.headroom[0])
    assert first.loss == "hinge"
    assert str(first) in str(proof)
    assert f"{first.run:.4g}" in str(proof)
    assert first.floor_at(first.norm) == pytest.approx(first.floor)
    assert first.floor * len(X) <= proof.lower_bound(first.norm, loss="hinge") + 1e-6


@pytest.mark.parametrize("loss", [None, "hinge", "logistic"])
def test_bounds_of_several_norms(loss: str | None) -> None:
    proof = proof_of("pa1:C=0.1", Y)
    norms = np.geomspace(0.01, 10.0, 6)
    each = [proof.lower_bound(float(norm), loss) for norm in norms]
    assert proof.lower_bound(norms, loss).tolist() == each
    assert proof.lower_bound(norms.tolist(), loss=loss).tolist() == each
    assert proof.lower_bound(norms.reshape(2, 3).T, loss).T.ravel().tolist() == each
    assert proof.lower_bound(norms.astype("f4"), loss).dtype == np.float64
    for one in (np.float32(0.5), np.array(0.5), 0.5):
        found = proof.lower_bound(one, loss)  # type: ignore[arg-type]
        assert type(found) is float and found == proof.lower_bound(0.5, loss)
    with pytest.raises(nr.NoRegretError, match="-1 is no norm"):
        proof.lower_bound([1.0, -1.0], loss)


def test_regrets_of_several_norms() -> None:
    proof = proof_of("pa1:C=0.1", Y)
    assert proof.regret([0.1, 1.0]).tolist() == [proof.regret(0.1), proof.regret(1.0)]
    assert proof.regret([]).shape == (0,)
    assert proof.regret() == proof.regret(1) == proof.regret(norm=1.0)
