"""A vote of decision stumps. (Freund & Schapire 1997; Shalev-Shwartz 2007, ch. 6.)"""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval

from noregret import _engine
from noregret.audit import Headroom
from noregret.boosting import BoostCertificate
from noregret.sklearn._base import CERTIFY, Array, bar
from noregret.sklearn._classes import Classes
from noregret.sklearn._fits import Fits

if TYPE_CHECKING:
    from noregret._engine import Certify


class BoostedStumps(Fits, Classes):
    """Boosted decision stumps for two classes.

    Parameters
    ----------
    rounds : int, default=100
        The largest number of stumps.
    rule : str, default="adaboost"
        The rule that sets the vote of each stump; ``noregret list rules`` lists the rules.
    certify : {"live", "off", "tight"}, default="live"
        How much work the proof about linear models may take; ``headroom_`` is empty if it is off.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar of its rounds.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The classes, sorted.
    certificate_ : noregret.BoostCertificate
        Proved bounds on the training error of the vote.
    headroom_ : list of noregret.Headroom
        How the loss of the vote compares with that of all linear models.
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
    >>> model.certificate_.training_error <= model.certificate_.bound < 0.01
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **CERTIFY,
        "rounds": [Interval(Integral, 1, None, closed="left")],
        "rule": [str],
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        rounds: int = 100,
        *,
        rule: str = "adaboost",
        certify: Certify = "live",
        verbose: int = 0,
    ) -> None:
        self.rounds = rounds
        self.rule = rule
        self.certify = certify
        self.verbose = verbose

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
        """Drops the old vote: it must not answer if finding the new one is interrupted."""
        self.__dict__.pop("learner_", None)

    def _learn_all(self, X: Any, y: Array, weight: Array | None) -> None:
        """Finds the stumps."""
        with bar(self.verbose, self.rounds, "boost", unit="rounds") as progress:
            self.learner_, about = _engine.boost(
                X,
                y,
                rounds=self.rounds,
                rule=self.rule,
                certify=self.certify,
                weight=weight,
                names=self._column_names,
                progress=progress,
            )
        self._certificate = BoostCertificate(**about["certificate"])
        self._headroom = [Headroom.of(each) for each in about["headroom"]]
        self.n_iter_ = self._certificate.rounds

    @property
    def certificate_(self) -> BoostCertificate:
        """Proved bounds on the training error of the vote."""
        self._fitted()
        return self._certificate

    @property
    def headroom_(self) -> list[Headroom]:
        """How the loss of the vote compares with that of all linear models."""
        self._fitted()
        return list(self._headroom)
