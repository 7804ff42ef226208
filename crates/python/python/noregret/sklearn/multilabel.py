"""Sets of labels: all labels in order of relevance, and a threshold above which they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import scipy.sparse as sp
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets

from noregret._engine import Learner
from noregret.sklearn._base import PASSES, Array, Checks, ProofMixin, weights_of_all
from noregret.sklearn._classes import chosen

if TYPE_CHECKING:
    from noregret._engine import Certify


class MultilabelRanker(ProofMixin, ClassifierMixin, Checks):
    """Ranks labels, those that hold before the others.

    Scores order the labels of a row; they have no threshold of their own. The one that makes fewest
    errors on the rows of ``fit`` is taken off, so that a label holds where ``decision_function`` is
    above 0. (Crammer & Singer 2003; Shalev-Shwartz & Singer 2006.)

    Parameters
    ----------
    choice : str, optional
        The learner, such as ``"sopopo"``; several compete if it is left open.
    certify : {"live", "off", "tight"}, default="live"
        How much work proof may take beside learning.
    passes : int, default=1
        Passes over the data in ``fit``.
    verbose : int, default=0
        Whether there is a bar of progress for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_labels,)
        The labels: columns of the indicator, or what the sets held, sorted.
    threshold_ : float
        The score above which a label holds.
    certificate_ : noregret.Certificate
        What the run proves about every fixed ranker.
    learner_ : noregret.Learner
        The learner.

    Examples
    --------
    >>> import numpy as np
    >>> from noregret.sklearn import MultilabelRanker
    >>> X = np.eye(3).repeat(20, axis=0)
    >>> Y = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0]]).repeat(20, axis=0)
    >>> model = MultilabelRanker("sopopo", passes=5).fit(X, Y)
    >>> model.predict(np.eye(3))
    array([[1, 0, 1],
           [0, 1, 0],
           [1, 1, 0]])
    >>> sorted(model.rank(np.eye(3), top=2)[0])
    [0, 2]
    """

    _parameter_constraints: dict[str, list[Any]] = PASSES

    def __init__(
        self,
        choice: str | None = None,
        *,
        certify: Certify = "live",
        passes: int = 1,
        verbose: int = 0,
    ) -> None:
        self.choice = choice
        self.certify = certify
        self.passes = passes
        self.verbose = verbose

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        tags.target_tags.multi_output = True
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns from all rows in their order.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Rows.
        y : indicator matrix of shape (n_samples, n_labels), list of sets, or one label a row
            Labels that hold.
        sample_weight : array-like of shape (n_samples,), optional
            How much each row counts.

        Returns
        -------
        self : object
        """
        self._validate_params()
        X, sets = self._rows_and_sets(X, y)
        weight = weights_of_all(sample_weight, X)
        self.threshold_ = 0.0
        self.learner_ = Learner(
            self.choice,
            problem="label-ranking",
            classes=self.classes_.tolist(),
            certify=self.certify,
        )
        self._learn_passes(X, sets, weight)
        self.learner_.finish()
        if not self._single:
            self.threshold_ = self._threshold(self._of_labels(self._scored(X)), sets)
        return self

    def _rows_and_sets(self, X: Any, y: Any) -> tuple[Any, list[list[Any]]]:
        """Checked rows, and the labels of each."""
        if _are_sets(y):
            X = self._checked(X, reset=True)
            if len(y) != X.shape[0]:
                raise ValueError(f"{X.shape[0]} rows but {len(y)} sets of labels")
            self.classes_ = np.array(sorted({label for labels in y for label in labels}))
            self._single = False
            return X, [sorted(labels) for labels in y]
        X, y = self._checked(X, y=y, reset=True, multi_output=True)
        check_classification_targets(y)
        if sp.issparse(y):
            y = y.toarray()
        self._single = y.ndim == 1 or y.shape[1] == 1
        if self._single:
            y = y.ravel()
            self.classes_ = np.unique(y)
            if len(self.classes_) < 2:
                raise ValueError("The number of classes has to be greater than one; got 1 class")
            return X, [[label] for label in y.tolist()]
        self.classes_ = np.arange(y.shape[1])
        return X, [np.flatnonzero(row).tolist() for row in y]

    def _threshold(self, scores: Array, sets: list[list[Any]]) -> float:
        """The score above which a label holds with fewest errors."""
        known = {label: place for place, label in enumerate(self.classes_.tolist())}
        holds = np.zeros(scores.shape, dtype=bool)
        for row, labels in enumerate(sets):
            holds[row, [known[label] for label in labels]] = True
        order = np.argsort(scores, axis=None)
        flat, right = scores.ravel()[order], holds.ravel()[order]
        # Below the threshold: labels that hold are missed. Above it: others are wrong.
        missed = np.concatenate([[0], np.cumsum(right)])
        wrong = (~right).sum() - np.concatenate([[0], np.cumsum(~right)])
        best = int(np.argmin(missed + wrong))
        low = flat[best - 1] if best > 0 else flat[0] - 1.0
        high = flat[best] if best < len(flat) else flat[-1] + 1.0
        return float((low + high) / 2)

    def _of_labels(self, scores: Array) -> Array:
        """Scores of the labels in place of those of the learner's; 0 for one not yet met."""
        known = {label: place for place, label in enumerate(self._fitted().classes)}
        places = [known.get(label, -1) for label in self.classes_.tolist()]
        return np.column_stack([scores, np.zeros(len(scores))])[:, places]

    def decision_function(self, X: Any) -> Array:
        """The score of each label; above 0 it holds."""
        scores = self._of_labels(self._scores(X))
        if self._single and len(self.classes_) == 2:
            return scores[:, 1] - scores[:, 0]
        return scores - self.threshold_

    def predict(self, X: Any) -> Array:
        """An indicator of the labels that hold; the first label where ``fit`` had one a row."""
        scores = self.decision_function(X)
        return chosen(self.classes_, scores) if self._single else (scores > 0).astype(int)

    def rank(self, X: Any, top: int | None = None) -> list[list[Any]]:
        """The labels of each row, the most relevant first."""
        order = np.argsort(-self._of_labels(self._scores(X)), axis=1, kind="stable")[:, :top]
        ranked: list[list[Any]] = self.classes_[order].tolist()
        return ranked


def _are_sets(y: Any) -> bool:
    """Whether labels are sets of them, and no rows of an indicator."""
    if not (isinstance(y, (list, tuple)) and len(y)):
        return False
    if not all(isinstance(labels, (set, frozenset, list, tuple)) for labels in y):
        return False
    if any(isinstance(labels, (set, frozenset)) for labels in y):
        return True
    same = len({len(labels) for labels in y}) == 1
    return not (same and all(label in (0, 1) for labels in y for label in labels))
