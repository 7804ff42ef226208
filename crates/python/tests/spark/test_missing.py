"""Says so where the Spark tests are left out."""

from __future__ import annotations

import pytest
from conftest import missing


def test_spark_can_be_tested() -> None:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
