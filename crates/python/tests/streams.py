"""Generated rows and small helpers that several test files share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import noregret as nr

Matrix = NDArray[np.float64]
ROOT = Path(__file__).resolve().parents[3]


def rows(count: int = 1500, width: int = 6, zeros: float = 0.3, seed: int = 0) -> Matrix:
    """Values that single precision has too, some of them 0."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(count, width)).astype(np.float32).astype(np.float64)
    values[rng.random(values.shape) < zeros] = 0.0
    return values


def signs(X: Matrix, noise: float = 0.3, seed: int = 1) -> NDArray[np.int64]:
    """Two classes, -1 and 1, that a linear model tells apart but for some noise."""
    rng = np.random.default_rng(seed)
    score = X[:, 0] - 0.5 * X[:, -1] + noise * rng.normal(size=len(X))
    return np.where(score > 0, 1, -1)


def dicts(X: Matrix, names: list[Any] | None = None) -> list[dict[Any, float]]:
    """Rows as dicts, zeros left out."""
    keys = list(range(X.shape[1])) if names is None else names
    return [{keys[j]: float(x[j]) for j in np.flatnonzero(x)} for x in X]


def pa1(**settings: Any) -> nr.Learner:
    """A learner of two classes for which the first row decides nothing."""
    return nr.Learner("pa1", problem="binary", **{"bias": "none", **settings})


def learned(X: Any, y: Any, **settings: Any) -> nr.Learner:
    """A learner that has learned from a batch."""
    learner = pa1()
    learner.learn_many(X, y, **settings)
    return learner


def program() -> str:
    """The program `noregret`: built if it is not there."""
    given = os.environ.get("NOREGRET_BIN")
    if given:
        return given
    for profile in ("release", "debug"):
        found = ROOT / "target" / profile / "noregret"
        if found.exists():
            return str(found)
    subprocess.run(["cargo", "build", "-q", "--locked", "-p", "noregret-cli"], cwd=ROOT, check=True)
    return str(ROOT / "target" / "debug" / "noregret")


def run(*arguments: object) -> str:
    """What the program prints."""
    command = [program(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def in_python(code: str, timeout: float = 60) -> str:
    """What a Python of its own prints; it may hang or die without the tests doing so."""
    command = [sys.executable, "-c", code]
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
