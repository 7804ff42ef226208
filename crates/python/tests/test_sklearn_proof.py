"""What estimators prove: no fixed predictor loses less than the certificate says.

Rows are played in their order, so that the loss of the run can be added up by hand. A constant of 1
is the intercept's column: its weight counts in the norm of a comparator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC, LinearSVR
from streams import Matrix, rows, signs

from noregret import sklearn as ours

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

X = rows(300, 5)
Y = signs(X, noise=1.0)
Z = X @ np.arange(1.0, 6.0) + np.random.default_rng(5).normal(size=300)
THREE = np.argmax(X[:, :3] + 0.5 * np.random.default_rng(6).normal(size=(300, 3)), axis=1)
ONE = np.hstack([X, np.ones((300, 1))])  # with the column of the intercept
PASSES: dict[str, Any] = {"shuffle": False, "max_iter": 3, "tol": None}


def hinge(u: Matrix, weight: Any = 1.0) -> float:
    return float((weight * np.maximum(0.0, 1.0 - Y * (ONE @ u))).sum())


def off(u: Matrix) -> float:
    return float(np.maximum(0.0, np.abs(ONE @ u - Z) - 0.1).sum())


def comparators(best: Matrix) -> Iterator[Matrix]:
    """Random ones of all sizes, the best, and those near it."""
    rng = np.random.default_rng(7)
    yield best
    for size in np.geomspace(0.01, 30, 40):
        yield size * rng.normal(size=best.shape)
        yield best * min(size, 2.0) + 0.05 * rng.normal(size=best.shape)


def svc(weight: Any = None) -> Matrix:
    model = LinearSVC(C=1.0, loss="hinge", max_iter=100_000, tol=1e-6)
    model.fit(X, Y, sample_weight=weight)
    return np.append(model.coef_[0], model.intercept_)


@pytest.mark.parametrize("name", ["PassiveAggressiveClassifier", "Perceptron"])
@pytest.mark.parametrize("C", [0.003, 1.0])
def test_no_linear_classifier_loses_less(name: str, C: float) -> None:
    size = {"C": C} if name.startswith("Pass") else {"eta0": C}
    model = getattr(ours, name)(**size, **PASSES).fit(X, Y)
    proof = model.certificate_
    assert proof.rows == 900
    for u in comparators(svc()):
        norm, lost = float(np.linalg.norm(u)), 3 * hinge(u)
        assert lost >= proof.lower_bound(norm) - 1e-9
        assert proof.loss - lost <= proof.regret(norm) + 1e-9
    if C < 0.1:  # and the bound says something: it is more than a third of the best loss
        best = svc()
        assert proof.lower_bound(float(np.linalg.norm(best))) > hinge(best)


def test_the_proof_about_one_predictor_is_sharper() -> None:
    model = ours.PassiveAggressiveClassifier(C=0.003, fit_intercept=False, **PASSES).fit(X, Y)
    proof, best = model.certificate_, LinearSVC(fit_intercept=False, loss="hinge").fit(X, Y)
    for u in comparators(best.coef_[0]):
        lost = 3 * hinge(np.append(u, 0.0))
        said = proof.against(u)
        assert lost >= said["lower_bound"] - 1e-9 >= proof.lower_bound(said["norm"]) - 2e-9
        assert_allclose(said["norm"], np.linalg.norm(u))


def test_the_loss_is_that_of_the_answers_before_each_row() -> None:
    model, lost = ours.PassiveAggressiveClassifier(C=0.1), 0.0
    model.partial_fit(X[:1], Y[:1], classes=[-1, 1])
    lost += 1.0  # nothing was learned before
    for row in range(1, 300):
        one = slice(row, row + 1)
        lost += float(np.maximum(0.0, 1.0 - Y[one] * model.decision_function(X[one]))[0])
        model.partial_fit(X[one], Y[one])
    assert_allclose(model.certificate_.loss, lost, rtol=1e-12)


def test_rows_that_count_more_are_proved_to_count_more() -> None:
    weight = np.random.default_rng(8).choice([0.0, 0.5, 1.0, 4.0], 300)
    model = ours.PassiveAggressiveClassifier(C=0.003, **PASSES).fit(X, Y, sample_weight=weight)
    proof = model.certificate_
    for u in comparators(svc(weight)):
        assert 3 * hinge(u, weight) >= proof.lower_bound(float(np.linalg.norm(u))) - 1e-9
    assert proof.lower_bound(float(np.linalg.norm(svc(weight)))) > hinge(svc(weight), weight)


def test_no_linear_regressor_loses_less() -> None:
    model = ours.PassiveAggressiveRegressor(C=0.1, **PASSES).fit(X, Z)
    best = LinearSVR(epsilon=0.1, C=10.0, max_iter=100_000).fit(X, Z)
    proof = model.certificate_
    u0 = np.append(best.coef_, best.intercept_)
    for u in comparators(u0):
        assert 3 * off(u) >= proof.lower_bound(float(np.linalg.norm(u))) - 1e-9
    assert proof.lower_bound(float(np.linalg.norm(u0))) > off(u0)


def test_no_set_of_classifiers_loses_less() -> None:
    """One against the rest: the loss is that of all classes, the norm that of all rows."""
    model = ours.PassiveAggressiveClassifier(C=0.003, **PASSES).fit(X, THREE)
    best = LinearSVC(loss="hinge", max_iter=100_000).fit(X, THREE)
    proof, sign = model.certificate_, np.where(THREE[:, None] == np.arange(3), 1.0, -1.0)
    for U in comparators(np.column_stack([best.coef_, best.intercept_])):
        lost = 3 * np.maximum(0.0, 1.0 - sign * (ONE @ U.T)).sum()
        assert lost >= proof.lower_bound(float(np.linalg.norm(U))) - 1e-9


def test_the_constant_of_sparse_rows_is_a_tenth() -> None:
    model = ours.PassiveAggressiveClassifier(C=0.003, **PASSES).fit(sp.csr_array(X), Y)
    for u in comparators(svc()):
        norm = float(np.linalg.norm([*u[:-1], 10 * u[-1]]))
        assert 3 * hinge(u) >= model.certificate_.lower_bound(norm) - 1e-9


def test_the_detector_s_and_the_kernel_s_proofs() -> None:
    detector = ours.OneClassDetector(certify="live").fit(X)
    centre = X.mean(axis=0)
    lost = np.linalg.norm(X[1:] - centre, axis=1).sum()
    norm = float(np.linalg.norm(centre - X[0]))
    assert lost >= detector.certificate_.lower_bound(norm)
    kernel = ours.KernelClassifier(kernel="linear", C=0.003).fit(X, Y)
    for u in comparators(svc()[:-1]):
        lost = float(np.maximum(0.0, 1.0 - Y * (X @ u)).sum())
        assert lost >= kernel.certificate_.lower_bound(float(np.linalg.norm(u))) - 1e-9


def test_the_vote_s_error_is_below_its_bound() -> None:
    for rounds in (1, 10, 60):
        model = ours.BoostedStumps(rounds).fit(X, Y)
        proof = model.certificate_
        assert_allclose(proof["training_error"], 1 - model.score(X, Y), atol=1e-12)
        assert proof["training_error"] <= proof["exp_loss"] <= proof["bound"]


def test_headroom_is_kept_where_it_is_asked_for() -> None:
    for certify in ("live", "tight"):
        model = ours.PassiveAggressiveClassifier(certify=certify, **PASSES).fit(X, Y)
        (first, *_) = model.headroom_
        # The best linear model in hindsight lies above the floor; one that was found, too.
        assert first["floor"] <= hinge(svc()) / 300
        assert first["floor"] <= first["found"]
    assert ours.PassiveAggressiveClassifier(certify="off", **PASSES).fit(X, Y).headroom_ == []
    assert ours.OnlineClassifier(certify="off").fit(X, Y).headroom_ == []
    assert len(ours.OnlineClassifier().fit(X, Y).headroom_) > 0


SETS = [["a", "b"] if z > 0 else ["a", "c"] for z in Z]
SENTENCES = [[{"w": word} for word in "abc"]] * 30
KNOWN: list[tuple[Any, Any, Any, list[str]]] = [
    (ours.OnlineClassifier("arow"), X, Y, ["hinge", "logistic"]),
    (ours.OnlineClassifier("arow"), X, THREE, ["hinge"]),
    (ours.OnlineRegressor("arow"), X, Z, ["squared"]),
    (ours.KernelClassifier(certify="live"), X, Y, ["hinge", "logistic"]),
    (ours.BoostedStumps(3), X, Y, ["hinge", "logistic"]),
    (ours.MultilabelRanker("sopopo"), X, SETS, ["hinge"]),
    (ours.MultilabelRanker("pa1"), X, SETS, ["hinge"]),
    (ours.MultilabelRanker("arow"), X, SETS, []),
    (ours.OneClassDetector(certify="tight"), X, None, []),
    (ours.SequenceTagger(certify="live"), SENTENCES, ["xyz"] * 30, []),
    (ours.SequenceTagger(certify="tight"), SENTENCES, ["xyz"] * 30, ["hinge"]),
]


@pytest.mark.parametrize(("model", "rows", "y", "losses"), KNOWN)
def test_for_which_problems_and_learners_headroom_is_known(
    model: Any, rows: Any, y: Any, losses: list[str]
) -> None:
    """As docs/python.md, `headroom_` and `plot_headroom` say it."""
    assert [known.loss for known in model.fit(rows, y).headroom_] == losses


def test_certify_changes_no_answer() -> None:
    found = [
        ours.PassiveAggressiveClassifier(certify=certify, **PASSES).fit(X, Y).coef_
        for certify in ("off", "live", "tight")
    ]
    assert_array_equal(found[0], found[1])
    assert_array_equal(found[0], found[2])


@pytest.mark.parametrize(
    "model",
    [
        ours.PassiveAggressiveClassifier(), ours.Perceptron(), ours.OnlineClassifier("arow"),
        ours.OnlineClassifier("pa1"), ours.KernelClassifier(), ours.BoostedStumps(3),
    ],
    ids=lambda model: f"{type(model).__name__} {getattr(model, 'choice', '')}",
)
def test_losses_that_are_no_likelihood_have_no_probabilities(model: Any) -> None:
    for ask in ("predict_proba", "predict_log_proba"):
        assert not hasattr(model, ask)
        assert not hasattr(model.fit(X, Y), ask)


@pytest.mark.parametrize("choice", ["logistic", "adagrad:loss=logistic"])
@pytest.mark.parametrize("y", [Y, THREE], ids=["two", "three"])
def test_the_logistic_loss_has_probabilities(choice: str, y: Any) -> None:
    model = ours.OnlineClassifier(choice, passes=5)
    assert not hasattr(model, "predict_proba")
    model.fit(X, y)
    shares = model.predict_proba(X)
    assert shares.shape == (300, len(np.unique(y)))
    assert_allclose(shares.sum(axis=1), 1.0)
    assert_array_equal(model.classes_[shares.argmax(axis=1)], model.predict(X))
    assert_allclose(np.exp(model.predict_log_proba(X)), shares)
    extreme = model.predict_proba(1e6 * X)
    assert np.isfinite(extreme).all() and extreme.min() >= 0
    # They tell the classes apart about as well as those of the batch method.
    own = -np.log(shares[np.arange(300), np.searchsorted(model.classes_, y)]).mean()
    batch = LogisticRegression().fit(X, y)
    theirs = -np.log(batch.predict_proba(X)[np.arange(300), np.searchsorted(batch.classes_, y)])
    assert own < theirs.mean() + 0.15


def test_two_classes_have_the_odds_of_their_score() -> None:
    model = ours.OnlineClassifier("logistic").fit(X, Y)
    shares, scores = model.predict_proba(X), model.decision_function(X)
    assert_allclose(np.log(shares[:, 1] / shares[:, 0]), scores, rtol=1e-9)
