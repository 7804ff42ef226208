"""The models of `noregret.river`: River's own checks, and River's numbers."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from river import base, checks, compose, datasets, evaluate, linear_model, metrics, preprocessing
from streams import dicts, rows, signs

from noregret.river import Classifier, PAClassifier, PARegressor, Regressor

MODELS: dict[str, base.Estimator] = {
    "Classifier": Classifier("pa1:C=0.1"),
    "Classifier, averaged": Classifier("pa1", average="plain"),
    "Classifier of two classes": Classifier("perceptron", problem="binary"),
    "Classifier, one against the rest": Classifier("arow", problem="one-vs-rest"),
    "Classifier by contest": Classifier(),
    "Regressor": Regressor("pa1", epsilon=0.1),
    "Regressor by contest": Regressor(),
    "PAClassifier": PAClassifier(C=0.1),
    "PARegressor": PARegressor(C=0.1, mode=2),
}
CHECKS = [
    pytest.param(name, check, id=f"{name}-{check.__name__}-{number}")
    for name, model in MODELS.items()
    for number, check in enumerate(checks.yield_checks(model))
]


@pytest.mark.parametrize(("name", "check"), CHECKS)
def test_checks_of_river(name: str, check: Any) -> None:
    check(MODELS[name].clone())


def test_river_has_checks_for_the_models() -> None:
    assert len({check.values[1].__name__ for check in CHECKS}) > 20


def scaled(stream: Any, count: int = 600) -> Iterator[tuple[dict[Any, Any], Any]]:
    scaler = preprocessing.StandardScaler()
    for x, y in stream.take(count):
        scaler.learn_one(x)
        yield scaler.transform_one(x), y


@pytest.mark.parametrize("learn_intercept", [False, True])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_the_classifier_has_the_numbers_of_river(mode: int, learn_intercept: bool) -> None:
    ours = PAClassifier(C=0.2, mode=mode, learn_intercept=learn_intercept)
    theirs = linear_model.PAClassifier(C=0.2, mode=mode, learn_intercept=learn_intercept)
    for x, y in scaled(datasets.Phishing()):
        assert ours.predict_one(x) == theirs.predict_one(x)
        expected = theirs.predict_proba_one(x)[True]
        assert ours.predict_proba_one(x)[True] == pytest.approx(expected, abs=1e-9)
        ours.learn_one(x, y)
        theirs.learn_one(x, y)
    same_weights(ours, theirs)


def paper_loss(eps: float) -> Any:
    """River's loss computes with 2 y - 1; this is the loss of Crammer et al. (2006)."""
    return lambda y, prediction: max(abs(y - prediction) - eps, 0.0)


@pytest.mark.parametrize("learn_intercept", [False, True])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_the_regressor_has_the_numbers_of_river(mode: int, learn_intercept: bool) -> None:
    ours = PARegressor(C=0.2, mode=mode, eps=0.05, learn_intercept=learn_intercept)
    theirs = linear_model.PARegressor(C=0.2, mode=mode, eps=0.05, learn_intercept=learn_intercept)
    theirs.loss = paper_loss(0.05)
    for x, y in scaled(datasets.TrumpApproval()):
        assert ours.predict_one(x) == pytest.approx(theirs.predict_one(x), abs=1e-6)
        ours.learn_one(x, y)
        theirs.learn_one(x, y)
    same_weights(ours, theirs)


def test_the_regressor_takes_columns_of_any_size() -> None:
    """Without a scaler: one column is of 736,389 and the others near 40."""
    ours, theirs = PARegressor(C=0.1), linear_model.PARegressor(C=0.1)
    theirs.loss = paper_loss(0.1)
    for x, y in datasets.TrumpApproval():
        assert ours.predict_one(x) == pytest.approx(theirs.predict_one(x), rel=1e-9)
        ours.learn_one(x, y)
        theirs.learn_one(x, y)


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_a_row_of_zeros(mode: int) -> None:
    pairs: list[tuple[Any, Any, Any]] = [
        (PAClassifier(0.2, mode), linear_model.PAClassifier(0.2, mode, True), True),
        (PARegressor(0.2, mode), linear_model.PARegressor(0.2, mode, 0.1, True), 1.0),
    ]
    for ours, theirs, label in pairs:
        for model in (ours, theirs):
            model.learn_one({"a": 0.0}, label)
            model.learn_one({}, label)
        assert ours.learner.intercepts()[0] == pytest.approx(theirs.intercept)


def same_weights(ours: Any, theirs: Any) -> None:
    names = list(theirs.weights)
    expected = np.array([theirs.weights[name] for name in names])
    assert ours.learner.weights(names)[0] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    intercept = float(ours.learner.intercepts()[0])
    assert intercept == pytest.approx(theirs.intercept, rel=1e-9, abs=1e-9)
    assert np.abs(expected).max() > 0.01


@pytest.mark.parametrize(
    "change", [dict(C=0.3), dict(mode=2), dict(eps=0.5), dict(learn_intercept=False)]
)
def test_every_parameter_of_river_counts(change: dict[str, Any]) -> None:
    models = [PARegressor(), PARegressor(**change)]
    for model in models:
        for x, y in scaled(datasets.TrumpApproval(), 50):
            model.learn_one(x, y)
    assert models[0].learner.to_bytes() != models[1].learner.to_bytes()


def test_a_mode_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="mode is 0, 1 or 2, not 3"):
        PAClassifier(mode=3)


BATCHES = ["Classifier", "Classifier by contest", "PAClassifier", "Regressor", "PARegressor"]


@pytest.mark.parametrize("name", BATCHES)
def test_learn_many_is_learn_one_in_a_loop(name: str) -> None:
    X = rows(1050)
    y: Any = signs(X) > 0 if "Classifier" in name else X[:, 0] - 2 * X[:, 1]
    frame = pd.DataFrame(X, columns=list("abcdef"))
    one, many = MODELS[name].clone(), MODELS[name].clone()
    for x, label in zip(dicts(X, list("abcdef")), y.tolist(), strict=True):
        one.learn_one(x, label)
    for start in range(0, 1050, 170):
        many.learn_many(frame[start : start + 170], pd.Series(y[start : start + 170]))
    names = list("abcdef")
    assert one.learner.rows == many.learner.rows == 1050
    assert np.array_equal(one.learner.weights(names), many.learner.weights(names))
    said = many.predict_many(frame)
    assert said.index.equals(frame.index)
    # The zeros of a frame are entries that are not there.
    assert said.tolist() == [one.predict_one(x) for x in dicts(X, names)]


def test_learn_many_of_dense_rows_is_learn_one_to_the_last_bit() -> None:
    X = rows(300, zeros=0.0)
    frame = pd.DataFrame(X, columns=list("abcdef"))
    labels = signs(X) > 0
    for model in MODELS.values():
        one, many = model.clone(), model.clone()
        y = labels.tolist() if isinstance(model, base.Classifier) else X[:, 0].tolist()
        for x, label in zip(frame.to_dict("records"), y, strict=True):
            one.learn_one(x, label)
        many.learn_many(frame, pd.Series(y))
        assert one.learner.to_bytes() == many.learner.to_bytes()


def test_probabilities_of_many_are_those_of_one() -> None:
    X = rows(200)
    frame = pd.DataFrame(X, columns=list("abcdef"))
    for labels in (signs(X) > 0, np.array(["x", "y", "z"])[np.arange(200) % 3]):
        model = Classifier("pa1")
        model.learn_many(frame, pd.Series(labels))
        shares = model.predict_proba_many(frame)
        assert shares.sum(axis=1).to_numpy() == pytest.approx(1.0)
        for x, share in zip(dicts(X, list("abcdef")), shares.to_dict("records"), strict=True):
            assert model.predict_proba_one(x) == pytest.approx(share)
            assert max(share, key=lambda each: share[each]) == model.predict_one(x)


def test_probabilities_before_anything_is_known() -> None:
    frame = pd.DataFrame({"a": [1.0, 2.0]})
    assert Classifier("pa1").predict_proba_one({"a": 1.0}) == {}
    assert Classifier("pa1").predict_proba_many(frame).shape == (2, 0)
    two = PAClassifier()
    assert two.predict_proba_one({"a": 1.0}) == {False: 0.5, True: 0.5}
    assert two.predict_proba_many(frame).to_dict("list") == {False: [0.5] * 2, True: [0.5] * 2}
    three = Classifier("pa1")
    three.learn_one({"a": 1.0}, "only")
    assert three.predict_proba_one({"a": 1.0}) == {"only": 1.0}
    assert three.predict_proba_many(frame).to_dict("list") == {"only": [1.0, 1.0]}


def test_predictions_before_anything_is_known() -> None:
    frame = pd.DataFrame({"a": [1.0, 2.0]}, index=[5, 9])
    unknown: dict[Any, list[Any]] = {
        Classifier("pa1"): [None, None],
        PAClassifier(): [False, False],
        Regressor("pa1"): [0.0, 0.0],
        PARegressor(): [0.0, 0.0],
    }
    for model, answers in unknown.items():
        assert [model.predict_one({"a": 1.0}), model.predict_one({})] == answers
        said = model.predict_many(frame)
        assert said.tolist() == answers
        assert said.index.tolist() == [5, 9]
    assert Regressor("pa1").predict_many(frame[:0]).dtype == float


def test_one_class_is_not_enough_to_always_say_it() -> None:
    """Scores decide, as in River, also while every label was the same."""
    frame = pd.DataFrame({"a": [1.0, -1.0, 0.0]})
    ours, theirs = PAClassifier(learn_intercept=False), linear_model.PAClassifier(1.0, 1, False)
    for model in (ours, theirs):
        model.learn_one({"a": 1.0}, True)
    expected = [theirs.predict_one(x) for x in frame.to_dict("records")]
    assert expected == [True, False, False]
    assert [ours.predict_one(x) for x in frame.to_dict("records")] == expected
    assert ours.predict_many(frame).tolist() == expected
    assert ours.predict_proba_many(frame)[True].tolist() == pytest.approx(
        [theirs.predict_proba_one(x)[True] for x in frame.to_dict("records")]
    )


def test_frames_with_categories_and_missing_values() -> None:
    frame = pd.DataFrame(
        {"colour": ["red", None, "blue"] * 20, "size": [1.0, 2.0, np.nan] * 20, "n": [1, 2, 3] * 20}
    )
    labels = pd.Series([True, False, True] * 20)
    one, many = Classifier("pa1"), Classifier("pa1")
    many.learn_many(frame, labels)
    for row, label in zip(frame.to_dict("records"), labels, strict=True):
        known = {name: value for name, value in row.items() if not pd.isna(value)}
        one.learn_one(known, label)
    assert {"colour=red", "colour=blue", "size", "n"} == set(many.learner.features)
    names = many.learner.features
    assert np.array_equal(one.learner.weights(names), many.learner.weights(names))


def test_strings_are_categories_and_classes_may_come_late() -> None:
    model, chance = Classifier("pa1"), random.Random(0)
    drinks = {"cold": "water", "warm": "tea", "hot": "coffee"}
    for number in range(300):
        kinds = list(drinks)[: 2 if number < 150 else 3]
        kind = chance.choice(kinds)
        model.learn_one({"temperature": kind, "noise": chance.random()}, drinks[kind])
        if number == 149:
            assert set(model.predict_proba_one({"temperature": "hot"})) == {"water", "tea"}
    for kind, drink in drinks.items():
        assert model.predict_one({"temperature": kind}) == drink
    assert set(model.predict_proba_one({})) == set(drinks.values())


def test_pipelines_and_evaluation() -> None:
    ours = compose.Pipeline(preprocessing.StandardScaler(), PAClassifier(C=0.01))
    theirs = compose.Pipeline(
        preprocessing.StandardScaler(), linear_model.PAClassifier(C=0.01)
    )
    reached = [
        evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy()).get()
        for model in (ours, theirs)
    ]
    assert reached[0] == pytest.approx(reached[1], abs=2 / 1250)
    assert reached[0] > 0.8


def example_stream(model: base.Estimator) -> list[tuple[dict[Any, float], Any]]:
    X = rows(1060)
    y: list[Any] = (signs(X) > 0).tolist()
    if isinstance(model, base.Regressor):
        y = X[:, 0].tolist()
    return list(zip(dicts(X), y, strict=True))


def after(model: Any, stream: list[tuple[dict[Any, float], Any]]) -> bytes:
    for x, y in stream:
        model.learn_one(x, y)
    state: bytes = model.learner.to_bytes()
    return state


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("count", [0, 1, 1010])
def test_copies_go_on_as_the_model_would(name: str, count: int) -> None:
    model = MODELS[name].clone()
    stream = example_stream(model)
    for x, y in stream[:count]:
        model.learn_one(x, y)
    twin = copy.deepcopy(model)
    assert after(twin, stream[count:]) == after(model, stream[count:])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("count", [0, 1, 1010])
def test_pickles_answer_as_the_model_does(name: str, count: int) -> None:
    """A pickle is what a file is: a contest that still went on has ended in it."""
    model = MODELS[name].clone()
    stream = example_stream(model)
    for x, y in stream[:count]:
        model.learn_one(x, y)
    twin = pickle.loads(pickle.dumps(model))
    assert twin.learner.rows == count
    asked = [x for x, _ in stream[-100:]]
    assert [twin.predict_one(x) for x in asked] == [model.predict_one(x) for x in asked]
    if count == 0 or (count > 1000 and "contest" not in name):
        assert after(twin, stream[count:]) == after(model, stream[count:])


@pytest.mark.parametrize("name", MODELS)
def test_clones_know_nothing_and_keep_the_parameters(name: str) -> None:
    model = MODELS[name].clone()
    model.learn_one({"a": 1.0}, True)
    twin = model.clone()
    assert twin._get_params() == model._get_params()
    assert (model.learner.rows, twin.learner.rows) == (1, 0)
    assert twin.clone({"C": 7.0})._get_params()["C"] == 7.0 if hasattr(model, "C") else True


def test_models_have_certificates() -> None:
    model = PAClassifier(C=0.1)
    assert model.certificate() is None
    for x, y in scaled(datasets.Phishing(), 200):
        model.learn_one(x, y)
    proof = model.certificate()
    assert proof is not None
    assert 0.0 < proof.lower_bound(norm=0.1) <= 200.0
