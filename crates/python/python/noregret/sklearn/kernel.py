"""A classifier for classes that no line separates: the weights live in the space of a kernel."""

from __future__ import annotations

from typing import Any

from sklearn.base import ClassifierMixin
from sklearn.utils.validation import validate_data

import numpy as np

from noregret._engine import Learner
from noregret.sklearn._base import weights_of
from noregret.sklearn._classes import Classes, classes_of


class KernelClassifier(ClassifierMixin, Classes):
    """Passive-Aggressive classifier in the space of a kernel.

    Parameters
    ----------
    kernel : {"gaussian", "polynomial", "linear"}, default="gaussian"
        The kernel, or one with its parameters such as ``"polynomial:degree=3,offset=1"``.
    sigma : float, default=1.0
        The width of the Gaussian, ``k(x, z) = exp(-|x - z|^2 / (2 sigma^2))``.
    C : float, default=1.0
        How far one row may move the weights.
    budget : int, optional
        The most rows that are kept; all that moved the weights if it is left open.
    passes : int, default=1
        Passes over the data in ``fit``.
    certify : {"off", "live", "tight"}, default="off"
        How much work proof about *linear* models may take; ``certificate_`` speaks of the space of
        the kernel in any case.

    Examples
    --------
    >>> from noregret.sklearn import KernelClassifier
    >>> X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    >>> model = KernelClassifier(sigma=0.5, passes=20).fit(X, [0, 1, 1, 0])
    >>> model.predict(X)
    array([0, 1, 1, 0])
    """

    def __init__(
        self, kernel="gaussian", *, sigma=1.0, C=1.0, budget=None, passes=1, certify="off"
    ):
        self.kernel = kernel
        self.sigma = sigma
        self.C = C
        self.budget = budget
        self.passes = passes
        self.certify = certify

    def _begin(self) -> None:
        kernel = f"gaussian:sigma={self.sigma}" if self.kernel == "gaussian" else self.kernel
        budget = None if self.budget is None else f"oldest:size={self.budget}"
        two = len(self.classes_) == 2 and not self._open
        self.learner_ = Learner(
            "pa1", problem="binary" if two else "multiclass", classes=self.classes_.tolist(),
            certify=self.certify, head=1, C=float(self.C), kernel=kernel, budget=budget,
            bias="none",
        )

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> KernelClassifier:
        """Learns from all rows in their order."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        classes = classes_of(y)
        if len(classes) < 2:
            raise ValueError("The number of classes has to be greater than one; got 1 class")
        weight = weights_of(sample_weight, X)
        self._declare(classes, is_open=False)
        self._begin()
        for _ in range(self.passes):
            self._learn(X, y, weight)
        self.n_iter_ = self.passes
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> KernelClassifier:
        """Learns from some rows; without ``classes`` new ones may come at any time."""
        first = not hasattr(self, "learner_")
        if first or not self._is_plain(X):
            X, y = validate_data(
                self, X, y, accept_sparse="csr", dtype=np.float64, reset=first
            )
        if first:
            self._declare(classes_of(y) if classes is None else classes, is_open=classes is None)
            self._begin()
        y = self._labels(y)
        self._meet(y)
        self._learn(X, y, weights_of(sample_weight, X))
        self.n_iter_ = 1
        return self
