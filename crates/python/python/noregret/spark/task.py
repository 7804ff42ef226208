"""What runs on the executors: a shard is learned from, rows are answered.

Nothing here needs Spark: batches of Arrow come in and go out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from noregret._engine import Learner, NoRegretError
from noregret.spark.answers import STATE, row
from noregret.spark.columns import SHARD, Columns
from noregret.spark.vectors import BrokenRow

_ROW = re.compile(r"row (\d+): (.*)", re.DOTALL)


def runs(batches: Iterable[Any], number: int | None) -> Iterator[tuple[int, Any]]:
    """Stretches of batches with the shard that their rows belong to.

    All are of the shard `number`; if that is not given, the batches have a column that says which,
    and the rows of a shard follow each other.
    """
    for batch in batches:
        if number is not None:
            yield number, batch
            continue
        shards = batch.column(SHARD).to_numpy(zero_copy_only=False)
        starts = [0, *(np.flatnonzero(np.diff(shards)) + 1), len(shards)]
        for start, end in zip(starts, starts[1:]):
            if end > start:
                yield int(shards[start]), batch.slice(start, end - start)


def learn_shards(
    batches: Iterable[Any], columns: Columns, base: bytes, number: int | None
) -> Iterator[Any]:
    """Learns from each shard, beginning with the base, and yields its state.

    A row that is refused ends it: its shard, its row and the reason are yielded instead.
    """
    shard, rows, learner = -1, 0, None
    for now, batch in runs(batches, number):
        if learner is None or now != shard:
            if learner is not None:
                yield row(STATE, shard=shard, rows=rows, state=learner.to_bytes(shard=True))
            shard, rows, learner = now, 0, Learner.from_bytes(base)
        try:
            learn(learner, columns, batch)
        except (BrokenRow, NoRegretError) as error:
            at, reason = place(error)
            yield row(STATE, shard=shard, failure=f"shard {shard}, row {rows + at}: {reason}")
            return
        rows += batch.num_rows
    if learner is not None:
        yield row(STATE, shard=shard, rows=rows, state=learner.to_bytes(shard=True))


def learn(learner: Learner, columns: Columns, batch: Any) -> None:
    """Learns from a batch."""
    rows, labels = columns.rows(batch), columns.labels(batch)
    learner.learn_many(rows, labels, weight=columns.weights(batch), text=columns.words)


def place(error: Exception) -> tuple[int, str]:
    """The row of a batch that was refused, and why."""
    found = _ROW.match(str(error))
    return (int(found[1]), found[2]) if found else (0, str(error))


def answer(
    batches: Iterable[Any], columns: Columns, model: bytes, fields: list[tuple[str, str]]
) -> Iterator[Any]:
    """Adds columns of what a model says, each called so and of one kind, to batches."""
    learner, rows = Learner.from_bytes(model), 0
    for batch in batches:
        try:
            said = [_SAYS[kind](learner, columns, batch) for _, kind in fields]
        except (BrokenRow, NoRegretError) as error:
            at, reason = place(error)
            raise NoRegretError(f"row {rows + at} of the partition: {reason}") from None
        rows += batch.num_rows
        arrays = [*batch.columns, *said]
        yield pa.RecordBatch.from_arrays(arrays, [*batch.schema.names, *(n for n, _ in fields)])


def _predictions(learner: Learner, columns: Columns, batch: Any) -> list[Any]:
    return learner.predict_many(columns.rows(batch), text=columns.words)


def _numbers(learner: Learner, columns: Columns, batch: Any) -> Any:
    return pa.array(map(float, _predictions(learner, columns, batch)), pa.float64())


def _strings(learner: Learner, columns: Columns, batch: Any) -> Any:
    return pa.array(map(str, _predictions(learner, columns, batch)), pa.string())


def _score(learner: Learner, columns: Columns, batch: Any) -> Any:
    scores = learner.scores_many(columns.rows(batch), text=columns.words)
    return pa.array(scores.reshape(-1), pa.float64())


def _scores(learner: Learner, columns: Columns, batch: Any) -> Any:
    scores = learner.scores_many(columns.rows(batch), text=columns.words)
    ends = np.arange(len(scores) + 1, dtype=np.int32) * scores.shape[1]
    return pa.ListArray.from_arrays(ends, scores.reshape(-1))


_SAYS: dict[str, Callable[[Learner, Columns, Any], Any]] = {
    "number": _numbers,
    "string": _strings,
    "score": _score,
    "scores": _scores,
}
