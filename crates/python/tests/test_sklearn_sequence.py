"""The tagger, by hand: its rows are sentences, which scikit-learn's checks cannot make.

Their input is a matrix of numbers; a sentence is a list of words of any length, a word a dict.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score

from noregret.sklearn import SequenceTagger

TAGS = {"the": "D", "a": "D", "dog": "N", "cat": "N", "sees": "V", "old": "J", "walk": "?"}


def sentences(count: int = 80, seed: int = 0) -> tuple[list[Any], list[list[str]]]:
    """`walk` is a noun after an article or adjective, else a verb: only neighbours tell."""
    rng = np.random.default_rng(seed)
    X, y = [], []
    for _ in range(count):
        words = [str(word) for word in rng.choice(list(TAGS), size=rng.integers(1, 8))]
        tags: list[str] = []
        for word in words:
            tag = TAGS[word]
            if tag == "?":
                tag = "N" if tags and tags[-1] in "DJ" else "V"
            tags.append(tag)
        X.append([{"word": word} for word in words])
        y.append(tags)
    return X, y


X, Y = sentences()


def test_neighbours_matter() -> None:
    model = SequenceTagger(passes=10, random_state=0).fit(X, Y)
    unseen, right = sentences(seed=1)
    assert model.score(unseen, right) == 1.0
    # The best that a tag for each word alone can do is less.
    words = [word["word"] for sentence in unseen for word in sentence]
    tags = [tag for many in right for tag in many]
    walks = [tag for word, tag in zip(words, tags, strict=True) if word == "walk"]
    alone = 1 - min(walks.count("N"), walks.count("V")) / len(tags)
    assert alone < 1.0
    assert model.classes_.tolist() == ["D", "J", "N", "V"]
    assert model.predict([[]]) == [[]] and model.predict([]) == []
    assert [len(tags) for tags in model.predict(unseen)] == [len(many) for many in unseen]


def test_weights_of_words() -> None:
    model = SequenceTagger("perceptron", passes=1, shuffle=False)
    # In the order in which tags come, which is not that of classes_.
    for sentence, tags in zip(X, Y, strict=True):
        model.partial_fit([sentence], [tags])
    assert model.coef_.shape == (4, len(model.learner_.features))
    assert model.learner_.classes != model.classes_.tolist() == ["D", "J", "N", "V"]
    for column, name in enumerate(model.learner_.features):
        scores = model.learner_.scores_one({"word": str(name).split("=")[1]})
        assert isinstance(scores, dict)
        assert model.coef_[:, column].tolist() == [scores[tag] for tag in model.classes_.tolist()]
    assert not hasattr(SequenceTagger(), "coef_")


def test_parameters_clones_and_copies() -> None:
    model = SequenceTagger("pa1:C=0.5", passes=2, random_state=3)
    assert clone(model).get_params() == model.get_params()
    assert not hasattr(model, "certificate_")
    with pytest.raises(NotFittedError, match="not fitted"):
        model.predict(X)
    model.fit(X, Y)
    assert clone(model).fit(X, Y).predict(X) == model.predict(X)
    copy = pickle.loads(pickle.dumps(model))
    copy.partial_fit(X[:9], Y[:9])
    model.partial_fit(X[:9], Y[:9])
    unseen, _ = sentences(seed=2)
    assert copy.predict(unseen) == model.predict(unseen)
    assert copy.learner_.to_bytes() == model.learner_.to_bytes()
    with pytest.raises(ValueError, match="passes"):
        SequenceTagger(passes=0).fit(X, Y)


def test_parts_learn_what_a_pass_does_and_tags_may_be_new() -> None:
    whole = SequenceTagger(passes=1, shuffle=False).fit(X, Y)
    parts = SequenceTagger()
    for start in range(0, len(X), 7):
        parts.partial_fit(X[start : start + 7], Y[start : start + 7])
    assert_array_equal(parts.classes_, whole.classes_)
    assert parts.certificate_.rows == whole.certificate_.rows
    assert parts.certificate_.loss == pytest.approx(whole.certificate_.loss)
    parts.partial_fit([[{"word": "oh"}]] * 20, [["INTJ"]] * 20)
    assert "INTJ" in parts.classes_ and parts.predict([[{"word": "oh"}]]) == [["INTJ"]]


def test_the_run_is_proved() -> None:
    """A tagger without weights loses 1 for each word; no norm makes the bound larger."""
    proof = SequenceTagger("pa1:C=0.02", passes=1, shuffle=False).fit(X, Y).certificate_
    words = sum(map(len, Y))
    assert 0.8 * words < proof.lower_bound(0.0) <= words
    bounds = [proof.lower_bound(norm) for norm in (0.0, 0.5, 1.0, 2.0, 4.0)]
    assert bounds == sorted(bounds, reverse=True)
    assert proof.regret(1.0) == pytest.approx(proof.loss - bounds[2])


def test_what_does_not_fit_is_refused_before_anything_is_learned() -> None:
    model = SequenceTagger(passes=1).fit(X, Y)
    before = model.learner_.to_bytes()
    with pytest.raises(ValueError, match="80 sentences but 79"):
        model.partial_fit(X, Y[:-1])
    with pytest.raises(ValueError, match="sentence 1 has"):
        model.partial_fit(X[:3], [Y[0], [*Y[1], "N"], Y[2]])
    assert model.learner_.to_bytes() == before


def test_scores_by_cross_validation() -> None:
    # Splits take lists of lists as they are; arrays of objects work too.
    scores = cross_val_score(SequenceTagger(passes=5, random_state=0), X, Y, cv=4)
    assert scores.min() > 0.9
