"""Bars of progress: none unless asked for; each pass has one, and it ends full."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from streams import rows, signs

from noregret import progress
from noregret import sklearn as ours
from noregret.sklearn import _base

X = rows(3000, 4)
Y = signs(X)
PASSES = {"max_iter": 3, "tol": None}
SENTENCES = [[{"w": word} for word in "a b c".split()]] * 40
MODELS: list[tuple[Any, Any, Any, int]] = [
    (ours.PassiveAggressiveClassifier(**PASSES), X, Y, 3000),
    (ours.PassiveAggressiveClassifier(early_stopping=True, **PASSES), X, Y, 2700),
    (ours.PassiveAggressiveRegressor(**PASSES), X, Y, 3000),
    (ours.Perceptron(**PASSES), X, Y, 3000),
    (ours.OnlineClassifier(passes=3), X, Y, 3000),
    (ours.OnlineRegressor(passes=3), X, Y, 3000),
    (ours.MultilabelRanker("sopopo", passes=3), X, (X[:, :2] > 0).astype(int), 3000),
    (ours.OneClassDetector(passes=3), X, None, 3000),
    (ours.KernelClassifier(kernel="linear", passes=3), X, Y, 3000),
    (ours.SequenceTagger(passes=3), SENTENCES, [list("xyz")] * 40, 40),
]
each = pytest.mark.parametrize(
    ("model", "rows", "y", "count"), MODELS, ids=[type(model).__name__ for model, *_ in MODELS]
)


@each
def test_nothing_is_shown_unless_asked_for(
    model: Any, rows: Any, y: Any, count: int, capfd: pytest.CaptureFixture[str]
) -> None:
    clone(model).fit(rows, y)
    assert capfd.readouterr() == ("", "")


@each
def test_each_pass_has_a_bar_that_ends_full(
    model: Any, rows: Any, y: Any, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars: list[progress.ProgressBar] = []

    def spy(total: int, **more: Any) -> progress.ProgressBar:
        bars.append(progress.progress_bar(total, tqdm=False, **more))
        return bars[-1]

    monkeypatch.setattr(_base, "progress_bar", spy)
    told = clone(model).set_params(verbose=1).fit(rows, y)
    assert [bar.total for bar in bars] == [count] * 3
    assert [bar.done for bar in bars] == [count] * 3
    assert [bar.description.split(",")[0].split(" of")[0] for bar in bars] == [
        "pass 1", "pass 2", "pass 3"
    ]
    assert len({id(bar) for bar in bars}) == 3 and told.n_iter_ == 3


def test_boosting_has_a_bar_of_its_rounds(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    bars: list[progress.ProgressBar] = []

    def spy(total: int, **more: Any) -> progress.ProgressBar:
        bars.append(progress.progress_bar(total, tqdm=False, **more))
        return bars[-1]

    monkeypatch.setattr(_base, "progress_bar", spy)
    quiet = ours.BoostedStumps(rounds=40).fit(X, Y)
    assert bars == [] and capfd.readouterr() == ("", "")
    told = ours.BoostedStumps(rounds=40, verbose=1).fit(X, Y)
    assert [(bar.total, bar.done, bar.unit) for bar in bars] == [(40, told.n_iter_, "rounds")]
    assert "boost: 40 of 40 rounds" in capfd.readouterr().err
    assert told.certificate_ == quiet.certificate_


def test_an_error_in_the_bar_of_boosting_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(progress.ProgressBar):
        def __call__(self, rows: int) -> None:
            raise RuntimeError("no more paper")

    monkeypatch.setattr(
        _base, "progress_bar", lambda total, **more: Broken(total, "", sys.stderr, None)
    )
    with pytest.raises(RuntimeError, match="no more paper"):
        ours.BoostedStumps(rounds=4, verbose=1).fit(X, Y)


def test_a_bar_is_written_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    ours.PassiveAggressiveClassifier(verbose=1, **PASSES).fit(X, Y)
    out, err = capsys.readouterr()
    assert out == ""
    assert "pass 1" in err and "pass 3, mean loss" in err


def test_telling_changes_no_weights() -> None:
    models = [
        ours.PassiveAggressiveClassifier(random_state=0, verbose=verbose, **PASSES).fit(X, Y)
        for verbose in (0, 1)
    ]
    assert np.array_equal(models[0].coef_, models[1].coef_)


def test_an_error_in_a_bar_ends_the_fit_and_leaves_a_model(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(progress.ProgressBar):
        def __call__(self, rows: int) -> None:
            if rows > 0:
                raise RuntimeError("no more paper")

    monkeypatch.setattr(
        _base, "progress_bar", lambda total, description: Broken(total, description, None, None)
    )
    model = ours.PassiveAggressiveClassifier(verbose=1, **PASSES)
    with pytest.raises(RuntimeError, match="no more paper"):
        model.fit(X, Y)
    assert model.predict(X).shape == (3000,)
    assert model.set_params(verbose=0).fit(X, Y).score(X, Y) > 0.7
