"""The best fixed predictor for rows that lie on several machines, with a known duality gap.

Each shard keeps dual variables for its own rows and improves them. The shards share only the vector
``v``; the master adds up how each of them changes it. One round, on one machine::

    v, ahead, beta = master.v, master.ahead, master.momentum
    values = [shard.value(v) for shard in shards]
    deltas = [shard.step(ahead, master.sigma, 10, master.rounds, beta)[0] for shard in shards]
    value, bound, gap = master.bounds(values)  # of v, before this round
    master.add(deltas)

On many machines, send ``v``, ``ahead`` and ``beta`` to the rows; one task returns the values, the
change of ``v`` and the new dual variables. ``DualShard(..., alpha=alpha, previous=previous)``
continues from the dual variables of the last two rounds, so only the data has to stay on its
machine. Without momentum a step starts at ``v``, ``previous`` is not needed and the bound never
falls, but it takes several times as many rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from noregret._engine import DualMaster, DualShard, Learner

__all__ = ["DualMaster", "DualRun", "DualShard", "dual_ascent"]


@dataclass(frozen=True)
class DualRun:
    """The result of `dual_ascent`.

    Attributes
    ----------
    learner
        The predictor, as a `Learner` that predicts and can be saved.
    value, bound
        The minimised value ``f(u) / C + loss``, and a number that no predictor can go below.
    gap
        ``(value - bound) / value``.
    rounds
        The number of rounds.
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
    passes: int = 10,
    momentum: bool = True,
    max_rounds: int = 1000,
) -> DualRun:
    """Finds the best fixed predictor for shards that are all in memory.

    Parameters
    ----------
    master, shards
        The `DualMaster`, and a `DualShard` for each part of the rows.
    gap
        Stop when the value is within this share of the best possible one.
    passes
        How often a shard visits its rows in a round.
    momentum
        Whether to use momentum, which takes several times fewer rounds.
    max_rounds
        The largest number of rounds.

    Returns
    -------
    DualRun
        The predictor with its value, bound and gap.

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
    >>> found.learner.predict_many(X[:3]) == best.learner.predict_many(X[:3])
    True
    """
    history: list[tuple[float, float, float]] = []
    while True:
        v = master.v
        value, bound, reached = master.bounds([shard.value(v) for shard in shards])
        if master.rounds:
            history.append((value, bound, reached))
        if reached <= gap or len(history) >= max_rounds:
            break
        begin, beta = (master.ahead, master.momentum) if momentum else (v, 0.0)
        step = (begin, master.sigma, passes, master.rounds, beta)
        master.add([shard.step(*step)[0] for shard in shards])
    learner = master.learner([shard.report(v) for shard in shards])
    return DualRun(learner, value, bound, reached, master.rounds, history)
