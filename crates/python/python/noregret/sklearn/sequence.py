"""Sequence tagging: a tag for each word of a sentence, which depends on its neighbours.

(Collins 2002.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from noregret._engine import Learner
from noregret.sklearn._base import PASSES, ProofMixin, bar

if TYPE_CHECKING:
    from noregret._engine import Certify

#: Each word is a dict of features.
Sentences: TypeAlias = Sequence[Sequence[Mapping[Any, Any]]]
Tags: TypeAlias = Sequence[Sequence[Any]]


class SequenceTagger(ProofMixin, BaseEstimator):
    """A tagger of sequences.

    Each row is a sentence: a list of words of any length, and a word is a dict of features. As the
    rows are no matrix, scikit-learn's estimator checks do not apply. `clone`, `get_params` and
    cross-validation over lists of sentences work as usual.

    Parameters
    ----------
    choice : str, default="pa1:C=0.1"
        The learner.
    passes : int, default=5
        The number of passes over the sentences in ``fit``.
    shuffle : bool, default=True
        Whether to shuffle the sentences before each pass.
    random_state : int, RandomState or None
        Seed of the shuffling.
    certify : {"off", "live", "tight"}, default="off"
        How much work the proof may take beside learning. Only ``"tight"`` fills ``headroom_``.
    verbose : int, default=0
        Above 0, ``fit`` shows a progress bar for each pass.

    Attributes
    ----------
    classes_ : ndarray of shape (n_tags,)
        The tags, sorted.
    coef_ : ndarray of shape (n_tags, n_features)
        The weights, computed when asked for; the columns are ``learner_.features``.
    certificate_ : noregret.Certificate
        What the run proves about every fixed tagger.
    headroom_ : list of noregret.Headroom
        How much of the loss was avoidable; empty unless ``certify`` is ``"tight"``.
    learner_ : noregret.Learner
        The learner behind the estimator.

    Examples
    --------
    >>> from noregret.sklearn import SequenceTagger
    >>> sentences = [[{"word": "the"}, {"word": "dog"}], [{"word": "a"}, {"word": "cat"}]]
    >>> model = SequenceTagger(random_state=0).fit(sentences, [["DET", "NOUN"], ["DET", "NOUN"]])
    >>> model.predict([[{"word": "the"}, {"word": "cat"}]])
    [['DET', 'NOUN']]
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **PASSES,
        "choice": [str],
        "shuffle": ["boolean"],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        choice: str = "pa1:C=0.1",
        *,
        passes: int = 5,
        shuffle: bool = True,
        random_state: Any = None,
        certify: Certify = "off",
        verbose: int = 0,
    ) -> None:
        self.choice = choice
        self.passes = passes
        self.shuffle = shuffle
        self.random_state = random_state
        self.certify = certify
        self.verbose = verbose

    def fit(self, X: Sentences, y: Tags) -> Self:
        """Learns from sentences, each a list of dicts of features, and their tags.

        Parameters
        ----------
        X : list of lists of dicts
            Sentences.
        y : list of lists
            A tag for each word.

        Returns
        -------
        self : object
        """
        self._validate_params()
        self._begin(X, y)
        random = check_random_state(self.random_state)
        for number in range(1, self.passes + 1):
            order = random.permutation(len(X)) if self.shuffle else np.arange(len(X))
            with bar(self.verbose, len(X), f"pass {number} of {self.passes}") as progress:
                for done, at in enumerate(order.tolist(), start=1):
                    self._learn(X[at], y[at])
                    if progress is not None:
                        progress(done)
        self.n_iter_ = self.passes
        return self

    def partial_fit(self, X: Sentences, y: Tags) -> Self:
        """Learns from some sentences in one pass; new tags become new classes."""
        if "learner_" not in self.__dict__:
            self._validate_params()
            self._begin((), ())
        _check_lengths(X, y)
        for sentence, tags in zip(X, y, strict=True):
            self._learn(sentence, tags)
        self.classes_ = np.array(sorted(self.learner_.classes))
        self.n_iter_ = 1
        return self

    def _learn(self, sentence: Sequence[Mapping[Any, Any]], tags: Sequence[Any]) -> None:
        """Learns from a sentence; one without words says nothing."""
        if len(sentence):
            self.learner_.learn_parts(sentence, tags)

    def _begin(self, X: Sentences, y: Tags) -> None:
        _check_lengths(X, y)
        tags = sorted({tag for many in y for tag in many})
        self.learner_ = Learner(
            self.choice, problem="sequence", classes=tags or None, certify=self.certify, head=1
        )
        self.classes_ = np.array(tags)

    @property
    def coef_(self) -> NDArray[np.float64]:
        """The weights: a row for each tag, a column for each of ``learner_.features``."""
        learner = self._fitted()
        place = {tag: row for row, tag in enumerate(learner.classes)}
        table: NDArray[np.float64] = learner.weights()
        return table[[place[tag] for tag in self.classes_.tolist()]]

    def predict(self, X: Sentences) -> list[list[Any]]:
        """The tags of each sentence."""
        learner = self._fitted()
        return [learner.predict_parts(sentence) if len(sentence) else [] for sentence in X]

    def score(self, X: Sentences, y: Tags) -> float:
        """The share of words with the right tag."""
        pairs = [
            (said, right)
            for tags, truth in zip(self.predict(X), y, strict=True)
            for said, right in zip(tags, truth, strict=True)
        ]
        return sum(bool(said == right) for said, right in pairs) / max(len(pairs), 1)


def _check_lengths(X: Sentences, y: Tags) -> None:
    """Refuses sentences and tags of different lengths before anything is learned."""
    if len(X) != len(y):
        raise ValueError(f"{len(X)} sentences but {len(y)} lists of tags")
    for number, (sentence, tags) in enumerate(zip(X, y, strict=True)):
        if len(sentence) != len(tags):
            raise ValueError(
                f"sentence {number} has {len(sentence)} words but {len(tags)} tags"
            )
