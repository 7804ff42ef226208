"""Estimators on a stream: parts, new classes, lazy weights, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from streams import rows, signs

from noregret import sklearn as ours
from noregret.sklearn import _base, _classes
from noregret.sklearn._linear import Linear

X = rows(600, 5)
Y = signs(X)
Z = X @ np.arange(1.0, 6.0)
THREE = np.array(["a", "b", "c"])[np.argmax(X[:, :3], axis=1)]
LINEAR = [
    ours.PassiveAggressiveClassifier(),
    ours.Perceptron(),
    ours.OnlineClassifier("pa1"),
    ours.PassiveAggressiveRegressor(),
    ours.OnlineRegressor("pa1"),
]
CLASSIFIERS = [*LINEAR[:3], ours.KernelClassifier(sigma=2.0)]
REGRESSORS = LINEAR[3:]


def named(models: list[Any]) -> Any:
    return pytest.mark.parametrize("model", models, ids=lambda model: type(model).__name__)


def fresh(model: Any) -> Any:
    return type(model)(**model.get_params())


def labels(model: Any) -> Any:
    return Z if hasattr(model, "predict") and "Regressor" in type(model).__name__ else Y


@named(LINEAR)
def test_learning_makes_no_table_of_weights(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a table of weights was made")

    monkeypatch.setattr(Linear, "_table", refuse)
    model, y = fresh(model), labels(model)
    part = {"classes": [-1, 1]} if y is Y else {}
    wide = 2**20
    for row in range(2000):
        values, columns = X[row % len(X)], [0, 7, 500, 70_000, wide - 1]
        one = sp.csr_array((values, columns, [0, 5]), shape=(1, wide))
        model.partial_fit(one, y[row % len(y)][None], **part)
        if row == 0:
            size = len(vars(model))
    model.predict(one)
    monkeypatch.undo()
    assert "coef_" not in vars(model) and len(vars(model)) == size
    # Nothing the estimator holds is as wide as the rows are.
    assert all(np.size(value) < 100 for name, value in vars(model).items() if name != "learner_")
    assert model.coef_.shape[-1] == wide
    assert np.count_nonzero(model.coef_) <= 5


@named(LINEAR)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_plain_rows_go_to_the_engine_as_they_are(
    model: Any, form: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """scikit-learn's checks take ten times as long as learning a row."""
    y, called = labels(model), []
    model = fresh(model).partial_fit(form(X), y)
    for place, name in [(_base, "validate_data"), (_base, "check_array"),
                        (_classes, "column_or_1d"), (_classes, "check_classification_targets")]:
        monkeypatch.setattr(place, name, lambda *_, name=name, **__: called.append(name))
    for row in range(20):
        model.partial_fit(form(X[row : row + 1]), y[row : row + 1])
        model.predict(form(X[row : row + 1]))
    assert called == []


@named(LINEAR)
def test_parts_of_any_size_learn_the_same(model: Any) -> None:
    y = labels(model)
    part = {"classes": [-1, 1]} if y is Y else {}
    whole, single = fresh(model).partial_fit(X, y, **part), fresh(model)
    for row in range(len(X)):
        single.partial_fit(X[row : row + 1], y[row : row + 1], **part)
    assert_array_equal(whole.coef_, single.coef_)
    assert_array_equal(whole.intercept_, single.intercept_)


@named(CLASSIFIERS)
def test_new_classes_in_mid_stream(model: Any) -> None:
    model = fresh(model).partial_fit(X[:100][THREE[:100] != "c"], THREE[:100][THREE[:100] != "c"])
    assert model.classes_.tolist() == ["a", "b"]
    assert model.decision_function(X).shape == (600,)
    assert set(model.predict(X)) == {"a", "b"}
    for _ in range(5):
        model.partial_fit(X, THREE)
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.decision_function(X).shape == (600, 3)
    assert model.score(X, THREE) > 0.8
    with pytest.raises(ValueError, match="now labels are"):
        model.partial_fit(X[:3], [1, 2, 3])


def test_two_classes_have_the_same_score_declared_or_not() -> None:
    declared, found = ours.PassiveAggressiveClassifier(), ours.PassiveAggressiveClassifier()
    declared.partial_fit(X, Y, classes=[-1, 1])
    found.partial_fit(X, Y)
    assert_allclose(found.coef_, declared.coef_, rtol=1e-12)
    assert_allclose(found.intercept_, declared.intercept_, rtol=1e-12)
    assert_allclose(found.decision_function(X), declared.decision_function(X), atol=1e-12)
    assert_allclose(X @ found.coef_[0] + found.intercept_, found.decision_function(X), atol=1e-12)


@named(CLASSIFIERS)
def test_the_order_in_which_classes_come_is_none_of_theirs(model: Any) -> None:
    late = np.argsort(THREE)[::-1]  # c, b, a
    model = fresh(model).partial_fit(X[late][:250], THREE[late][:250])
    for _ in range(4):
        model.partial_fit(X[late], THREE[late]).partial_fit(X, THREE)
    assert model.classes_.tolist() == ["a", "b", "c"]
    scores = model.decision_function(X)
    assert_array_equal(model.classes_[scores.argmax(axis=1)], model.predict(X))
    assert model.score(X, THREE) > 0.8
    if hasattr(model, "coef_"):
        assert_allclose(X @ model.coef_.T + model.intercept_, scores, atol=1e-9)


@named(CLASSIFIERS)
def test_a_declared_class_that_never_comes_scores_0(model: Any) -> None:
    model = fresh(model).partial_fit(X, Y, classes=[-1, 0, 1])
    assert model.classes_.tolist() == [-1, 0, 1]
    assert model.decision_function(X).shape == (600, 3)
    assert set(model.predict(X)) <= {-1, 0, 1}


@named(CLASSIFIERS)
def test_a_new_class_of_a_part_that_was_refused_is_forgotten(model: Any) -> None:
    model = fresh(model).partial_fit(X, Y)
    scores = model.decision_function(X)
    with pytest.raises(ValueError, match="labels"):
        model.partial_fit(X[:3], [5])
    with pytest.raises(ValueError, match="NaN"):
        model.partial_fit(np.where(X[:3] > 0, X[:3], np.nan), [5, 1, -1])
    assert model.classes_.tolist() == [-1, 1]
    assert_array_equal(model.decision_function(X), scores)
    assert model.partial_fit(X, Y).score(X, Y) > 0.7
    assert model.partial_fit(X[:3], [5, 1, -1]).classes_.tolist() == [-1, 1, 5]


@named(CLASSIFIERS)
def test_what_was_not_declared_is_refused_and_nothing_is_learned(model: Any) -> None:
    model = fresh(model).partial_fit(X, Y, classes=[-1, 1])
    before = model.learner_.to_bytes()
    with pytest.raises(ValueError, match="not among the declared classes"):
        model.partial_fit(X[:5], [1, -1, 1, 7, 1])
    with pytest.raises(ValueError, match="not the same as on last call"):
        model.partial_fit(X[:5], Y[:5], classes=[-1, 1, 2])
    with pytest.raises(ValueError, match="Unknown label type|continuous"):
        model.partial_fit(X[:5], [0.5, 0.25, 0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match="greater than one"):
        fresh(model).partial_fit(X, Y, classes=[1])
    assert model.learner_.to_bytes() == before


@named([*LINEAR, ours.KernelClassifier(), ours.OneClassDetector()])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_a_part_that_is_not_finite_teaches_nothing(model: Any, form: Any, wrong: float) -> None:
    model = fresh(model).partial_fit(form(X), labels(model))
    before, broken = model.learner_.to_bytes(), X.copy()
    broken[499, 2] = wrong
    with pytest.raises(ValueError, match="NaN|infinity"):
        model.partial_fit(form(broken), labels(model))
    with pytest.raises(ValueError, match="NaN|infinity"):
        model.predict(form(broken))
    assert model.learner_.to_bytes() == before


@named(LINEAR)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, lambda X: X.astype(np.float32)])
def test_a_first_part_that_is_refused_leaves_nothing(model: Any, form: Any) -> None:
    model, expected, broken = fresh(model), fresh(model), X.copy()
    before = dict(vars(model))
    broken[499, 2] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        model.partial_fit(form(broken), labels(model))
    assert vars(model) == before
    with pytest.raises(ValueError, match="Negative"):
        model.partial_fit(form(X), labels(model), sample_weight=-np.ones(len(X)))
    assert vars(model) == before
    for each in (model, expected):
        each.partial_fit(form(X), labels(model))
    assert model.learner_.to_bytes() == expected.learner_.to_bytes()


@pytest.mark.parametrize("kind", [float, int, bool, str])
@pytest.mark.parametrize("classes", [2, 3, 100])
def test_labels_of_all_kinds_and_numbers_are_met(kind: Any, classes: int) -> None:
    y = (np.arange(len(X)) * 7 % classes).astype(kind)
    model = ours.PassiveAggressiveClassifier().partial_fit(X, y)
    assert_array_equal(model.classes_, np.unique(y))
    if kind in (float, int):
        declared = ours.PassiveAggressiveClassifier().partial_fit(X, y, classes=np.unique(y))
        with pytest.raises(ValueError, match="not among the declared classes"):
            declared.partial_fit(X, np.where(np.arange(len(X)) == 599, classes, y))


@named(REGRESSORS)
def test_labels_that_are_not_finite_teach_nothing(model: Any) -> None:
    model = fresh(model).partial_fit(X, Z)
    before, broken = model.learner_.to_bytes(), Z.copy()
    broken[499] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        model.partial_fit(X, broken)
    with pytest.raises(ValueError, match="inconsistent|labels|samples"):
        model.partial_fit(X, Z[:-1])
    assert model.learner_.to_bytes() == before


@named(LINEAR)
def test_weights_are_checked(model: Any) -> None:
    model, y = fresh(model).partial_fit(X, labels(model)), labels(model)
    before = model.learner_.to_bytes()
    for weight, said in [
        (-np.ones(600), "Negative"), (np.ones(599), "inconsistent"), (np.full(600, np.nan), "NaN"),
        (np.ones((600, 1)), "dimension"),
    ]:
        with pytest.raises(ValueError, match=said):
            model.partial_fit(X, y, sample_weight=weight)
    assert model.learner_.to_bytes() == before
    # In a part all rows may count nothing, in all data they may not.
    coef = model.coef_
    assert_array_equal(model.partial_fit(X, y, sample_weight=np.zeros(600)).coef_, coef)
    with pytest.raises(ValueError, match="zero"):
        fresh(model).fit(X, y, sample_weight=np.zeros(600))


def test_the_radius_of_a_stream_is_about_the_last_rows() -> None:
    model, shares = ours.OneClassDetector(contamination=0.1), []
    for row in range(len(X)):
        model.partial_fit(X[row : row + 1])
        if row >= 200:
            shares.append(np.mean(model.predict(X) == -1))
    assert 0.04 < min(shares) and max(shares) < 0.2
    assert np.all(model.predict(X + 100) == -1)
