"""Ctrl-C in a long `fit`: it stops, what was learned stays, and the estimator goes on."""

from __future__ import annotations

from typing import Any

import pytest
from streams import in_python

# A process of its own, which may hang: the passes of these fits would take days.
INTERRUPTED = """
import os, signal, threading
import numpy as np
from streams import rows, signs
from noregret import sklearn as ours
X = rows(20_000, 50)
Y = signs(X)
model = getattr(ours, {name!r})(**{settings})
def stop():
    while getattr(model, "learner_", None) is None or model.learner_.rows == 0:
        pass
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=stop, daemon=True).start()
try:
    model.fit(X, Y)
except KeyboardInterrupt:
    known = model.learner_.rows
    print("stopped", known > 0)
model.partial_fit(X[:100], Y[:100])
print("went on", model.learner_.rows == known + 100, model.predict(X).shape, "coef", model.n_iter_)
fitted = type(model)(**(model.get_params() | {small})).fit(X[:500], Y[:500])
again = model.set_params(**{small}).fit(X[:500], Y[:500])
print("fits", np.array_equal(again.predict(X), fitted.predict(X)))
"""
LONG, SHORT = {"max_iter": 10**6, "tol": None, "shuffle": False}, {"max_iter": 1}


@pytest.mark.parametrize(
    ("name", "settings", "small"),
    [
        ("PassiveAggressiveClassifier", LONG, SHORT),
        ("PassiveAggressiveRegressor", LONG, SHORT),
        ("OnlineClassifier", {"passes": 10**6}, {"passes": 1}),
        ("OneClassDetector", {"passes": 10**6}, {"passes": 1}),
    ],
)
def test_an_interrupted_fit_can_go_on(name: str, settings: Any, small: Any) -> None:
    said = in_python(INTERRUPTED.format(name=name, settings=settings, small=small)).splitlines()
    assert said == ["stopped True", "went on True (20000,) coef 1", "fits True"]


# Each would take minutes; some cannot tell how far they are while they run.
STOPPED = """
import os, signal, threading, time
import numpy as np
from streams import rows, signs
from noregret import sklearn as ours
X = rows(20_000, 50)
Y = {labels}
model = getattr(ours, {name!r})(**{small}).fit(X[:500], Y[:500]).set_params(**{settings})
asked = []
def stop():
    time.sleep(1.0)
    asked.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=stop, daemon=True).start()
try:
    model.fit(X, Y)
except KeyboardInterrupt:
    print("stopped", time.monotonic() - asked[0] < 1.0)
    assert {name!r} != "BoostedStumps" or not hasattr(model, "learner_")
model.set_params(**{small}).fit(X[:500], Y[:500])
print("fits", model.predict(X[:500]).shape[0])
"""
NOISE = "np.random.default_rng(0).choice([-1, 1], len(X))"


@pytest.mark.parametrize(
    ("name", "settings", "small", "labels"),
    [
        ("BoostedStumps", {"rounds": 10**6}, {"rounds": 3}, NOISE),
        ("KernelClassifier", {"sigma": 3.0, "passes": 10**3}, {"passes": 1}, NOISE),
        ("MultilabelRanker", {"passes": 10**6}, {"passes": 1}, "(X[:, :5] > 0).astype(int)"),
        ("OnlineRegressor", {"passes": 10**6}, {"passes": 1}, "X[:, 0]"),
        ("Perceptron", LONG, SHORT, NOISE),
    ],
)
def test_every_fit_stops_within_a_second(
    name: str, settings: Any, small: Any, labels: str
) -> None:
    code = STOPPED.format(name=name, settings=settings, small=small, labels=labels)
    assert in_python(code).splitlines() == ["stopped True", "fits 500"]
