"""Regressors for River."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from river import base

from noregret._engine import Learner
from noregret._optional import optional
from noregret.river._model import Model, plain


class Regressor(Model, base.MiniBatchRegressor):
    """A regressor for River.

    Parameters
    ----------
    choice
        The learner, for example "pa1:C=0.1" or "nlms". If none is given, several learners compete
        on the first rows and the best one continues.
    certify
        How much work the proof may take: "off", "live" or "tight".
    seed
        Seed of everything random.
    **settings
        Further settings of the learner, for example `epsilon=0.1`.

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
        self.learner.learn_one(x, plain(y))

    def predict_one(self, x: dict[Any, Any]) -> float:
        """The predicted number; 0 if nothing was learned yet."""
        said = self.learner.predict_one(x)
        return 0.0 if said is None else float(said)

    def predict_many(self, X: Any) -> Any:
        """The predicted number for each row of a pandas frame."""
        series = optional("pandas", "predict_many").Series
        said = [0.0 if each is None else float(each) for each in self._predictions(X)]
        return series(said, index=X.index, dtype=float)

    def _labels(self, labels: list[Any]) -> Any:
        return np.asarray(labels, dtype=float)
