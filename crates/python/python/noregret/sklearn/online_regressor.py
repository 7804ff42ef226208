"""A regressor with any learner of the engine; if none is chosen, several compete."""

from __future__ import annotations

from typing import Any

from noregret.sklearn._online import Online
from noregret.sklearn._regression import Numbers


class OnlineRegressor(Online, Numbers):
    """A regressor that learns row by row, with any learner of the engine.

    The parameters and attributes are those of `OnlineClassifier`, without those about classes.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import OnlineRegressor
    >>> random = np.random.default_rng(0)
    >>> X = random.normal(size=(500, 3))
    >>> model = OnlineRegressor().fit(X, X @ [1.0, -2.0, 0.5] + 3)
    >>> float(model.score(X, X @ [1.0, -2.0, 0.5] + 3)) > 0.9
    True
    """

    def _begin(self, X: Any) -> None:
        self._make("regression")
