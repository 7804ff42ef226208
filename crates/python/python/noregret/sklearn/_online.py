"""Estimators with any learner of the engine, which also take data frames with text columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d

from noregret._engine import Learner
from noregret.sklearn._base import PASSES, Array
from noregret.sklearn._fits import Fits
from noregret.sklearn._linear import Linear

if TYPE_CHECKING:
    from noregret._engine import Certify


class Online(Linear, Fits):
    """Their parameters, and how they read data frames."""

    _parameter_constraints: dict[str, list[Any]] = {
        **PASSES,
        "choice": [str, None],
        "settings": [dict, None],
    }

    def __init__(
        self,
        choice: str | None = None,
        *,
        certify: Certify = "live",
        passes: int = 1,
        settings: dict[str, Any] | None = None,
        verbose: int = 0,
    ) -> None:
        self.choice = choice
        self.certify = certify
        self.passes = passes
        self.settings = settings
        self.verbose = verbose

    def _make(self, problem: str, classes: list[Any] | None = None) -> None:
        usual: dict[str, Any] = {"problem": problem, "classes": classes, "certify": self.certify}
        self.learner_ = Learner(self.choice, **{**usual, **(self.settings or {})})

    def _learn_all(self, X: Any, y: Any, weight: Array | None) -> None:
        """Learns in passes, then lets the learner decide what is still open."""
        super()._learn_all(X, y, weight)
        self.learner_.finish()

    def _checked(self, X: Any, *, reset: bool = False, **labels: Any) -> Any:
        """Rows as an array or CSR matrix, or a frame as it is, with the labels if given."""
        if not _is_frame(X):
            return super()._checked(X, reset=reset, **labels)
        self._check_columns(X, reset=reset)
        if "y" not in labels:
            return X
        if labels.get("multi_output"):
            y = check_array(
                labels["y"], accept_sparse="csr", ensure_2d=False, dtype=None, input_name="y"
            )
        else:
            y = column_or_1d(labels["y"], warn=True)
        check_consistent_length(X, y)
        return X, y.astype(np.float64) if labels.get("y_numeric") else y

    def _check_columns(self, X: Any, *, reset: bool) -> None:
        """Remembers or compares the columns of a frame, also of kinds unknown to scikit-learn."""
        names = tuple(getattr(X, "column_names", getattr(X, "columns", ())))
        if reset:
            self.n_features_in_ = int(X.shape[1])
            self.__dict__.pop("feature_names_in_", None)
            if names and all(isinstance(name, str) for name in names):
                self.feature_names_in_ = np.array(names, dtype=object)
            self._note_names()
        elif X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, but {type(self).__name__} is expecting"
                f" {self.n_features_in_} features as input."
            )
        elif self._column_names is not None and names != self._column_names:
            raise ValueError(
                "The feature names should match those that were passed during fit:"
                f" {list(self._column_names)}, not {list(names)}."
            )

    def _names_of(self, X: Any) -> tuple[Any, ...] | None:
        return None if _is_frame(X) else super()._names_of(X)

    def _table(self, *, last: bool = False) -> Array:
        columns = self._column_names
        if columns is not None and not set(columns).issuperset(self._fitted().features):
            raise AttributeError(
                "columns of strings have a weight for each of their categories: see"
                " learner_.features and learner_.weights()"
            )
        return super()._table(last=last)


def _is_frame(X: Any) -> bool:
    """Whether X is a frame for the engine; a pandas frame of numbers is handled as a matrix."""
    if isinstance(X, (np.ndarray, list, tuple)) or sp.issparse(X):
        return False
    if not hasattr(X, "__arrow_c_stream__"):
        return False
    kinds = [getattr(dtype, "kind", None) for dtype in getattr(X, "dtypes", [None])]
    return not set(kinds) <= set("fiub")
