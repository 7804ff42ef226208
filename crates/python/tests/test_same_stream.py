"""One stream, whatever it comes in: identical mistakes, and the same model to the last bit."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_svmlight_file
from streams import Matrix, dicts, rows, run, signs

import noregret as nr

WIDTH = 6
X = rows(1040)
X[0] = 1.0  # All columns are met in the first row, and in their order, in dicts too.
NAMES = ["sepal", "petal", "b", "with space", "ä", "z"]
LABELS: dict[str, list[Any]] = {
    "binary": signs(X).tolist(),
    "multiclass": np.digitize(X[:, 0] - X[:, 1], [-1.0, 0.0, 1.0]).tolist(),
    "regression": (X[:, 0] - 2 * X[:, 1]).tolist(),
}

LEARNERS: dict[str, tuple[str, str | None, dict[str, Any], list[str]]] = {
    "contest": ("binary", None, {}, []),
    "contest of numbers": ("regression", None, {}, []),
    "contest of four classes": ("multiclass", None, {}, []),
    "pa1": ("binary", "pa1:C=0.1", {}, ["-a", "pa1", "-C", "0.1"]),
    "pa1 without a constant": ("binary", "pa1", {"bias": "none"}, ["-a", "pa1", "--no-bias"]),
    "pa1 with a constant of 3": (
        "binary", "pa1", {"bias": {"value": 3.0}}, ["-a", "pa1", "--bias", "3"],
    ),
    "pa1, averaged": ("binary", "pa1", {"average": "plain"}, ["-a", "pa1", "--average"]),
    "pa1, late rows weighing more": (
        "binary", "pa1", {"average": "linear"}, ["-a", "pa1", "--average=linear"],
    ),
    "perceptron": ("binary", "perceptron", {}, ["-a", "perceptron"]),
    "arow": ("binary", "arow", {}, ["-a", "arow"]),
    "adagrad": ("binary", "adagrad:C=0.3", {}, ["-a", "adagrad", "-C", "0.3"]),
    "hashed": ("binary", "pa1", {"hash": 4}, ["-a", "pa1", "--hash", "4"]),
    "mira": ("multiclass", "mira", {}, ["-a", "mira"]),
    "simproj of four classes": ("multiclass", "simproj", {}, ["-a", "simproj"]),
    "nlms": ("regression", "nlms", {}, ["-a", "nlms"]),
    "pa2 of numbers": (
        "regression", "pa2", {"epsilon": 0.05}, ["-a", "pa2", "--epsilon", "0.05"],
    ),
}


def learner_of(case: str) -> tuple[nr.Learner, list[Any], list[str]]:
    kind, choice, settings, flags = LEARNERS[case]
    given = {"problem": None, **settings}
    return nr.Learner(choice, **given), LABELS[kind], flags


def svmlight(path: Path, X: Matrix, y: list[Any]) -> Path:
    lines = (
        " ".join([repr(label), *(f"{j}:{float(x[j])!r}" for j in np.flatnonzero(x))])
        for x, label in zip(X, y, strict=True)
    )
    path.write_text("\n".join(lines) + "\n")
    return path


def table(path: Path, X: Matrix, y: list[Any]) -> Path:
    frame = pd.DataFrame(X, columns=NAMES)
    frame.insert(0, "label", y)
    frame.to_csv(path, index=False)
    return path


def csr(index: Any, dtype: Any, X: Matrix) -> sp.csr_matrix:
    matrix = sp.csr_matrix(X.astype(dtype))
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    return matrix


def arrow(X: Matrix) -> dict[str, Any]:
    return {name: X[:, j] for j, name in enumerate(NAMES)}


UNNAMED: dict[str, Callable[[Matrix], Any]] = {
    "rows of C": np.ascontiguousarray,
    "columns of Fortran": np.asfortranarray,
    "single precision": lambda X: X.astype(np.float32),
    "single precision, columns": lambda X: np.asfortranarray(X.astype(np.float32)),
    "every second of a larger array": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "lists": lambda X: X.tolist(),
    "CSR of 32 bits": lambda X: csr(np.int32, np.float64, X),
    "CSR of 64 bits": lambda X: csr(np.int64, np.float64, X),
    "CSR, single precision": lambda X: csr(np.int32, np.float32, X),
    "CSR of 64 bits, single precision": lambda X: csr(np.int64, np.float32, X),
    "CSR array": sp.csr_array,
    "CSC": sp.csc_matrix,
    "dicts": dicts,
}
NAMED: dict[str, Callable[[Matrix], Any]] = {
    "pandas": lambda X: pd.DataFrame(X, columns=NAMES),
    "pandas on Arrow": lambda X: pd.DataFrame(arrow(X)).convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda X: pl.DataFrame(arrow(X)),
    "pyarrow table": lambda X: pa.table(arrow(X)),
    "pyarrow record batch": lambda X: pa.RecordBatch.from_pydict(arrow(X)),
    "pyarrow in chunks": lambda X: pa.concat_tables(
        [pa.table(arrow(X[:500])), pa.table(arrow(X[500:]))]
    ),
    "dicts": lambda X: dicts(X, NAMES),
}


SVMLIGHT = ("--format", "svmlight")
CSV = ("--format", "csv", "--label", "label")


@cache
def by_program(case: str, named: bool) -> tuple[bytes, dict[str, Any]]:
    """The model that the program makes of a file, and its report."""
    labels, flags = learner_of(case)[1:]
    with TemporaryDirectory() as folder:
        file, model = Path(folder, "rows"), Path(folder, "model")
        write, reading = (table, CSV) if named else (svmlight, SVMLIGHT)
        said = run("learn", "--json", *reading, *flags, "-o", model, write(file, X, labels))
        return model.read_bytes(), json.loads(said.splitlines()[-1])


def parts(model: bytes) -> tuple[dict[str, Any], dict[str, Any], bytes]:
    """What a file of a model says, where its tensors are, and they."""
    end = 8 + int.from_bytes(model[:8], "little")
    head = json.loads(model[8:end])
    said = json.loads(head.pop("__metadata__")["noregret"])
    del said["checksum"]
    return said, head, model[end:]


def same_run(learner: nr.Learner, report: dict[str, Any]) -> None:
    """Once a contest has ended, the losses are those of its winner; answers stay what they were."""
    told = nr.Learner.from_bytes(learner.to_bytes()).metrics
    for name in ("mistakes", "mean_squared_error"):
        assert told.get(name) == learner.metrics.get(name)
    assert told["examples"] == report["examples"] == len(X)
    for name in ("mistakes", "cumulative_loss", "mean_squared_error"):
        assert told.get(name) == report.get(name)


@pytest.mark.parametrize("case", LEARNERS)
@pytest.mark.parametrize("form", UNNAMED)
def test_columns_by_number_make_the_file_of_the_program(form: str, case: str) -> None:
    model, report = by_program(case, named=False)
    learner, labels, _ = learner_of(case)
    learner.learn_many(UNNAMED[form](X), labels)
    same_run(learner, report)
    assert learner.to_bytes() == model


@pytest.mark.parametrize("kind", ["binary", "multiclass"])
@pytest.mark.parametrize("form", UNNAMED)
def test_columns_of_a_named_problem_have_slots_of_their_own(form: str, kind: str) -> None:
    """Where the constant stands in the file differs then, and nothing else does."""
    plain = nr.Learner("pa1", problem=kind)
    for x, y in zip(dicts(X), LABELS[kind], strict=True):
        plain.learn_one(x, y)
    learner = nr.Learner("pa1", problem=kind)
    learner.learn_many(UNNAMED[form](X), LABELS[kind])
    columns = range(X.shape[1])
    assert np.array_equal(learner.weights(columns), plain.weights(columns))
    assert np.array_equal(learner.intercepts(), plain.intercepts())
    assert learner.metrics["mistakes"] == plain.metrics["mistakes"]


@pytest.mark.parametrize("case", LEARNERS)
@pytest.mark.parametrize("prepared", [False, True])
def test_dicts_one_by_one_make_the_file_of_the_program(case: str, prepared: bool) -> None:
    model, report = by_program(case, named=False)
    learner, labels, _ = learner_of(case)
    for x, y in zip(dicts(X), labels, strict=True):
        learner.learn_one(learner.prepare(x, y)) if prepared else learner.learn_one(x, y)
    same_run(learner, report)
    assert learner.to_bytes() == model


@pytest.mark.parametrize("case", LEARNERS)
@pytest.mark.parametrize("form", NAMED)
def test_named_columns_make_the_model_of_the_program(form: str, case: str) -> None:
    """All but the note how the file was read."""
    model, report = by_program(case, named=True)
    learner, labels, _ = learner_of(case)
    learner.learn_many(NAMED[form](X), labels)
    same_run(learner, report)
    (said, places, tensors), wanted = parts(learner.to_bytes()), parts(model)
    said["meta"]["reading"] = wanted[0]["meta"]["reading"]
    assert (said, places, tensors) == wanted
    if "hash" not in LEARNERS[case][2]:
        read = nr.Learner.from_bytes(model)
        assert np.array_equal(learner.weights(NAMES), read.weights(NAMES))
        assert np.abs(learner.weights(NAMES)).max() > 0.0


@pytest.mark.parametrize("case", LEARNERS)
def test_names_may_be_given_beside_an_array(case: str) -> None:
    framed, labels, _ = learner_of(case)
    framed.learn_many(pd.DataFrame(X, columns=NAMES), labels)
    for matrix in (X, sp.csr_matrix(X)):
        learner = learner_of(case)[0]
        learner.learn_many(matrix, labels, names=NAMES)
        assert learner.to_bytes() == framed.to_bytes()


@pytest.mark.parametrize("case", LEARNERS)
@pytest.mark.parametrize("named", [False, True])
def test_what_read_makes_of_the_file(case: str, named: bool, tmp_path: Path) -> None:
    learner, labels, _ = learner_of(case)
    write, options = (table, {"label": "label", "format": "csv"}) if named else (svmlight, {})
    data = nr.read(write(tmp_path / "rows", X, labels), **options)
    learner.learn_many(data, data.y, names=data.feature_names)
    (said, *rest), (wanted, *others) = parts(learner.to_bytes()), parts(by_program(case, named)[0])
    said["meta"]["reading"] = wanted["meta"]["reading"]
    assert (said, *rest) == (wanted, *others)


@pytest.mark.parametrize("case", LEARNERS)
@pytest.mark.parametrize("size", [1, 97, 1024])
def test_batches_of_any_size(case: str, size: int) -> None:
    learner, labels, _ = learner_of(case)
    for start in range(0, len(X), size):
        learner.learn_many(X[start : start + size], labels[start : start + size])
    whole = learner_of(case)[0]
    whole.learn_many(X, labels)
    assert learner.to_bytes() == whole.to_bytes()


def test_the_loader_of_scikit_learn_begins_at_one(tmp_path: Path) -> None:
    """It makes column j of key j + 1; `read` keeps the keys, and so does the program."""
    labels = LABELS["binary"]
    file = svmlight(tmp_path / "rows", np.column_stack([np.zeros(len(X)), X]), labels)
    run("learn", "-q", *SVMLIGHT, "-a", "pa1", "-o", tmp_path / "model", file)
    by_keys, by_place, named = (nr.Learner("pa1") for _ in range(3))
    data = nr.read(file)
    by_keys.learn_many(data, data.y, names=data.feature_names)
    matrix, y = load_svmlight_file(str(file))
    assert matrix.shape[1] == WIDTH
    by_place.learn_many(matrix, y)
    named.learn_many(matrix, y, names=range(1, WIDTH + 1))
    model = (tmp_path / "model").read_bytes()
    assert by_keys.to_bytes() == named.to_bytes() == model
    assert by_place.to_bytes() != model
    assert np.array_equal(by_place.weights(range(WIDTH)), named.weights(range(1, WIDTH + 1)))


@pytest.mark.parametrize("case", LEARNERS)
def test_models_go_both_ways(case: str, tmp_path: Path) -> None:
    """Begun here or there, and gone on with here or there: four times the same file."""
    labels, flags = learner_of(case)[1:]
    first = svmlight(tmp_path / "first", X[:700], labels[:700])
    second = svmlight(tmp_path / "second", X[700:], labels[700:])
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    run("learn", "-q", *SVMLIGHT, *flags, "-o", theirs, first)
    learner = learner_of(case)[0]
    learner.learn_many(X[:700], labels[:700])
    learner.save(ours)
    assert ours.read_bytes() == theirs.read_bytes()
    ends = []
    for begun in (theirs, ours):
        run("learn", "-q", *SVMLIGHT, "--resume", begun, "-o", tmp_path / "end", second)
        ends.append((tmp_path / "end").read_bytes())
        gone_on = nr.load(begun)
        gone_on.learn_many(X[700:], labels[700:])
        gone_on.save(tmp_path / "end")
        ends.append((tmp_path / "end").read_bytes())
    assert ends == [ends[0]] * 4
    assert ends[0] != ours.read_bytes()


@pytest.mark.parametrize("case", LEARNERS)
def test_answers_are_those_of_the_program(case: str, tmp_path: Path) -> None:
    learner, labels, _ = learner_of(case)
    learner.learn_many(X, labels)
    learner.save(tmp_path / "model")
    file = svmlight(tmp_path / "rows", X, labels)
    said = run("predict", *SVMLIGHT, tmp_path / "model", file).split()
    assert [float(each) for each in said] == [float(each) for each in learner.predict_many(X)]


def test_models_of_named_columns_read_tables_of_the_program(tmp_path: Path) -> None:
    labels = LABELS["binary"]
    learner = nr.Learner("pa1", problem="binary")
    learner.learn_many(pd.DataFrame(X, columns=NAMES), labels)
    learner.save(tmp_path / "model")
    file = table(tmp_path / "rows.csv", X, labels)
    said = run("predict", *CSV, tmp_path / "model", file).split()
    assert [int(each) for each in said] == learner.predict_many(X, names=NAMES)


def test_sparse_rows_of_a_large_vocabulary(tmp_path: Path) -> None:
    """Columns that are met late, weights of rows, and more columns than a row has entries."""
    random = np.random.default_rng(5)
    matrix = sp.random(600, 20_000, density=5e-4, format="csr", random_state=random)
    matrix.data = matrix.data.astype(np.float32).astype(np.float64)
    y = np.where(random.random(600) < 0.5, 1, -1)
    lines = (
        " ".join([str(y[row]), *map("{}:{!r}".format, part.indices, part.data.tolist())])
        for row, part in enumerate(matrix)
    )
    file = tmp_path / "rows.svm"
    file.write_text("\n".join(lines) + "\n")
    run("learn", "-q", "-a", "pa1", "-o", tmp_path / "model", file)
    learner, one = nr.Learner("pa1"), nr.Learner("pa1")
    learner.learn_many(matrix, y)
    for row, part in enumerate(matrix):
        x = dict(zip(part.indices.tolist(), part.data.tolist(), strict=True))
        one.learn_one(x, int(y[row]))
    read = nr.load(tmp_path / "model")
    columns = sorted(set(matrix.indices.tolist()))
    assert np.array_equal(learner.weights(columns), read.weights(columns))
    assert one.to_bytes() == read.to_bytes()
    assert one.metrics == learner.metrics == read.metrics


def test_weights_of_rows(tmp_path: Path) -> None:
    weight = np.random.default_rng(6).integers(1, 5, size=len(X)).astype(float)
    labels = LABELS["binary"]
    frame = pd.DataFrame(X, columns=NAMES).assign(label=labels, weight=weight)
    frame.to_csv(tmp_path / "rows.csv", index=False)
    flags = (*CSV, "--weight", "weight")
    run("learn", "-q", *flags, "-a", "pa1", "-o", tmp_path / "model", tmp_path / "rows.csv")
    read = nr.load(tmp_path / "model")
    many, one = nr.Learner("pa1"), nr.Learner("pa1")
    many.learn_many(X, labels, weight=weight, names=NAMES)
    for x, y, times in zip(dicts(X, NAMES), labels, weight, strict=True):
        one.learn_one(x, y, weight=times)
    assert one.to_bytes() == many.to_bytes()
    assert parts(many.to_bytes())[1:] == parts(read.to_bytes())[1:]
    assert many.metrics == read.metrics
