"""One class: finds rows that are unlike the others. (Crammer et al. 2006, sec. 6.)"""

from __future__ import annotations

import re
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import OutlierMixin
from sklearn.utils._param_validation import Interval

from noregret._engine import Learner
from noregret.sklearn._base import AGGRESSIVENESS, PASSES, Array, ProofMixin
from noregret.sklearn._learning import Learning

if TYPE_CHECKING:
    from noregret._engine import Certify

#: From how many of the last rows `partial_fit` finds the radius.
_WINDOW = 1000
#: How far one row may move the centre if nothing is said.
_USUAL_C = 0.1


class OneClassDetector(ProofMixin, OutlierMixin, Learning):
    """An outlier detector: a ball around the rows, outside of which rows are outliers.

    Learning finds the centre: each row farther away than ``radius`` pulls it closer, so scale the
    columns to suit ``radius``. Predictions use a ball of another radius: a share ``contamination``
    of the rows of ``fit`` lies outside of it. After ``partial_fit`` the last 1,000 rows count, each
    with its distance at the end of its own call.

    Parameters
    ----------
    choice : str, default="pa1"
        The learner.
    C : float, optional
        The largest step of the centre that one row may cause: 0.1, unless ``choice`` has another
        one, as ``"pa1:C=5"`` does.
    contamination : float, default=0.1
        The expected share of outliers.
    radius : float, default=1.0
        Rows within this distance do not move the centre.
    passes : int, default=1
        The number of passes over the data in ``fit``.
    certify : {"off", "live", "tight"}, default="off"
        Accepted as in the other estimators. For one class ``headroom_`` is always empty.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.

    Attributes
    ----------
    offset_ : float
        Minus the radius of the ball that predictions use.
    center_ : ndarray of shape (n_features,)
        The centre, computed when asked for.
    certificate_ : noregret.Certificate
        What the run proves about every fixed centre.
    learner_ : noregret.Learner
        The learner behind the estimator.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import OneClassDetector
    >>> X = np.random.default_rng(0).normal(size=(300, 2))
    >>> model = OneClassDetector(contamination=0.05).fit(X)
    >>> model.predict([[0.1, 0.0], [8.0, 8.0]])
    array([ 1, -1])
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **PASSES,
        "choice": [str],
        "C": [*AGGRESSIVENESS["C"], None],
        "contamination": [Interval(Real, 0, 0.5, closed="right")],
        "radius": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        choice: str = "pa1",
        *,
        C: float | None = None,
        contamination: float = 0.1,
        radius: float = 1.0,
        passes: int = 1,
        certify: Certify = "off",
        verbose: int = 0,
    ) -> None:
        self.choice = choice
        self.C = C
        self.contamination = contamination
        self.radius = radius
        self.passes = passes
        self.certify = certify
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learns from all rows in their order; labels are ignored.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : None
            Not used.

        Returns
        -------
        self : object
        """
        return self._fit(X, None)

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learns from some rows; see `fit`."""
        return self._learn_part(X, None, None)

    def _read(self, X: Any, y: Any, *, reset: bool) -> tuple[Any, Any]:
        return self._checked(X, reset=reset), None

    def _begin(self, X: Any) -> None:
        self._last: Array = np.empty(0)
        self.offset_ = -np.inf
        self.learner_ = Learner(
            self.choice,
            problem=f"uniclass:radius={float(self.radius)}",
            certify=self.certify,
            head=1,
            C=self._aggressiveness(),
        )
        # Kept here because `radius` may be set to another value after fitting.
        self._margin = float(self.radius)

    def _aggressiveness(self) -> float | None:
        """C, if it is not left to the choice."""
        if self.C is not None:
            return float(self.C)
        said = (setting.partition("=")[0].strip() for setting in re.split("[:,]", self.choice))
        return None if {"C", "eta"}.intersection(said) else _USUAL_C

    def _learn_all(self, X: Any, y: Any, weight: Array | None) -> None:
        super()._learn_all(X, y, weight)
        self._follow(self._nearness(self._scored(X)))

    def _end_part(self, X: Any, y: Any) -> None:
        super()._end_part(X, y)
        self._follow(np.concatenate([self._last, self._nearness(self._scored(X))])[-_WINDOW:])

    def _follow(self, scores: Array) -> None:
        """Sets the offset from these scores, and keeps the last of them."""
        self._last = scores[-_WINDOW:]
        self.offset_ = float(np.quantile(scores, self.contamination))

    @property
    def center_(self) -> Array:
        """The centre."""
        learner = self._fitted()
        columns = self._column_names or range(self.n_features_in_)
        center: Array = learner.weights(columns, unknown=0.0)[0]
        return center

    def score_samples(self, X: Any) -> Array:
        """Minus the distance of each row from the centre."""
        return self._nearness(self._scores(X))

    def _nearness(self, scores: Array) -> Array:
        """Minus the distances; the learner's score is its radius minus the distance."""
        return scores - self._margin

    def decision_function(self, X: Any) -> Array:
        """How far inside the ball each row is; negative for outliers."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: Any) -> Array:
        """1 for rows inside, -1 for outliers."""
        return np.where(self.decision_function(X) >= 0, 1, -1)
