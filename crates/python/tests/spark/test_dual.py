"""`method="dual"`: the steps of `dual_ascent` over the same shards, to the gap of `hindsight`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sessions import digest, frame
from test_identity import compressed, shards_of

import noregret as nr
from noregret.spark import fit

C = 0.1


def test_steps_are_those_of_dual_ascent(spark: Any) -> None:
    df = frame(spark)
    found = shards_of(df)
    parts = [(compressed(rows), [row.label for row in rows]) for rows in found]
    learner = nr.Learner("pa1", problem="binary", C=C, classes=[-1.0, 1.0], bias=1.0)
    learner.open(*parts[0])
    master = nr.DualMaster(learner, len(parts), columns=30)
    shards = [nr.DualShard(master.base, X, y) for X, y in parts]
    wanted = nr.dual_ascent(master, shards, gap=1e-2)
    model = fit(df, method="dual", C=C, gap=1e-2, shards=len(parts), bias=1.0)
    history = [(each["value"], each["bound"], each["gap"]) for each in model.history_]
    assert history == wanted.history
    assert digest(model.learner_) == digest(wanted.learner)
    assert model.learner_.rows == 400


def test_the_gap_and_the_error_are_those_of_hindsight(spark: Any) -> None:
    df = frame(spark)
    rows = df.collect()
    X, y = compressed(rows), np.array([row.label for row in rows])
    best = nr.hindsight(X, y, "pa1", C=C, gap=1e-6, problem="binary", bias=1.0)
    model = fit(df, method="dual", C=C, gap=1e-3, shards=4, bias=1.0)
    last = model.history_[-1]
    assert last["gap"] <= 1e-3 < model.history_[0]["gap"]
    assert last["bound"] <= best.value and best.bound <= last["value"]
    assert last["value"] <= best.value * (1 + 2e-3)
    assert model.evaluate(df)["error"] == pytest.approx(best.error_rate, abs=0.02)


def test_classes_that_the_first_rows_lack_have_dual_variables(spark: Any) -> None:
    rows = [(float(row % 2), float(row % 5), 1.0) for row in range(1500)]
    rows += [(2.0, float(row % 5), -1.0) for row in range(30)]
    df = spark.createDataFrame(rows, ["label", "a", "b"]).coalesce(1)
    settings = {"C": C, "problem": "multiclass", "bias": 1.0, "rounds": 8}
    model = fit(df, method="dual", features=["a", "b"], **settings)
    assert sorted(model.learner_.classes) == [0.0, 1.0, 2.0]
    assert model.history_[0]["shards"] == 1


def test_what_cannot_be_searched_for_is_refused(spark: Any) -> None:
    df = spark.createDataFrame([(1.0, "a b", 1.0), (-1.0, "c", None)], ["label", "text", "x"])
    with pytest.raises(nr.NoRegretError, match="text columns"):
        fit(df, method="dual", text="text")
    with pytest.raises(nr.NoRegretError, match="shard 0, row 0: .*text=a b.*hash them"):
        fit(df, method="dual", features="text", problem="binary")
    hashed = fit(df, method="dual", features="text", problem="binary", hash=10, rounds=2, bias=1.0)
    assert hashed.evaluate(df)["mistakes"] == 0
    broken = df.selectExpr("label", "if(x > 0, double('nan'), 1.0) as x").coalesce(1)
    with pytest.raises(nr.NoRegretError, match="row 0.*: .*NaN"):
        fit(broken, method="dual", features=["x"], problem="binary")


def test_a_fit_is_repeatable(spark: Any) -> None:
    df = frame(spark, count=100)
    models = [fit(df.repartition(n), method="dual", C=C, shards=3, rounds=4) for n in (2, 5)]
    assert digest(models[0].learner_) == digest(models[1].learner_)
