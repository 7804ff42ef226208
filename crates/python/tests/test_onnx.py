"""Models as ONNX: what onnxruntime makes of them is what the learner says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pandas as pd
import pytest
from river import compose, preprocessing
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline

import noregret as nr
import noregret.river as ours
from noregret.onnx import to_onnx
from noregret.sklearn import (
    BoostedStumps,
    KernelClassifier,
    OnlineClassifier,
    OnlineRegressor,
    PassiveAggressiveClassifier,
    PassiveAggressiveRegressor,
)


def rows(count: int = 1500, columns: int = 5, seed: int = 0) -> Any:
    """Rows that are 32-bit numbers, of columns with a mean and a size each."""
    random = np.random.default_rng(seed)
    plain = random.normal(size=(count, columns))
    return (plain * np.logspace(-1, 2, columns) + 3.0).astype(np.float32).astype(float)


def run(model: Any, X: Any) -> list[Any]:
    """What onnxruntime puts out for 32-bit rows."""
    onnx.checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, {"X": np.asarray(X, dtype=np.float32)})


def meta(model: Any, key: str) -> Any:
    return json.loads({entry.key: entry.value for entry in model.metadata_props}[key])


def close(found: Any, expected: Any) -> bool:
    return np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("bias", ["none", {"uncounted": 1.0}])
@pytest.mark.parametrize("classes", [(3, 8), ("no", "yes"), (False, True)])
def test_two_classes(classes: tuple[Any, Any], bias: Any) -> None:
    X = rows()
    y = [classes[int(x[0] + x[1] > 6.2)] for x in X]
    learner = nr.Learner("pa1:C=0.1", problem="binary", bias=bias)
    learner.learn_many(X, y)
    model = to_onnx(learner, names=range(5))
    label, scores = run(model, X)
    said = learner.scores_many(X)
    assert label.tolist() == learner.predict_many(X)
    assert close(scores, np.column_stack([-said, said]))
    assert meta(model, "features") == [0, 1, 2, 3, 4]
    assert meta(model, "classes") == list(classes)


@pytest.mark.parametrize("names", [[4, 1, 7, 2], ["pear", "fig", "kiwi", "lime"]])
@pytest.mark.parametrize("problem", ["multiclass", "one-vs-rest"])
def test_several_classes(problem: str, names: list[Any]) -> None:
    X = rows()
    y = [names[place] for place in (X - 3.0).argmax(axis=1) % 4]
    learner = nr.Learner("arow", problem=problem)
    learner.learn_many(X, y)
    label, scores = run(to_onnx(learner, names=range(5)), X)
    assert label.tolist() == learner.predict_many(X)
    assert scores.shape == (len(X), 4) and close(scores, learner.scores_many(X))


@pytest.mark.parametrize("bias", ["none", {"uncounted": 0.5}])
def test_regression(bias: Any) -> None:
    X = rows()
    learner = nr.Learner("pa2", problem="regression", bias=bias)
    learner.learn_many(X, X @ [1.0, 0.5, 0.2, -0.1, 0.0] + 2.0)
    [y] = run(to_onnx(learner, names=range(5)), X)
    assert y.shape == (len(X), 1) and close(y[:, 0], learner.predict_many(X))


def test_names_choose_and_order_the_columns(tmp_path: Path) -> None:
    learner = nr.Learner("pa1", problem="binary")
    for _ in range(5):
        learner.learn_one({"offer": 1.0, "now": 1.0}, "spam")
        learner.learn_one({"meeting": 1.0, "now": 2.0, "colour": "red"}, "mail")
    learner.finish()
    path = tmp_path / "model.onnx"
    names = ["meeting", "offer", "colour=red"]
    to_onnx(learner, names=names, path=path)
    label, scores = run(onnx.load(path), [[1, 0, 1], [0, 1, 0]])
    one = {"meeting": 1.0, "colour": "red"}
    assert label.tolist() == ["mail", "spam"]
    assert close(scores[:, 1], [learner.scores_one(one), learner.scores_one({"offer": 1.0})])


def test_standardised_columns_go_in_as_they_are() -> None:
    X = rows(3000) * [1.0, 1000.0, 1.0, 1.0, 0.0]
    X = X.astype(np.float32).astype(float)
    y = (X[:, 0] + X[:, 1] / 1000 > 6.2).astype(int)
    two = OnlineClassifier().fit(X, y)
    assert two.learner_.composition["standard"]
    label, scores = run(to_onnx(two), X)
    assert np.array_equal(label, two.predict(X)) and close(scores[:, 1], two.decision_function(X))
    several = OnlineClassifier().fit(X, np.abs(X[:, [0, 2, 3]]).argmax(axis=1))
    label, scores = run(to_onnx(several), X)
    assert np.array_equal(label, several.predict(X))
    assert close(scores, several.decision_function(X))


def test_standardised_columns_of_a_regressor() -> None:
    X = (np.random.default_rng(0).normal(size=(3000, 3)) + 1000.0).astype(np.float32).astype(float)
    number = OnlineRegressor().fit(X, (X - 1000.0) @ [1.0, -2.0, 0.5])
    assert number.learner_.composition["standard"]
    assert close(run(to_onnx(number), X)[0][:, 0], number.predict(X))


def test_estimators() -> None:
    X = rows()
    X[:, 4] = 0.0  # a column that a sparse matrix does not show
    y = np.where(X[:, 0] > 3.0, "high", "low")
    two = PassiveAggressiveClassifier(random_state=0).fit(X, y)
    label, scores = run(to_onnx(two), X)
    assert np.array_equal(label, two.predict(X)) and close(scores[:, 1], two.decision_function(X))
    averaged = PassiveAggressiveRegressor(average=True, random_state=0).fit(X, X[:, 0])
    assert close(run(to_onnx(averaged), X)[0][:, 0], averaged.predict(X))


def test_estimators_of_frames_keep_their_names() -> None:
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame(rows(columns=3), columns=["c", "a", "b"])
    model = PassiveAggressiveClassifier(random_state=0).fit(X, X["c"] > 3.0)
    made = to_onnx(model)
    assert meta(made, "features") == ["c", "a", "b"]
    assert np.array_equal(run(made, X)[0], model.predict(X).astype(int))


def test_river_models() -> None:
    model = ours.PAClassifier(C=0.1)
    X = rows(columns=2)
    for row in X:
        model.learn_one({"x": row[0], "y": row[1]}, bool(row[0] > 3.0))
    label, _ = run(to_onnx(model, names=["x", "y"]), X)
    said = [model.predict_one({"x": row[0], "y": row[1]}) for row in X]
    assert label.tolist() == [int(each) for each in said]


def refused(model: Any, reason: str) -> None:
    with pytest.raises(nr.NoRegretError, match=reason):
        to_onnx(model)


def test_what_is_not_linear_is_refused() -> None:
    X = rows(400)
    y = (X[:, 0] > 3.0).astype(int)
    refused(KernelClassifier().fit(X, y), "kernel")
    refused(BoostedStumps(5).fit(X, y), "no linear learner")
    vote = nr.Learner("perceptron", problem="binary", vote=True)
    vote.learn_many(X, y)
    refused(vote, "not linear in these columns")
    ranking = nr.Learner("sopopo", problem="label-ranking")
    ranking.learn_many(X, [["a", "b"] if each else ["c"] for each in y])
    refused(ranking, "label-ranking")


def test_hashed_features() -> None:
    X = rows(400)
    names = [f"column {j}" for j in range(5)]
    learner = nr.Learner("pa1", problem="binary", hash=8)
    learner.learn_many(X, X[:, 0] > 3.0, names=names)
    label, _ = run(to_onnx(learner, names=names), X)
    assert label.tolist() == learner.predict_many(X, names=names)


def test_what_is_not_decided_is_refused() -> None:
    refused(nr.Learner(), "nothing was learned from yet")
    one = nr.Learner("pa1", problem="multiclass")
    one.learn_one({"a": 1.0}, "only")
    refused(one, "one class")


def test_of_a_contest_it_is_the_one_that_answers() -> None:
    contest, X = nr.Learner(), rows(2000)
    contest.learn_many(X, X[:, 0] > 3.0)
    before, later = to_onnx(contest, names=range(5)), contest.copy()
    label, _ = run(before, X)
    assert label.tolist() == contest.predict_many(X)
    later.learn_many(X, X[:, 0] <= 3.0)
    assert run(to_onnx(later, names=range(5)), X)[0].tolist() == later.predict_many(X)


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(NotFittedError, match="PassiveAggressiveClassifier instance is not fitted"):
        to_onnx(PassiveAggressiveClassifier())
    with pytest.raises(TypeError, match=r"not a Pipeline: of a pipeline give .* model\[-1\]"):
        to_onnx(compose.Pipeline(preprocessing.StandardScaler(), ours.PAClassifier()))
    with pytest.raises(TypeError, match=r"not a Pipeline: of a pipeline give .* model\[-1\]"):
        to_onnx(make_pipeline(OnlineClassifier("pa1")).fit(rows(50), np.arange(50) % 2))


@pytest.mark.parametrize("hashed", [{}, {"hash": 10}])
def test_categories_are_not_left_out(hashed: dict[str, int]) -> None:
    """A column of text has a weight for each category, which no column of numbers is."""
    X, words = rows(300)[:, :1], np.random.default_rng(1).choice(["u", "v"], 300)
    frame = pd.DataFrame({"x": X[:, 0], "c": words})
    model = OnlineClassifier("pa1", settings={"average": "plain", **hashed})
    model.fit(frame, words == "u")
    with pytest.raises(nr.NoRegretError, match="2 features are no columns of numbers"):
        to_onnx(model)
    names = ["x", "c=u", "c=v"]
    made = to_onnx(model, names=names)
    table = np.column_stack([X, words == "u", words == "v"])
    assert run(made, table)[0].tolist() == model.predict(frame).tolist()
    assert meta(made, "features") == names
    # Whoever names fewer features wants it so.
    assert meta(to_onnx(model, names=["x"]), "features") == ["x"]


def test_names_that_nobody_knows_are_refused() -> None:
    X = rows(300)
    X[:, 2] = 0.0
    learner = nr.Learner("pa1", problem="binary")
    learner.learn_many(X, X[:, 0] > 3.0, names=list("abcde"))
    with pytest.raises(nr.NoRegretError, match="knows no feature typo"):
        to_onnx(learner, names=["a", "typo"])
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = OnlineClassifier("pa1").fit(frame, X[:, 0] > 3.0)
    # A column in which nothing was is a column.
    assert run(to_onnx(model), X)[0].tolist() == model.predict(frame).tolist()
    assert run(to_onnx(model, names=list("abcde")), X)[0].tolist() == model.predict(frame).tolist()
    with pytest.raises(nr.NoRegretError, match="knows no feature typo"):
        to_onnx(model, names=["typo"])


def test_votes_are_called_what_they_are() -> None:
    X = rows(200)
    with pytest.raises(nr.NoRegretError, match="adaboost is no linear learner"):
        to_onnx(BoostedStumps(3).fit(X, X[:, 0] > 3.0))
