"""Audits: the loss of any program's predictions, and a floor below all linear models."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from numpy.typing import ArrayLike

from noregret import _engine
from noregret._figures import Figures


@dataclass(frozen=True)
class Headroom(Figures):
    """How much of a loss a fixed linear model could have avoided.

    `Learner.headroom`, `Certificate.headroom`, ``headroom_`` of the estimators and `Audit.headroom`
    hold one of these for each loss. The attributes can also be read like the entries of a dict:
    ``headroom["floor"]``, ``dict(headroom)``.

    Attributes
    ----------
    loss
        "hinge", "logistic" or "squared".
    rows, weight
        The number of rows, and the sum of their weights. All losses below are weighted means.
    run
        Mean loss of the run, or of the predictions.
    scaled
        Whether the scores were multiplied by one number before they were judged. That is done for
        learners whose scores have a size of their own.
    norm
        Length of the weight vector, the constant included, of the models that are compared.
    floor
        No linear model of that norm has a smaller mean loss on these rows (proved).
    found
        Mean loss of the best linear model of that norm that was found; `None` if there is none.
    found_error
        The share of the rows that this model gets wrong.
    avoidable_at_most, avoidable_at_least
        Shares of `run` that a linear model of that norm could have avoided.
    standardised
        Whether the models are linear in standardised columns.
    frontier
        Pairs `(gain, slope)`: at norm B, the total loss is at least `gain - slope * B` for each.
    verdict
        "room" (a better model may exist), "beaten" (the run was better than all of that norm),
        "separable" (a model with hardly any error exists) or "open" (nothing useful is proved).
    beaten_norm
        If the verdict is "beaten": the run was better than every model up to this norm (proved).
    text
        All of it in words.

    Examples
    --------
    >>> import numpy as np
    >>> import noregret as nr
    >>> X = np.random.default_rng(0).normal(size=(200, 3))
    >>> y = np.where(X[:, 0] + 0.5 * X[:, 1] ** 2 > 0.3, 1, -1)
    >>> learner = nr.Learner("pa1:C=0.1", problem="binary")
    >>> done = learner.learn_many(X, y)
    >>> known = learner.headroom()[0]
    >>> known.loss, known.floor <= known.found <= known.run
    ('hinge', True)
    >>> known["floor"] == known.floor_at(known.norm)
    True
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
        """Makes one from its entries, for example from JSON that the program printed.

        Parameters
        ----------
        found
            The attributes by name; `frontier` may hold dicts with `gain` and `slope`.

        Examples
        --------
        >>> known = dict(loss="hinge", rows=10, weight=10.0, run=0.5, scaled=False, norm=1.0,
        ...     floor=0.3, found=0.31, found_error=0.1, avoidable_at_most=0.4,
        ...     avoidable_at_least=0.38, standardised=False, verdict="room",
        ...     frontier=[{"gain": 8.0, "slope": 5.0}, {"gain": 4.0, "slope": 1.0}])
        >>> Headroom.of(known).floor
        0.3
        """
        if isinstance(found, cls):
            return found
        names = {item.name for item in fields(cls)}
        kept = {name: value for name, value in found.items() if name in names}
        bounds = tuple(map(_bound, found["frontier"]))
        return cls(**{**kept, "frontier": bounds})

    def floor_at(self, norm: float) -> float:
        """The proved floor at another norm: no linear model of it has a smaller mean loss.

        Parameters
        ----------
        norm
            The length of the weight vector, the constant included.

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


def _bound(given: Any) -> tuple[float, float]:
    gain, slope = given.values() if isinstance(given, Mapping) else given
    return gain, slope


@dataclass(frozen=True)
class Audit:
    """How good predictions are, and how much better a linear model could be: made by `certify`.

    Attributes
    ----------
    headroom
        One entry for each loss, the usual one of the problem first; empty if nothing is known.
    metrics
        What was counted: "examples", "mistakes", "error_rate", ...
    form
        How the predictions were read: as "scores", "labels", ...
    details
        Everything that the engine reports, as a dict.

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
    """Audits predictions that any program made.

    Parameters
    ----------
    predictions
        One for each row: scores (one column, or one for each class) or labels.
    X, y
        The rows and their labels, as `Learner.learn_many` takes them.
    form
        What the predictions are: "scores", "probabilities", "labels" or "numbers". If not given,
        this is read off the predictions.
    problem
        "binary", "multiclass", "regression", ...; if not given, the labels decide.
    certify
        How much work the proof may take: "live" costs about as much as learning, "tight" goes on
        until the floor is sharp.
    standardise
        Whether the linear models see standardised columns; if not given, the engine decides.
    weight, names
        Weights of the rows and names of the columns.
    progress
        Told now and then how far it is, such as `progress_bar()`: the rows that were seen.
    **settings
        Settings of a learner, such as `bias="none"`, that the linear models share.

    Returns
    -------
    Audit
        The counts, and how much of the loss was avoidable.

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
