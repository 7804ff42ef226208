"""Estimators in scikit-learn's tools: pipelines, searches, copies in memory, on disk, elsewhere."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multioutput import ClassifierChain
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from streams import in_python, rows, signs

from noregret import sklearn as ours

X = rows(400, 5)
Y = signs(X)
Z = X @ np.arange(1.0, 6.0)
SETS = (X[:, :3] > 0).astype(int)
HALVES = (slice(None, 200), slice(200, None))
MODELS: list[tuple[Any, Any]] = [
    (ours.PassiveAggressiveClassifier(random_state=1, C=0.3), Y),
    (ours.PassiveAggressiveRegressor(random_state=1, average=True, max_iter=9, tol=None), Z),
    (ours.Perceptron(), Y),
    (ours.OnlineClassifier(), Y),
    (ours.OnlineClassifier("logistic", passes=2, settings={"C": 0.5}), Y),
    (ours.OnlineRegressor(), Z),
    (ours.MultilabelRanker("sopopo"), SETS),
    (ours.OneClassDetector(), None),
    (ours.KernelClassifier(sigma=2.0, budget=50), Y),
    (ours.BoostedStumps(7), Y),
]
GOES_ON = [(model, y) for model, y in MODELS if hasattr(model, "partial_fit")]


def each(pairs: list[tuple[Any, Any]]) -> Any:
    names = [type(model).__name__ for model, _ in pairs]
    return pytest.mark.parametrize(("model", "y"), pairs, ids=names)


def scores(model: Any, X: Any = X) -> Any:
    return getattr(model, "decision_function", model.predict)(X)


def copies(folder: Path) -> dict[str, Callable[[Any], Any]]:
    def by_joblib(model: Any) -> Any:
        joblib.dump(model, folder / "model.joblib")
        return joblib.load(folder / "model.joblib")

    return {"pickle": lambda model: pickle.loads(pickle.dumps(model)), "joblib": by_joblib}


@each(MODELS)
@pytest.mark.parametrize("way", ["pickle", "joblib"])
def test_a_copy_answers_alike(model: Any, y: Any, way: str, tmp_path: Path) -> None:
    model = clone(model).fit(X, y)
    copy = copies(tmp_path)[way](model)
    assert copy.get_params() == model.get_params()
    assert_array_equal(scores(copy), scores(model))
    assert_array_equal(copy.predict(X), model.predict(X))
    assert str(copy.certificate_) == str(model.certificate_)
    assert set(vars(copy)) == set(vars(model))


@each(GOES_ON)
@pytest.mark.parametrize("way", ["pickle", "joblib"])
def test_a_copy_goes_on_alike(model: Any, y: Any, way: str, tmp_path: Path) -> None:
    first, second = ((X[part], None if y is None else y[part]) for part in HALVES)
    model = clone(model).partial_fit(*first)
    copy = copies(tmp_path)[way](model)
    known = model.learner_.rows
    copy.partial_fit(*second)
    assert copy.learner_.rows == known + 200 and model.learner_.rows == known
    model.partial_fit(*second)
    assert_array_equal(scores(copy), scores(model))
    assert str(copy.certificate_) == str(model.certificate_)


ELSEWHERE = """
import pickle
from test_sklearn_tools import X, Y
with open({path!r}, "rb") as file:
    model = pickle.load(file)
for row in range(200, 400):
    model.partial_fit(X[row : row + 1], Y[row : row + 1])
print(model.coef_.tobytes().hex())
"""


@pytest.mark.parametrize(
    "model",
    [ours.PassiveAggressiveClassifier(average=True), ours.OnlineClassifier("arow")],
    ids=["pa", "arow"],
)
def test_learning_goes_on_in_another_process_bit_for_bit(model: Any, tmp_path: Path) -> None:
    model = clone(model).partial_fit(X[:200], Y[:200], classes=[-1, 1])
    path = tmp_path / "model.pickle"
    path.write_bytes(pickle.dumps(model))
    model.partial_fit(X[200:], Y[200:])
    there = in_python(ELSEWHERE.format(path=str(path))).strip()
    assert there == model.coef_.tobytes().hex()


@each(MODELS)
def test_a_clone_has_the_parameters_and_nothing_learned(model: Any, y: Any) -> None:
    fitted = clone(model).fit(X, y)
    copy = clone(fitted)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "learner_") and not hasattr(copy, "certificate_")
    assert_array_equal(scores(copy.fit(X, y)), scores(fitted))


def test_a_search_with_processes_finds_what_one_process_finds() -> None:
    grid = {"C": [1e-4, 0.01, 1.0], "average": [False, True]}
    model = ours.PassiveAggressiveClassifier(random_state=0)
    found = [GridSearchCV(model, grid, cv=3, n_jobs=jobs).fit(X, Y) for jobs in (1, 2)]
    assert found[0].best_params_ == found[1].best_params_
    assert_array_equal(*(search.cv_results_["mean_test_score"] for search in found))
    assert_array_equal(*(search.best_estimator_.coef_ for search in found))
    assert found[0].best_score_ > 0.8


def test_a_search_over_choices() -> None:
    grid = {"choice": ["pa1", "arow", "logistic"], "passes": [1, 3]}
    search = GridSearchCV(ours.OnlineClassifier(), grid, cv=3, scoring="roc_auc").fit(X, Y)
    assert search.best_score_ > 0.9


def test_scorers_take_the_scores_of_two_classes_that_were_not_declared() -> None:
    model = ours.PassiveAggressiveClassifier().partial_fit(X, Y)
    assert roc_auc_score(Y, model.decision_function(X)) > 0.9


def test_a_pipeline_that_scales() -> None:
    far = X * [1.0, 1e3, 1e-3, 1.0, 1e2] + 50.0
    for model, y in MODELS:
        if y is Y:
            pipe = make_pipeline(StandardScaler(), clone(model)).fit(far, y)
            assert pipe.score(far, y) > 0.75
            by_hand = clone(model).fit(StandardScaler().fit_transform(far), y)
            assert_array_equal(pipe.predict(far), by_hand.predict(
                StandardScaler().fit_transform(far)
            ))


def test_a_pipeline_of_words() -> None:
    texts = ["cheap offer now", "meeting on monday", "offer offer", "notes of the meeting"] * 10
    labels = ["spam", "mail"] * 20
    pipe = Pipeline(
        [("words", TfidfVectorizer()), ("model", ours.PassiveAggressiveClassifier(random_state=0))]
    )
    assert cross_val_score(pipe, texts, labels, cv=4).min() == 1.0
    pipe.fit(texts, labels)
    assert pipe.predict(["a cheap cheap offer", "monday meeting"]).tolist() == ["spam", "mail"]
    copy = pickle.loads(pickle.dumps(pipe))
    assert_array_equal(copy.decision_function(texts), pipe.decision_function(texts))


def test_chains_of_estimators() -> None:
    chain = ClassifierChain(ours.PassiveAggressiveClassifier(random_state=0, C=0.1)).fit(X, SETS)
    assert (chain.predict(X) == SETS).mean() > 0.85


def test_weights_of_rows_pass_through_a_pipeline() -> None:
    weight = np.random.default_rng(3).choice([0.0, 1.0, 5.0], len(X))
    for model, y in MODELS:
        if y is Y:
            pipe = make_pipeline(FunctionTransformer(), clone(model))
            name = type(model).__name__.lower()
            pipe.fit(X, y, **{f"{name}__sample_weight": weight})
            own = clone(model).fit(X, y, sample_weight=weight)
            assert_array_equal(pipe.decision_function(X), scores(own))
            assert np.any(scores(own) != scores(clone(model).fit(X, y)))
