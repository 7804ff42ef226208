"""The estimator for `pyspark.ml`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from pyspark.ml import Estimator
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame

from noregret._engine import NoRegretError
from noregret.progress import progress_bar
from noregret.spark.model import LearnerModel
from noregret.spark.params import LearnerParams
from noregret.spark.training import Plan, train


#: How many rounds there are, unless it is said; dual ascent ends when its gap is reached.
ROUNDS = {"mixing": 5, "dual": 100}


class LearnerEstimator(
    Estimator[LearnerModel],
    LearnerParams,
    DefaultParamsReadable["LearnerEstimator"],
    DefaultParamsWritable,
):
    """Learns on all executors; the model is merged after each round.

    Parameters
    ----------
    featuresCol, inputCols, textCols
        Features: one column of vectors (`featuresCol`), or columns of numbers and of strings, which
        are categories (`inputCols`), and columns that are split into words (`textCols`).
    labelCol, weightCol
        Labels, and how much rows count.
    predictionCol, rawPredictionCol
        What the model adds.
    algorithm, problem, classes, C, settings, certify, seed
        The learner, as `noregret.Learner` takes it; what is left open the first rows decide.
    rounds, shards
        How often all rows are learned from, and in how many parts: the partitions as they are if
        that is not set (`noregret.spark.shards` says what the result depends on).
    method, gap
        "mixing" for any learner; "dual" finds the best fixed predictor for the learner's loss and
        `C`, to this gap.
    verbose
        Whether a bar shows progress.
    """

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self._defaults()
        self._set(**params)

    def setParams(self, **params: Any) -> LearnerEstimator:
        """Sets parameters."""
        self._set(**params)
        return self

    def _fit(self, dataset: DataFrame) -> LearnerModel:
        columns = self.columns(dataset.schema)
        with progress_bar() if self.getOrDefault("verbose") else nullcontext() as bar:
            fitted = train(dataset, columns, self._plan(bar))
        label = None if columns.label is None else dataset.schema[columns.label].dataType
        model = LearnerModel(
            fitted.learner, fitted.history, fitted.columns.width,
            "" if label is None else label.simpleString(),
        )
        fitted_model: LearnerModel = self._copyValues(model)
        return fitted_model

    def _plan(self, bar: Any) -> Plan:
        method = self.getOrDefault("method")
        if method not in ROUNDS:
            raise NoRegretError(f"method is one of {sorted(ROUNDS)}, not '{method}'")
        settings = dict(self.getOrDefault("settings"))
        if self.isDefined("C"):
            settings["C"] = self.getOrDefault("C")
        classes = self._given("classes")
        return Plan(
            choice=self.getOrDefault("algorithm"),
            problem=self._given("problem"),
            classes=None if classes is None else tuple(classes),
            certify=self.getOrDefault("certify"),
            seed=self.getOrDefault("seed"),
            settings=settings,
            rounds=self._given("rounds") or ROUNDS[method],
            shards=self._given("shards"),
            gap=self.getOrDefault("gap") if method == "dual" else None,
            bar=bar,
        )
