"""The best fixed predictor to a duality gap: CoCoA+, adding with sigma = K.

C. Ma and others: Adding vs. averaging in distributed primal-dual optimization. ICML 2015. Every
shard raises its part of the dual (`noregret.DualShard`), the changes of the potentials are added up
(`noregret.DualMaster`), and one more sum gives the gap that `noregret hindsight` prints. One
job does both: a task returns the loss of its rows at the potentials it was sent, and its next step.

Dual variables of the last two rounds, 16 bytes a row and class, are kept by the driver and sent to
all executors, so that a task that is repeated begins where the lost one did.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from noregret._engine import DualMaster, Learner, NoRegretError
from noregret.spark.columns import Columns
from noregret.spark.job import COUNT, REPORT, STEP_SHARDS, each_shard


#: How often a shard visits its rows in a round: a pass costs little beside a round.
PASSES = 10


def ascend(
    df: Any,
    number: str | None,
    columns: Columns,
    base: bytes,
    rounds: int,
    gap: float,
    bar: Callable[[int], None] | None,
) -> tuple[Learner, list[dict[str, Any]]]:
    """Raises the dual until the gap is reached, or `rounds` times; the learner, and each round."""
    if columns.text:
        raise NoRegretError(
            "method='dual' takes no text columns, whose words are not known in advance: hash them "
            "first (Tokenizer and HashingTF of pyspark.ml)"
        )
    counted = each_shard(df, columns, COUNT, None, number)
    rows = sum(shard["rows"] for shard in counted)
    named = columns.width if columns.vector is not None else list(columns.plain)
    master = DualMaster(Learner.from_bytes(base), len(counted), columns=named)
    model, duals = master.base, dict[int, tuple[bytes, bytes]]()
    history: list[dict[str, Any]] = []
    while True:
        begun, seed = time.monotonic(), len(history)
        ahead = (master.ahead, master.sigma, PASSES, seed, master.momentum)
        state = {"model": model, "v": master.v, "step": ahead, "duals": duals}
        steps = each_shard(df, columns, STEP_SHARDS, state, number)
        value, bound, reached = master.bounds([(step["loss"], step["gain"]) for step in steps])
        if history:
            # What the last round has reached is known now.
            history[-1].update(value=value, bound=bound, gap=reached)
        if reached <= gap or seed == rounds:
            break
        master.add([np.frombuffer(step["delta"]) for step in steps])
        before = {shard: kept[0] for shard, kept in duals.items()}
        duals = {at: (now, before.get(at, bytes(len(now)))) for at, now in _alphas(steps)}
        sent = {"model": master.v.nbytes, "states": sum(map(_size, steps))}
        about = {"round": seed + 1, "shards": len(steps), "rows": rows, "bytes": sent}
        history.append({**about, "seconds": time.monotonic() - begun})
        if bar is not None:
            bar((seed + 1) * rows)
    reports = each_shard(df, columns, REPORT, state, number)
    return master.learner([report["state"] for report in reports]), history


def _alphas(steps: list[dict[str, Any]]) -> list[tuple[int, bytes]]:
    return [(step["shard"], step["alpha"]) for step in steps]


def _size(step: dict[str, Any]) -> int:
    return len(step["delta"]) + len(step["alpha"])
