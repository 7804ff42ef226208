"""The best fixed predictor: the one that would have been best had all rows been known."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from noregret import _engine


@dataclass(frozen=True)
class Hindsight:
    """The best fixed predictor for some rows, and the regret of an online run on them.

    It minimises `f(u) / C + loss of u`, where f(u) is half the squared norm of u.

    Attributes
    ----------
    learner
        The predictor, as a `Learner` that predicts and can be saved.
    norm
        Length of its weight vector, the constant included.
    loss
        Its loss, summed over all rows.
    mistakes, error_rate
        How many rows it gets wrong, and their share; `None` for regression.
    value, bound
        The minimised value `f(u) / C + loss`, and a number that no predictor can go below.
    gap
        `(value - bound) / value`.
    online_loss
        The loss of one online pass over the rows.
    regret
        How much more that pass lost than this predictor.
    certified
        The bound on the regret that the pass had proved by itself.
    details
        Everything that the engine reports, as a dict.

    Examples
    --------
    >>> import noregret as nr
    >>> best = nr.hindsight([[1.0], [2.0], [-1.0], [0.5]], [1, 1, -1, -1], "pa1", C=1.0)
    >>> best.mistakes, best.bound <= best.value
    (1, True)
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

    def _repr_html_(self) -> str:
        """A small table for notebooks."""
        cells = {
            "norm": self.norm,
            "loss": self.loss,
            "loss of the online run": self.online_loss,
            "regret": self.regret,
            "regret certified by the run": self.certified,
        }
        head = "".join(f"<th>{name}</th>" for name in cells)
        line = "".join(f"<td>{value:.6g}</td>" for value in cells.values())
        table = f"<table><tr>{head}</tr><tr>{line}</tr></table>"
        return f"<div>{table}<pre>{html.escape(str(self))}</pre></div>"


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
    """Finds the best fixed predictor; with the hinge loss it is a support vector machine.

    Parameters
    ----------
    X, y
        The rows and their labels, as `Learner.learn_many` takes them.
    choice
        The online learner that is compared with it, for example "pa1".
    C
        How much the loss counts beside the norm: a large C fits the rows more closely.
    problem
        "binary", "multiclass", "regression", ...; if not given, the labels decide.
    gap
        Stop when the value is within this share of the best possible one.
    weight, names
        Weights of the rows and names of the columns.
    progress
        Told now and then how far it is, such as `progress_bar()`: the rows that the online run
        took, then every visit of the search on top.
    **settings
        Further settings of the learner, such as `bias="none"`.

    Returns
    -------
    Hindsight
        The predictor, and the regret of the online run.

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
