"""Iterative parameter mixing: in each round all shards start from the model merged last.

R. McDonald, K. Hall, G. Mann: Distributed training strategies for the structured perceptron. NAACL
2010. What is mixed is the potential of the geometry, weighted by rows, and evidence is added: the
certificate of the merged learner holds (docs/guarantees.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import noregret
from noregret._engine import Learner
from noregret.spark.columns import Columns
from noregret.spark.job import LEARN, each_shard


def mix(
    df: Any,
    number: str | None,
    columns: Columns,
    base: bytes,
    rounds: int,
    bar: Callable[[int], None] | None,
) -> tuple[Learner, list[dict[str, Any]]]:
    """Learns from all shards `rounds` times; returns the learner and the figures of each round."""
    learner = Learner.from_bytes(base)
    history: list[dict[str, Any]] = []
    done = 0
    for _ in range(rounds):
        begun, before = time.monotonic(), learner.metrics
        shards = each_shard(df, columns, LEARN, base, number)
        learner = noregret.merge(base, [shard["state"] for shard in shards])
        base = learner.to_bytes()
        done += sum(shard["rows"] for shard in shards)
        sent = {"model": len(base), "states": sum(len(shard["state"]) for shard in shards)}
        about = {"round": len(history) + 1, "shards": len(shards), **progressive(learner, before)}
        history.append({**about, "bytes": sent, "seconds": time.monotonic() - begun})
        if bar is not None:
            bar(done)
    return learner, history


def progressive(learner: Learner, before: dict[str, float]) -> dict[str, Any]:
    """The figures of a round, in which each row was predicted by its shard's learner, then learned.

    The proof is about all rows learned so far, also those of earlier rounds.
    """
    now = learner.metrics
    gained = {name: now.get(name, 0) - before.get(name, 0) for name in _COUNTED}
    rows = gained["examples"]
    certificate, headroom = learner.certificate(), learner.headroom()
    return {
        "rows": int(rows),
        "error": gained["mistakes"] / rows if "mistakes" in now and rows else None,
        "mean_loss": gained["cumulative_loss"] / rows if rows else None,
        "certificate": None if certificate is None else certificate.as_dict(),
        "floor": headroom[0].get("floor") if headroom else None,
        "found": headroom[0].get("found") if headroom else None,
    }


_COUNTED = ("examples", "mistakes", "cumulative_loss")
