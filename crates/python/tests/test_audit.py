"""Audits: the numbers of `noregret certify`, and floors that no linear model goes below."""

from __future__ import annotations

import dataclasses
import gzip
import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import LinearSVC
from streams import ROOT, rows, run, signs
from test_certificate import hinge, logistic, well_formed

import noregret as nr
from noregret.sklearn import BoostedStumps, OnlineClassifier

SPAM = ROOT / "examples" / "spam" / "train.vw.gz"
SCORES = ["preds-sklearn.txt.gz", "preds-vw.txt.gz"]
X = rows(800)
Y = signs(X)
NUMBERS = X[:, 0] - 2 * X[:, 1] + np.random.default_rng(0).normal(size=len(X))


@pytest.fixture(scope="module")
def spam() -> nr.Data:
    return nr.read(SPAM)


def scores_of(name: str) -> list[float]:
    with gzip.open(ROOT / "examples" / "audit" / name, "rt") as file:
        return [float(line) for line in file]


def program(predictions: Any, data: Any, *flags: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(
        run("certify", "--json", *flags, "--predictions", predictions, data)
    )
    return said


def same(audit: nr.Audit, said: dict[str, Any]) -> None:
    """Every number of the program's report, but for the names of files."""
    assert audit.form == said["as"]
    for name, value in audit.metrics.items():
        assert value == said[name], name
    assert len(audit.headroom) == len(said["headroom"])
    for ours, theirs in zip(audit.headroom, said["headroom"], strict=True):
        told = dataclasses.asdict(ours)
        del told["text"]
        told["frontier"] = [dict(gain=gain, slope=slope) for gain, slope in ours.frontier]
        known = {name: value for name, value in told.items() if name in theirs}
        assert known == theirs
        assert all(told[name] is None for name in set(told) - set(theirs))


@pytest.mark.parametrize("certify", ["live", "tight"])
@pytest.mark.parametrize("name", SCORES)
def test_scores_of_the_example(name: str, certify: Any, spam: nr.Data) -> None:
    file = ROOT / "examples" / "audit" / name
    audit = nr.certify(scores_of(name), spam, spam.y, certify=certify, names=spam.feature_names)
    same(audit, program(file, SPAM, "--certificate", certify))
    assert audit.metrics["mistakes"] == 273


def test_both_programs_of_the_example_have_one_floor(spam: nr.Data) -> None:
    audits = [nr.certify(scores_of(name), spam, spam.y) for name in SCORES]
    assert [each.headroom[0].floor for each in audits] == [audits[0].headroom[0].floor] * 2
    assert audits[0].headroom[0].run != audits[1].headroom[0].run
    assert audits[1].headroom[1].beaten_norm is not None


@pytest.mark.parametrize("form", ["labels", "probabilities", "scores"])
def test_forms_of_predictions(form: str, spam: nr.Data, tmp_path: Path) -> None:
    scores = np.array(scores_of(SCORES[1]))
    predictions: Any = {
        "labels": np.where(scores > 0, 1, -1),
        "probabilities": 1.0 / (1.0 + np.exp(-scores)),
        "scores": scores,
    }[form]
    file = tmp_path / "predictions"
    file.write_text("\n".join(map(repr, predictions.tolist())) + "\n")
    said = program(file, SPAM, "--as", form)
    same(nr.certify(predictions, spam, spam.y, form=form), said)
    assert said["mistakes"] == pytest.approx(273, abs=1)


def as_csv(path: Path, y: Any) -> Path:
    lines = (
        ",".join([repr(label), *map(repr, x)])
        for x, label in zip(X.tolist(), np.asarray(y).tolist(), strict=True)
    )
    path.write_text("y,a,b,c,d,e,f\n" + "\n".join(lines) + "\n")
    return path


def test_numbers(tmp_path: Path) -> None:
    predictions = X[:, 0] - X[:, 1]
    np.savetxt(tmp_path / "predictions", predictions, fmt="%.17g")
    data = as_csv(tmp_path / "rows.csv", NUMBERS)
    said = program(tmp_path / "predictions", data, "--label", "y")
    audit = nr.certify(predictions, X, NUMBERS, names=list("abcdef"), standardise=True)
    same(audit, said)
    error = float(np.mean((predictions - NUMBERS) ** 2))
    assert audit.metrics["mean_squared_error"] == pytest.approx(error)
    assert audit.headroom[0].run in (pytest.approx(error), pytest.approx(error / 2))


@pytest.mark.parametrize("named", [False, True])
def test_several_classes(named: bool, tmp_path: Path) -> None:
    y: Any = np.digitize(X[:, 0] - X[:, 1], [-0.5, 0.5])
    if named:
        y = np.array(["low", "middle", "high"])[y]
    data = as_csv(tmp_path / "rows.csv", y.astype(object))
    if named:
        data.write_text(data.read_text().replace("'", ""))
    labels = np.roll(y, 1)
    (tmp_path / "labels").write_text("\n".join(map(str, labels)) + "\n")
    said = program(tmp_path / "labels", data, "--label", "y")
    audit = nr.certify(labels, X, y, names=list("abcdef"), standardise=True)
    same(audit, said)
    assert audit.metrics["mistakes"] == int((labels != y).sum())


def test_scores_of_several_classes() -> None:
    y = np.digitize(X[:, 0] - X[:, 1], [-0.5, 0.5])
    model = LogisticRegression().fit(X, y)
    audit = nr.certify(model.decision_function(X), X, y, problem="multiclass")
    assert audit.metrics["mistakes"] == int((model.predict(X) != y).sum())
    probabilities = nr.certify(model.predict_proba(X), X, y, form="probabilities")
    assert probabilities.metrics["mistakes"] == audit.metrics["mistakes"]


MODELS = [
    *(LinearSVC(C=C, loss="hinge", fit_intercept=False, max_iter=10**6) for C in (0.01, 0.1, 1)),
    *(LogisticRegression(C=C, fit_intercept=False) for C in (0.001, 0.01, 0.1, 1.0, 10.0)),
]


@pytest.mark.parametrize("certify", ["live", "tight"])
def test_no_linear_model_is_below_the_floor(certify: Any) -> None:
    audit = nr.certify(X[:, 0], X, Y, certify=certify, bias="none", standardise=False)
    random = np.random.default_rng(3)
    models = [model.fit(X, Y).coef_[0] for model in MODELS]
    models += [random.normal(size=6) * size for size in (0.1, 0.5, 1.0, 3.0) for _ in range(20)]
    for headroom, loss in zip(audit.headroom, (hinge, logistic), strict=True):
        near = []
        for u in models:
            lost = float(loss(X @ u, Y).mean())
            floor = headroom.floor_at(float(np.linalg.norm(u)))
            assert lost >= floor
            near.append(lost - floor)
        assert min(near) < 0.02
        assert headroom.found is not None
        assert headroom.floor <= headroom.found <= headroom.floor + 0.01
        assert headroom.floor_at(headroom.norm) == pytest.approx(headroom.floor)


def test_no_linear_model_of_numbers_is_below_the_floor() -> None:
    audit = nr.certify(X[:, 0], X, NUMBERS, bias="none", standardise=False)
    headroom = audit.headroom[0]
    scale = headroom.run / float(np.mean((X[:, 0] - NUMBERS) ** 2))
    assert scale in (pytest.approx(0.5), pytest.approx(1.0))
    above = []
    for alpha in (0.1, 1.0, 100.0, 1000.0):
        u = Ridge(alpha, fit_intercept=False).fit(X, NUMBERS).coef_
        lost = scale * float(np.mean((X @ u - NUMBERS) ** 2))
        above.append(lost - headroom.floor_at(float(np.linalg.norm(u))))
    assert 0.0 <= min(above) < 0.02


def test_standardised_models_are_those_of_standardised_columns() -> None:
    shifted = X * [1.0, 100.0, 1.0, 0.01, 1.0, 1.0] + [0.0, 50.0, 0.0, 0.0, 9.0, 0.0]
    told = nr.certify(X[:, 0], shifted, Y, standardise=True).headroom[0]
    assert told.standardised
    assert not nr.certify(X[:, 0], shifted, Y, standardise=False).headroom[0].standardised
    columns = (shifted - shifted.mean(axis=0)) / shifted.std(axis=0)
    model = LinearSVC(C=0.01, loss="hinge", max_iter=10**6).fit(columns, Y)
    lost = float(hinge(model.decision_function(columns), Y).mean())
    norm = float(np.linalg.norm(np.append(model.coef_[0], model.intercept_)))
    assert lost >= told.floor_at(norm) - 1e-9


def test_weights_of_rows() -> None:
    weight = np.random.default_rng(2).integers(1, 4, size=len(X)).astype(float)
    audit = nr.certify(X[:, 0], X, Y, weight=weight, bias="none", standardise=False)
    headroom = audit.headroom[0]
    assert headroom.rows == len(X)
    assert headroom.weight == weight.sum()
    for model in MODELS:
        u = model.fit(X, Y, sample_weight=weight).coef_[0]
        lost = float(np.average(hinge(X @ u, Y), weights=weight))
        assert lost >= headroom.floor_at(float(np.linalg.norm(u)))


def test_names_of_columns_change_nothing() -> None:
    plain = nr.certify(X[:, 0], X, Y, standardise=False)
    assert nr.certify(X[:, 0], X, Y, names=list("abcdef"), standardise=False) == plain


def test_audits_can_be_shown() -> None:
    audit = nr.certify(X[:, 0], X, Y)
    html = audit._repr_html_()
    assert well_formed(html) == 1 + len(audit.headroom)
    for each in audit.headroom:
        assert str(each) in str(audit)
        assert f"{each.floor:.4g}" in html
    assert str(audit).startswith("scores: ")
    assert f"mistakes {audit.metrics['mistakes']}" in str(audit)
    assert "frontier" not in repr(audit)
    with pytest.raises(dataclasses.FrozenInstanceError):
        audit.form = "labels"  # type: ignore[misc]


def test_headroom_of_a_learner() -> None:
    learner = nr.Learner("pa1", problem="binary")
    learner.learn_many(X, Y)
    told = [nr.Headroom.of(each) for each in learner.headroom()]
    assert [each.loss for each in told] == ["hinge", "logistic"]
    assert told[0].run == pytest.approx(learner.metrics["mean_loss"])
    assert told[0].rows == len(X)


WRONG = {
    "too few predictions": (dict(predictions=X[:-1, 0]), "predictions|rows"),
    "a form that there is not": (dict(form="guesses"), "form is labels, scores"),
    "a setting that there is not": (dict(bios=1), "bios"),
    "an effort that there is not": (dict(certify="off or on"), "certify is"),
    "no finite score": (dict(predictions=np.where(X[:, 0] > 0, np.nan, 1.0)), "NaN|nan|finite"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_refused(case: str) -> None:
    settings, message = WRONG[case]
    given: dict[str, Any] = {"predictions": X[:, 0], "X": X, "y": Y, **settings}
    with pytest.raises(nr.NoRegretError, match=message):
        nr.certify(**given)


def test_there_is_one_type_of_headroom() -> None:
    learner = nr.Learner("pa1", problem="binary")
    learner.learn_many(X, Y)
    proof = learner.certificate()
    assert proof is not None
    model = OnlineClassifier("pa1").fit(X, Y)
    stumps = BoostedStumps(rounds=3).fit(X, Y)
    audit = nr.certify(X[:, 0], X, Y)
    lists = (learner.headroom(), proof.headroom, model.headroom_, stumps.headroom_, audit.headroom)
    for known in lists:
        assert known and {type(each) for each in known} == {nr.Headroom}
    assert learner.headroom() == proof.headroom == model.headroom_


def test_headroom_can_be_read_as_a_dict() -> None:
    first = nr.certify(X[:, 0], X, Y).headroom[0]
    assert isinstance(first, Mapping) and "floor" in first and "flor" not in first
    assert first["floor"] == first.floor and first.get("flor") is None
    with pytest.raises(KeyError):
        first["flor"]
    assert set(first) == {each.name for each in dataclasses.fields(first)} and len(first) == 16
    # A dict of it can be written as JSON, and read.
    again = json.loads(json.dumps(dict(first)))
    assert nr.Headroom.of(again) == first == nr.Headroom.of(first)
    assert pickle.loads(pickle.dumps(first)) == first


def test_what_boosting_proves_can_be_shown() -> None:
    proof = BoostedStumps(rounds=20).fit(X, Y).certificate_
    assert isinstance(proof, nr.BoostCertificate) and proof["bound"] == proof.bound
    assert proof.training_error <= proof.exp_loss <= proof.bound
    assert proof.exp_loss == pytest.approx(proof.product)
    assert str(proof).startswith(f"training error {proof.training_error:.4f} <= mean exp-loss")
    html = proof._repr_html_()
    assert well_formed(html) == 2 and f"{proof.bound:.4g}" in html
    assert pickle.loads(pickle.dumps(proof)) == proof
