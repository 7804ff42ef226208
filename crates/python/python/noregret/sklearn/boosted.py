"""A vote of decision stumps. (Freund & Schapire 1997; Shalev-Shwartz 2007, ch. 6.)"""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval

from noregret import _engine
from noregret.sklearn._base import CERTIFY, Array
from noregret.sklearn._classes import Classes
from noregret.sklearn._fits import Fits

if TYPE_CHECKING:
    from noregret._engine import Certify


class BoostedStumps(Fits, Classes):
    """Boosted decision stumps for two classes.

    Parameters
    ----------
    rounds : int, default=100
        Stumps, at most.
    rule : str, default="adaboost"
        How far a round steps; ``noregret list rules`` lists the rules.
    certify : {"live", "off", "tight"}, default="live"
        How much work proof about linear models may take.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The classes, sorted.
    certificate_ : dict
        What is proved about the vote: its training error and margin.
    headroom_ : list of dict
        How much of the loss was avoidable by a linear model.
    learner_ : noregret.Learner
        The vote.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import BoostedStumps
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> y = (X[:, 0] > 0.3) & (X[:, 1] > -0.5)  # no single line tells these apart
    >>> model = BoostedStumps(rounds=50).fit(X, y)
    >>> float(model.score(X, y))
    1.0
    >>> model.certificate_["training_error"] <= model.certificate_["bound"] < 0.01
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **CERTIFY,
        "rounds": [Interval(Integral, 1, None, closed="left")],
        "rule": [str],
    }

    def __init__(
        self, rounds: int = 100, *, rule: str = "adaboost", certify: Certify = "live"
    ) -> None:
        self.rounds = rounds
        self.rule = rule
        self.certify = certify

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _expect(self, y: Any, classes: Any = None, *, is_open: bool = False) -> None:
        super()._expect(y, classes, is_open=is_open)
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass:"
                f" {len(self.classes_)} classes."
            )

    def _begin(self, X: Any) -> None:
        """Drops the vote there was: if the new one is interrupted, no other answers."""
        self.__dict__.pop("learner_", None)

    def _learn_all(self, X: Any, y: Array, weight: Array | None) -> None:
        """Finds the stumps."""
        self.learner_, self._about = _engine.boost(
            X,
            y,
            rounds=self.rounds,
            rule=self.rule,
            certify=self.certify,
            weight=weight,
            names=self._column_names,
        )
        self.n_iter_ = int(self.certificate_["rounds"])

    @property
    def certificate_(self) -> dict[str, Any]:
        """What is proved about the vote."""
        self._fitted()
        return dict(self._about["certificate"])

    @property
    def headroom_(self) -> list[dict[str, Any]]:
        """How much of the loss was avoidable by a linear model."""
        self._fitted()
        return list(self._about["headroom"])
