"""Jobs of Spark: functions of `task` on all partitions of a data frame, and what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from noregret._engine import NoRegretError
from noregret.spark.answers import STATE, STEP, ddl
from noregret.spark.columns import Columns
from noregret.spark.ship import FOLDER, ship

#: Stands for the number of the partition that a task works on.
PARTITION = "partition"


@dataclass(frozen=True)
class Task:
    """A function of the executors: its module, its name, and what it sends back."""

    module: str
    name: str
    answer: dict[str, str]


LEARN = Task("task", "learn_shards", STATE)
COUNT = Task("dual_task", "count_shards", STATE)
STEP_SHARDS = Task("dual_task", "step_shards", STEP)
REPORT = Task("dual_task", "report_shards", STATE)


def each_shard(
    df: Any, columns: Columns, task: Task, sent: Any, number: str | None
) -> list[dict[str, Any]]:
    """The answers of a task for every shard, in order; `sent` goes to all tasks.

    Raises
    ------
    NoRegretError
        If a row was refused: which, in which shard, and why; or if there are no rows.
    """
    told = df.sparkSession.sparkContext.broadcast(sent)
    try:
        run = on_executors(df, task, columns, told, number)
        table = df.mapInArrow(run, ddl(task.answer)).toArrow()
    finally:
        told.destroy()
    rows: list[dict[str, Any]] = sorted(table.to_pylist(), key=lambda row: int(row["shard"]))
    failures = [str(row["failure"]) for row in rows if row["failure"] is not None]
    if failures:
        raise NoRegretError(failures[0])
    if not rows:
        raise NoRegretError("the data frame has no rows")
    return rows


def on_executors(
    df: Any, task: Task, columns: Columns, told: Any, more: Any
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A task as a function for `mapInArrow`; `told` is a broadcast variable.

    The function is nested and has no globals, so that Spark sends its code. A worker can then run
    it before it can import this package, which it finds in the archive if one was sent.
    """
    ship(df.sparkSession)
    folder, partition, read = FOLDER, PARTITION, asdict(columns)
    module, name = f"noregret.spark.{task.module}", task.name

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
        function, kind = getattr(importlib.import_module(module), name), "noregret.spark.columns"
        columns = importlib.import_module(kind).Columns(**read)
        yield from function(batches, columns, told.value, argument)

    return run
