"""Learning from a data frame in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from noregret.spark.estimator import LearnerEstimator

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from noregret._engine import Certify
    from noregret.spark.model import LearnerModel


def fit(
    df: DataFrame,
    *,
    label: str = "label",
    features: str | Sequence[str] | None = None,
    text: str | Sequence[str] | None = None,
    weight: str | None = None,
    algorithm: str = "pa1",
    problem: str | None = None,
    C: float | None = None,
    rounds: int | None = None,
    shards: int | None = None,
    method: str = "mixing",
    gap: float = 1e-3,
    certify: Certify = "live",
    verbose: bool = False,
    **settings: Any,
) -> LearnerModel:
    """Learns on all executors; the model is merged after each round.

    Parameters
    ----------
    df
        The rows.
    label, weight
        Columns of labels, and of how much rows count.
    features
        A column of `pyspark.ml` vectors, or columns of numbers and of strings, which are
        categories; "features" if neither that nor `text` is given.
    text
        Columns that are split into words, as `--text` of the program does.
    algorithm, problem, C, certify, **settings
        The learner, as `noregret.Learner` takes it; what is left open the first rows decide.
    rounds, shards
        How often all rows are learned from (5 times, "dual" 100 at most), and in how many parts;
        without `shards` the partitions of the data frame, as they are.
    method, gap
        "mixing" for any learner; "dual" finds the best fixed predictor for the learner's loss and
        `C`, to this gap (as a share of its value, which `noregret hindsight` prints too).
    verbose
        Whether a bar shows progress.

    Returns
    -------
    LearnerModel
        With `transform`, `evaluate`, `history_`, `certificate_` and `learner_`.

    Raises
    ------
    NoRegretError
        If a row cannot be learned from; the message names the shard, the row and the reason.
    """
    estimator = LearnerEstimator(
        labelCol=label, algorithm=algorithm, method=method, gap=gap, certify=certify,
        verbose=verbose,
    )
    listed = [features] if isinstance(features, str) else list(features or ())
    words = [text] if isinstance(text, str) else list(text or ())
    if isinstance(features, str) and not words:
        estimator._set(featuresCol=features)
    elif listed or words:
        estimator._set(inputCols=listed, textCols=words)
    given = {"weightCol": weight, "problem": problem, "C": C, "rounds": rounds}
    given["shards"] = shards
    given = {name: value for name, value in given.items() if value is not None}
    own = {name: settings.pop(name) for name in ("seed", "classes") if name in settings}
    model: LearnerModel = estimator._set(settings=settings, **given, **own).fit(df)
    return model
