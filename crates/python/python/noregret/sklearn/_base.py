"""What the estimators share: input checks, learning, scores and proof."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import (
    check_array,
    check_consistent_length,
    check_X_y,
    validate_data,
)

from noregret._engine import Certificate, Learner, NoRegretError, Pass
from noregret.audit import Headroom
from noregret.data import Data
from noregret.progress import progress_bar

if TYPE_CHECKING:
    from noregret._engine import Certify

    #: What a method of a learner takes as `progress`.
    Bar: TypeAlias = AbstractContextManager[Any]

Array: TypeAlias = NDArray[Any]

#: What `certify` and the like may be, for scikit-learn's checks of parameters.
CERTIFY: dict[str, list[Any]] = {"certify": [StrOptions({"off", "live", "tight"})]}
PASSES: dict[str, list[Any]] = {
    **CERTIFY,
    "passes": [Interval(Integral, 1, None, closed="left")],
    "verbose": ["verbose"],
}
#: How far one row may move the weights: as far as it takes, if it is infinite.
AGGRESSIVENESS: dict[str, list[Any]] = {"C": [Interval(Real, 0, None, closed="right")]}
_CSR = (sp.csr_matrix, sp.csr_array)


class LearnerMixin:
    """The learner of a fitted estimator."""

    learner_: Learner

    def __sklearn_is_fitted__(self) -> bool:
        return "learner_" in self.__dict__

    def _fitted(self) -> Learner:
        """The learner; `NotFittedError` is an `AttributeError` too, as `hasattr` wants it."""
        if not self.__sklearn_is_fitted__():
            name = type(self).__name__
            raise NotFittedError(f"This {name} instance is not fitted yet. Call 'fit' first.")
        return self.learner_


class ProofMixin(LearnerMixin):
    """What a run proves, read from the learner when it is asked for."""

    @property
    def certificate_(self) -> Certificate | None:
        """What the run proves about every fixed predictor, such as ``coef_``."""
        learner, classes = self._fitted(), getattr(self, "classes_", None)
        return learner.certificate(None if classes is None else classes.tolist())

    @property
    def headroom_(self) -> list[Headroom]:
        """How much of the loss was avoidable; one entry for each loss.

        It is empty if ``certify`` is ``"off"``, and where nothing is known: for one class, for
        sequences unless ``certify`` is ``"tight"``, and for rankings by a learner of another loss
        than the hinge loss, such as ``"arow"``.
        """
        return self._fitted().headroom()


class Checks(LearnerMixin, BaseEstimator):
    """Checks of rows; plain arrays of the known width go to the engine unchecked."""

    certify: Certify
    passes: int
    verbose: int
    n_features_in_: int
    #: The types of values that are not converted.
    _dtypes: tuple[type, ...] = (np.float64, np.float32)
    #: The names of the columns. It stays the same tuple, so that the engine reads it only once.
    _column_names: tuple[Any, ...] | None = None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _begun(self) -> bool:
        """Whether there is a learner already."""
        return "learner_" in self.__dict__

    def _is_plain(self, X: Any) -> bool:
        """Whether X is an array of the known width, so that only its values need a check."""
        width = self.__dict__.get("n_features_in_")
        return self._column_names is None and _is_matrix(X) and X.shape[1] == width

    def _checked(self, X: Any, *, reset: bool = False, **labels: Any) -> Any:
        """Rows as an array or CSR, and labels if there are some."""
        if isinstance(X, Data):
            return self._checked_data(X, reset=reset, **labels)
        if not reset:
            self._check_keys(X)
        found = validate_data(
            self, X, accept_sparse="csr", dtype=list(self._dtypes), reset=reset, **labels
        )
        if reset:
            self._note_names()
        return found

    def _checked_data(self, data: Data, *, reset: bool, **labels: Any) -> Any:
        """Rows of a file in the columns of the first ones, which are found by name."""
        names = tuple(data.feature_names) if reset else self._column_names
        if names is None:
            raise ValueError(
                f"This {type(self).__name__} was fitted on columns without names: it cannot tell"
                " which of a file they are. Fit it on Data, or give both as matrices, the second"
                " one from nr.read(path, columns=first.feature_names)."
            )
        kinds: dict[str, Any] = {"accept_sparse": "csr", "dtype": list(self._dtypes)}
        X = data.reindex(names)
        if "y" in labels:
            found = X, _ = check_X_y(X, estimator=self, **kinds, **labels)
        else:
            found = X = check_array(X, estimator=self, input_name="X", **kinds)
        if reset:
            self._note_columns(X)
            if all(isinstance(name, str) for name in names):
                self.feature_names_in_ = np.array(names, dtype=object)
            self._column_names = names
        return found

    def _check_keys(self, X: Any) -> None:
        """Compares columns where some have integers for names, which scikit-learn does not keep."""
        names, given = self._column_names, getattr(X, "columns", None)
        if names is None or given is None or hasattr(self, "feature_names_in_"):
            return
        if [str(name) for name in given] != [str(name) for name in names]:
            raise ValueError(
                "The feature names should match those that were passed during fit:"
                f" {list(names)}, not {list(given)}."
            )

    def _note_names(self) -> None:
        names = getattr(self, "feature_names_in_", None)
        self._column_names = None if names is None else tuple(names)

    def _takes_first(self, X: Any, y: Any) -> bool:
        """Whether only the values of these first rows and labels need a check."""
        return (
            _is_matrix(X)
            and X.shape[1] > 0
            and type(y) is np.ndarray
            and y.shape == (X.shape[0],)
            and y.dtype.char in "dl"
        )

    def _note_columns(self, X: Any) -> None:
        """Remembers the number of columns of a matrix without column names."""
        self.__dict__.pop("feature_names_in_", None)
        self.n_features_in_, self._column_names = X.shape[1], None

    def _names_of(self, X: Any) -> tuple[Any, ...] | None:
        """The names of the columns for the engine."""
        return self._column_names

    def _weights(self, y: Array, weight: Array | None) -> Array | None:
        """The weights of these rows."""
        return weight

    def _rows(self, table: Array) -> Array:
        """Weights of the learner in the form that the estimator shows them in."""
        return table

    def _quality(self, X: Any, y: Array, weight: Array | None) -> float:
        """The score of the predictions for checked rows."""
        raise NotImplementedError

    def _scores(self, X: Any) -> Array:
        self._fitted()
        return self._scored(X if self._is_plain(X) else self._checked(X))

    def _scored(self, X: Any) -> Array:
        """The learner's scores of checked rows."""
        try:
            return self.learner_.scores_many(X, names=self._names_of(X))
        except NoRegretError:
            self._checked(X)
            raise

    def _learn(self, X: Any, y: Any, weight: Array | None = None, **more: Any) -> Pass:
        """Learns from checked rows; for errors that scikit-learn knows its message is raised."""
        try:
            return self.learner_.learn_many(X, y, weight=weight, names=self._names_of(X), **more)
        except NoRegretError:
            self._checked(X)
            raise

    def _learn_passes(self, X: Any, y: Any, weight: Array | None = None) -> None:
        """Learns from all rows in their order, `passes` times."""
        for number in range(1, self.passes + 1):
            with bar(self.verbose, X.shape[0], f"pass {number} of {self.passes}") as progress:
                self._learn(X, y, weight, progress=progress)
        self.n_iter_ = self.passes


def bar(verbose: int, total: int, description: str, **more: Any) -> Bar:
    """A progress bar if ``verbose`` is above 0."""
    return progress_bar(total, description=description, **more) if verbose else nullcontext()


def weights_of(sample_weight: Any, X: Any) -> Array | None:
    """Checked sample weights; None if all rows count once."""
    if sample_weight is None:
        return None
    if isinstance(sample_weight, Real):
        return np.full(X.shape[0], float(sample_weight))
    weight: Array = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weight.ndim != 1:
        raise ValueError(f"sample weights are an array of one dimension, not {weight.ndim}")
    check_consistent_length(weight, X)
    if weight.min() < 0:
        raise ValueError("Negative values in data passed to `sample_weight`")
    return weight


def weights_of_all(sample_weight: Any, X: Any) -> Array | None:
    """Checked sample weights of all rows, of which at least one must be above 0."""
    weight = weights_of(sample_weight, X)
    if weight is not None and not weight.any():
        raise ValueError("Sample weights are all zero: there is nothing to learn from.")
    return weight


def _is_matrix(X: Any) -> bool:
    """Whether X is a non-empty array or CSR matrix of a type that the engine reads directly."""
    kind = type(X)
    if kind is np.ndarray:
        return X.ndim == 2 and X.dtype.char in "fd" and len(X) > 0
    return kind in _CSR and X.dtype.char in "fd" and X.shape[0] > 0
