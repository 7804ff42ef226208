"""What runs on the executors in dual ascent: a shard raises its part of the dual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from noregret._engine import DualShard, NoRegretError
from noregret.spark.answers import STATE, STEP, row
from noregret.spark.columns import Columns
from noregret.spark.task import place, runs
from noregret.spark.vectors import BrokenRow


def count_shards(
    batches: Iterable[Any], columns: Columns, model: Any, number: int | None
) -> Iterator[Any]:
    """How many rows each shard has."""
    for shard, parts in groupby(runs(batches, number), key=lambda pair: pair[0]):
        rows = sum(batch.num_rows for _, batch in parts)
        if rows:
            yield row(STATE, shard=shard, rows=rows)


def step_shards(
    batches: Iterable[Any], columns: Columns, state: dict[str, Any], number: int | None
) -> Iterator[Any]:
    """The loss and gain of each shard at the potentials, and its next step."""
    for shard, dual, failure in _shards(batches, columns, state, number):
        if dual is None:
            yield row(STEP, shard=shard, failure=failure)
            return
        loss, gain = dual.value(state["v"])
        delta, alpha = dual.step(*state["step"])
        yield row(
            STEP, shard=shard, rows=dual.rows, loss=loss, gain=gain, delta=delta.tobytes(),
            alpha=alpha.tobytes(),
        )


def report_shards(
    batches: Iterable[Any], columns: Columns, state: dict[str, Any], number: int | None
) -> Iterator[Any]:
    """The errors of the predictor that was found on the rows of each shard."""
    for shard, dual, failure in _shards(batches, columns, state, number):
        if dual is None:
            yield row(STATE, shard=shard, failure=failure)
            return
        yield row(STATE, shard=shard, rows=dual.rows, state=dual.report(state["v"]))


def _shards(
    batches: Iterable[Any], columns: Columns, state: dict[str, Any], number: int | None
) -> Iterator[tuple[int, DualShard | None, str | None]]:
    """All rows of each shard with their dual variables, or the reason why that failed."""
    for shard, parts in groupby(runs(batches, number), key=lambda pair: pair[0]):
        table = pa.Table.from_batches([batch for _, batch in parts]).combine_chunks()
        if not table.num_rows:
            continue
        batch, kept = table.to_batches()[0], state["duals"].get(shard)
        try:
            rows, labels = columns.rows(batch), columns.labels(batch)
            dual = DualShard(state["model"], rows, labels, weight=columns.weights(batch))
            if kept is not None:
                dual.alpha, dual.previous = map(np.frombuffer, kept)
            yield shard, dual, None
        except (BrokenRow, NoRegretError) as error:
            at, reason = place(error)
            yield shard, None, f"shard {shard}, row {at}: {reason}"
            return
