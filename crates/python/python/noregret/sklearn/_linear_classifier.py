"""What the Passive-Aggressive classifier and the Perceptron share."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.class_weight import compute_class_weight

from noregret._engine import Learner
from noregret.sklearn._base import Array
from noregret.sklearn._passes import PARAMETERS, Passes
from noregret.sklearn._stream_classifier import StreamClassifier

CLASSIFIER_PARAMETERS: dict[str, list[Any]] = {
    **PARAMETERS,
    "class_weight": [StrOptions({"balanced"}), dict, None],
}
_BALANCED = (
    "class_weight 'balanced' is not supported for partial_fit. In order to use 'balanced' weights,"
    " use compute_class_weight('balanced', classes=classes, y=y). Pass the resulting weights as the"
    " class_weight parameter."
)


class LinearClassifier(Passes, StreamClassifier):
    """A linear classifier that learns more than two classes one against the rest."""

    class_weight: Any
    _draws = 2

    def _algorithm(self) -> tuple[str, float]:
        """The name of the algorithm, and its largest step."""
        raise NotImplementedError

    def _begin(self, X: Any) -> None:
        name, most = self._algorithm()
        self.learner_ = Learner(
            name,
            problem="binary" if self._has_sign() else "one-vs-rest",
            classes=self.classes_.tolist(),
            C=most,
            **self._settings(X),
        )
        self.t_ = 1.0

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> Self:
        """Learns from some rows in one pass; see `OnlineClassifier.partial_fit`."""
        if self.class_weight == "balanced":
            raise ValueError(_BALANCED)
        return super().partial_fit(X, y, classes, sample_weight)

    def _weights(self, y: Array, weight: Array | None) -> Array | None:
        """The weights of the rows times those of their classes."""
        if self.class_weight is None:
            return weight
        each = compute_class_weight(self.class_weight, classes=self.classes_, y=y)
        by_row: Array = each[np.searchsorted(self.classes_, y)]
        return by_row if weight is None else by_row * weight
