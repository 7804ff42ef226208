"""One class: rows that do not look like the others. (Crammer et al. 2006, sec. 6.)"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import OutlierMixin

from noregret._engine import Learner
from noregret.sklearn._base import Checks, LearnerMixin


class OneClassDetector(OutlierMixin, Checks, LearnerMixin):
    """A ball that follows the rows: what lies outside of it is an outlier.

    The centre moves towards every row that is outside. The radius is the distance within which
    all but the share ``contamination`` of the rows of ``fit`` lie.

    Parameters
    ----------
    choice : str, default="pa1"
        The learner.
    C : float, default=0.1
        How far one row may move the centre.
    contamination : float, default=0.1
        The share of outliers.
    passes : int, default=1
        Passes over the data in ``fit``.
    certify : {"off", "live", "tight"}, default="off"
        How much work proof may take beside learning.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import OneClassDetector
    >>> X = np.random.default_rng(0).normal(size=(300, 2))
    >>> model = OneClassDetector(contamination=0.05).fit(X)
    >>> model.predict([[0.1, 0.0], [8.0, 8.0]])
    array([ 1, -1])
    """

    def __init__(self, choice="pa1", *, C=0.1, contamination=0.1, passes=1, certify="off"):
        self.choice = choice
        self.C = C
        self.contamination = contamination
        self.passes = passes
        self.certify = certify

    def fit(self, X: Any, y: Any = None) -> OneClassDetector:
        """Learns from all rows in their order; labels are not looked at."""
        if not 0 < self.contamination <= 0.5:
            raise ValueError(f"contamination={self.contamination} is not in (0, 0.5]")
        X = self._checked(X, reset=True)
        self.learner_ = Learner(
            self.choice, problem="uniclass", certify=self.certify, head=1, C=float(self.C)
        )
        for _ in range(self.passes):
            self._learn(X, None)
        self.n_iter_ = self.passes
        self.offset_ = float(np.quantile(self.score_samples(X), self.contamination))
        return self

    def partial_fit(self, X: Any, y: Any = None) -> OneClassDetector:
        """Learns from some rows; the radius is that of these rows."""
        first = not hasattr(self, "learner_")
        if first:
            return self.fit(X)
        X = self._asked(X)
        self._learn(X, None)
        self.offset_ = float(np.quantile(self.score_samples(X), self.contamination))
        return self

    def score_samples(self, X: Any) -> np.ndarray:
        """Minus the distance of each row from the centre."""
        return -self._distances(X)

    def _distances(self, X: Any) -> np.ndarray:
        return np.abs(self._scores(X))

    def decision_function(self, X: Any) -> np.ndarray:
        """How far inside each row is; negative for outliers."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: Any) -> np.ndarray:
        """1 for rows inside, -1 for outliers."""
        return np.where(self.decision_function(X) >= 0, 1, -1)
