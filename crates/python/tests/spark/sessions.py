"""Sessions of Spark, in this process and in others, and data frames for them."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Any

import numpy as np
from streams import in_python

#: Files of a session, which has no user interface and few partitions after a shuffle.
CONF = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
}


def session(master: str, **conf: str) -> Any:
    """A session; its executors run this Python."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master)
    for name, value in {**CONF, **conf}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def elsewhere(code: str, timeout: float = 120) -> str:
    """What a program with a session of its own prints last."""
    return in_python(code, timeout=timeout).strip().splitlines()[-1]


def digest(learner: Any) -> str:
    """The bytes of a learner, in short."""
    return hashlib.sha256(learner.to_bytes()).hexdigest()


def vectors(count: int = 400, width: int = 30, seed: int = 0) -> list[tuple[float, Any]]:
    """Labelled sparse vectors that a linear model tells apart but for some noise."""
    from pyspark.ml.linalg import Vectors

    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(count):
        places = np.sort(rng.choice(width, size=6, replace=False))
        values = rng.normal(size=6)
        score = values @ np.sin(places) + 0.3 * rng.normal()
        vector = Vectors.sparse(width, places.tolist(), values.tolist())
        rows.append((1.0 if score > 0 else -1.0, vector))
    return rows


def frame(spark: Any, **options: Any) -> Any:
    """These rows as a data frame."""
    return spark.createDataFrame(vectors(**options), ["label", "features"])
