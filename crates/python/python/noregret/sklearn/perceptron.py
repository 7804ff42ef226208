"""The Perceptron. (Rosenblatt 1958.)"""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval

from noregret.sklearn._linear_classifier import CLASSIFIER_PARAMETERS, LinearClassifier

if TYPE_CHECKING:
    from noregret._engine import Certify


class Perceptron(LinearClassifier):
    """The Perceptron: a row that is classified wrongly is added to the weights, or taken off.

    Parameters and attributes are those of `PassiveAggressiveClassifier`, without ``C`` and
    ``loss``, and

    Parameters
    ----------
    penalty : None
        Accepted for the interface of scikit-learn; there is none.
    eta0 : float, default=1.0
        The length of a step. It changes the size of the weights and no prediction.

    Examples
    --------
    >>> from noregret.sklearn import Perceptron
    >>> model = Perceptron(random_state=0).fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    >>> model.predict([[2.0, 0.5]])
    array([1])
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **CLASSIFIER_PARAMETERS,
        "penalty": [None],
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "n_jobs": [None, Integral],
    }

    def __init__(
        self,
        *,
        penalty: None = None,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: float = 1.0,
        n_jobs: int | None = None,
        random_state: Any = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
        average: bool | int = False,
        certify: Certify = "off",
    ) -> None:
        self.penalty = penalty
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.eta0 = eta0
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.average = average
        self.certify = certify

    def _algorithm(self) -> tuple[str, float]:
        return "perceptron", float(self.eta0)
