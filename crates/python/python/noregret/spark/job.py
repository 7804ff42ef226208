"""Jobs of Spark: functions of `task` on all partitions of a data frame, and what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from noregret._engine import NoRegretError
from noregret.spark.columns import Columns
from noregret.spark.ship import FOLDER, ship
from noregret.spark.task import LEARNED

#: Stands for the number of the partition that a task works on.
PARTITION = "partition"


@dataclass(frozen=True)
class Shard:
    """What a shard has become in a round."""

    number: int
    rows: int
    state: bytes


def learned_shards(df: Any, columns: Columns, base: bytes, number: str | None) -> list[Shard]:
    """Learns from every shard, beginning with the base; the states in the order of the shards.

    Raises
    ------
    NoRegretError
        If a row was refused: which, in which shard, and why.
    """
    context = df.sparkSession.sparkContext
    sent = context.broadcast(base)
    try:
        task = on_executors(df, "learn_shards", columns, sent, number)
        table = df.mapInArrow(task, LEARNED).toArrow()
    finally:
        sent.destroy()
    rows = sorted(table.to_pylist(), key=lambda row: int(row["shard"]))
    failures = [str(row["failure"]) for row in rows if row["failure"] is not None]
    if failures:
        raise NoRegretError(failures[0])
    return [Shard(row["shard"], row["rows"], row["state"]) for row in rows]


def on_executors(
    df: Any, name: str, columns: Columns, model: Any, more: Any
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """The function of `task` with this name, for `mapInArrow`; `model` is a broadcast variable.

    What is returned is a nested function without globals, so that it is sent as code: a worker can
    run it before it knows this package, and finds that in the archive if one was sent.
    """
    ship(df.sparkSession)
    folder, partition, read = FOLDER, PARTITION, asdict(columns)

    def run(batches: Iterable[Any]) -> Iterator[Any]:
        import importlib
        import os
        import sys

        from pyspark import SparkFiles, TaskContext

        path = SparkFiles.get(folder)
        if os.path.isdir(path) and path not in sys.path:
            sys.path.insert(0, path)
        argument = more
        if argument == partition:
            context = TaskContext.get()
            argument = context.partitionId() if context is not None else 0
        task = importlib.import_module("noregret.spark.task")
        yield from getattr(task, name)(batches, task.Columns(**read), model.value, argument)

    return run
