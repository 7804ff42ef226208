"""The Passive-Aggressive classifier. (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer 2006.)

scikit-learn has deprecated its class. This one takes the same parameters, learns the same weights
from the same order of rows, and adds a certificate.
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

    A row whose margin is below 1 moves the weights until its margin is 1, or as far as ``C``
    allows. More than two classes are learned one against the rest.

    Parameters, the order of the rows and the weights are those of scikit-learn's class, with these
    differences:

    - Sample and class weights bound the step: a row of weight ``w`` moves the weights by at most
      ``w * C``, and never beyond a margin of 1. scikit-learn multiplies the finished step by ``w``.
    - The class weight of a row counts when any of the classes is learned. In scikit-learn it
      counts only for the class of the row.
    - With several classes, all see the rows in the same order and stop after the same pass. In
      scikit-learn each class has its own order and stops by itself.
    - With ``loss="squared_hinge"`` the squared loss decides when to stop; in scikit-learn the
      plain one does.
    - ``partial_fit`` does not shuffle the rows.

    Parameters
    ----------
    C : float, default=1.0
        The largest step that one row may cause. If it is infinite, steps have no limit, with either
        loss.
    fit_intercept : bool, default=True
        Whether to learn an intercept.
    max_iter : int, default=1000
        The largest number of passes over the data in ``fit``.
    tol : float or None, default=1e-3
        Stop after ``n_iter_no_change`` passes in a row whose mean loss is not lower than the best
        one by ``tol``. With None all ``max_iter`` passes are made.
    early_stopping : bool, default=False
        Whether the score on held-out rows decides when to stop, instead of the loss.
    validation_fraction : float, default=0.1
        The share of the rows that is held out.
    n_iter_no_change : int, default=5
        How many passes without improvement end ``fit``.
    shuffle : bool, default=True
        Whether to shuffle the rows before each pass.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.
    loss : {"hinge", "squared_hinge"}, default="hinge"
        PA-I or PA-II.
    n_jobs : int or None
        Accepted for scikit-learn's interface and not used: all classes are learned in one pass.
    random_state : int, RandomState or None
        Seed of the shuffling.
    warm_start : bool, default=False
        Whether ``fit`` continues from the previous ``fit``.
    class_weight : dict, "balanced" or None
        The weight of the rows of each class.
    average : bool or int, default=False
        Whether predictions use the average of the weights over all rows. Any number above 0 means
        True.
    certify : {"off", "live", "tight"}, default="off"
        How much work the proof may take beside learning. ``certificate_`` exists in any case,
        ``headroom_`` is empty if it is off.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights. They are computed when asked for; changing them does not change the model.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The intercepts.
    certificate_ : noregret.Certificate
        What the run proves about every fixed predictor.
    headroom_ : list of noregret.Headroom
        How much of the loss was avoidable, for each loss.
    learner_ : noregret.Learner
        The learner behind the estimator.
    n_iter_ : int
        The number of passes that were made.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        The names of the columns, if all of them are strings.

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
