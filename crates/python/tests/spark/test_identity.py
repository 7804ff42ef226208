"""Spark gives the model that `noregret.merge` gives for the same shards, to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sessions import digest, frame
from streams import run

import noregret as nr
from noregret.spark import fit
from noregret.spark.columns import SHARD
from noregret.spark.shards import sharded
from noregret.spark.vectors import SparseMatrix

SHARDS = 4
CHOICE = "pa1:C=0.1"


def shards_of(df: Any) -> list[list[Any]]:
    """The rows of each shard, in their order."""
    rows, _ = sharded(df, ["label", "features"], SHARDS)
    found: list[list[Any]] = [[] for _ in range(SHARDS)]
    for row in rows.collect():
        found[row[SHARD]].append(row)
    return found


def compressed(rows: list[Any]) -> SparseMatrix:
    """Vectors as a matrix, one by one."""
    ends = np.cumsum([0, *(len(row.features.indices) for row in rows)])
    indices = np.concatenate([row.features.indices for row in rows]).astype(np.int64)
    data = np.concatenate([row.features.values for row in rows])
    return SparseMatrix(ends, indices, data, (len(rows), rows[0].features.size))


def opened(shards: list[list[Any]], **settings: Any) -> bytes:
    """The base, opened by the first rows, which are all here."""
    rows = [row for shard in shards for row in shard]
    base = nr.Learner(CHOICE, problem="binary", **settings)
    base.open(compressed(rows), [row.label for row in rows])
    return base.to_bytes()


def learned(base: bytes, rows: list[Any]) -> bytes:
    learner = nr.Learner.from_bytes(base)
    learner.learn_many(compressed(rows), [row.label for row in rows])
    return learner.to_bytes()


@pytest.mark.parametrize("certify", ["off", "live"])
def test_rounds_are_those_of_merge(spark: Any, certify: Any) -> None:
    df = frame(spark)
    shards = shards_of(df)
    assert sum(map(len, shards)) == 400 and all(shards)
    base = opened(shards, certify=certify)
    for _ in range(2):
        merged = nr.merge(base, [learned(base, rows) for rows in shards])
        base = merged.to_bytes()
    model = fit(df, algorithm=CHOICE, certify=certify, rounds=2, shards=SHARDS)
    assert digest(model.learner_) == digest(merged)
    assert model.learner_.rows == 800
    last = model.history_[-1]
    assert (last["round"], last["shards"], last["rows"]) == (2, SHARDS, 400)
    mistakes = merged.metrics["mistakes"] - model.history_[0]["error"] * 400
    assert last["error"] == pytest.approx(mistakes / 400)


def svmlight(rows: list[Any]) -> str:
    def line(row: Any) -> str:
        pairs = zip(row.features.indices, row.features.values)
        return " ".join([f"{row.label:+g}", *(f"{j}:{float(x)!r}" for j, x in pairs)])

    return "".join(line(row) + "\n" for row in rows)


def test_files_are_those_of_the_program(spark: Any, tmp_path: Path) -> None:
    df = frame(spark)
    shards = shards_of(df)
    base = tmp_path / "base.nrm"
    base.write_bytes(opened(shards))
    states = []
    for number, rows in enumerate(shards):
        file = tmp_path / f"{number}.svm"
        file.write_text(svmlight(rows))
        states.append(file.with_suffix(".nrm"))
        run("learn", file, "--resume", base, "-o", states[-1])
    merged = tmp_path / "merged.nrm"
    run("merge", base, *states, "-o", merged)
    model = fit(df, algorithm=CHOICE, rounds=1, shards=SHARDS)
    saved = tmp_path / "spark.nrm"
    model.learner_.save(saved)
    assert saved.read_bytes() == merged.read_bytes()


def test_shards_depend_on_the_rows_alone(spark: Any) -> None:
    df = frame(spark)
    wanted = shards_of(df.coalesce(1))
    for other in (df.repartition(3), df.orderBy("label").coalesce(2), df.repartition(7, "label")):
        assert shards_of(other) == wanted


def states(base: bytes, *parts: tuple[Any, Any]) -> nr.Learner:
    shards = []
    for X, y in parts:
        learner = nr.Learner.from_bytes(base)
        learner.learn_many(X, y)
        shards.append(learner.to_bytes())
    return nr.merge(base, shards)


def plain(count: int = 60) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(count, 3))
    return X, np.where(X @ [1.0, -2.0, 0.5] > 0, 1.0, -1.0)


@pytest.mark.parametrize("form", ["dense", "mixed", "plain"])
def test_other_columns_are_the_same_rows(spark: Any, form: str) -> None:
    from pyspark.ml.linalg import Vectors

    X, y = plain()
    X[::4, 1] = 0.0

    def vector(row: int) -> Any:
        places = [int(j) for j in np.flatnonzero(X[row])]
        if form == "mixed" and row % 4 == 0:
            return Vectors.sparse(3, places, X[row, places].tolist())
        return Vectors.dense(X[row].tolist())

    rows: list[Any]
    features: Any
    if form == "plain":
        rows = [(float(label), *map(float, x)) for label, x in zip(y, X)]
        names, features = ["label", "a", "b", "c"], list("abc")
        given: Any = [pa.table(dict(zip("abc", part.T.copy()))) for part in (X[:30], X[30:])]
    else:
        rows = [(float(y[row]), vector(row)) for row in range(len(y))]
        names, features = ["label", "x"], "x"
        given = [X[:30], X[30:]]
    # Two partitions of rows as they come, which are the shards.
    df = spark.createDataFrame(spark.sparkContext.parallelize(rows, 2), names)
    model = fit(df, features=features, algorithm=CHOICE, rounds=1)
    base = nr.Learner(CHOICE, problem="binary")
    base.open(pa.concat_tables(given) if form == "plain" else X, y)
    merged = states(base.to_bytes(), (given[0], y[:30]), (given[1], y[30:]))
    assert digest(model.learner_) == digest(merged)


def test_empty_partitions_are_no_shards(spark: Any) -> None:
    df = frame(spark, count=40).coalesce(1)
    sparse = df.repartition(6, "label")
    assert sum(1 for part in sparse.rdd.glom().collect() if not part) >= 4
    model = fit(sparse, algorithm=CHOICE, rounds=1)
    assert model.history_[0]["shards"] == 2
    many = fit(df.limit(3), algorithm=CHOICE, rounds=1, shards=8)
    assert many.history_[0]["shards"] <= 3
    with pytest.raises(nr.NoRegretError, match="has no rows"):
        fit(df.where("label > 5"), rounds=1)
