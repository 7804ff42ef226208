"""A kernel classifier, for classes that no linear model separates."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval

from noregret._engine import Learner
from noregret.sklearn._base import AGGRESSIVENESS, PASSES, ProofMixin
from noregret.sklearn._fits import Fits
from noregret.sklearn._stream_classifier import StreamClassifier

if TYPE_CHECKING:
    from noregret._engine import Certify


class KernelClassifier(ProofMixin, Fits, StreamClassifier):
    """Passive-Aggressive classifier in the space of a kernel.

    Parameters
    ----------
    kernel : {"gaussian", "polynomial", "linear"}, default="gaussian"
        The kernel; parameters follow a colon, as in ``"polynomial:degree=3,offset=1"``.
    sigma : float, default=1.0
        The width of the Gaussian, ``k(x, z) = exp(-|x - z|^2 / (2 sigma^2))``.
    C : float, default=1.0
        The largest step that one row may cause.
    budget : int or str, optional
        The largest number of rows that the model keeps; the oldest ones are dropped. A text such
        as ``"size=100,rule=smallest"`` sets another rule. Without a budget all rows that moved
        the weights are kept.
    passes : int, default=1
        The number of passes over the data in ``fit``.
    certify : {"off", "live", "tight"}, default="off"
        How much work the proof about *linear* models (``headroom_``) may take. ``certificate_``
        is about predictors in the space of the kernel in any case.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    certificate_ : noregret.Certificate
        What the run proves about every fixed predictor in the space of the kernel.
    headroom_ : list of noregret.Headroom
        How the loss compares with that of all linear models; empty if ``certify`` is off.
    learner_ : noregret.Learner
        The learner behind the estimator.

    Examples
    --------
    >>> from noregret.sklearn import KernelClassifier
    >>> X = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    >>> model = KernelClassifier(sigma=0.5, passes=20).fit(X, [0, 1, 1, 0])
    >>> model.predict(X)
    array([0, 1, 1, 0])
    """

    _dtypes = (np.float64,)
    _parameter_constraints: dict[str, list[Any]] = {
        **PASSES,
        **AGGRESSIVENESS,
        "kernel": [str],
        "sigma": [Interval(Real, 0, None, closed="neither")],
        "budget": [Interval(Integral, 1, None, closed="left"), str, None],
    }

    def __init__(
        self,
        kernel: str = "gaussian",
        *,
        sigma: float = 1.0,
        C: float = 1.0,
        budget: int | str | None = None,
        passes: int = 1,
        certify: Certify = "off",
        verbose: int = 0,
    ) -> None:
        self.kernel = kernel
        self.sigma = sigma
        self.C = C
        self.budget = budget
        self.passes = passes
        self.certify = certify
        self.verbose = verbose

    def _begin(self, X: Any) -> None:
        self.learner_ = Learner(
            "pa1",
            problem="binary" if self._has_sign() else "multiclass",
            classes=self.classes_.tolist(),
            certify=self.certify,
            head=1,
            C=float(self.C),
            kernel=f"gaussian:sigma={self.sigma}" if self.kernel == "gaussian" else self.kernel,
            budget=None if self.budget is None else str(self.budget),
            bias="none",
        )
