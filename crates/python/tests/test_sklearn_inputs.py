"""Estimators and what rows can be: layouts, types, frames, names of columns."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from streams import rows, signs

from noregret import sklearn as ours

X = rows(400, 5)  # values that single precision has too
Y = signs(X)
Z = X @ np.arange(1.0, 6.0)
NAMES = ["a", "b", "c", "d", "e"]
MODELS: list[tuple[Any, Any]] = [
    (ours.PassiveAggressiveClassifier(random_state=0), Y),
    (ours.PassiveAggressiveRegressor(random_state=0), Z),
    (ours.Perceptron(), Y),
    (ours.OnlineClassifier("arow"), Y),
    (ours.OnlineRegressor("pa1"), Z),
    (ours.MultilabelRanker("sopopo"), (X[:, :3] > 0).astype(int)),
    (ours.OneClassDetector(), None),
    (ours.KernelClassifier(sigma=2.0), Y),
    (ours.BoostedStumps(7), Y),
]
each = pytest.mark.parametrize(("model", "y"), MODELS, ids=[type(m).__name__ for m, _ in MODELS])
ONLINE = [(ours.OnlineClassifier("pa1"), Y), (ours.OnlineRegressor("pa1"), Z)]
each_online = pytest.mark.parametrize(("model", "y"), ONLINE, ids=["classifier", "regressor"])


def scores(model: Any, X: Any) -> Any:
    return getattr(model, "decision_function", model.predict)(X)


def same(found: Any, expected: Any) -> None:
    """What was learned is the same bit for bit; scores may be summed up in another order.

    The detector's step is a distance, and sums of squares are added up as they lie in memory.
    """
    if not isinstance(found, ours.OneClassDetector):
        assert found.learner_.to_bytes() == expected.learner_.to_bytes()
    assert_allclose(scores(found, X), scores(expected, X), rtol=1e-11, atol=1e-12)


def wide_indices(X: Any) -> Any:
    matrix = sp.csr_array(X)
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    return matrix


def read_only(X: Any) -> Any:
    X = X.copy()
    X.setflags(write=False)
    return X


def strided(X: Any) -> Any:
    return np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3]


DENSE: dict[str, Callable[[Any], Any]] = {
    "F-order": np.asfortranarray,
    "f32": np.float32,
    "f32, F-order": lambda X: np.asfortranarray(X, dtype=np.float32),
    "strided": strided,
    "reversed twice": lambda X: X[::-1].copy()[::-1],
    "big-endian": lambda X: X.astype(">f8"),
    "read-only": read_only,
    "list": lambda X: X.tolist(),
    "pandas": lambda X: pd.DataFrame(X, columns=NAMES),
    "polars": lambda X: pl.DataFrame(X, schema=NAMES),
    "pyarrow": lambda X: pa.table(dict(zip(NAMES, X.T, strict=True))),
}
SPARSE: dict[str, Callable[[Any], Any]] = {
    "int64": wide_indices,
    "f32": lambda X: sp.csr_array(X, dtype=np.float32),
    "matrix": sp.csr_matrix,
    "csc": sp.csc_array,
    "coo": sp.coo_array,
}


@each
@pytest.mark.parametrize("form", DENSE)
def test_layouts_and_types_change_nothing(model: Any, y: Any, form: str) -> None:
    plain, other = clone(model).fit(X, y), clone(model).fit(DENSE[form](X), y)
    answers = scores(other, DENSE[form](X))
    assert_allclose(answers, scores(plain, X), rtol=1e-11, atol=1e-12)
    if not hasattr(other, "feature_names_in_"):
        same(other, plain)


@each
@pytest.mark.parametrize("form", SPARSE)
def test_sparse_layouts_and_types_change_nothing(model: Any, y: Any, form: str) -> None:
    plain, other = clone(model).fit(sp.csr_array(X), y), clone(model).fit(SPARSE[form](X), y)
    assert_array_equal(scores(other, SPARSE[form](X)), scores(plain, sp.csr_array(X)))


@each
def test_parts_may_change_their_layout(model: Any, y: Any) -> None:
    if not hasattr(model, "partial_fit"):
        assert type(model).__name__ == "BoostedStumps"
        return
    forms = [np.asarray, *(DENSE[name] for name in ("F-order", "f32", "strided", "read-only"))]
    plain, other = clone(model), clone(model)
    for number, at in enumerate(np.array_split(np.arange(400), 10)):
        part = None if y is None else y[at]
        plain.partial_fit(X[at], part)
        other.partial_fit(forms[number % len(forms)](X[at]), part)
    same(other, plain)


@each
def test_rows_in_a_file_that_may_not_be_written(model: Any, y: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", X)
    mapped = np.load(tmp_path / "rows.npy", mmap_mode="r")
    assert not mapped.flags.writeable
    model = clone(model).fit(mapped, y)
    assert_array_equal(scores(model, mapped), scores(clone(model).fit(X, y), X))
    if hasattr(model, "partial_fit"):
        model.partial_fit(mapped[:10], None if y is None else y[:10])


@each
def test_names_of_columns_are_kept_and_checked(model: Any, y: Any) -> None:
    frame = pd.DataFrame(X, columns=NAMES)
    with warnings.catch_warnings():
        # That rows have no names would be news to who gave some.
        warnings.simplefilter("error", UserWarning)
        model = clone(model).fit(frame, y)
        if "early_stopping" in model.get_params():
            clone(model).set_params(early_stopping=True).fit(frame, y)
        scores(model, frame)
    assert model.feature_names_in_.tolist() == NAMES and model.n_features_in_ == 5
    with pytest.raises(ValueError, match="feature names|Feature names"):
        scores(model, frame[NAMES[::-1]])
    with pytest.raises(ValueError, match="feature names|Feature names"):
        scores(model, frame.rename(columns={"a": "z"}))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert_array_equal(scores(model, X), scores(model, frame))
    if hasattr(model, "partial_fit"):
        with pytest.raises(ValueError, match="feature names|Feature names"):
            model.partial_fit(frame[NAMES[::-1]], y)
    features = model.learner_.features
    assert set(features) <= set(NAMES) and len(features) > 0


@each
def test_another_width_is_refused(model: Any, y: Any) -> None:
    model = clone(model).fit(X, y)
    for other in (X[:, :4], np.hstack([X, X]), sp.csr_array(X[:, :4])):
        with pytest.raises(ValueError, match="features"):
            scores(model, other)
        if hasattr(model, "partial_fit"):
            with pytest.raises(ValueError, match="features"):
                model.partial_fit(other, y)


MIXED = pd.DataFrame({
    "size": X[:, 0],
    "colour": np.array(["red", "green", "blue"])[np.argmax(X[:, :3], axis=1)],
    "count": np.arange(400) % 3,
})
class Table:
    """A frame that scikit-learn does not know: all it has is Arrow, a shape and names."""

    def __init__(self, table: Any) -> None:
        self._table, self.shape, self.columns = table, table.shape, table.column_names

    def __arrow_c_stream__(self, schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(schema)


FRAMES: dict[str, Callable[[Any], Any]] = {
    "pandas": lambda frame: frame,
    "categorical": lambda frame: frame.astype({"colour": "category"}),
    "polars": lambda frame: pl.DataFrame(frame.to_dict("list")),
    "pyarrow": lambda frame: pa.table(frame.to_dict("list")),
    "Arrow alone": lambda frame: Table(pa.table(frame.to_dict("list"))),
}


@each_online
@pytest.mark.parametrize("form", FRAMES)
def test_columns_of_strings_are_categories(model: Any, y: Any, form: str) -> None:
    target = np.where(MIXED["colour"] == "red", 1, -1) if y is Y else (
        MIXED["colour"].map({"red": 3.0, "green": 1.0, "blue": -2.0}).to_numpy()
    )
    frame = FRAMES[form](MIXED)
    model = clone(model).set_params(passes=5).fit(frame, target)
    assert model.score(frame, target) > 0.95
    assert model.feature_names_in_.tolist() == ["size", "colour", "count"]
    assert {"colour=red", "colour=green", "colour=blue"} < set(model.learner_.features)
    # A category has a weight of its own, so a column has none.
    assert not hasattr(model, "coef_")
    by_dicts = clone(model).fit(FRAMES["pandas"](MIXED), target)
    assert_array_equal(scores(model, frame), scores(by_dicts, MIXED))
    parts = clone(model)
    for start in range(0, 400, 100):
        parts.partial_fit(FRAMES[form](MIXED.iloc[start : start + 100]), target[start:start + 100])
    assert parts.score(frame, target) > 0.9


@each_online
@pytest.mark.parametrize("form", FRAMES)
def test_frames_of_strings_are_checked(model: Any, y: Any, form: str) -> None:
    frame = FRAMES[form](MIXED)
    model = clone(model).fit(frame, y)
    before = model.learner_.to_bytes()
    for columns in (["colour", "size", "count"], ["size", "colour"]):
        other = FRAMES[form](MIXED[columns])
        with pytest.raises(ValueError, match="feature names|Feature names|features"):
            model.predict(other)
        with pytest.raises(ValueError, match="feature names|Feature names|features"):
            model.partial_fit(other, y)
    with pytest.raises(ValueError, match="inconsistent"):
        model.partial_fit(frame, y[:-1])
    with pytest.raises(ValueError, match="inconsistent"):
        model.partial_fit(frame, y, sample_weight=np.ones(3))
    assert model.learner_.to_bytes() == before


@pytest.mark.parametrize("form", FRAMES)
def test_labels_are_ranked_by_columns_of_strings(form: str) -> None:
    sets = [{colour, "warm"} if colour == "red" else {colour} for colour in MIXED["colour"]]
    frame = FRAMES[form](MIXED)
    model = ours.MultilabelRanker("sopopo", passes=5).fit(frame, sets)
    assert model.score(frame, sets) > 0.95 and not hasattr(model, "coef_")
    parts = ours.MultilabelRanker("sopopo")
    for start in [*range(0, 400, 100)] * 5:
        part = slice(start, start + 100)
        parts.partial_fit(FRAMES[form](MIXED.iloc[part]), sets[part])
    assert_array_equal(scores(parts, frame) + parts.threshold_,
                       scores(model, frame) + model.threshold_)
    assert parts.score(frame, sets, np.arange(400)) > 0.95
    assert parts.score(frame, [{"unknown"}] * 400) == 0.0


@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow"])
def test_frames_of_numbers_have_weights_of_columns(form: str) -> None:
    plain = ours.OnlineClassifier("pa1").fit(X, Y)
    model = ours.OnlineClassifier("pa1").fit(DENSE[form](X), Y)
    assert_allclose(model.coef_, plain.coef_, rtol=1e-12)
    assert_allclose(model.intercept_, plain.intercept_, rtol=1e-12)
