"""The same weights as scikit-learn's Passive-Aggressive and Perceptron, on the same rows and seeds.

Sums are taken in another order, so the last digits may differ.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import linear_model as theirs
from sklearn.datasets import make_classification
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from streams import Matrix, rows

from noregret import sklearn as ours

pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]

ROWS = rows(400, 6)
FORMS = {"dense": np.asarray, "csr": sp.csr_array, "f32": np.float32}
# scikit-learn computes in the precision of the rows; ours is always double.
FORMS64 = {**FORMS, "f32": np.float64}
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "no intercept": {"fit_intercept": False},
    "in order": {"shuffle": False},
    "average": {"average": True, "max_iter": 7, "tol": None},
    # With the squared loss scikit-learn ends by the plain one.
    "squared": {"loss": "squared", "C": 0.3, "max_iter": 9, "tol": None},
    "small C": {"C": 0.01},
    # Without a cap both variants are PA.
    "infinite C": {"C": np.inf},
    "infinite C, squared": {"loss": "squared", "C": np.float32(np.inf), "max_iter": 9, "tol": None},
    "early stopping": {"early_stopping": True, "validation_fraction": 0.25},
    "tol": {"tol": 1e-2, "n_iter_no_change": 2},
}


def labels(count: int, seed: int = 1) -> np.ndarray[Any, Any]:
    """Classes that a linear model tells apart but for some noise; not in the order they come."""
    noise = 0.3 * np.random.default_rng(seed).normal(size=(len(ROWS), count))
    names: np.ndarray[Any, Any] = np.array(["oak", "ash", "yew", "elm"])
    found: np.ndarray[Any, Any] = names[np.argmax(ROWS[:, :count] + noise, axis=1)]
    return found


def numbers() -> Matrix:
    return ROWS @ np.arange(1.0, 7.0) + 0.3 * np.random.default_rng(2).normal(size=len(ROWS)) + 2


def both(name: str, **settings: Any) -> tuple[Any, Any]:
    loss = settings.pop("loss", None)
    if loss is not None:
        settings["loss"] = "squared_" + ("hinge" if "Class" in name else "epsilon_insensitive")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(ours, name)(**settings), getattr(theirs, name)(**settings)


def same(mine: Any, their: Any, X: Any) -> None:
    assert mine.coef_.shape == their.coef_.shape
    assert mine.intercept_.shape == their.intercept_.shape
    assert np.abs(their.coef_).max() > 0
    assert_allclose(mine.coef_, their.coef_, rtol=1e-7, atol=1e-9)
    assert_allclose(mine.intercept_, their.intercept_, rtol=1e-7, atol=1e-9)
    function = "decision_function" if hasattr(their, "classes_") else "predict"
    assert_allclose(getattr(mine, function)(X), getattr(their, function)(X), rtol=1e-6, atol=1e-8)
    assert_array_equal(mine.n_iter_, their.n_iter_)
    assert mine.t_ == their.t_
    if hasattr(their, "classes_"):
        assert_array_equal(mine.classes_, their.classes_)
        assert_array_equal(mine.predict(X), their.predict(X))


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("form", FORMS)
def test_classifier(form: str, setting: str) -> None:
    X, y = FORMS[form](ROWS), labels(2)
    mine, their = both("PassiveAggressiveClassifier", random_state=3, **SETTINGS[setting])
    same(mine.fit(X, y), their.fit(FORMS64[form](ROWS), y), X)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("form", FORMS)
def test_regressor(form: str, setting: str) -> None:
    X, y = FORMS[form](ROWS), numbers()
    mine, their = both("PassiveAggressiveRegressor", random_state=3, **SETTINGS[setting])
    same(mine.fit(X, y), their.fit(FORMS64[form](ROWS), y), X)


@pytest.mark.parametrize(
    "setting",
    ["no intercept", "average", "squared", "small C", "infinite C", "infinite C, squared"],
)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [3, 4])
def test_several_classes(form: str, count: int, setting: str) -> None:
    # In scikit-learn each class has an order and an end of its own.
    every = {**SETTINGS[setting], "shuffle": False, "tol": None, "max_iter": 6}
    X, y = FORMS[form](ROWS), labels(count)
    mine, their = both("PassiveAggressiveClassifier", **every)
    same(mine.fit(X, y), their.fit(FORMS64[form](ROWS), y), X)


@pytest.mark.parametrize("weight", ["balanced", {"oak": 0.3, "ash": 2.5}, {"oak": 0.0}])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_class_weight(form: str, weight: Any) -> None:
    # Where C bounds every step, weights of rows are weights of steps.
    X, y = FORMS[form](ROWS), labels(2)
    every: dict[str, Any] = {"random_state": 5, "C": 1e-6, "max_iter": 4, "tol": None}
    mine, their = both("PassiveAggressiveClassifier", class_weight=weight, **every)
    same(mine.fit(X, y), their.fit(X, y), X)


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_sample_weight(form: str, early: bool) -> None:
    """scikit-learn's classes take no weights; its SGD with the same steps does."""
    X, weight = FORMS[form](ROWS), np.random.default_rng(8).choice([0.0, 0.5, 1.0, 3.0], len(ROWS))
    every: dict[str, Any] = {"random_state": 4, "early_stopping": early, "max_iter": 5}
    every |= {"tol": 1e-3 if early else None}
    steps: dict[str, Any] = {"penalty": None, "learning_rate": "pa1", "eta0": 1e-6}
    mine: Any = ours.PassiveAggressiveClassifier(C=1e-6, **every)
    their: Any = theirs.SGDClassifier(loss="hinge", **steps, **every)
    y = labels(2)
    same(mine.fit(X, y, sample_weight=weight), their.fit(X, y, sample_weight=weight), X)
    mine = ours.PassiveAggressiveRegressor(C=1e-6, **every)
    their = theirs.SGDRegressor(loss="epsilon_insensitive", **steps, **every)
    z = numbers()
    same(mine.fit(X, z, sample_weight=weight), their.fit(X, z, sample_weight=weight), X)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_weights_by_a_slow_formula(loss: str) -> None:
    """The exact step of a loss that counts w times: its dual variable is within [0, w C]."""
    weight = np.random.default_rng(8).choice([0.0, 0.5, 1.0, 3.0], len(ROWS))
    C, w, b = 0.1, np.zeros(ROWS.shape[1]), 0.0
    for x, label, many in zip(ROWS, labels(2), weight, strict=True):
        y = 1.0 if label == "oak" else -1.0
        lost, square = max(0.0, 1.0 - y * (w @ x + b)), x @ x
        if lost > 0 and many > 0:
            step = min(many * C, lost / square) if loss == "hinge" else (
                lost / (square + 1 / (2 * many * C))
            )
            w, b = w + step * y * x, b + step * y
    model = ours.PassiveAggressiveClassifier(C=C, loss=loss, shuffle=False, max_iter=1, tol=None)
    model.fit(ROWS, labels(2), sample_weight=weight)
    assert_allclose(model.coef_[0], w, rtol=1e-9)
    assert_allclose(model.intercept_[0], b, rtol=1e-9)


def test_weights_of_rows_and_classes_multiply() -> None:
    weight, y = np.random.default_rng(9).choice([0.5, 1.0, 2.0], len(ROWS)), labels(3)
    of_class = {"oak": 0.5, "ash": 2.0, "yew": 4.0}
    both_ways, product = (
        ours.PassiveAggressiveClassifier(C=0.1, random_state=0, class_weight=each)
        for each in (of_class, None)
    )
    both_ways.fit(ROWS, y, sample_weight=weight)
    product.fit(ROWS, y, sample_weight=weight * [of_class[label] for label in y])
    assert_array_equal(both_ways.coef_, product.coef_)


def test_rows_of_weight_0_are_as_if_absent() -> None:
    weight = np.random.default_rng(9).choice([0.0, 1.0], len(ROWS))
    kept = weight > 0
    for y, name in [(labels(3), "PassiveAggressiveClassifier"),
                    (numbers(), "PassiveAggressiveRegressor")]:
        zeros, absent = (
            getattr(ours, name)(shuffle=False, max_iter=3, tol=None) for _ in range(2)
        )
        zeros.fit(ROWS, y, sample_weight=weight)
        absent.fit(ROWS[kept], y[kept])
        assert_array_equal(zeros.coef_, absent.coef_)
        assert_array_equal(zeros.intercept_, absent.intercept_)


@pytest.mark.parametrize("name", ["PassiveAggressiveClassifier", "PassiveAggressiveRegressor"])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_warm_start(form: str, name: str) -> None:
    X, y = FORMS[form](ROWS), labels(2) if "Class" in name else numbers()
    mine, their = both(name, warm_start=True, C=0.001, random_state=6, max_iter=1, tol=None)
    first = mine.fit(X, y).coef_
    same(mine, their.fit(X, y), X)
    for _ in range(3):
        same(mine.fit(X, y), their.fit(X, y), X)
    assert np.abs(first - mine.coef_).max() > 1e-3


# With average=True scikit-learn forgets the intercept between two calls.
@pytest.mark.parametrize("settings", [{}, {"average": True, "fit_intercept": False}])
@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_partial_fit(form: str, count: int, settings: dict[str, Any]) -> None:
    X, y = FORMS[form](ROWS), labels(count)
    mine, their = both("PassiveAggressiveClassifier", shuffle=False, **settings)
    for part in np.array_split(np.arange(len(ROWS)), 7):
        for model in (mine, their):
            model.partial_fit(X[part], y[part], classes=np.unique(y)[::-1])
        same(mine, their, X)


@pytest.mark.parametrize("settings", [{}, {"average": True, "fit_intercept": False}])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_partial_fit_of_numbers(form: str, settings: dict[str, Any]) -> None:
    X, y = FORMS[form](ROWS), numbers()
    mine, their = both("PassiveAggressiveRegressor", shuffle=False, **settings)
    for part in np.array_split(np.arange(len(ROWS)), 7):
        same(mine.partial_fit(X[part], y[part]), their.partial_fit(X[part], y[part]), X)


@pytest.mark.parametrize("setting", ["plain", "no intercept", "early stopping"])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_perceptron(form: str, setting: str) -> None:
    X, y = FORMS[form](ROWS), labels(2)
    mine, their = both("Perceptron", random_state=3, eta0=0.7, **SETTINGS[setting])
    same(mine.fit(X, y), their.fit(X, y), X)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("eta0", [0.1, 0.7, 1.0, 10.0])
def test_the_perceptron_stops_when_scikit_learns_does(eta0: float, intercept: bool) -> None:
    """By its own loss, which has no margin; the learner's loss would take up to 17 passes for 7."""
    X, y = make_classification(600, 8, random_state=0)
    mine, their = both("Perceptron", eta0=eta0, fit_intercept=intercept)
    assert mine.tol == their.tol == 1e-3
    same(mine.fit(X, y), their.fit(X, y), X)


def test_the_perceptron_has_scikit_learns_parameters() -> None:
    mine, their = both("Perceptron")
    assert their.get_params().items() <= mine.get_params().items()
    with pytest.raises(ValueError, match="'penalty' parameter"):
        ours.Perceptron(penalty="l2").fit(ROWS, labels(2))
    # Without a penalty its strength changes nothing, as in scikit-learn.
    mine, their = both("Perceptron", alpha=0.3, l1_ratio=0.9)
    same(mine.fit(ROWS, labels(2)), their.fit(ROWS, labels(2)), ROWS)


@pytest.mark.parametrize("name", ["PassiveAggressiveClassifier", "Perceptron"])
def test_sparsify_and_densify(name: str) -> None:
    X, y = ROWS.copy(), labels(3)
    X[:, 2] = 0.0
    mine, their = both(name, random_state=0)
    with pytest.raises(NotFittedError):
        mine.sparsify()
    for model in (mine, their):
        dense, answers = model.fit(X, y).coef_, model.predict(X)
        assert model.sparsify() is model and sp.issparse(model.coef_)
        assert_array_equal(model.coef_.toarray(), dense)
        assert_array_equal(model.predict(X), answers)
        assert model.densify() is model
        assert_array_equal(model.coef_, dense)
        assert isinstance(model.sparsify().fit(X, y).coef_, np.ndarray)


def test_a_generator_as_random_state_is_drawn_from_alike() -> None:
    mine, their = both("PassiveAggressiveClassifier", max_iter=4, tol=None, early_stopping=True)
    mine.random_state, their.random_state = (np.random.RandomState(7) for _ in range(2))
    same(mine.fit(ROWS, labels(2)), their.fit(ROWS, labels(2)), ROWS)
    assert mine.random_state.randint(1 << 30) == their.random_state.randint(1 << 30)


def test_the_end_of_a_run_is_told_alike() -> None:
    for name in ("PassiveAggressiveClassifier", "Perceptron"):
        for model in both(name, max_iter=2):
            with pytest.warns(ConvergenceWarning, match="Maximum number of iteration") as said:
                model.fit(ROWS, labels(2))
            # Ours is told about the line that asked.
            assert (said[0].filename == __file__) == (type(model) is getattr(ours, name))


@pytest.mark.parametrize(
    ("name", "y"), [("PassiveAggressiveClassifier", labels(2)), ("Perceptron", labels(2)),
                    ("PassiveAggressiveRegressor", numbers())],
)
def test_starting_weights_are_refused(name: str, y: Any) -> None:
    """They must not be left out in silence: the certificate would be about another run."""
    for start in ({"coef_init": np.zeros(6)}, {"intercept_init": np.zeros(1)}):
        model = getattr(ours, name)()
        with pytest.raises(ValueError, match="starts at 0"):
            model.fit(ROWS, y, **start)
        assert not hasattr(model, "learner_")
