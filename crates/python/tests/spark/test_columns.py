"""What goes in and comes out: columns, labels, errors, pipelines."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import pytest
from sessions import digest, frame

import noregret as nr
from noregret.spark import LearnerEstimator, LearnerModel, fit

MAIL = [("Cheap offer, now!", "spam"), ("the meeting is today", "work"), ("dinner at 8", "home")]


def mail(spark: Any, count: int = 60) -> Any:
    rows = [(*MAIL[row % 3], float(row % 5), "ab"[row % 2]) for row in range(count)]
    return spark.createDataFrame(rows, ["body", "folder", "size", "kind"])


def test_text_is_split_into_words_and_strings_are_categories(spark: Any) -> None:
    df = mail(spark)
    model = fit(df, label="folder", text="body", features=["size", "kind"], rounds=2, shards=2)
    known = set(model.learner_.features)
    assert {"body^cheap", "body^8", "kind=a", "kind=b", "size"} <= known
    assert model.evaluate(df) == {"rows": 60, "mistakes": 0, "error": 0.0}
    said = model.transform(df).select("folder", "prediction", "rawPrediction").collect()
    assert all(row.folder == row.prediction for row in said)
    assert len(said[0].rawPrediction) == 3
    assert sorted(model.learner_.classes) == ["home", "spam", "work"]


def test_answers_are_those_of_the_learner(spark: Any) -> None:
    df = frame(spark, count=50)
    model = fit(df, rounds=1, shards=2)
    rows = model.transform(df).collect()
    X = [{int(j): float(x) for j, x in zip(row.features.indices, row.features.values)}
         for row in rows]
    assert [row.prediction for row in rows] == model.learner_.predict_many(X)
    assert [row.rawPrediction for row in rows] == model.learner_.scores_many(X).tolist()
    counted = model.evaluate(df)
    assert counted["mistakes"] == sum(row.prediction != row.label for row in rows)
    with pytest.raises(nr.NoRegretError, match="a column prediction already"):
        model.transform(model.transform(df))


def test_numbers_are_predicted(spark: Any) -> None:
    rows = [(0.5 * (row % 7) + 1.0 / (1 + row), float(row % 7)) for row in range(200)]
    df = spark.createDataFrame(rows, ["y", "x"])
    model = fit(df, label="y", features=["x"], rounds=3, shards=2, problem="regression")
    found = model.evaluate(df)
    assert found["rows"] == 200 and found["mean_absolute_error"] < 0.3
    assert "rawPrediction" not in model.transform(df).columns
    assert model.history_[0]["error"] is None and model.history_[0]["mean_loss"] > 0


def test_weights_count(spark: Any) -> None:
    rows = [(1.0 if row % 2 else -1.0, float(row % 2) - 0.5, float(row)) for row in range(20)]
    df = spark.createDataFrame(rows, ["label", "x", "w"]).coalesce(1)
    model = fit(df, features=["x"], weight="w", rounds=1)
    same = fit(df, features=["x"], rounds=1)
    assert digest(model.learner_) != digest(same.learner_)
    broken = df.selectExpr("label", "x", "-w as w")
    with pytest.raises(nr.NoRegretError, match="row 1: .*weight"):
        fit(broken, features=["x"], weight="w", rounds=1)


def null(spark: Any, value: Any, label: Any = 1.0) -> Any:
    rows = [(1.0 if row % 2 else -1.0, float(row)) for row in range(10)]
    rows[7] = (label, value)
    return spark.createDataFrame(rows, "label double, x double").coalesce(1)


@pytest.mark.parametrize(
    ("value", "label", "reason"),
    [
        (math.nan, 1.0, "NaN of the feature x"),
        (math.inf, 1.0, "inf of the feature x"),
        (1.0, None, "the column label is null"),
        (1.0, math.nan, "label"),
    ],
)
def test_what_is_refused_is_named(spark: Any, value: Any, label: Any, reason: str) -> None:
    df = null(spark, value, label).repartition(1)
    wide = df.unionAll(df.where("x < 5")).coalesce(1)
    with pytest.raises(nr.NoRegretError, match=f"row \\d+.*: .*{reason}"):
        fit(wide, features=["x"], rounds=1, algorithm="pa1", problem="binary")


def test_shard_and_row_of_what_is_refused(spark: Any) -> None:
    """Beyond the first rows, which are looked at on the driver."""
    rows = [(1.0 if row % 2 else -1.0, float(row % 9)) for row in range(2048)]
    rows[1524] = (1.0, math.nan)
    split = spark.createDataFrame(spark.sparkContext.parallelize(rows, 2), ["label", "x"])
    with pytest.raises(nr.NoRegretError, match="^shard 1, row 500: .*NaN"):
        fit(split, features=["x"], rounds=1)
    missing = split.selectExpr("if(isnan(x), null, x) as x", "label")
    assert fit(missing, features=["x"], rounds=1).learner_.rows == 2048


def test_columns_that_are_none_are_refused(spark: Any) -> None:
    df = mail(spark)
    with pytest.raises(nr.NoRegretError, match="there is no column sizes"):
        fit(df, label="folder", features=["sizes"])
    with pytest.raises(nr.NoRegretError, match="size is of double: it is no text"):
        fit(df, label="folder", text="size")
    listed = df.selectExpr("folder", "array(size) as sizes")
    with pytest.raises(nr.NoRegretError, match="sizes is of array<double>"):
        fit(listed, label="folder", features="sizes")
    with pytest.raises(nr.NoRegretError, match="method is"):
        fit(df, label="folder", text="body", method="magic")


def test_a_pipeline_with_an_indexer_and_hashed_words(spark: Any, tmp_path: Path) -> None:
    from pyspark.ml import Pipeline, PipelineModel
    from pyspark.ml.evaluation import MulticlassClassificationEvaluator
    from pyspark.ml.feature import HashingTF, StringIndexer, Tokenizer

    df = mail(spark)
    stages = [
        StringIndexer(inputCol="folder", outputCol="label"),
        Tokenizer(inputCol="body", outputCol="words"),
        HashingTF(inputCol="words", outputCol="features", numFeatures=1 << 10),
        LearnerEstimator(algorithm="pa1", rounds=2, shards=2),
    ]
    pipeline = Pipeline(stages=stages)
    pipeline.write().overwrite().save(str(tmp_path / "pipeline"))
    model = Pipeline.load(str(tmp_path / "pipeline")).fit(df)
    assert isinstance(model.stages[-1], LearnerModel)
    said = model.transform(df)
    assert MulticlassClassificationEvaluator(metricName="accuracy").evaluate(said) == 1.0
    model.write().overwrite().save(str(tmp_path / "model"))
    again = PipelineModel.load(str(tmp_path / "model"))
    assert again.transform(df).collect() == said.collect()
    first, second = model.stages[-1], again.stages[-1]
    assert digest(first.learner_) == digest(second.learner_)
    assert (first.history_, first.uid) == (second.history_, second.uid)
    assert str(second.certificate_) == str(first.certificate_)
    file = next((tmp_path / "model").rglob("model.nrm"))
    assert digest(nr.load(file)) == digest(first.learner_)


def test_parameters_are_searched(spark: Any) -> None:
    from pyspark.ml.evaluation import BinaryClassificationEvaluator
    from pyspark.ml.tuning import ParamGridBuilder, TrainValidationSplit

    estimator = LearnerEstimator(rounds=1, shards=2, certify="off")
    grid = ParamGridBuilder().addGrid(estimator.C, [0.01, 1.0]).build()
    evaluator = BinaryClassificationEvaluator()
    df = frame(spark).selectExpr("if(label > 0, 1.0, 0.0) as label", "features")
    search = TrainValidationSplit(
        estimator=estimator, estimatorParamMaps=grid, evaluator=evaluator, seed=1
    )
    found = search.fit(df)
    assert min(found.validationMetrics) > 0.8
    assert isinstance(found.bestModel, LearnerModel)


def test_progress_is_shown_if_it_is_asked_for(
    spark: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    df = frame(spark, count=40)
    fit(df, rounds=1, shards=2)
    assert "rows" not in capsys.readouterr().err
    fit(df, rounds=2, shards=2, verbose=True)
    assert "80" in capsys.readouterr().err


def test_what_is_shown_is_what_the_learner_proves(spark: Any) -> None:
    model = fit(frame(spark), algorithm="pa1:C=0.1", rounds=2, shards=3)
    assert model.certificate_ is not None
    assert model.history_[-1]["certificate"] == model.certificate_.as_dict()
    assert model.history_[-1]["floor"] == model.headroom_[0]["floor"]
    assert io.StringIO(str(model.certificate_)).readline()
