"""A fit: the data frame in shards, the base that all of them begin with, the rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from noregret._engine import Learner, NoRegretError
from noregret.spark.columns import Columns
from noregret.spark.dual import ascend
from noregret.spark.mixing import mix
from noregret.spark.shards import sharded
from noregret.spark.task import place
from noregret.spark.vectors import BrokenRow

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from noregret._engine import Certify

#: So many rows decide what is open, as in the program.
HEAD = 1000


@dataclass(frozen=True)
class Plan:
    """What is asked for.

    Attributes
    ----------
    choice, problem, classes, certify, seed, settings
        What a learner begins with.
    rounds, shards
        How often all rows are learned from, and in how many parts.
    gap
        How near to come to the best fixed predictor, as a share of its value; any learner if that
        is not asked for.
    bar
        Is told after each round how many rows were learned from so far.
    """

    choice: str
    problem: str | None = None
    classes: tuple[Any, ...] | None = None
    certify: Certify = "live"
    seed: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    rounds: int = 5
    shards: int | None = None
    gap: float | None = None
    bar: Callable[[int], None] | None = None


@dataclass(frozen=True)
class Fitted:
    """What a fit has found."""

    learner: Learner
    history: list[dict[str, Any]]
    columns: Columns


def train(df: DataFrame, columns: Columns, plan: Plan) -> Fitted:
    """Learns from a data frame."""
    rows, number = sharded(df, columns.names, plan.shards)
    with persisted(rows):
        base, columns = opened(rows, columns, plan)
        given = (rows, number, columns, base, plan.rounds)
        if plan.gap is None:
            learner, history = mix(*given, plan.bar)
        else:
            learner, history = ascend(*given, plan.gap, plan.bar)
    return Fitted(learner, history, columns)


@contextmanager
def persisted(df: DataFrame) -> Iterator[None]:
    """Keeps the rows of a data frame in memory, or on disk, while they are needed.

    Unlike a checkpoint that keeps the lineage: what a lost worker had is computed again.
    """
    from pyspark import StorageLevel

    df.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        yield
    finally:
        df.unpersist()


def head(df: DataFrame) -> Any:
    """The first rows of the first shards, as one Arrow batch."""
    from pyspark.sql import functions as F

    # A limit alone takes the rows of whichever task is first.
    numbered = df.withColumn("__row", F.monotonically_increasing_id())
    table = numbered.orderBy("__row").limit(HEAD).drop("__row").toArrow()
    if not table.num_rows:
        raise NoRegretError("the data frame has no rows")
    return table.combine_chunks().to_batches()[0]


def opened(df: DataFrame, columns: Columns, plan: Plan) -> tuple[bytes, Columns]:
    """The base: a model for which the first rows have decided, and which has learned from none."""
    batch = head(df)
    columns = columns.widened(batch)
    begun = _begun(batch, columns, plan)
    plan = replace(plan, problem=plan.problem or begun.problem)
    if plan.gap is not None and begun.classes and plan.classes is None:
        # Dual variables have a place for each class: none may come later.
        plan = replace(plan, classes=_labels(df, columns))
    return _begun(batch, columns, plan).to_bytes(), columns


def _labels(df: DataFrame, columns: Columns) -> tuple[Any, ...]:
    """All labels there are."""
    picked = df.select(f"`{columns.label}`").dropna().distinct()
    return tuple(sorted(row[0] for row in picked.collect()))


def _begun(batch: Any, columns: Columns, plan: Plan) -> Learner:
    learner = Learner(
        plan.choice,
        problem=plan.problem,
        classes=plan.classes,
        certify=plan.certify,
        seed=plan.seed,
        **plan.settings,
    )
    try:
        learner.open(columns.rows(batch), columns.labels(batch), text=columns.words)
    except (BrokenRow, NoRegretError) as error:
        at, reason = place(error)
        raise NoRegretError(f"row {at} of the first: {reason}") from None
    return learner
