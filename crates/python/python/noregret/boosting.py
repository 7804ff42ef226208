"""What boosting proves about the vote that it makes."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from noregret._figures import Figures


@dataclass(frozen=True)
class BoostCertificate(Figures):
    """Bounds on the training error of a vote of decision stumps.

    ``training_error <= exp_loss = product <= bound`` (up to rounding). The attributes can also be
    read like the entries of a dict: ``certificate["bound"]``.

    Attributes
    ----------
    rounds
        How many stumps vote.
    training_error
        Share of the training rows, by weight, that the vote gets wrong. A score of 0 is wrong.
    exp_loss
        Mean of ``exp(-margin)``, computed from the margins of the rows.
    product
        The same mean, computed as a product with one factor for each round.
    bound
        What follows from the edges of the stumps alone.
    least_edge
        The smallest edge of a stump: 1 minus twice its weighted error.
    text
        All of it in one sentence.

    Examples
    --------
    >>> from noregret.sklearn import BoostedStumps
    >>> model = BoostedStumps().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    >>> proof = model.certificate_
    >>> proof.rounds, proof.training_error, proof.training_error <= proof["bound"]
    (1, 0.0, True)
    """

    rounds: int
    training_error: float
    exp_loss: float
    product: float
    bound: float
    least_edge: float | None
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.text or repr(self)

    def _repr_html_(self) -> str:
        """A small table for notebooks."""
        cells = {
            "stumps": str(self.rounds),
            "training error": f"{self.training_error:.4g}",
            "exp-loss": f"{self.exp_loss:.4g}",
            "bound (proved)": f"{self.bound:.4g}",
        }
        head = "".join(f"<th>{name}</th>" for name in cells)
        line = "".join(f"<td>{value}</td>" for value in cells.values())
        table = f"<table><tr>{head}</tr><tr>{line}</tr></table>"
        return f"<div>{table}<p>{html.escape(str(self))}</p></div>"
