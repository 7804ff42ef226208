"""Tags of sequences: every word of a sentence gets one, and neighbours matter. (Collins 2002.)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from noregret._engine import Learner
from noregret.sklearn._base import LearnerMixin


class SequenceTagger(BaseEstimator, LearnerMixin):
    """A tagger of sequences.

    Parameters
    ----------
    choice : str, default="pa1:C=0.1"
        The learner.
    passes : int, default=5
        Passes over the sentences in ``fit``.
    shuffle : bool, default=True
        Whether each pass has an order of its own.
    random_state : int, optional
        Seed of the order.
    certify : {"off", "live", "tight"}, default="off"
        How much work proof may take beside learning.

    Examples
    --------
    >>> from noregret.sklearn import SequenceTagger
    >>> sentences = [[{"word": "the"}, {"word": "dog"}], [{"word": "a"}, {"word": "cat"}]]
    >>> model = SequenceTagger(random_state=0).fit(sentences, [["DET", "NOUN"], ["DET", "NOUN"]])
    >>> model.predict([[{"word": "the"}, {"word": "cat"}]])
    [['DET', 'NOUN']]
    """

    def __init__(
        self, choice="pa1:C=0.1", *, passes=5, shuffle=True, random_state=None, certify="off"
    ):
        self.choice = choice
        self.passes = passes
        self.shuffle = shuffle
        self.random_state = random_state
        self.certify = certify

    def fit(
        self, X: Sequence[Sequence[Mapping[Any, Any]]], y: Sequence[Sequence[Any]]
    ) -> SequenceTagger:
        """Learns from sentences, each a list of dicts of features, and their tags."""
        if len(X) != len(y):
            raise ValueError(f"{len(X)} sentences but {len(y)} lists of tags")
        tags = sorted({tag for many in y for tag in many})
        self.learner_ = Learner(
            self.choice, problem="sequence", classes=tags, certify=self.certify, head=1
        )
        random = np.random.default_rng(self.random_state)
        for _ in range(self.passes):
            order = random.permutation(len(X)) if self.shuffle else range(len(X))
            for at in order:
                self.learner_.learn_parts(X[at], y[at])
        self.classes_ = np.array(tags)
        self.n_iter_ = self.passes
        return self

    def partial_fit(
        self, X: Sequence[Sequence[Mapping[Any, Any]]], y: Sequence[Sequence[Any]]
    ) -> SequenceTagger:
        """Learns from some sentences, in one pass."""
        if not hasattr(self, "learner_"):
            self.learner_ = Learner(
                self.choice, problem="sequence", certify=self.certify, head=1
            )
        for sentence, tags in zip(X, y, strict=True):
            self.learner_.learn_parts(sentence, tags)
        self.classes_ = np.array(sorted(self.learner_.classes))
        return self

    def predict(self, X: Sequence[Sequence[Mapping[Any, Any]]]) -> list[list[Any]]:
        """The tags of each sentence."""
        learner = self._fitted()
        return [learner.predict_parts(sentence) if len(sentence) else [] for sentence in X]

    def score(self, X: Any, y: Any) -> float:
        """The share of words with the right tag."""
        pairs = [
            (said, right)
            for tags, truth in zip(self.predict(X), y, strict=True)
            for said, right in zip(tags, truth, strict=True)
        ]
        return sum(said == right for said, right in pairs) / max(len(pairs), 1)
