"""scikit-learn's own tests of its online estimators, with our classes in their place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

# The tests say which of ours they got, so that a plugin that does nothing cannot pass.
GUARD = "import sklearn_plugin, sklearn.linear_model as m; print(m.{name}.__module__)"

#: File, class, tests, and those that fail.
FILES = [
    # Ours are not deprecated.
    (
        "test_passive_aggressive",
        "PassiveAggressiveClassifier",
        63,
        {
            "test_class_deprecation[PassiveAggressiveClassifier]",
            "test_class_deprecation[PassiveAggressiveRegressor]",
        },
    ),
    # Ours has no penalty: a weight that shrinks at each row is not certified.
    ("test_perceptron", "Perceptron", 6, {"test_perceptron_l1_ratio"}),
]


def run(folder: Path, *arguments: str) -> str:
    paths = [str(Path(__file__).parent), *sys.path]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=folder
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(("file", "name", "count", "failing"), FILES, ids=[f[0] for f in FILES])
def test_scikit_learns_own_tests(
    file: str, name: str, count: int, failing: set[str], tmp_path: Path
) -> None:
    assert run(tmp_path, "-c", GUARD.format(name=name)).startswith("noregret.sklearn.")
    said = run(
        tmp_path, "-m", "pytest", "-q", "-rf", "-p", "sklearn_plugin", "-p", "no:cacheprovider",
        "--pyargs", f"sklearn.linear_model.tests.{file}",
    )
    failed = set(re.findall(r"^FAILED \S*::(\S+)", said, re.MULTILINE))
    assert failed == failing, said
    assert f"{count - len(failing)} passed" in said, said
