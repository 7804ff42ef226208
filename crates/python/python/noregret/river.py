"""Models for River: `learn_one`, `predict_one`, and mini-batches of pandas.

Everything River does with a model works: pipelines, `clone`, `evaluate.progressive_val_score`,
pickling. Features that are strings are categories; nothing needs to be encoded. Unlike River's own
linear models, `learn_many` equals `learn_one` in a loop to the last bit.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from river import base

from noregret._engine import Certificate, Learner, NoRegretError
from noregret._optional import optional

__all__ = ["Classifier", "PAClassifier", "PARegressor", "Regressor"]


class _Model(base.Estimator):
    """What the models have in common: a learner."""

    learner: Learner

    def certificate(self) -> Certificate | None:
        """What the run so far proves about every fixed predictor."""
        return self.learner.certificate()

    @property
    def _raw_memory_usage(self) -> int:
        size: int = super()._raw_memory_usage
        try:
            return size + len(self.learner.to_bytes())
        except NoRegretError:
            return size

    def learn_many(self, X: Any, y: Any) -> None:
        """Learns from the rows of a pandas frame, in order."""
        rows, names = _rows(X)
        labels = [_label(label) for label in y.tolist()]
        self.learner.learn_many(rows, self._labels(labels), names=names)

    def _labels(self, labels: list[Any]) -> Any:
        return labels

    def _series(self, values: list[Any], X: Any) -> Any:
        return optional("pandas", "predict_many").Series(values, index=X.index)


class Classifier(_Model, base.MiniBatchClassifier):
    """A linear classifier for River, of two classes or many; new ones may come at any time.

    Parameters
    ----------
    choice
        The learner, for example "pa1:C=0.1", "arow" or "perceptron"; if not given, several compete
        on the first rows.
    problem
        "multiclass", "one-vs-rest" or "binary".
    certify
        How much work proof may take: "off", "live" or "tight".
    seed
        The seed of everything random.
    **settings
        Settings of the learner, for example `C=0.1` or `average="plain"`.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics
    >>> from noregret.river import Classifier
    >>> model = Classifier()
    >>> accuracy = evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    >>> accuracy.get() > 0.85
    True
    """

    def __init__(
        self,
        choice: str | None = None,
        problem: str = "multiclass",
        certify: Literal["off", "live", "tight"] = "live",
        seed: int = 0,
        **settings: Any,
    ) -> None:
        self.choice = choice
        self.problem = problem
        self.certify = certify
        self.seed = seed
        self.settings = settings
        self.learner = Learner(choice, problem=problem, certify=certify, seed=seed, **settings)

    @property
    def _multiclass(self) -> bool:
        return self.problem != "binary"

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        """Learns from one example."""
        self.learner.learn_one(x, _label(y))

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> Any:
        """The likeliest class; `None` before anything was learned."""
        return self.learner.predict_one(x)

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """Scores as shares that sum to 1: in the order of the scores, but not calibrated."""
        scores = self.learner.scores_one(x)
        if isinstance(scores, dict):
            return dict(zip(scores, _softmax([list(scores.values())])[0].tolist(), strict=True))
        classes = self._classes()
        if scores is None or len(classes) != 2:
            return {each: 1.0 / len(classes) for each in classes}
        return dict(zip(classes, _two([scores])[0].tolist(), strict=True))

    def predict_many(self, X: Any) -> Any:
        """The likeliest class of each row of a pandas frame."""
        rows, names = _rows(X)
        return self._series(self.learner.predict_many(rows, names=names), X)

    def predict_proba_many(self, X: Any) -> Any:
        """Shares of the classes, a column each, for each row of a pandas frame."""
        frame = optional("pandas", "predict_proba_many").DataFrame
        classes = self._classes()
        if len(self.learner.classes) < 2:
            share = 1.0 / max(len(classes), 1)
            return frame(share, index=X.index, columns=classes)
        rows, names = _rows(X)
        scores = self.learner.scores_many(rows, names=names)
        shares = _two(scores) if scores.ndim == 1 else _softmax(scores)
        return frame(shares, index=X.index, columns=classes)

    def _classes(self) -> list[Any]:
        """The classes that were seen; in River, two classes are false and true."""
        seen: list[Any] = self.learner.classes
        if self._multiclass or not {False, True}.issuperset(seen):
            return seen
        return [False, True]


class Regressor(_Model, base.MiniBatchRegressor):
    """A linear regressor for River.

    Parameters
    ----------
    choice
        The learner, for example "pa1:C=0.1" or "nlms"; if not given, several compete.
    certify
        How much work proof may take: "off", "live" or "tight".
    seed
        The seed of everything random.
    **settings
        Settings of the learner, for example `epsilon=0.1`.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics
    >>> from noregret.river import Regressor
    >>> model = Regressor()
    >>> error = evaluate.progressive_val_score(datasets.TrumpApproval(), model, metrics.MAE())
    >>> error.get() < 0.5
    True
    """

    def __init__(
        self,
        choice: str | None = None,
        certify: Literal["off", "live", "tight"] = "live",
        seed: int = 0,
        **settings: Any,
    ) -> None:
        self.choice = choice
        self.certify = certify
        self.seed = seed
        self.settings = settings
        self.learner = Learner(
            choice, problem="regression", certify=certify, seed=seed, **settings
        )

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        """Learns from one example."""
        self.learner.learn_one(x, _label(y))

    def predict_one(self, x: dict[Any, Any]) -> float:
        """The number; 0 before anything was learned."""
        said = self.learner.predict_one(x)
        return 0.0 if said is None else float(said)

    def predict_many(self, X: Any) -> Any:
        """The number of each row of a pandas frame."""
        rows, names = _rows(X)
        said = self.learner.predict_many(rows, names=names)
        return self._series([0.0 if each is None else float(each) for each in said], X)

    def _labels(self, labels: list[Any]) -> Any:
        return np.asarray(labels, dtype=float)


class PAClassifier(Classifier):
    """River's `linear_model.PAClassifier`, the same numbers to rounding, only faster.

    Parameters
    ----------
    C
        The largest step.
    mode
        0 for PA, 1 for PA-I, 2 for PA-II.
    learn_intercept
        Whether there is a constant. As in River, step sizes do not count it.

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
        """Learns from one example; `y` is taken for true or false."""
        self.learner.learn_one(x, bool(y))

    def _labels(self, labels: list[Any]) -> Any:
        return [bool(label) for label in labels]


class PARegressor(Regressor):
    """River's `linear_model.PARegressor` with the loss of its paper, only faster.

    A step is `max(|y - prediction| - eps, 0)` over the squared norm, before the mode limits it.
    River 0.26 computes that loss from `2 y - 1` in place of `y`, which makes its steps too long;
    with this loss put in, its numbers are the same to rounding.

    Parameters
    ----------
    C
        The largest step.
    mode
        0 for PA, 1 for PA-I, 2 for PA-II.
    eps
        Errors up to this size cost nothing.
    learn_intercept
        Whether there is a constant. As in River, step sizes do not count it.

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


def _label(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label


def _rows(X: Any) -> tuple[Any, list[Any] | None]:
    """A frame as a matrix and the names of its columns, or as dicts if it is not all numbers."""
    names = X.columns.tolist()
    if all(dtype.kind in "biuf" for dtype in X.dtypes):
        matrix = X.to_numpy(dtype=float)
        if not np.isnan(matrix).any():
            return matrix, names
    missing = X.isna().to_numpy()
    rows = X.to_dict("records")
    for row, absent in zip(rows, missing, strict=True):
        for name, gone in zip(names, absent, strict=True):
            row[name] = None if gone else _label(row[name])
    return rows, None


def _two(scores: ArrayLike) -> NDArray[np.float64]:
    # tanh does not overflow.
    yes = 0.5 * (1.0 + np.tanh(0.5 * np.asarray(scores)))
    return np.column_stack([1.0 - yes, yes])


def _softmax(scores: ArrayLike) -> NDArray[np.float64]:
    each = np.asarray(scores)
    powers = np.exp(each - each.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares
