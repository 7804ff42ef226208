"""The Perceptron. (Rosenblatt 1958.)"""

from __future__ import annotations

from numbers import Real
from typing import Any

from sklearn.utils._param_validation import Interval

from noregret._engine import Learner
from noregret.sklearn._base import constant
from noregret.sklearn.passive_aggressive import PassiveAggressiveClassifier


class Perceptron(PassiveAggressiveClassifier):
    """The Perceptron: a row that is classified wrongly is added to the weights, or taken off.

    Parameters are those of `PassiveAggressiveClassifier`, without ``C`` and ``loss``, and

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
        **{
            name: rule
            for name, rule in PassiveAggressiveClassifier._parameter_constraints.items()
            if name not in {"C", "loss"}
        },
        "penalty": [None],
        "eta0": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self, *, penalty=None, fit_intercept=True, max_iter=1000, tol=1e-3, shuffle=True,
        verbose=0, eta0=1.0, n_jobs=None, random_state=0, early_stopping=False,
        validation_fraction=0.1, n_iter_no_change=5, class_weight=None, warm_start=False,
        average=False, certify="off",
    ):
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

    def _begin(self, X: Any) -> None:
        two = len(self.classes_) == 2 and not self._open
        self.learner_ = Learner(
            "perceptron", problem="binary" if two else "one-vs-rest",
            classes=self.classes_.tolist(), certify=self.certify, head=1, C=float(self.eta0),
            average="plain" if self.average else "none", bias=constant(self.fit_intercept, X),
        )
        self.t_ = 1.0
