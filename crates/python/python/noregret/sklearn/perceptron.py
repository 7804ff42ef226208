"""The Perceptron. (Rosenblatt 1958.)"""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import Interval

from noregret._engine import Pass
from noregret.sklearn._linear_classifier import CLASSIFIER_PARAMETERS, LinearClassifier

if TYPE_CHECKING:
    from noregret._engine import Certify


class Perceptron(LinearClassifier):
    """The Perceptron: a row that is classified wrongly is added to or subtracted from the weights.

    For two classes the coefficients, the number of passes and the predictions are those of
    scikit-learn's Perceptron without a penalty. The other parameters and the attributes are those
    of `PassiveAggressiveClassifier`, without ``C`` and ``loss``.

    Parameters
    ----------
    penalty : None
        Accepted for scikit-learn's interface; penalties are not supported.
    alpha : float, default=0.0001
        Strength of the penalty in scikit-learn. Without a penalty it has no effect.
    l1_ratio : float, default=0.15
        Share of the L1 penalty in scikit-learn. Without a penalty it has no effect.
    eta0 : float, default=1.0
        The length of a step. It scales the weights. It also scales the loss that ``tol`` is
        compared with, and so it can change the number of passes and with it predictions.
    tol : float or None, default=1e-3
        As in scikit-learn, the loss that decides when to stop is the mean of
        ``max(0, -y * score)`` over a pass; of several classes the worst one counts.

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
        "alpha": [Interval(Real, 0, None, closed="left")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both"), None],
        "eta0": [Interval(Real, 0, None, closed="neither")],
        "n_jobs": [None, Integral],
    }

    def __init__(
        self,
        *,
        penalty: None = None,
        alpha: float = 0.0001,
        l1_ratio: float | None = 0.15,
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
        self.alpha = alpha
        self.l1_ratio = l1_ratio
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

    def _loss_of(self, done: Pass) -> float:
        """The loss of scikit-learn's Perceptron; the learner's own loss asks for a margin of 1."""
        return done._perceptron_loss
