"""A session for all tests of this folder; where Java or PySpark is missing they are left out."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]


def missing() -> str | None:
    """What the tests need and is not there."""
    if importlib.util.find_spec("pyspark") is None:
        return "PySpark is not installed: the Spark tests are left out"
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "Java is not installed: the Spark tests are left out"
    return None


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Modules that could not even be imported are not read."""
    wanted = collection_path.name.startswith("test_") and collection_path.name != "test_missing.py"
    return True if wanted and missing() is not None else None


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    from sessions import session

    spark = session("local[2]")
    yield spark
    spark.stop()
