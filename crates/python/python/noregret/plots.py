"""Plots of what is proved. They need matplotlib, which is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noregret._engine import Certificate
from noregret._holder import learner_of
from noregret._optional import optional
from noregret.audit import Audit, Headroom

RUN, FLOOR, FOUND = "#c2410c", "#1d4ed8", "#111827"
"""Colours of the loss of the run, of the proved floor and of the model that was found."""

_NO_HEADROOM = (
    "no headroom is known. It needs certify='live' or 'tight' and rows that were learned. Two"
    " classes, several classes and regression have it for every learner; rankings and the other"
    " problems of several parts for learners of the hinge loss (sopopo, pa1, not arow); sequences"
    " with certify='tight' only; one class never."
)


def plot_headroom(
    source: Any,
    ax: Any = None,
    *,
    loss: str | None = None,
    label: str = "this run",
) -> Any:
    """Plots the loss of a run above the proved floor of all linear models, over their norm.

    Parameters
    ----------
    source
        A learner, an estimator, a model for River, a certificate or an audit; or one `Headroom`.
    ax
        The matplotlib axes to draw in; new ones if not given.
    loss
        Which loss to show: "hinge", "logistic" or "squared"; the first one if not given.
    label
        The name of the line of the run.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> known = dict(loss="hinge", rows=10, weight=10.0, run=0.5, scaled=False, norm=1.0,
    ...     floor=0.3, found=0.31, found_error=0.1, avoidable_at_most=0.4,
    ...     avoidable_at_least=0.38, standardised=False, verdict="room",
    ...     frontier=[{"gain": 8.0, "slope": 5.0}, {"gain": 4.0, "slope": 1.0}])
    >>> plot_headroom(known).get_xlabel()
    'norm of the model'
    """
    headroom = _headroom(source, loss)
    ax = _axes(ax)
    norms = _norms(headroom)
    floor = np.array([headroom.floor_at(norm) for norm in norms])
    ax.fill_between(norms, 0.0, floor, color=FLOOR, alpha=0.12, linewidth=0)
    ax.plot(norms, floor, color=FLOOR, linewidth=1.8)
    ax.axhline(headroom.run, color=RUN, linewidth=1.8)
    right = norms[-1]
    ax.annotate(
        f"{label}: {headroom.run:.4g}",
        (right, headroom.run),
        xytext=(0, 4),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=RUN,
    )
    at = norms[np.argmin(np.abs(norms - 0.12 * right))]
    ax.text(at, 0.35 * headroom.floor_at(at), "no linear model is here (proved)", color=FLOOR)
    if headroom.found is not None:
        ax.plot([headroom.norm], [headroom.found], "o", color=FOUND, markersize=6, zorder=3)
        wrong = "" if headroom.found_error is None else f", {headroom.found_error:.1%} wrong"
        ax.annotate(
            f"found: {headroom.found:.4g}{wrong}",
            (headroom.norm, headroom.found),
            xytext=(8, 8),
            textcoords="offset points",
            color=FOUND,
        )
    ax.set_xlim(0.0, right)
    ax.set_ylim(0.0, 1.15 * max(headroom.run, floor[0] if floor[0] < 4 * headroom.run else 0.0))
    ax.set_xlabel("norm of the model" + (", standardised columns" * headroom.standardised))
    ax.set_ylabel(f"{headroom.loss} loss a row")
    _plain(ax)
    return ax


def plot_regret(
    source: Any,
    ax: Any = None,
    *,
    norms: Sequence[float] | None = None,
    label: str | None = None,
) -> Any:
    """Plots the certified regret: how far, at most, a run was from the best model of each norm.

    Parameters
    ----------
    source
        A learner, an estimator, a model for River or a certificate; a dict of several of them by
        name; or a curve of your own, a pair `(norms, regrets)`.
    ax
        The matplotlib axes to draw in; new ones if not given.
    norms
        The norms to show; if not given, those at which the bound says something.
    label
        The name of the curve.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("Agg")
    >>> plot_regret(([0.1, 1.0, 10.0], [3.0, 5.0, 20.0])).get_ylabel()
    'regret, at most'
    """
    ax = _axes(ax)
    if isinstance(source, tuple):
        ax.plot(*source, color=FLOOR, linewidth=1.8, label=label)
    else:
        several = source if isinstance(source, Mapping) else {label or "": source}
        colours = [FLOOR, RUN, "#15803d", "#7e22ce", "#a16207", "#0e7490"]
        for number, (name, each) in enumerate(several.items()):
            proof = _certificate(each)
            at = _proved_norms(proof) if norms is None else np.asarray(norms, dtype=float)
            regret = proof.regret(at)
            colour = colours[number % len(colours)]
            ax.plot(at, regret, color=colour, linewidth=1.8, label=name or None)
            ax.axhline(proof.loss, color=colour, linewidth=0.8, linestyle=":")
        ax.annotate(
            "dotted: the whole loss (nothing is proved)",
            (0.01, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4),
            textcoords="offset points",
            color="#6b7280",
            fontsize="small",
        )
    ax.set_xscale("log")
    ax.set_xlabel("norm of the model")
    ax.set_ylabel("regret, at most")
    if ax.get_legend_handles_labels()[1]:
        ax.legend(frameon=False)
    _plain(ax)
    return ax


def _axes(ax: Any) -> Any:
    pyplot = optional("matplotlib.pyplot", "drawing")
    return pyplot.subplots(figsize=(6.4, 3.8), layout="constrained")[1] if ax is None else ax


def _plain(ax: Any) -> None:
    ax.spines[["top", "right"]].set_visible(False)


def _headroom(source: Any, loss: str | None) -> Headroom:
    if isinstance(source, Headroom):
        known: Sequence[Headroom] = [source]
    elif isinstance(source, Mapping):
        known = [Headroom.of(source)]
    else:
        known = _entries(source)
    fitting = [each for each in known if loss is None or each.loss == loss]
    if fitting:
        return fitting[0]
    if known:
        losses = ", ".join(each.loss for each in known)
        raise ValueError(f"no headroom of the {loss} loss is known, only of: {losses}")
    raise ValueError(_NO_HEADROOM)


def _entries(source: Any) -> Sequence[Headroom]:
    """Of an audit, a certificate, an estimator (which may keep its own) or a learner."""
    if isinstance(source, Audit | Certificate):
        return source.headroom
    own: Sequence[Headroom] | None = getattr(source, "headroom_", None)
    return learner_of(source).headroom() if own is None else own


def _certificate(source: Any) -> Certificate:
    proof = source if isinstance(source, Certificate) else learner_of(source).certificate()
    if proof is None:
        raise ValueError("nothing is proved: no row was learned from, or not by a linear model")
    return proof


def _norms(headroom: Headroom) -> NDArray[np.float64]:
    """From 0 to where the floor is low, the corners of the floor among them."""
    ends = [gain / slope for gain, slope in headroom.frontier if slope > 0.0]
    far = 2.5 * headroom.norm
    right = max(min(max(ends, default=far), 4.0 * headroom.norm), 1.5 * headroom.norm)
    return np.union1d(np.linspace(0.0, right, 400), [headroom.norm])


def _proved_norms(proof: Certificate) -> NDArray[np.float64]:
    """Norms from where the bound is nearly flat to where nothing is proved."""
    slope = proof.potential_norm
    most = proof.dual_gain / slope if min(proof.dual_gain, slope) > 0.0 else 1.0
    return np.geomspace(most / 300.0, 2.0 * most, 200)
