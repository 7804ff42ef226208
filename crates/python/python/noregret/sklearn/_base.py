"""What the estimators share: input checks, passes over the data, attributes read from the engine."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from noregret._engine import Certificate, Learner, NoRegretError, shuffle

#: The constant that scikit-learn's intercept is: 1 for dense rows, sqrt(0.01) for sparse ones.
DENSE_CONSTANT, SPARSE_CONSTANT = 1.0, 0.1


class LearnerMixin:
    """Attributes of a fitted estimator that are read from its learner when they are asked for."""

    learner_: Learner

    def _fitted(self) -> Learner:
        learner = self.__dict__.get("learner_")
        if learner is None:
            name = type(self).__name__
            raise NotFittedError(f"This {name} instance is not fitted yet. Call 'fit' first.")
        return learner

    def __sklearn_is_fitted__(self) -> bool:
        return "learner_" in self.__dict__

    @property
    def certificate_(self) -> Certificate | None:
        """What the run proves about every fixed predictor."""
        return self._attribute("certificate_").certificate()

    @property
    def headroom_(self) -> list[dict[str, Any]]:
        """How much of the loss was avoidable; empty unless ``certify`` is ``"live"`` or ``"tight"``."""
        return self._attribute("headroom_").headroom()

    def _attribute(self, name: str) -> Learner:
        learner = self.__dict__.get("learner_")
        if learner is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return learner


class LinearMixin(LearnerMixin):
    """``coef_`` and ``intercept_``, made when they are asked for."""

    n_features_in_: int

    def _columns(self) -> Any:
        names = getattr(self, "feature_names_in_", None)
        return range(self.n_features_in_) if names is None else list(names)

    def _table(self, last: bool) -> np.ndarray:
        learner = self._attribute("coef_")
        columns = self._columns()
        return self._rows(learner.last_weights(columns) if last else learner.weights(columns))

    def _rows(self, table: np.ndarray) -> np.ndarray:
        """The rows of the learner in the order of the estimator's."""
        return table

    @property
    def coef_(self) -> np.ndarray:
        """The weights: a row of them, or one of each class."""
        return self._table(last=False)

    @property
    def intercept_(self) -> np.ndarray:
        """The intercepts: one, or one of each class."""
        return self._rows(self._attribute("intercept_").intercepts())

    @property
    def _average_coef(self) -> np.ndarray:
        return self._averaged("_average_coef").coef_

    @property
    def _average_intercept(self) -> np.ndarray:
        return self._averaged("_average_intercept").intercept_

    @property
    def _standard_coef(self) -> np.ndarray:
        return self._averaged("_standard_coef")._table(last=True)

    @property
    def _standard_intercept(self) -> np.ndarray:
        self._averaged("_standard_intercept")
        return self._rows(self._attribute("_standard_intercept").last_intercepts())

    def _averaged(self, name: str) -> LinearMixin:
        if not getattr(self, "average", False):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        self._attribute(name)
        return self


class Checks(BaseEstimator):
    """Input checks; rows that are plain arrays of the known width go to the engine as they are."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _is_plain(self, X: Any) -> bool:
        """Whether the engine may take X as it is: it looks for what is not finite itself."""
        if "feature_names_in_" in self.__dict__:
            return False
        width = self.__dict__.get("n_features_in_")
        kind = type(X)
        if kind is np.ndarray:
            return X.ndim == 2 and X.shape[1] == width and X.dtype.char in "fd" and len(X) > 0
        return kind in _CSR and X.shape[1] == width and X.dtype.char in "fd" and X.shape[0] > 0

    def _checked(self, X: Any, *, reset: bool = False) -> Any:
        return validate_data(
            self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset,
            accept_large_sparse=True,
        )

    def _asked(self, X: Any) -> Any:
        """Rows to be answered."""
        return X if self._is_plain(X) else self._checked(X)

    def _names(self) -> list[str] | None:
        names = self.__dict__.get("feature_names_in_")
        return None if names is None else list(names)

    def _scores(self, X: Any) -> np.ndarray:
        learner = self._fitted()  # type: ignore[attr-defined]
        X = self._asked(X)
        try:
            return learner.scores_many(X, names=self._names())
        except NoRegretError:
            self._checked(X)
            raise

    def _learn(self, X: Any, y: Any, weight: Any = None, order: Any = None) -> Any:
        """Learns from checked rows; what scikit-learn would say of them is said by it."""
        try:
            return self.learner_.learn_many(X, y, weight=weight, order=order, names=self._names())  # type: ignore[attr-defined]
        except NoRegretError:
            self._checked(X)
            raise


_CSR = (sp.csr_matrix, sp.csr_array)


def constant(fit_intercept: bool, X: Any) -> Any:
    """The engine's constant for scikit-learn's intercept."""
    if not fit_intercept:
        return "none"
    return {"uncounted": SPARSE_CONSTANT if sp.issparse(X) else DENSE_CONSTANT}


def weights_of(sample_weight: Any, X: Any) -> np.ndarray | None:
    """Checked sample weights; None if all rows count once."""
    if sample_weight is None:
        return None
    return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)


class Passes:
    """Goes through the data until the loss of a pass falls no more, as scikit-learn's SGD does."""

    max_iter: int
    tol: float | None
    shuffle: bool
    random_state: Any
    n_iter_no_change: int
    early_stopping: bool
    validation_fraction: float
    verbose: int
    #: Which draw of ``random_state`` is the seed of the order in scikit-learn.
    _draws = 1

    def _run_passes(self, X: Any, y: Any, weight: np.ndarray | None, stratify: Any = None) -> None:
        random = check_random_state(self.random_state)
        rows = np.arange(X.shape[0], dtype=np.int64)
        held = None
        if self.early_stopping:
            rows, held = self._split(rows, stratify, random)
        tol = -np.inf if self.tol is None else self.tol
        best, stale, passes = np.inf, 0, 0
        # The same seed in each pass, and the order goes on from the last, as in scikit-learn.
        seeds = [int(random.randint(0, np.iinfo(np.int32).max)) for _ in range(self._draws)]
        seed = seeds[-1]
        order = rows.copy() if self.shuffle or held is not None else None
        for passes in range(1, self.max_iter + 1):
            if self.shuffle:
                shuffle(order, seed)
            done = self._learn(X, y, weight, order)  # type: ignore[attr-defined]
            value = done.loss if held is None else -self.score(X[held], y[held])  # type: ignore[attr-defined]
            unit = len(rows) if held is None else 1
            if self.verbose:
                print(f"-- pass {passes}: {done.rows} rows, mean loss {done.loss / max(done.rows, 1):.6g}")
            stale = stale + 1 if value > best - tol * unit else 0
            best = min(best, value)
            if stale >= self.n_iter_no_change:
                break
        else:
            if self.tol is not None:
                warnings.warn(
                    "Maximum number of iteration reached before convergence. Consider increasing"
                    " max_iter to improve the fit.",
                    ConvergenceWarning,
                    stacklevel=3,
                )
        self.n_iter_ = passes
        self.t_ = 1.0 + passes * len(rows)

    def _split(self, rows: np.ndarray, stratify: Any, random: Any) -> tuple[np.ndarray, np.ndarray]:
        from sklearn.model_selection import train_test_split

        kept, held = train_test_split(
            rows, test_size=self.validation_fraction, random_state=random, stratify=stratify
        )
        return np.sort(kept), np.sort(held)


__all__ = [
    "Checks", "LearnerMixin", "LinearMixin", "Passes", "check_is_fitted", "constant", "weights_of",
]
