"""The best fixed predictor, found after all rows were seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from noregret import _engine


@dataclass(frozen=True)
class Hindsight:
    """The best fixed predictor of some rows, and the regret of an online run on them.

    It minimises `c f(u) + loss of u`, where f(u) is half its squared norm and c is 1/C.

    Attributes
    ----------
    learner
        The predictor, as a learner that answers and can be saved.
    norm
        Length of its weights, the constant's included.
    loss
        What it loses on all rows.
    mistakes, error_rate
        What it gets wrong; `None` for numbers to predict.
    value, bound
        `c f(u) + loss`, and a number that no predictor's value is below.
    gap
        `(value - bound) / value`.
    online_loss
        What one online pass over the rows lost.
    regret
        What that pass lost more than the best predictor of this norm.
    certified
        What the pass had proved of that by itself: the regret is at most this.
    details
        Everything the engine says.
    """

    learner: _engine.Learner
    norm: float
    loss: float
    mistakes: int | None
    error_rate: float | None
    value: float
    bound: float
    gap: float
    online_loss: float
    regret: float
    certified: float
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        wrong = "" if self.error_rate is None else f", {self.error_rate:.2%} wrong"
        lines = [
            f"best fixed predictor: norm {self.norm:.6g}, loss {self.loss:.6g}{wrong}",
            f"value {self.value:.6g}, none below {self.bound:.6g} (gap {self.gap:.2g})",
            f"online run: loss {self.online_loss:.6g}, regret {self.regret:.6g},"
            f" certified by the run: {self.certified:.6g}",
        ]
        return "\n".join(lines)


def hindsight(
    X: Any,
    y: ArrayLike | Sequence[Any],
    choice: str | None = None,
    *,
    C: float | None = None,
    problem: str | None = None,
    gap: float = 1e-4,
    weight: ArrayLike | None = None,
    names: Sequence[str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> Hindsight:
    """Finds the best fixed predictor, for the hinge loss a support vector machine.

    Parameters
    ----------
    X, y
        The rows and their labels, as `Learner.learn_many` takes them.
    choice
        The online learner that is compared with it, for example "pa1".
    C
        The trade-off: how much the loss counts beside the norm.
    problem
        "binary", "multiclass", "regression", ...; told from the labels if not given.
    gap
        How near the best value to come, as a share of it.
    weight, names
        Weights of the rows and names of the columns.
    progress
        Told now and then how far it is, such as `progress_bar()`: the rows that the online run
        took, then every visit of the search on top.
    **settings
        Settings of the learner.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(200, 3))
    >>> y = np.where(X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3, 1, -1)
    >>> best = hindsight(X, y, C=0.1)
    >>> best.gap < 1e-4, best.regret < best.certified
    (True, True)
    """
    learner, said = _engine.hindsight(
        X,
        y,
        choice,
        C=C,
        problem=problem,
        gap=gap,
        weight=weight,
        names=names,
        progress=progress,
        **settings,
    )
    metrics = said["metrics"]
    return Hindsight(
        learner=learner,
        norm=said["norm"],
        loss=said["loss"],
        mistakes=metrics.get("mistakes"),
        error_rate=metrics.get("error_rate"),
        value=said["primal"],
        bound=said["dual"],
        gap=said["gap"],
        online_loss=said["online_loss"],
        regret=said["regret"],
        certified=said["certified_regret"],
        details=said,
    )
