"""The Passive-Aggressive regressor. (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006.)"""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval, StrOptions

from noregret._engine import Learner
from noregret.sklearn._base import AGGRESSIVENESS
from noregret.sklearn._passes import PARAMETERS, Passes, variant
from noregret.sklearn._regression import Numbers

if TYPE_CHECKING:
    from noregret._engine import Certify


class PassiveAggressiveRegressor(Passes, Numbers):
    """Passive-Aggressive regressor.

    A row whose prediction is off by more than ``epsilon`` moves the weights until it is off by
    ``epsilon``, or as far as ``C`` allows. The other parameters and the attributes are those of
    `PassiveAggressiveClassifier`, without those about classes.

    Parameters
    ----------
    loss : {"epsilon_insensitive", "squared_epsilon_insensitive"}
        PA-I or PA-II.
    epsilon : float, default=0.1
        The error of a prediction that is not counted.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import PassiveAggressiveRegressor
    >>> X = np.arange(20.0).reshape(-1, 1) / 10
    >>> model = PassiveAggressiveRegressor(random_state=0, tol=1e-4).fit(X, 2 * X[:, 0] + 1)
    >>> bool(abs(model.predict([[1.0]])[0] - 3) < 0.3)
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **PARAMETERS,
        **AGGRESSIVENESS,
        "loss": [StrOptions({"epsilon_insensitive", "squared_epsilon_insensitive"})],
        "epsilon": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "epsilon_insensitive",
        epsilon: float = 0.1,
        random_state: Any = None,
        warm_start: bool = False,
        average: bool | int = False,
        certify: Certify = "off",
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.verbose = verbose
        self.loss = loss
        self.epsilon = epsilon
        self.random_state = random_state
        self.warm_start = warm_start
        self.average = average
        self.certify = certify

    def _begin(self, X: Any) -> None:
        self.learner_ = Learner(
            variant(self.C, self.loss.startswith("squared")),
            problem="regression",
            C=float(self.C),
            epsilon=float(self.epsilon),
            **self._settings(X),
        )
        self.t_ = 1.0
