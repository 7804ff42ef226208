"""Parameters of estimators: checked alike, and said in one place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.utils._param_validation import InvalidParameterError
from streams import rows

import noregret as nr
from noregret import sklearn as ours

X = rows(200, 4)
Y = np.where(X[:, 0] - X[:, 1] > 0, "yes", "no")
SENTENCES = [[{"w": "a"}, {"w": "b"}], [], [{"w": "b"}]]
TAGS: list[list[str]] = [["x", "y"], [], ["y"]]


def fitted(model: Any) -> Any:
    if isinstance(model, ours.SequenceTagger):
        return model.fit(SENTENCES, TAGS)
    regresses = isinstance(model, (ours.OnlineRegressor, ours.PassiveAggressiveRegressor))
    return model.fit(X, X[:, 0] if regresses else Y)


@pytest.mark.parametrize("name", ours.__all__)
def test_certify_is_checked_alike(name: str) -> None:
    with pytest.raises(InvalidParameterError, match="'certify' parameter"):
        fitted(getattr(ours, name)(certify="often"))


WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "choice": ("OnlineClassifier", {"choice": 3}),
    "settings": ("OnlineClassifier", {"settings": [1]}),
    "C": ("KernelClassifier", {"C": 0.0}),
    "sigma": ("KernelClassifier", {"sigma": -1.0}),
    "kernel": ("KernelClassifier", {"kernel": None}),
    "C of a centre": ("OneClassDetector", {"C": -1.0}),
    "choice of a centre": ("OneClassDetector", {"choice": None}),
    "shuffle": ("SequenceTagger", {"shuffle": "no"}),
    "random_state": ("SequenceTagger", {"random_state": "now"}),
    "choice of a tagger": ("SequenceTagger", {"choice": None}),
    "rule": ("BoostedStumps", {"rule": 3}),
}


@pytest.mark.parametrize("case", WRONG)
def test_parameters_are_checked(case: str) -> None:
    name, settings = WRONG[case]
    with pytest.raises(InvalidParameterError, match=f"'{case.split()[0]}' parameter of {name}"):
        fitted(getattr(ours, name)(**settings))


def schedule(model: ours.OneClassDetector) -> float:
    composition = model.fit(X).learner_.composition
    assert composition is not None
    C: float = composition["schedule"]["C"]
    return C


def test_the_choice_of_a_detector_may_say_how_far_it_moves() -> None:
    assert schedule(ours.OneClassDetector()) == 0.1
    assert schedule(ours.OneClassDetector("pa1:margin=0")) == 0.1
    assert schedule(ours.OneClassDetector("pa1:C=5")) == 5.0
    assert schedule(ours.OneClassDetector("pa1:margin=0, eta=4")) == 4.0
    assert schedule(ours.OneClassDetector(C=2)) == 2.0
    with pytest.raises(nr.NoRegretError, match="C is set twice"):
        ours.OneClassDetector("pa1:C=5", C=2.0).fit(X)


def test_settings_may_say_anything_that_a_learner_takes() -> None:
    usual = ours.OnlineClassifier("pa1").fit(X, Y)
    model = ours.OnlineClassifier("pa1", settings={"problem": "one-vs-rest", "certify": "off"})
    model.fit(X, Y)
    assert (model.learner_.problem, usual.learner_.problem) == ("one-vs-rest", "binary")
    assert model.headroom_ == [] != usual.headroom_
    # Two learners that mirror each other are one, whose score is half their difference.
    assert model.coef_.shape == usual.coef_.shape == (1, 4)
    scores = model.decision_function(X)
    np.testing.assert_allclose(scores, X @ model.coef_[0] + model.intercept_[0], atol=1e-12)
    assert_array_equal(model.predict(X), np.where(scores > 0, "yes", "no"))
    assert model.score(X, Y) > 0.9
    with pytest.raises(nr.NoRegretError, match="C is set twice"):
        ours.OnlineClassifier("pa1:C=1", settings={"C": 2.0}).fit(X, Y)


def test_settings_may_be_probabilities_of_each_class() -> None:
    model = ours.OnlineClassifier("logistic", settings={"problem": "one-vs-rest"}).fit(X, Y)
    shares = model.predict_proba(X)
    assert shares.shape == (len(X), 2)
    assert_array_equal(model.classes_[shares.argmax(axis=1)], model.predict(X))


def test_a_kernel_without_a_cap() -> None:
    model = ours.KernelClassifier(C=np.inf).fit(X, Y)
    assert model.score(X, Y) > 0.9


def test_a_sentence_without_words_says_nothing() -> None:
    model = ours.SequenceTagger(random_state=0).fit(SENTENCES, TAGS)
    assert model.predict(SENTENCES) == TAGS
    rounds = model.learner_.rows
    model.partial_fit([[]], [[]])
    assert model.learner_.rows == rounds == 2 * model.passes
