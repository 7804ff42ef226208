"""Rows of files in estimators, and in the columns of other files: features go by their names."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from numpy.testing import assert_array_equal
from sklearn.base import clone
from streams import ROOT, Matrix, rows

import noregret as nr
from noregret import sklearn as ours

PASS: dict[str, Any] = {"shuffle": False, "max_iter": 1, "tol": None}
Z = rows(600, 6, seed=2)
#: What decides is a sum of features 2 and 3.
Y = np.where(Z[:, 2] + Z[:, 3] > 0, 1, -1)


def write(path: Path, part: slice, keys: list[int], name: str = "{}") -> Path:
    """Some of the features of some rows; with names it is Vowpal Wabbit's text."""
    bar = "" if name == "{}" else "| "
    lines = [
        f"{y} {bar}" + " ".join(f"{name.format(key)}:{x[key]!r}" for key in keys if x[key])
        for x, y in zip(Z[part].tolist(), Y[part].tolist(), strict=True)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(params=["{}", "f{}"], ids=["keys", "names"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A file to learn from and one to be asked about, which have other features."""
    name: str = request.param
    end = ".svm" if name == "{}" else ".vw"
    train = write(tmp_path / f"train{end}", slice(0, 400), [3, 2, 4], name)
    return train, write(tmp_path / f"test{end}", slice(400, 600), [1, 2, 3], name)


MODELS: dict[str, Callable[[], Any]] = {
    "online": lambda: ours.OnlineClassifier("pa1"),
    "contest": lambda: ours.OnlineClassifier(),
    "pa": lambda: ours.PassiveAggressiveClassifier(**PASS),
    "perceptron": lambda: ours.Perceptron(**PASS),
    "kernel": lambda: ours.KernelClassifier(sigma=3.0),
    "stumps": lambda: ours.BoostedStumps(20),
    "labels": lambda: ours.MultilabelRanker("pa1"),
}


@pytest.mark.parametrize("model", MODELS)
def test_estimators_find_columns_by_name(model: str, files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    assert train.feature_names != test.feature_names
    fitted = MODELS[model]().fit(train, train.y)
    assert fitted.n_features_in_ == 3
    assert fitted.score(test, test.y) > 0.85
    # The same by hand: columns of the first file.
    again = nr.read(files[1], columns=train.feature_names)
    by_hand = MODELS[model]().fit(*train)
    assert_array_equal(by_hand.predict(again.X), fitted.predict(test))
    assert_array_equal(pickle.loads(pickle.dumps(fitted)).predict(test), fitted.predict(test))


def test_regressors_and_detectors_do_too(files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    in_columns = test.reindex(train.feature_names)
    for model in (ours.OnlineRegressor("pa1"), ours.OneClassDetector()):
        said = clone(model).fit(train, train.y).predict(test)
        assert_array_equal(said, clone(model).fit(*train).predict(in_columns))


def test_answers_are_those_of_a_learner(files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    model = ours.OnlineClassifier("pa1:C=0.1").fit(train, train.y.astype(int))
    learner = nr.Learner("pa1:C=0.1", problem="binary")
    learner.learn_many(train, train.y.astype(int))
    assert_array_equal(model.predict(test), learner.predict_many(test))


def test_parts_are_in_the_columns_of_the_first(files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    model = ours.PassiveAggressiveClassifier(**PASS)
    model.partial_fit(train, train.y, classes=[-1, 1]).partial_fit(test, test.y)
    other = ours.PassiveAggressiveClassifier(**PASS)
    other.partial_fit(train.X, train.y, classes=[-1, 1])
    other.partial_fit(test.reindex(train.feature_names), test.y)
    assert_array_equal(model.coef_, other.coef_)
    assert model.n_features_in_ == 3 and model.coef_.shape == (1, 3)
    own = model.certificate_.against(model.coef_, model.intercept_)
    assert own["lower_bound"] <= own["loss"]


def test_columns_without_names_are_not_guessed(files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    model = ours.OnlineClassifier("pa1").fit(train.X, train.y)
    with pytest.raises(ValueError, match="columns without names.*columns=first.feature_names"):
        model.predict(test)


def test_frames_and_files_go_by_the_same_names(files: tuple[Path, Path]) -> None:
    train, test = map(nr.read, files)
    frame = pd.DataFrame(train.X.toarray(), columns=train.feature_names)
    model = ours.OnlineClassifier("pa1").fit(train, train.y)
    assert_array_equal(model.predict(frame), model.predict(train))
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(pd.DataFrame(test.X.toarray(), columns=test.feature_names))


def test_columns_are_those_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.svm", slice(0, 50), [1, 3, 4])
    wanted: list[Any] = [4, 9, "word", 1]
    for data in (nr.read(path, columns=wanted), nr.read(path, columns=tuple(wanted))):
        assert data.feature_names == wanted and data.shape == (50, 4)
        expected = np.zeros((50, 4))
        expected[:, 0], expected[:, 3] = Z[:50, 4], Z[:50, 1]
        assert_array_equal(data.X.toarray(), expected)
        assert_array_equal(data.X.toarray(), nr.read(path).reindex(wanted).toarray())
        assert data.X.has_sorted_indices or data.X.sorted_indices() is not None
    same = nr.read(path, columns=nr.read(path).feature_names)
    assert (same.X != nr.read(path).X).nnz == 0


def test_columns_that_make_no_sense(tmp_path: Path) -> None:
    path = write(tmp_path / "rows.svm", slice(0, 5), [1, 3])
    with pytest.raises(nr.NoRegretError, match="column 3 is named twice"):
        nr.read(path, columns=[3, "3"])
    with pytest.raises(ValueError, match="two of the columns have one name"):
        nr.read(path).reindex([3, "3"])
    assert nr.read(path, columns=[]).shape == (5, 0)


def test_the_spam_files_fit_each_other() -> None:
    folder = ROOT / "examples/spam"
    train = nr.read(folder / "train.vw.gz")
    test = nr.read(folder / "test.vw.gz")
    by_name = ours.OnlineClassifier("pa1:C=0.1").fit(train, train.y)
    X, y = train
    by_hand = ours.OnlineClassifier("pa1:C=0.1").fit(X, y)
    again = nr.read(folder / "test.vw.gz", columns=train.feature_names)
    assert by_name.score(test, test.y) == by_hand.score(*again) > 0.9


def held(data: nr.Data) -> list[Any]:
    arrays: list[Matrix] = [data.indptr, data.indices, data.data, data.X.toarray()]
    weight = None if data.weight is None else data.weight.tolist()
    groups = None if data.groups is None else data.groups.tolist()
    return [*(array.tolist() for array in arrays), list(data.y), weight, groups,
            data.feature_names, data.shape, repr(data)]


@pytest.mark.parametrize(
    "text",
    ["1 3:0.5 7:1\n-1 3:2\n", "1 qid:1 3:0.5\n2 qid:2 3:1 9:1\n", "1,2 3:1\n3 1:1\n"],
    ids=["plain", "groups", "sets"],
)
@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda data: pickle.loads(pickle.dumps(data))]
)
def test_data_can_be_copied_and_pickled(
    text: str, copied: Callable[[nr.Data], nr.Data], tmp_path: Path
) -> None:
    path = tmp_path / "rows.svm"
    path.write_text(text)
    data, other = nr.read(path), copied(nr.read(path))
    assert held(other) == held(data) == held(copied(other))
    learner = nr.Learner(head=1)
    learner.learn_many(other, other.y)
    assert learner.rows > 0
    assert sp.issparse(other.X)
