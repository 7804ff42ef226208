"""Ctrl-C in long work that has all rows at once: it stops within a second."""

from __future__ import annotations

import pytest
from streams import in_python

# A process of its own, which may hang: this work would take minutes.
STOPPED = """
import signal, time
import numpy as np
import noregret as nr
from streams import dicts, rows, signs
X = rows({rows}, 20)
Y = np.random.default_rng(0).choice([-1, 1], len(X))
{before}
# Not from a thread, which may have to wait until the work has ended.
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
begun = time.monotonic()
try:
    {work}
    print("ended")
except KeyboardInterrupt:
    print("stopped", time.monotonic() - begun < 1.3)
{after}
"""
#: Each answer looks at some thousand rows.
KERNEL = """
learner = nr.Learner("pa1", problem="binary", kernel="gaussian:sigma=3", bias="none", certify="off")
learner.learn_many(X[:8000], Y[:8000])
many = np.tile(X, (20, 1))
several = dicts(X) * 6
"""
#: Seconds for all of a process: most of them go to learning and making rows before the work.
LIMIT = 300
USABLE = "learner.learn_many(X[:10], Y[:10]); print(learner.rows, len(learner.predict_many(X[:3])))"
CLASSES = "W = np.argmax(X[:, :10] + np.random.default_rng(1).normal(size=(len(X), 10)), axis=1)"


@pytest.mark.parametrize(
    ("before", "work"),
    [
        ("", "nr.hindsight(X, Y, C=1e4, gap=1e-14)"),
        (CLASSES, "nr.hindsight(X, W, C=100.0, gap=1e-14)"),
        ("", "nr.hindsight(X, Y, 'eg', gap=1e-14)"),
        (
            # So many rows that the pass over them is under way for seconds.
            "many = np.tile(X, (100, 1)); y = np.tile(Y, 100)",
            "nr.certify(many[:, 0], many, y)",
        ),
    ],
    ids=["hindsight", "classes", "eg", "certify"],
)
def test_work_on_all_rows_stops(before: str, work: str) -> None:
    code = STOPPED.format(rows=20_000, before=before, work=work, after="")
    assert in_python(code, timeout=LIMIT).splitlines() == ["stopped True"]


@pytest.mark.parametrize("ask", ["predict_many", "scores_many"])
@pytest.mark.parametrize("rows", ["many", "several"])
def test_answers_stop(ask: str, rows: str) -> None:
    work = f"learner.{ask}({rows})"
    code = STOPPED.format(rows=10_000, before=KERNEL, work=work, after=USABLE)
    assert in_python(code, timeout=LIMIT).splitlines() == ["stopped True", "8010 3"]
