"""Passes over the data until the loss stops falling, as in scikit-learn's SGD."""

from __future__ import annotations

import math
import warnings
from numbers import Integral, Real
from typing import Any, Self, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.base import is_classifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval

from noregret._engine import Pass, shuffle
from noregret.sklearn._base import CERTIFY, Array, bar
from noregret.sklearn._learning import Learning
from noregret.sklearn._linear import DENSE_CONSTANT, SPARSE_CONSTANT, Linear
from noregret.sklearn._sparse_coef import SparseCoef

#: scikit-learn draws its seeds below this.
_SEEDS = np.iinfo(np.int32).max
_NO_WEIGHT = (
    "The sample weights for validation set are all zero, consider using a different random state."
)
Order: TypeAlias = NDArray[np.int64]

#: The allowed values of parameters, for scikit-learn's checks.
PARAMETERS: dict[str, list[Any]] = {
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
    **CERTIFY,
}
_NO_START = (
    "starting weights are not supported: a certificate is about a run that starts at 0. Use"
    " warm_start=True or partial_fit to go on from an earlier fit."
)
_TOO_FEW = (
    "Maximum number of iteration reached before convergence. Consider increasing max_iter to"
    " improve the fit."
)


class Passes(SparseCoef, Linear, Learning):
    """A linear estimator whose `fit` ends when the loss of a pass stops falling."""

    fit_intercept: bool
    max_iter: int
    tol: float | None
    shuffle: bool
    random_state: Any
    n_iter_no_change: int
    early_stopping: bool
    validation_fraction: float
    warm_start: bool
    average: bool | int
    #: Which number drawn from `random_state` scikit-learn takes for the seed of the order.
    _draws = 1

    def fit(
        self,
        X: Any,
        y: Any,
        coef_init: None = None,
        intercept_init: None = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learns from all rows, in passes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        coef_init, intercept_init : None
            Not supported: the certificate holds for runs that start at 0.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows.

        Returns
        -------
        self : object
        """
        if coef_init is not None or intercept_init is not None:
            raise ValueError(_NO_START)
        self.__dict__.pop("_is_sparse", None)
        return self._fit(X, y, sample_weight)

    def _goes_on(self) -> bool:
        return self.warm_start and self._begun()

    def _settings(self, X: Any) -> dict[str, Any]:
        """The settings that the learners of all these estimators share."""
        value = SPARSE_CONSTANT if sp.issparse(X) else DENSE_CONSTANT
        return {
            "certify": self.certify,
            "head": 1,
            "average": "plain" if self.average else "none",
            "bias": {"uncounted": value} if self.fit_intercept else "none",
        }

    def _end_part(self, X: Any, y: Any) -> None:
        self.n_iter_ = 1
        self.t_ += X.shape[0]

    def _learn_all(self, X: Any, y: Array, weight: Array | None) -> None:
        """Learns in passes until the stopping rule or ``max_iter`` ends them."""
        random = check_random_state(self.random_state)
        for _ in range(self._draws - 1):
            random.randint(_SEEDS)
        is_held = self._held_out(y, weight)
        seed = random.randint(_SEEDS)
        # As in scikit-learn: one seed for all passes, each shuffles the order of the pass before.
        rows = np.arange(len(y), dtype=np.int64)
        counted = self._weights(y, weight)
        end = _End(self.tol, self.n_iter_no_change, 1 if self.early_stopping else len(rows))
        self.n_iter_, loss = 0, np.nan
        while self.n_iter_ < self.max_iter and not end.is_reached:
            if self.shuffle:
                shuffle(rows, seed)
            order = rows[~is_held[rows]] if self.early_stopping else rows
            loss = self._run_pass(X, y, counted, order, loss)
            end.see(-self._quality_of(is_held, X, y, weight) if is_held.any() else loss)
        if self.tol is not None and not end.is_reached:
            warnings.warn(_TOO_FEW, ConvergenceWarning, stacklevel=4)
        self.t_ = 1.0 + self.n_iter_ * X.shape[0]

    def _run_pass(
        self, X: Any, y: Array, weight: Array | None, order: Order, last: float
    ) -> float:
        """Learns in one pass; returns its loss."""
        self.n_iter_ += 1
        told = "" if np.isnan(last) else f", mean loss {last / len(order):.4g} in the last"
        # Without an order the rows are learned as they lie in memory, which is faster.
        given = order if self.shuffle or self.early_stopping else None
        with bar(self.verbose, len(order), f"pass {self.n_iter_}{told}") as progress:
            return self._loss_of(self._learn(X, y, weight, order=given, progress=progress))

    def _loss_of(self, done: Pass) -> float:
        """The loss of a pass that the stopping rule compares."""
        return done.loss

    def _held_out(self, y: Array, weight: Array | None) -> Array:
        """Which rows are held out."""
        is_held = np.zeros(len(y), dtype=bool)
        if self.early_stopping:
            _, held = train_test_split(
                np.arange(len(y)),
                test_size=self.validation_fraction,
                random_state=self.random_state,
                stratify=y if is_classifier(self) else None,
            )
            is_held[held] = True
            if weight is not None and not weight[is_held].any():
                raise ValueError(_NO_WEIGHT)
        return is_held

    def _quality_of(self, is_held: Array, X: Any, y: Array, weight: Array | None) -> float:
        weight = None if weight is None else weight[is_held]
        return self._quality(X[is_held], y[is_held], weight)


class _End:
    """Stops after `patience` values in a row that are not better than the best by `tol`."""

    def __init__(self, tol: float | None, patience: int, unit: int) -> None:
        self._least = -np.inf if tol is None else tol * unit
        self._patience = patience
        self._best, self._stale = np.inf, 0

    def see(self, value: float) -> None:
        self._stale = self._stale + 1 if value > self._best - self._least else 0
        self._best = min(self._best, value)

    @property
    def is_reached(self) -> bool:
        return self._stale >= self._patience


def variant(C: float, is_squared: bool) -> str:
    """The Passive-Aggressive algorithm: without a limit, PA-I and PA-II are the same."""
    if math.isinf(C):
        return "pa"
    return "pa2" if is_squared else "pa1"
