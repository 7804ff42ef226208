"""Types: those of the compiled module against the module, and mypy over the package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from streams import ROOT, in_python

import noregret

PACKAGE = Path(noregret.__file__).parent
ALIASES = "noregret\\._engine\\.(Certify|Features|Label)\n"
"""Names for annotations, which the module need not have."""
FLAGS = [
    "--strict",
    "--ignore-missing-imports",  # scikit-learn and SciPy have no types: their classes are Any.
    "--allow-subclassing-any",
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy learned about NumPy, which takes most of its time."""
    return tmp_path_factory.mktemp("cache")


def mypy(*arguments: object, cache: Path, folder: Path) -> str:
    """What mypy finds."""
    command = [sys.executable, "-m", "mypy", "--cache-dir", cache, *FLAGS, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)
    return done.stdout + done.stderr


def test_the_types_are_those_of_the_compiled_module(tmp_path: Path) -> None:
    aliases = tmp_path / "aliases"
    aliases.write_text(ALIASES)
    command = [sys.executable, "-m", "mypy.stubtest", "noregret._engine", "--allowlist", aliases]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert found.returncode == 0, found.stdout
    assert "Success" in found.stdout


def test_the_package_is_typed(cache: Path, tmp_path: Path) -> None:
    """In a folder of its own: mypy takes what stands beside it for part of it."""
    assert (PACKAGE / "py.typed").exists()
    shutil.copytree(PACKAGE, tmp_path / "noregret")
    assert "Success" in mypy("noregret", cache=cache, folder=tmp_path)


USE = """
import numpy as np
import noregret as nr
from noregret.river import PAClassifier

learner = nr.Learner("pa1", problem="binary", C=0.1)
loss: float | None = learner.learn_one({"a": 1.0}, "spam")
done: nr.Pass = learner.learn_many(np.ones((2, 3)), [1, -1], progress=nr.progress_bar(2))
weights = learner.weights(["a"]) + 1.0
proof = learner.certificate()
if proof is not None:
    print(proof.lower_bound(norm=2.0) + 1.0, proof.against({"a": 1.0})["loss"])
audit: nr.Audit = nr.certify([1, -1], np.ones((2, 3)), [1, -1])
best: nr.Hindsight = nr.hindsight(np.ones((2, 3)), [1, -1], C=1.0)
data: nr.Data = nr.read("rows.svm")
floors: list[float] = [each.floor for each in learner.headroom()]
if proof is not None:
    print(proof.regret([1.0, 2.0]).shape)
models = [nr.sklearn.OnlineClassifier(), nr.river.Classifier(), nr.onnx.to_onnx, nr.spark.fit]
PAClassifier(C=0.1).learn_one({"a": 1.0}, True)
"""
WRONG = {
    'nr.Learner("pa1", certify="much")': "Argument \"certify\"",
    "nr.Learner().learn_one(3.0, 1)": "Argument 1 to \"learn_one\"",
    'nr.Learner().learn_one({"a": 1.0}, 1) + 1.0': "Unsupported",
    "nr.Learner().certificate().lower_bound()": "has no attribute \"lower_bound\"",
    "nr.Learner().rows = 3": "read-only",
    "class Own(nr.Learner): ...": "final class",
    "nr.read(3)": "Argument 1 to \"read\"",
    "nr.sklearn.NoClassifier()": "has no attribute \"NoClassifier\"",
    "nr.scikit": "has no attribute \"scikit\"",
}


@pytest.fixture(scope="module")
def found(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says about code that is right, and after it code that is wrong, a line each."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "user.py").write_text(USE + "\n".join(WRONG) + "\n")
    return mypy("user.py", cache=cache, folder=folder).splitlines()


def test_types_of_users_fit(found: list[str]) -> None:
    numbers = [int(line.split(":")[1]) for line in found if line.startswith("user.py:")]
    assert min(numbers) > len(USE.splitlines()), found


@pytest.mark.parametrize("line", WRONG)
def test_mistakes_of_users_are_found(line: str, found: list[str]) -> None:
    number = len(USE.splitlines()) + 1 + list(WRONG).index(line)
    said = [each for each in found if each.startswith(f"user.py:{number}:")]
    assert any(WRONG[line] in each for each in said), found


def test_modules_that_are_imported_when_used_are_listed() -> None:
    listed = in_python("import noregret; print(*dir(noregret))").split()
    assert {"onnx", "river", "sklearn", "spark", "Learner"} <= set(listed)
