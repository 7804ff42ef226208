"""The Passive-Aggressive classifier. (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006.)

scikit-learn deprecates its own; this one takes the same parameters, learns the same weights on the
same order of rows and adds a certificate.
"""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

from sklearn.utils._param_validation import StrOptions

from noregret.sklearn._base import AGGRESSIVENESS
from noregret.sklearn._linear_classifier import CLASSIFIER_PARAMETERS, LinearClassifier
from noregret.sklearn._passes import variant

if TYPE_CHECKING:
    from noregret._engine import Certify


class PassiveAggressiveClassifier(LinearClassifier):
    """Passive-Aggressive classifier.

    Every row that is not classified with a margin of 1 moves the weights just as far as it takes,
    or as ``C`` allows. More than two classes are learned one against the rest.

    Parameters, orders of rows and weights are those of scikit-learn's, with these differences:

    - A row that counts ``w`` times may move the weights as far as ``w * C`` allows, but never
      beyond its margin; scikit-learn takes ``w`` times the step. Weights of classes hold for a row
      in the run of every class, not only in that of its own.
    - All classes see the rows in the same order and end after the same pass; in scikit-learn each
      has a run of its own.
    - With the squared loss it is that loss that decides when to end.
    - `partial_fit` takes the rows as they come, without shuffling them.

    Parameters
    ----------
    C : float, default=1.0
        How far one row may move the weights; as far as it takes if it is infinite, with both
        losses.
    fit_intercept : bool, default=True
        Whether there is an intercept.
    max_iter : int, default=1000
        Passes over the data in ``fit``, at most.
    tol : float or None, default=1e-3
        Passes end when the mean loss of ``n_iter_no_change`` of them is not better than the best by
        so much.
    early_stopping : bool, default=False
        Whether the score on rows held out decides instead of the loss.
    validation_fraction : float, default=0.1
        The share of the rows held out.
    n_iter_no_change : int, default=5
        How many passes without improvement end the run.
    shuffle : bool, default=True
        Whether each pass has an order of its own.
    verbose : int, default=0
        Whether there is a bar of progress for each pass.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        PA-I or PA-II.
    n_jobs : int or None
        Accepted and not used: all classes are learned in one pass.
    random_state : int, RandomState or None
        Seed of the order.
    warm_start : bool, default=False
        Whether ``fit`` goes on from the last one.
    class_weight : dict, "balanced" or None
        How much rows of a class count.
    average : bool or int, default=False
        Whether the average of all weights answers. A number of rows to wait for is taken for True.
    certify : {"off", "live", "tight"}, default="off"
        How much work proof may take beside learning; ``certificate_`` is there in any case,
        ``headroom_`` unless it is off.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights, made when they are asked for.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The intercepts.
    certificate_ : noregret.Certificate
        What the run proves about every fixed predictor.
    headroom_ : list of dict
        How much of the loss was avoidable.
    learner_ : noregret.Learner
        The learner.
    n_iter_ : int
        Passes over the data.
    n_features_in_ : int
        Columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if all of them are strings.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import PassiveAggressiveClassifier
    >>> X = np.array([[-1.0, -1.0], [-2.0, -1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> model = PassiveAggressiveClassifier(random_state=0).fit(X, ["no", "no", "yes", "yes"])
    >>> model.predict([[3.0, 2.0]])
    array(['yes'], dtype='<U3')
    >>> model.certificate_.loss >= 0
    True
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **CLASSIFIER_PARAMETERS,
        **AGGRESSIVENESS,
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "n_jobs": [None, Integral],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "hinge",
        n_jobs: int | None = None,
        random_state: Any = None,
        warm_start: bool = False,
        class_weight: Any = None,
        average: bool | int = False,
        certify: Certify = "off",
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.verbose = verbose
        self.loss = loss
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.average = average
        self.certify = certify

    def _algorithm(self) -> tuple[str, float]:
        return variant(self.C, self.loss.startswith("squared")), float(self.C)
