"""A vote of decision stumps. (Freund & Schapire 1997; Shalev-Shwartz 2007, ch. 6.)"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import validate_data

from noregret import _engine
from noregret.sklearn._base import weights_of
from noregret.sklearn._classes import Classes, classes_of


class BoostedStumps(ClassifierMixin, Classes):
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
    certificate_ : dict
        What is proved about the vote: its training error and margin.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import BoostedStumps
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> y = (X[:, 0] > 0.3) ^ (X[:, 1] > 0.8)
    >>> float(BoostedStumps(rounds=50).fit(X, y).score(X, y)) > 0.85
    True
    """

    def __init__(self, rounds=100, *, rule="adaboost", certify="live"):
        self.rounds = rounds
        self.rule = rule
        self.certify = certify

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BoostedStumps:
        """Finds the stumps."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32])
        classes = classes_of(y)
        if len(classes) > 2:
            raise ValueError(
                f"Only binary classification is supported. The type of the target is multiclass:"
                f" {len(classes)} classes."
            )
        if len(classes) < 2:
            raise ValueError("The number of classes has to be greater than one; got 1 class")
        self._declare(classes, is_open=False)
        names = self._names()
        self.learner_, self._about = _engine.boost(
            X, y, rounds=self.rounds, rule=self.rule, certify=self.certify,
            weight=weights_of(sample_weight, X), names=names,
        )
        self.n_iter_ = self.rounds
        return self

    @property
    def certificate_(self) -> Any:
        """What is proved about the vote."""
        self._attribute("certificate_")
        return self._about["certificate"]

    @property
    def headroom_(self) -> Any:
        """How much of the loss was avoidable by a linear model."""
        self._attribute("headroom_")
        return self._about["headroom"]
