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
