"""A fitted model for `pyspark.ml`."""

from __future__ import annotations

from typing import Any

from pyspark.ml import Model
from pyspark.ml.util import (
    DefaultParamsReader,
    DefaultParamsWriter,
    MLReadable,
    MLReader,
    MLWritable,
    MLWriter,
)
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, DataType, DoubleType, StringType, StructField, StructType

from noregret._engine import Certificate, Learner, NoRegretError
from noregret.audit import Headroom
from noregret.spark.job import Task, on_executors
from noregret.spark.params import ColumnParams

#: What the model is called in the folder of a saved one: a file that the program reads too.
FILE = "model.nrm"
ANSWER = Task("task", "answer", {})
_TYPES: dict[str, DataType] = {
    "number": DoubleType(),
    "string": StringType(),
    "score": DoubleType(),
    "scores": ArrayType(DoubleType()),
}


class LearnerModel(Model, ColumnParams, MLReadable["LearnerModel"], MLWritable):
    """The model that `LearnerEstimator` has learned.

    `transform` adds the column `predictionCol`: a number if the labels were numbers, else a string.
    For classes it also adds `rawPredictionCol`: for two classes one score, above 0 for the second
    class; for more a vector with a score for each class.

    Attributes
    ----------
    learner_
        The merged learner: `learner_.save(path)` writes a file that the program reads.
    history_
        Figures of each round: "rows", "bytes" and "seconds". Mixing adds the progressive "error"
        and "mean_loss", the "certificate" of all rounds so far, and "floor" and "found" of the
        headroom; dual ascent adds "value", "bound" and "gap".
    """

    def __init__(
        self, learner: Learner, history: list[dict[str, Any]], width: int, label: str
    ) -> None:
        super().__init__()
        self.learner_ = learner
        self.history_ = history
        self._width = width
        self._label = label

    @property
    def certificate_(self) -> Certificate | None:
        """What the rounds prove about every fixed predictor."""
        return self.learner_.certificate()

    @property
    def headroom_(self) -> list[Headroom]:
        """How much of the loss was avoidable; empty where nothing is known (`Learner.headroom`)."""
        return self.learner_.headroom()

    def _transform(self, dataset: DataFrame) -> DataFrame:
        columns = self.columns(dataset.schema, self._width).unlabelled()
        fields = self._fields()
        for name, _ in fields:
            if name in dataset.schema.names:
                raise NoRegretError(f"there is a column {name} already")
        sent = dataset.sparkSession.sparkContext.broadcast(self.learner_.to_bytes())
        task = on_executors(dataset, ANSWER, columns, sent, fields)
        added = [StructField(name, _TYPES[kind]) for name, kind in fields]
        answered = dataset.mapInArrow(task, StructType([*dataset.schema.fields, *added]))
        return self._with_vectors(answered, fields)

    def _fields(self) -> list[tuple[str, str]]:
        """The added columns and their types."""
        kind = "string" if self._label == "string" else "number"
        fields = [(self.getPredictionCol(), kind)]
        raw = self.getRawPredictionCol()
        if raw and self.learner_.classes:
            fields.append((raw, "score" if self.learner_.problem == "binary" else "scores"))
        return fields

    @staticmethod
    def _with_vectors(df: DataFrame, fields: list[tuple[str, str]]) -> DataFrame:
        """Lists of scores as vectors, which the evaluators of `pyspark.ml` take."""
        from pyspark.ml.functions import array_to_vector

        for name, kind in fields:
            if kind == "scores":
                df = df.withColumn(name, array_to_vector(F.col(f"`{name}`")))
        return df

    def evaluate(self, dataset: DataFrame) -> dict[str, float]:
        """Counts the errors of the predictions for labelled rows, without learning from them.

        Returns
        -------
        dict
            "rows", and "mistakes" and "error" of classes, or "mean_absolute_error" and
            "mean_squared_error" of numbers.
        """
        label = self.columns(dataset.schema, self._width).label
        if label is None or label not in dataset.schema.names:
            raise NoRegretError(f"there is no column {label} of labels")
        said = F.col(f"`{self.getPredictionCol()}`")
        true = F.col(f"`{label}`").cast("string" if self._label == "string" else "double")
        if self.learner_.classes:
            sums = [F.sum((said != true).cast("long"))]
        else:
            sums = [F.sum(F.abs(said - true)), F.sum((said - true) ** 2)]
        rows, *found = self.transform(dataset).agg(F.count(F.lit(1)), *sums).head() or (0,)
        if not rows:
            raise NoRegretError("the data frame has no rows")
        if self.learner_.classes:
            return {"rows": rows, "mistakes": found[0], "error": found[0] / rows}
        names = ("mean_absolute_error", "mean_squared_error")
        return {"rows": rows, **{name: each / rows for name, each in zip(names, found)}}

    def write(self) -> MLWriter:
        """A writer of the model: a folder with its parameters and the file `model.nrm`."""
        return _Writer(self)

    @classmethod
    def read(cls) -> MLReader[LearnerModel]:
        """A reader of the folder that `write` has written."""
        return _Reader()


class _Writer(MLWriter):
    def __init__(self, model: LearnerModel) -> None:
        super().__init__()
        self._model = model

    def saveImpl(self, path: str) -> None:
        model, spark = self._model, self.sparkSession
        about = {"width": model._width, "label": model._label, "history": model.history_}
        DefaultParamsWriter.saveMetadata(model, path, spark, extraMetadata=about)
        _write(spark, f"{path}/{FILE}", model.learner_.to_bytes())


class _Reader(MLReader[LearnerModel]):
    def load(self, path: str) -> LearnerModel:
        spark = self.sparkSession
        about = DefaultParamsReader.loadMetadata(path, spark)
        row = spark.read.format("binaryFile").load(f"{path}/{FILE}").select("content").head()
        if row is None:
            raise NoRegretError(f"{path}: there is no {FILE}")
        learner = Learner.from_bytes(bytes(row[0]))
        model = LearnerModel(learner, about["history"], about["width"], about["label"])
        model._resetUid(about["uid"])
        DefaultParamsReader.getAndSetParams(model, about)
        return model


def _write(spark: SparkSession, file: str, data: bytes) -> None:
    """Writes a file where Hadoop writes it: to a disk, HDFS, or a store of objects."""
    jvm: Any = spark._jvm
    path = jvm.org.apache.hadoop.fs.Path(file)
    out = path.getFileSystem(spark._jsc.hadoopConfiguration()).create(path, True)
    try:
        out.write(bytearray(data))
    finally:
        out.close()
