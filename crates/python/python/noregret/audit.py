"""Audits: what any program's predictions lost, beside what no linear model goes below."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from numpy.typing import ArrayLike

from noregret import _engine


@dataclass(frozen=True)
class Headroom:
    """How much of a loss was avoidable by a fixed linear model.

    Attributes
    ----------
    loss
        "hinge", "logistic" or "squared".
    rows, weight
        Rows, and their weight: the losses are means by it.
    run
        What the run, or the predictions, lost a row.
    scaled
        Whether scores were judged after one scale, because they have a size of their own.
    norm
        Length of the weights of the models spoken about, the constant's included.
    floor
        No linear model of that norm lost less, a row (proved).
    found
        What a linear model of that norm that was found lost, a row.
    found_error
        The share of the rows that it gets wrong.
    avoidable_at_most, avoidable_at_least
        Shares of `run`.
    standardised
        Whether models are linear in standardised columns.
    frontier
        Pairs of `gain` and `slope`: what is proved at every norm.
    verdict
        "room", "beaten", "separable" or "open".
    beaten_norm
        What was lost is less than every model up to this norm loses (proved), if that is so.
    text
        All of it in words.
    """

    loss: str
    rows: int
    weight: float
    run: float
    scaled: bool
    norm: float
    floor: float
    found: float | None
    found_error: float | None
    avoidable_at_most: float
    avoidable_at_least: float | None
    standardised: bool
    frontier: tuple[tuple[float, float], ...] = field(repr=False)
    verdict: str
    beaten_norm: float | None = None
    text: str = field(default="", repr=False)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> "Headroom":
        """From an entry of `Learner.headroom()` or `Certificate.headroom`."""
        names = {item.name for item in fields(cls)}
        kept = {name: value for name, value in found.items() if name in names}
        bounds = tuple((bound["gain"], bound["slope"]) for bound in found["frontier"])
        return cls(**{**kept, "frontier": bounds})

    def floor_at(self, norm: float) -> float:
        """What no linear model of this norm goes below, a row.

        Examples
        --------
        >>> known = dict(loss="hinge", rows=10, weight=10.0, run=0.5, scaled=False, norm=1.0,
        ...     floor=0.3, found=0.31, found_error=0.1, avoidable_at_most=0.4,
        ...     avoidable_at_least=0.38, standardised=False, verdict="room",
        ...     frontier=[{"gain": 8.0, "slope": 5.0}, {"gain": 4.0, "slope": 1.0}])
        >>> [Headroom.of(known).floor_at(norm) for norm in (0.0, 1.0, 9.0)]
        [0.8, 0.3, 0.0]
        """
        proved = max((gain - slope * norm for gain, slope in self.frontier), default=0.0)
        return max(proved, 0.0) / self.weight

    def __str__(self) -> str:
        return self.text or repr(self)


@dataclass(frozen=True)
class Audit:
    """What predictions are worth: made by `certify`.

    Attributes
    ----------
    headroom
        One entry for each loss, that of the problem first; empty where nothing is known.
    metrics
        What was counted: "examples", "mistakes", "error_rate", ...
    form
        What the predictions were taken for: "scores", "labels", ...
    details
        Everything the engine says.

    Examples
    --------
    >>> audit = certify([0.5, -0.5, -1.0], [[1.0], [-1.0], [2.0]], [1, -1, 1])
    >>> audit.metrics["mistakes"], audit.form, [each.loss for each in audit.headroom]
    (1, 'scores', ['hinge', 'logistic'])
    """

    headroom: tuple[Headroom, ...]
    metrics: Mapping[str, float]
    form: str
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        counted = ", ".join(f"{name} {value:.4g}" for name, value in self.metrics.items())
        return "\n".join([f"{self.form}: {counted}", *map(str, self.headroom)])

    def _repr_html_(self) -> str:
        head = ["loss", "these predictions", "floor (proved)", "found", "norm", "avoidable"]
        lines = ["".join(f"<th>{name}</th>" for name in head)]
        for each in self.headroom:
            found = "" if each.found is None else f"{each.found:.4g}"
            cells = [
                each.loss,
                f"{each.run:.4g}",
                f"{each.floor:.4g}",
                found,
                f"{each.norm:.4g}",
                f"at most {each.avoidable_at_most:.0%}",
            ]
            lines.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
        table = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table>{table}</table><pre>{html.escape(str(self))}</pre>"


def certify(
    predictions: ArrayLike | Sequence[Any],
    X: Any,
    y: ArrayLike | Sequence[Any],
    *,
    form: str | None = None,
    problem: str | None = None,
    certify: Literal["live", "tight"] = "live",
    standardise: bool | None = None,
    weight: ArrayLike | None = None,
    names: Sequence[str | int] | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> Audit:
    """Judges predictions that any program made.

    Parameters
    ----------
    predictions
        One for each row: scores (one column, or one for each class) or labels.
    X, y
        The rows and their labels, as `Learner.learn_many` takes them.
    form
        What the predictions are, for example "scores", "probabilities" or "labels"; told from
        them if not given.
    problem
        "binary", "multiclass", "regression", ...; told from the labels if not given.
    certify
        How much work proof may take: "live", about as much as learning, or "tight", as much as it
        takes.
    standardise
        Whether to speak of models of standardised columns.
    weight, names
        Weights of the rows and names of the columns.
    progress
        Told now and then how far it is, such as `progress_bar()`: the rows that were seen.
    **settings
        Settings of the witnesses.

    Returns
    -------
    Audit
        What was counted, and how much was avoidable.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(200, 3))
    >>> y = np.where(X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3, 1, -1)
    >>> audit = certify(X[:, 0], X, y)
    >>> audit.metrics["mistakes"] > 10, audit.headroom[0].loss
    (True, 'hinge')
    >>> audit.headroom[0].floor <= audit.headroom[0].found
    True
    """
    said = _engine.certify(
        predictions,
        X,
        y,
        form=form,
        problem=problem,
        certify=certify,
        standardise=standardise,
        weight=weight,
        names=names,
        progress=progress,
        **settings,
    )
    metrics = {name: value for name, value in said["metrics"].items() if _number(value)}
    headroom = tuple(Headroom.of(each) for each in said["headroom"])
    return Audit(headroom, metrics, said["form"], said)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
