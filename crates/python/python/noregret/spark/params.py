"""The parameters of the estimator and the model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import (
    HasFeaturesCol,
    HasLabelCol,
    HasPredictionCol,
    HasRawPredictionCol,
    HasWeightCol,
)

from noregret._engine import NoRegretError
from noregret.spark.columns import Columns

if TYPE_CHECKING:
    from pyspark.sql.types import StructType


class ColumnParams(
    HasFeaturesCol, HasLabelCol, HasPredictionCol, HasRawPredictionCol, HasWeightCol
):
    """Which columns are read and written."""

    inputCols: Param[list[str]] = Param(
        Params._dummy(),
        "inputCols",
        "columns of numbers, and of strings, which are categories: features instead of featuresCol",
        typeConverter=TypeConverters.toListString,
    )
    textCols: Param[list[str]] = Param(
        Params._dummy(),
        "textCols",
        "columns that are split into words: features instead of featuresCol",
        typeConverter=TypeConverters.toListString,
    )

    def columns(self, schema: StructType, width: int = 0) -> Columns:
        """The columns of a data frame, as they were chosen."""
        plain, text = tuple(self._given("inputCols") or ()), tuple(self._given("textCols") or ())
        found = Columns(self._given("labelCol"), self._given("weightCol"), plain=plain, text=text)
        if not plain and not text:
            features = self.getFeaturesCol()
            if _is_vector(schema, features):
                found = replace(found, vector=features, width=width)
            else:
                found = replace(found, plain=(features,))
        _check(schema, found)
        return found

    def _given(self, name: str) -> Any:
        """The value of a parameter; `None` if it has none."""
        return self.getOrDefault(name) if self.isDefined(name) else None


def _is_vector(schema: StructType, name: str) -> bool:
    from pyspark.ml.linalg import VectorUDT

    return name in schema.names and isinstance(schema[name].dataType, VectorUDT)


def _check(schema: StructType, columns: Columns) -> None:
    """Refuses columns that are not there, or are no features."""
    from pyspark.sql.types import BooleanType, NumericType, StringType

    for name in columns.features:
        if name not in schema.names:
            raise NoRegretError(f"there is no column {name}: the columns are {schema.names}")
        kind = schema[name].dataType
        if name in columns.text and not isinstance(kind, StringType):
            raise NoRegretError(f"the column {name} is of {kind.simpleString()}: it is no text")
        if name in columns.plain and not isinstance(kind, NumericType | BooleanType | StringType):
            what = kind.simpleString()
            advice = "numbers and strings are wanted, or one column of vectors"
            raise NoRegretError(f"the column {name} is of {what}: {advice}")


class LearnerParams(ColumnParams):
    """What is learned, and how."""

    algorithm: Param[str] = Param(
        Params._dummy(), "algorithm", "the learner, as in noregret.Learner",
        typeConverter=TypeConverters.toString,
    )
    problem: Param[str] = Param(
        Params._dummy(), "problem", "what the labels ask; the first rows decide if it is not set",
        typeConverter=TypeConverters.toString,
    )
    classes: Param[list[Any]] = Param(
        Params._dummy(), "classes", "classes that are known before they are seen",
        typeConverter=TypeConverters.toList,
    )
    C: Param[float] = Param(
        Params._dummy(), "C", "how much the loss counts beside the norm",
        typeConverter=TypeConverters.toFloat,
    )
    settings: Param[dict[str, Any]] = Param(
        Params._dummy(), "settings", "further settings of the learner, as in noregret.Learner",
        typeConverter=TypeConverters.identity,
    )
    certify: Param[str] = Param(
        Params._dummy(), "certify", "how much work proof may take: off, live or tight",
        typeConverter=TypeConverters.toString,
    )
    seed: Param[int] = Param(
        Params._dummy(), "seed", "seed of everything random", typeConverter=TypeConverters.toInt
    )
    rounds: Param[int] = Param(
        Params._dummy(), "rounds", "how often all rows are learned from: 5 times, dual 100 at most",
        typeConverter=TypeConverters.toInt,
    )
    shards: Param[int] = Param(
        Params._dummy(), "shards", "in how many parts; if not set, the partitions as they are",
        typeConverter=TypeConverters.toInt,
    )
    method: Param[str] = Param(
        Params._dummy(), "method", "mixing, or dual: the best fixed predictor",
        typeConverter=TypeConverters.toString,
    )
    gap: Param[float] = Param(
        Params._dummy(), "gap", "how near dual comes to the best value, as a share of it",
        typeConverter=TypeConverters.toFloat,
    )
    verbose: Param[bool] = Param(
        Params._dummy(), "verbose", "whether a bar shows progress",
        typeConverter=TypeConverters.toBoolean,
    )

    def _defaults(self) -> None:
        self._setDefault(
            algorithm="pa1", settings={}, certify="live", seed=0, method="mixing", gap=1e-3,
            verbose=False,
        )
