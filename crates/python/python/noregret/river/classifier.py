"""Classifiers for River."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from river import base

from noregret._engine import Learner
from noregret._optional import optional
from noregret.river._model import Model, plain, rows_of


class Classifier(Model, base.MiniBatchClassifier):
    """A classifier for River, for two or more classes; new ones may come at any time.

    Parameters
    ----------
    choice
        The learner, for example "pa1:C=0.1", "arow" or "perceptron". If none is given, several
        learners compete on the first rows and the best one continues.
    problem
        "multiclass", "one-vs-rest" or "binary".
    certify
        How much work the proof may take: "off", "live" or "tight".
    seed
        Seed of everything random.
    **settings
        Further settings of the learner, for example `C=0.1` or `average="plain"`.

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
        self.learner.learn_one(x, plain(y))

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> Any:
        """The class with the highest score; `None` if nothing was learned yet."""
        return self.learner.predict_one(x)

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """Scores scaled to sum to 1. They keep the order of the scores but are not calibrated."""
        scores = self.learner.scores_one(x)
        if isinstance(scores, dict):
            return dict(zip(scores, _softmax([list(scores.values())])[0].tolist(), strict=True))
        classes = self._classes()
        if scores is None or len(classes) != 2:
            return {each: 1.0 / len(classes) for each in classes}
        return dict(zip(classes, _two([scores])[0].tolist(), strict=True))

    def predict_many(self, X: Any) -> Any:
        """The class with the highest score, for each row of a pandas frame."""
        series = optional("pandas", "predict_many").Series
        return series(self._predictions(X), index=X.index)

    def predict_proba_many(self, X: Any) -> Any:
        """The result of `predict_proba_one` for each row of a frame; a column for each class."""
        frame = optional("pandas", "predict_proba_many").DataFrame
        classes = self._classes()
        if len(self.learner.classes) < 2:
            share = 1.0 / max(len(classes), 1)
            return frame(share, index=X.index, columns=classes)
        rows, names = rows_of(X)
        scores = self.learner.scores_many(rows, names=names)
        shares = _two(scores) if scores.ndim == 1 else _softmax(scores)
        return frame(shares, index=X.index, columns=classes)

    def _classes(self) -> list[Any]:
        """The classes so far; for two booleans always both."""
        seen: list[Any] = self.learner.classes
        if self._multiclass or not {False, True}.issuperset(seen):
            return seen
        return [False, True]


def _two(scores: ArrayLike) -> NDArray[np.float64]:
    # tanh does not overflow.
    yes = 0.5 * (1.0 + np.tanh(0.5 * np.asarray(scores)))
    return np.column_stack([1.0 - yes, yes])


def _softmax(scores: ArrayLike) -> NDArray[np.float64]:
    each = np.asarray(scores)
    powers = np.exp(each - each.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares
