"""The best fixed predictor for rows that lie on several machines, to a gap that is known.

Each shard keeps dual variables for its rows and raises its part of the dual; what it changes in
``v``, the sum that all have in common, is added up. A round on one machine::

    deltas = [shard.step(master.v, master.sigma)[0] for shard in shards]
    master.add(deltas)

and on many: send ``master.v``, call `DualShard.step` where the rows are, gather ``delta``, and keep
``alpha`` with the rows (``DualShard(..., alpha=alpha)`` goes on from it, so that nothing but data
has to stay where it is). `DualShard.value` before the step tells, in the same task, what the gap of
the round before is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from noregret._engine import DualMaster, DualShard, Learner

__all__ = ["DualMaster", "DualRun", "DualShard", "dual_ascent"]


@dataclass(frozen=True)
class DualRun:
    """What shards have found.

    Attributes
    ----------
    learner
        The predictor, as a learner that answers and can be saved.
    value, bound
        ``c f(u) + loss``, and a number that no predictor's value is below.
    gap
        ``(value - bound) / value``.
    rounds
        How often steps were added.
    history
        Value, bound and gap after each round.
    """

    learner: Learner
    value: float
    bound: float
    gap: float
    rounds: int
    history: list[tuple[float, float, float]] = field(repr=False)


def dual_ascent(
    master: DualMaster,
    shards: Sequence[DualShard],
    *,
    gap: float = 1e-4,
    passes: int = 1,
    max_rounds: int = 1000,
) -> DualRun:
    """Finds the best fixed predictor for shards that are in memory.

    Parameters
    ----------
    master, shards
        Who gathers, and the rows.
    gap
        How near the best value to come, as a share of it.
    passes
        How often a shard visits its rows in a round.
    max_rounds
        When to give up.

    Examples
    --------
    >>> import numpy as np
    >>> import noregret as nr
    >>> X = np.random.default_rng(0).normal(size=(400, 5))
    >>> y = np.where(X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3, 1, -1)
    >>> learner = nr.Learner("pa1", problem="binary", C=0.1, classes=[-1, 1], bias=0.25)
    >>> master = nr.DualMaster(learner, shards=4, columns=5)
    >>> shards = [nr.DualShard(master.base, X[k::4], y[k::4]) for k in range(4)]
    >>> found = nr.dual_ascent(master, shards, gap=1e-3)
    >>> best = nr.hindsight(X, y, "pa1", C=0.1, bias=0.25)  # on one machine
    >>> found.gap < 1e-3, found.bound <= best.value
    (True, True)
    >>> found.learner.predict_many(X[:2])
    [1, -1]
    """
    history: list[tuple[float, float, float]] = []
    while True:
        v = master.v
        value, bound, reached = master.bounds([shard.value(v) for shard in shards])
        if master.rounds:
            history.append((value, bound, reached))
        if reached <= gap or len(history) >= max_rounds:
            break
        seed = master.rounds
        master.add([shard.step(v, master.sigma, passes, seed)[0] for shard in shards])
    learner = master.learner([shard.report(v) for shard in shards])
    return DualRun(learner, value, bound, reached, master.rounds, history)
