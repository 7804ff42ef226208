"""Passive-Aggressive classifier and regressor, with the interface of scikit-learn's.

scikit-learn deprecates its own classes; these take the same parameters, learn the same weights on
the same order of rows and add a certificate. (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006.)
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin, _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from noregret._engine import Learner
from noregret.sklearn._base import Checks, LinearMixin, Passes, constant, weights_of
from noregret.sklearn._classes import Classes, classes_of

_COMMON: dict[str, list[Any]] = {
    "C": [Interval(Real, 0, None, closed="right")],
    "fit_intercept": ["boolean"],
    "max_iter": [Interval(Integral, 1, None, closed="left")],
    "tol": [Interval(Real, 0, None, closed="left"), None],
    "early_stopping": ["boolean"],
    "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
    "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
    "shuffle": ["boolean"],
    "verbose": ["verbose"],
    "random_state": ["random_state"],
    "warm_start": ["boolean"],
    "average": [Interval(Integral, 0, None, closed="left"), "boolean"],
    "certify": [StrOptions({"off", "live", "tight"})],
}
_NO_START = (
    "starting weights are not supported: a certificate is about a run that starts at 0. Use"
    " warm_start=True or partial_fit to go on from an earlier fit."
)


class PassiveAggressiveClassifier(Passes, LinearMixin, ClassifierMixin, Classes):
    """Passive-Aggressive classifier.

    Every row that is not classified with a margin of 1 moves the weights just as far as it takes,
    or as ``C`` allows. More than two classes are learned one against the rest.

    Parameters
    ----------
    C : float, default=1.0
        How far one row may move the weights.
    fit_intercept : bool, default=True
        Whether there is an intercept.
    max_iter : int, default=1000
        Passes over the data in ``fit``, at most.
    tol : float or None, default=1e-3
        Passes end when the mean loss of ``n_iter_no_change`` of them is not better than the best by
        so much.
    early_stopping : bool, default=False
        Whether the score on rows held out decides instead of the loss.
    validation_fraction : float, default=0.1
        The share of the rows held out.
    n_iter_no_change : int, default=5
        How many passes without improvement end the run.
    shuffle : bool, default=True
        Whether each pass has an order of its own.
    verbose : int, default=0
        Whether passes are told.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        PA-I or PA-II.
    n_jobs : int or None
        Accepted and not used: all classes are learned in one pass.
    random_state : int, RandomState or None
        Seed of the order.
    warm_start : bool, default=False
        Whether ``fit`` goes on from the last one.
    class_weight : dict, "balanced" or None
        How much rows of a class count.
    average : bool or int, default=False
        Whether the average of all weights answers. A number of rows to wait for is taken for True.
    certify : {"off", "live", "tight"}, default="off"
        How much work proof may take beside learning; ``certificate_`` is there in any case,
        ``headroom_`` unless it is off.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import PassiveAggressiveClassifier
    >>> X = np.array([[-1.0, -1.0], [-2.0, -1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> model = PassiveAggressiveClassifier(random_state=0).fit(X, ["no", "no", "yes", "yes"])
    >>> model.predict([[3.0, 2.0]])
    array(['yes'], dtype='<U3')
    >>> model.certificate_.loss >= 0
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **_COMMON,
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "n_jobs": [None, Integral],
        "class_weight": [StrOptions({"balanced"}), dict, None],
    }

    def __init__(
        self, *, C=1.0, fit_intercept=True, max_iter=1000, tol=1e-3, early_stopping=False,
        validation_fraction=0.1, n_iter_no_change=5, shuffle=True, verbose=0, loss="hinge",
        n_jobs=None, random_state=None, warm_start=False, class_weight=None, average=False,
        certify="off",
    ):
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
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.average = average
        self.certify = certify

    _draws = 2

    def _begin(self, X: Any) -> None:
        two = len(self.classes_) == 2 and not self._open
        self.learner_ = Learner(
            "pa1" if self.loss == "hinge" else "pa2",
            problem="binary" if two else "one-vs-rest", classes=self.classes_.tolist(),
            certify=self.certify, head=1, C=float(self.C),
            average="plain" if self.average else "none", bias=constant(self.fit_intercept, X),
        )
        self.t_ = 1.0

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, coef_init=None, intercept_init=None, sample_weight=None):
        """Learns from all rows, in passes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        coef_init, intercept_init : None
            Not supported.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        if coef_init is not None or intercept_init is not None:
            raise ValueError(_NO_START)
        goes_on = self.warm_start and hasattr(self, "learner_")
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], reset=not goes_on
        )
        classes = classes_of(y)
        if len(classes) < 2:
            raise ValueError(
                "The number of classes has to be greater than one; got 1 class"
            )
        weight = weights_of(sample_weight, X)
        if goes_on:
            self._meet(y)
        else:
            self._declare(classes, is_open=False)
            self._begin(X)
        weight = self._class_weights(self.class_weight, y, weight)
        self._run_passes(X, y, weight, stratify=y)
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learns from some rows, in one pass.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        classes : array-like, optional
            All classes, told with the first call. Without them labels that are new are new classes,
            at any time; two classes then have a score each, as more do.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        if not hasattr(self, "learner_") or not self._is_plain(X):
            X = self._first_part(X, y, classes)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit")
        y = self._labels(y)
        self._meet(y)
        weight = self._class_weights(self.class_weight, y, weights_of(sample_weight, X))
        self._learn(X, y, weight)
        self.t_ += X.shape[0]
        self.n_iter_ = 1
        return self

    def _first_part(self, X: Any, y: Any, classes: Any) -> Any:
        first = not hasattr(self, "learner_")
        if first:
            self._validate_params()
            if self.class_weight == "balanced":
                raise ValueError(
                    "class_weight 'balanced' is not supported for partial_fit. In order to use"
                    " 'balanced' weights, use compute_class_weight('balanced', classes=classes, y=y)."
                    " Pass the resulting weights as the class_weight parameter."
                )
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], reset=first
        )
        if first:
            known = classes_of(y) if classes is None else classes
            self._declare(known, is_open=classes is None)
            self._begin(X)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit")
        return X


class PassiveAggressiveRegressor(Passes, LinearMixin, RegressorMixin, Checks):
    """Passive-Aggressive regressor.

    Every row whose prediction is off by more than ``epsilon`` moves the weights just as far as it
    takes, or as ``C`` allows. Parameters are those of `PassiveAggressiveClassifier`, and

    Parameters
    ----------
    loss : {"epsilon_insensitive", "squared_epsilon_insensitive"}
        PA-I or PA-II.
    epsilon : float, default=0.1
        How far off a prediction may be.

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
        **_COMMON,
        "loss": [StrOptions({"epsilon_insensitive", "squared_epsilon_insensitive"})],
        "epsilon": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self, *, C=1.0, fit_intercept=True, max_iter=1000, tol=1e-3, early_stopping=False,
        validation_fraction=0.1, n_iter_no_change=5, shuffle=True, verbose=0,
        loss="epsilon_insensitive", epsilon=0.1, random_state=None, warm_start=False,
        average=False, certify="off",
    ):
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
            "pa1" if self.loss == "epsilon_insensitive" else "pa2", problem="regression",
            certify=self.certify, head=1, C=float(self.C), epsilon=float(self.epsilon),
            average="plain" if self.average else "none", bias=constant(self.fit_intercept, X),
        )
        self.t_ = 1.0

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, coef_init=None, intercept_init=None, sample_weight=None):
        """Learns from all rows, in passes; see `PassiveAggressiveClassifier.fit`."""
        if coef_init is not None or intercept_init is not None:
            raise ValueError(_NO_START)
        goes_on = self.warm_start and hasattr(self, "learner_")
        X, y = self._rows_and_numbers(X, y, reset=not goes_on)
        weight = weights_of(sample_weight, X)
        if not goes_on:
            self._begin(X)
        self._run_passes(X, y, weight)
        return self

    def partial_fit(self, X, y, sample_weight=None):
        """Learns from some rows, in one pass."""
        first = not hasattr(self, "learner_")
        if first:
            self._validate_params()
        if first or not self._is_plain(X):
            X, y = self._rows_and_numbers(X, y, reset=first)
        if first:
            self._begin(X)
        self._learn(X, np.asarray(y, dtype=np.float64), weights_of(sample_weight, X))
        self.t_ += X.shape[0]
        self.n_iter_ = 1
        return self

    def _rows_and_numbers(self, X: Any, y: Any, *, reset: bool) -> tuple[Any, np.ndarray]:
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], y_numeric=True,
            reset=reset,
        )
        return X, y.astype(np.float64, copy=False)

    def _rows(self, table: np.ndarray) -> np.ndarray:
        return table[0] if table.ndim == 2 else table

    def predict(self, X):
        """The prediction for each row."""
        return self._scores(X)
