"""Bars of progress: with tqdm, without it, and not at all."""

from __future__ import annotations

import contextlib
import io
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest
from streams import pa1, rows, signs

import noregret as nr

X = rows(3000)
Y = signs(X)


class Clock:
    """A clock that a test turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("noregret.progress.time.monotonic", lambda: self.now)


def test_nothing_is_shown_unless_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    pa1().learn_many(X, Y)
    nr.certify(X[:, 0], X, Y)
    nr.hindsight(X, Y)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("tqdm", [False, True])
def test_a_batch_is_shown(tqdm: bool) -> None:
    out = io.StringIO()
    learner = pa1()
    with nr.progress_bar(len(X), file=out, tqdm=tqdm, description="reading") as bar:
        learner.learn_many(X, Y, progress=bar)
    assert bar.done == learner.rows == len(X)
    last = out.getvalue().split("\r")[-1]
    assert last.startswith("reading: ")
    assert ("3.00k/3.00k" if tqdm else "3,000 of 3,000 rows") in last
    assert out.getvalue().endswith("\n")


@pytest.mark.parametrize("choice", ["pa1", "eg"])
def test_the_search_for_the_best_is_told(choice: str) -> None:
    """The rows of the run first, then every visit of a row: the number only grows."""
    told: list[int] = []
    best = nr.hindsight(X, Y, choice, progress=told.append)
    assert told[0] == 0 and told == sorted(told)
    assert told[-1] > len(X)
    assert told[-1] <= len(X) * (2 + best.details["sweeps"])
    assert best.value == nr.hindsight(X, Y, choice).value


def test_an_audit_is_told() -> None:
    told: list[int] = []
    nr.certify(X[:, 0], X, Y, progress=told.append)
    assert told[0] == 0 and told == sorted(told) and told[-1] == len(X)
    with nr.progress_bar(len(X), file=io.StringIO(), tqdm=False) as bar:
        nr.certify(X[:, 0], X, Y, progress=bar)
    assert bar.done == len(X)


@pytest.mark.parametrize("work", [nr.hindsight, partial(nr.certify, X[:, 0])])
def test_an_error_in_a_bar_ends_the_work(work: Any) -> None:
    def broken(rows: int) -> None:
        if rows > 0:
            raise RuntimeError("no more paper")

    with pytest.raises(RuntimeError, match="no more paper"):
        work(X, Y, progress=broken)


@pytest.mark.parametrize("tqdm", [False, True])
def test_several_batches_are_one_bar(tqdm: bool) -> None:
    out = io.StringIO()
    learner = pa1()
    with nr.progress_bar(len(X), file=out, tqdm=tqdm) as bar:
        for start in range(0, len(X), 700):
            learner.learn_many(X[start : start + 700], Y[start : start + 700], progress=bar)
    assert bar.done == len(X)


def test_batches_of_one_size_are_all_counted() -> None:
    """The second batch says the same number as the first: it has begun anew."""
    learner = pa1()
    with nr.progress_bar(file=io.StringIO(), tqdm=False) as bar:
        for start in range(0, 2000, 500):
            learner.learn_many(X[start : start + 500], Y[start : start + 500], progress=bar)
    assert bar.done == learner.rows == 2000


def test_the_line_says_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, out = Clock(monkeypatch), io.StringIO()
    bar = nr.progress_bar(5000, file=out, tqdm=False)
    clock.now = 1.0
    bar(1000)
    clock.now = 1.05
    bar(1100)
    clock.now = 2.0
    bar(4000)
    bar.close()
    lines = [line.strip() for line in out.getvalue().replace("\r", "\n").split("\n")]
    assert lines == [
        "learn: 1,000 of 5,000 rows, 1,000 a second",
        "learn: 4,000 of 5,000 rows, 2,000 a second",
        "learn: 4,000 of 5,000 rows, 2,000 a second",
        "",
    ]


def test_how_many_rows_there_are_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, out = Clock(monkeypatch), io.StringIO()
    with nr.progress_bar(file=out, tqdm=False) as bar:
        clock.now = 1.0
        bar(2500)
    assert "learn: 2,500 rows, 2,500 a second" in out.getvalue()
    assert " of " not in out.getvalue()


def test_closing_twice_says_nothing_more() -> None:
    for tqdm in (False, True):
        out = io.StringIO()
        bar = nr.progress_bar(10, file=out, tqdm=tqdm)
        bar(10)
        bar.close()
        said = out.getvalue()
        bar.close()
        assert out.getvalue() == said


def test_a_bar_without_rows_writes_no_line() -> None:
    out = io.StringIO()
    with nr.progress_bar(10, file=out, tqdm=False):
        pass
    assert out.getvalue() == ""


def test_a_bar_is_closed_when_learning_fails() -> None:
    out = io.StringIO()
    broken = np.vstack([X, np.full((1, 6), np.nan)])
    with pytest.raises(nr.NoRegretError), nr.progress_bar(file=out, tqdm=False) as bar:
        bar(1)
        pa1().learn_many(broken, np.append(Y, 1), progress=bar)
    assert out.getvalue().endswith("\n")


def test_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    out = io.StringIO()
    with nr.progress_bar(10, file=out) as bar:
        bar(10)
    assert "10 of 10 rows" in out.getvalue()
    with pytest.raises(ImportError, match=r"needs tqdm: pip install tqdm"):
        nr.progress_bar(10, tqdm=True)


def test_it_writes_to_standard_error() -> None:
    out: Any = io.StringIO()
    with contextlib.redirect_stderr(out), nr.progress_bar(10, tqdm=False) as bar:
        bar(10)
    assert "10 of 10 rows" in out.getvalue()
