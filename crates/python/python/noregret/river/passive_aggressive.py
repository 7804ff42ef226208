"""River's Passive-Aggressive models, with the same parameters and results."""

from __future__ import annotations

from typing import Any

from noregret._engine import Learner
from noregret.river._model import rows_of
from noregret.river.classifier import Classifier
from noregret.river.regressor import Regressor


class PAClassifier(Classifier):
    """River's `linear_model.PAClassifier`, but faster; results differ by rounding only.

    Parameters
    ----------
    C
        The largest step.
    mode
        0 for PA, 1 for PA-I, 2 for PA-II.
    learn_intercept
        Whether to learn an intercept. As in River, it does not count in the length of a row.

    Examples
    --------
    >>> from noregret.river import PAClassifier
    >>> model = PAClassifier(C=0.1)
    >>> model.learn_one({"a": 1.0}, True)
    >>> model.learn_one({"b": 1.0}, False)
    >>> model.predict_one({"a": 1.0})
    True
    """

    def __init__(self, C: float = 1.0, mode: int = 1, learn_intercept: bool = True) -> None:
        self.C = C
        self.mode = mode
        self.learn_intercept = learn_intercept
        self.problem = "binary"
        settings = _settings(C, mode, learn_intercept)
        self.learner = Learner(_name(mode), problem="binary", classes=[False, True], **settings)

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        """Learns from one example; `y` counts as True or False."""
        self.learner.learn_one(x, bool(y))

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> bool:
        """Whether the score is above 0; False if nothing was learned yet."""
        score = self.learner.scores_one(x)
        return isinstance(score, float) and score > 0.0

    def _labels(self, labels: list[Any]) -> Any:
        return [bool(label) for label in labels]

    def _predictions(self, X: Any) -> list[Any]:
        if self.learner.rows == 0:
            return [False] * len(X)
        rows, names = rows_of(X)
        said: list[bool] = (self.learner.scores_many(rows, names=names) > 0.0).tolist()
        return said


class PARegressor(Regressor):
    """River's `linear_model.PARegressor`, but faster and with the loss of its paper.

    A step is the loss `max(|y - prediction| - eps, 0)` divided by the squared norm of the row, and
    then limited by the mode. River 0.26 computes the loss from `2 y - 1` instead of `y`, so that
    its steps are too long. With the right loss its results are the same to rounding.

    Parameters
    ----------
    C
        The largest step.
    mode
        0 for PA, 1 for PA-I, 2 for PA-II.
    eps
        Errors up to this size cost nothing.
    learn_intercept
        Whether to learn an intercept. As in River, it does not count in the length of a row.

    Examples
    --------
    >>> from noregret.river import PARegressor
    >>> model = PARegressor(eps=0.0)
    >>> model.learn_one({"a": 1.0}, 2.0)
    >>> model.predict_one({"a": 1.0})
    2.0
    """

    def __init__(
        self, C: float = 1.0, mode: int = 1, eps: float = 0.1, learn_intercept: bool = True
    ) -> None:
        self.C = C
        self.mode = mode
        self.eps = eps
        self.learn_intercept = learn_intercept
        self.learner = Learner(
            _name(mode), problem="regression", epsilon=eps, **_settings(C, mode, learn_intercept)
        )


def _name(mode: int) -> str:
    if mode not in (0, 1, 2):
        raise ValueError(f"mode is 0, 1 or 2, not {mode}")
    return ("pa", "pa1", "pa2")[mode]


def _settings(C: float, mode: int, learn_intercept: bool) -> dict[str, Any]:
    bias = {"uncounted": 1.0} if learn_intercept else "none"
    return {"bias": bias} if mode == 0 else {"bias": bias, "C": C}
