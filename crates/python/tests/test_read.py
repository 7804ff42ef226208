"""Files: what `read` makes of every format, and that learning from it is what the program does."""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sklearn.datasets import dump_svmlight_file, load_svmlight_file
from streams import ROOT, rows, run, signs

import noregret as nr

FORMATS: dict[str, tuple[str, dict[str, Any]]] = {
    "rows.svm": ("1 3:0.5 7:1\n-1 3:2\n", {}),
    "rows.vw": ("1 |x 3:0.5 seven\n-1 |x 3:2\n", {}),
    "rows.csv": ("y,a,b\n1,0.5,1\n-1,2,\n", {"label": "y"}),
    "semicolons.csv": ("y;a;b\n1;0.5;1\n-1;2;\n", {"label": "y"}),
    "rows.tsv": ("y\ta\tb\n1\t0.5\t1\n-1\t2\t\n", {"label": "y"}),
    "percent.csv": ("y%a%b\n1%0.5%1\n-1%2%\n", {"label": "y", "delimiter": "%"}),
    "rows.jsonl": (
        '{"y": 1, "a": 0.5, "b": 1}\n{"y": -1, "a": 2, "b": null}\n',
        {"label": "y"},
    ),
    "no-extension": ("1 3:0.5 7:1\n-1 3:2\n", {"format": "svmlight"}),
}
NAMES: dict[str, list[str | int]] = {
    "rows.svm": [3, 7],
    "no-extension": [3, 7],
    "rows.vw": ["x^3", "x^seven"],
}


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_rows(name: str, packed: str, tmp_path: Path) -> None:
    text, options = FORMATS[name]
    path = tmp_path / (name + packed)
    if packed == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif packed == ".zst":
        with pa.CompressedOutputStream(str(path), "zstd") as file:
            file.write(text.encode())
    else:
        path.write_text(text)
    data = nr.read(path, **options)
    assert data.X.toarray().tolist() == [[0.5, 1.0], [2.0, 0.0]]
    assert data.y.tolist() == [1.0, -1.0]
    assert data.feature_names == NAMES.get(name, ["a", "b"])
    assert (data.weight, data.groups) == (None, None)
    assert (len(data), data.shape) == (2, (2, 2))
    assert repr(data) == "Data(rows=2, columns=2, entries=3)"


def test_columns_of_numbers_are_in_order_and_names_as_they_come(tmp_path: Path) -> None:
    numbers = nr.read(write(tmp_path / "a.svm", "1 7:1 9:2\n-1 3:4\n"))
    assert numbers.feature_names == [3, 7, 9]
    assert numbers.X.toarray().tolist() == [[0.0, 1.0, 2.0], [4.0, 0.0, 0.0]]
    names = nr.read(write(tmp_path / "a.vw", "1 | zebra:1\n-1 | ant:4\n"))
    assert names.feature_names == ["zebra", "ant"]


def test_the_parts_share_memory(tmp_path: Path) -> None:
    data = nr.read(write(tmp_path / "a.svm", "1 3:0.5 7:1\n-1 3:2\n"))
    assert data.indptr.tolist() == [0, 2, 3]
    assert data.indices.tolist() == [0, 1, 0]
    assert data.data.tolist() == [0.5, 1.0, 2.0]
    assert np.shares_memory(data.X.data, data.data)
    X, y = data
    assert X is data.X
    assert y is data.y


def test_numbers_that_are_categories(tmp_path: Path) -> None:
    file = write(tmp_path / "a.csv", "y,code,colour\n1,3,red\n-1,5,blue\n")
    plain = nr.read(file, label="y")
    assert plain.feature_names == ["code", "colour=red", "colour=blue"]
    told = nr.read(file, label="y", categorical=["code"])
    assert told.feature_names == ["code=3", "colour=red", "code=5", "colour=blue"]
    assert set(told.data.tolist()) == {1.0}


def test_weights_groups_and_labels_by_name(tmp_path: Path) -> None:
    file = write(tmp_path / "a.csv", "w,kind,g,n\n2,good,7,0.5\n1,bad,7,1\n1,good,8,3\n")
    data = nr.read(file, label="kind", weight="w", group="g")
    assert data.weight is not None and data.weight.tolist() == [2.0, 1.0, 1.0]
    assert data.groups is not None and data.groups.tolist() == [7, 7, 8]
    assert list(data.y) == ["good", "bad", "good"]
    assert data.feature_names == ["n"]
    svm = nr.read(write(tmp_path / "a.svm", "1 qid:3 1:0.5\n-1 qid:4 1:1\n"))
    assert svm.groups is not None and svm.groups.tolist() == [3, 4]
    vw = nr.read(write(tmp_path / "a.vw", "1 2.5 | a\n-1 | b\n"))
    assert vw.weight is not None and vw.weight.tolist() == [2.5, 1.0]


def test_words_of_text(tmp_path: Path) -> None:
    file = write(tmp_path / "a.tsv", "folder\tbody\nwork\tplan for monday\nhome\tmonday\n")
    data = nr.read(file, label="folder", text=["body"])
    assert sorted(map(str, data.feature_names)) == ["body^for", "body^monday", "body^plan"]
    assert data.X.sum(axis=1).ravel().tolist() == [[3.0, 1.0]]
    lines = '{"y": "a", "deep": {"n": 1, "kind": "red"}, "t": "two words"}\n'
    data = nr.read(write(tmp_path / "a.jsonl", lines), label="y", text=["t"])
    assert set(data.feature_names) == {"deep.n", "deep.kind=red", "t^two", "t^words"}


def test_sentences_are_groups(tmp_path: Path) -> None:
    file = write(tmp_path / "a.conll", "the DT\ndog NN\n\na DT\n")
    data = nr.read(file, templates="w[-1..1]")
    assert list(data.y) == ["DT", "NN", "DT"]
    assert data.groups is not None and data.groups.tolist() == [1, 1, 2]
    assert "w[1]=dog" in data.feature_names
    known = nr.read(ROOT / "examples" / "tagging" / "train.conll")
    assert known.groups is not None
    text = (ROOT / "examples" / "tagging" / "train.conll").read_text()
    assert len(set(known.groups.tolist())) == len(re.findall(r"\n\n+", text.strip())) + 1


def test_missing_values_and_labels(tmp_path: Path) -> None:
    file = write(tmp_path / "a.csv", "y,n\na,5\nb,none\nc,NA\n")
    data = nr.read(file, label="y", missing="none")
    assert data.X.toarray().ravel().tolist() == [5.0, 0.0, 0.0]
    unlabelled = nr.read(write(tmp_path / "b.csv", "a,b\n1,2\n3,4\n"), label="none")
    assert list(unlabelled.y) == [None, None]
    assert unlabelled.feature_names == ["a", "b"]


def test_a_limit_of_rows(tmp_path: Path) -> None:
    file = write(tmp_path / "a.svm", "1 3:0.5\n-1 3:2\n1 9:1\n")
    assert [len(nr.read(file, limit=count)) for count in (1, 2, 3, 9)] == [1, 2, 3, 3]
    assert nr.read(file, limit=2).feature_names == [3]


def test_a_file_without_rows(tmp_path: Path) -> None:
    data = nr.read(write(tmp_path / "a.svm", ""))
    assert (data.shape, len(data.y), data.feature_names) == ((0, 0), 0, [])


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    path = ROOT / "examples" / "spam" / "train.vw.gz"
    data, plain = nr.read(path, threads=threads), nr.read(path)
    assert data.feature_names == plain.feature_names
    assert (data.X != plain.X).nnz == 0
    assert np.array_equal(data.y, plain.y)


def test_numbers_are_read_as_scikit_learn_does(tmp_path: Path) -> None:
    X = rows(300) * np.logspace(-12, 12, 6)
    y = X[:, 0] - X[:, 1]
    dump_svmlight_file(X, y, str(tmp_path / "a.svm"), zero_based=False)
    data = nr.read(tmp_path / "a.svm")
    theirs, labels = load_svmlight_file(str(tmp_path / "a.svm"))
    assert data.feature_names == list(range(1, 7))
    assert np.array_equal(data.X.toarray(), theirs.toarray())
    assert np.array_equal(data.y, labels)


BROKEN = {
    "a.svm": ("1 3:0.5\n1 x:1\n", {}, r"a\.svm:2:3: feature index 'x'"),
    "b.svm": ("1 3:0.5\n1 3:nan\n", {}, r"b\.svm:2:5: value 'nan' is not a finite number"),
    "a.csv": ("y,n\n1,2\n1,2,3\n", {"label": "y"}, r"a\.csv:3: expected 2 cells, found 3"),
    "b.csv": ("y,n\n1,2\n", {"label": "z"}, r"there is no column 'z'.*columns: y, n"),
    "a.jsonl": ('{"y": 1, "n": 2}\n{"y":\n', {"label": "y"}, r"a\.jsonl:2: the JSON object"),
    "a.tsv": ("y\tn\n1\tinf\n", {"label": "y"}, r"a\.tsv:2: column 'n': 'inf' is not a finite"),
    "c.svm": ("1 3:0.5\n", {"format": "x"}, "unknown format 'x' .*svmlight"),
    "d.svm": ("1 3:0.5\n", {"fromat": "x"}, "'fromat' is no option of reading"),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_said_with_its_place(name: str, packed: bool, tmp_path: Path) -> None:
    text, options, message = BROKEN[name]
    path = tmp_path / (name + ".gz" if packed else name)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    with pytest.raises(nr.NoRegretError) as raised:
        nr.read(path, **options)
    assert re.search(message, str(raised.value).replace(".gz:", ":"))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing.svm"):
        nr.read(tmp_path / "nothing.svm")
    with pytest.raises(IsADirectoryError, match="directory"):
        nr.read(tmp_path)


LEARNED = {
    "spam": ("examples/spam/train.vw.gz", {}, []),
    "mail": (
        "examples/email/mail.tsv.gz",
        {"label": "folder", "text": ["subject", "body"]},
        ["--label", "folder", "--text", "subject,body"],
    ),
}


def without_reading(model: bytes) -> bytes:
    """The tensors of a model: all but the words at its beginning."""
    return model[8 + int.from_bytes(model[:8], "little") :]


@pytest.mark.parametrize("choice", ["pa1", "arow", None])
@pytest.mark.parametrize("name", LEARNED)
def test_reading_and_learning_is_what_the_program_does(
    name: str, choice: str | None, tmp_path: Path
) -> None:
    file, options, flags = LEARNED[name]
    named = ["-a", choice] if choice else []
    run("learn", "-q", *flags, *named, "-o", tmp_path / "model", ROOT / file)
    data = nr.read(ROOT / file, **options)
    learner = nr.Learner(choice)
    learner.learn_many(data, data.y, names=data.feature_names)
    theirs = nr.load(tmp_path / "model")
    ours = nr.Learner.from_bytes(learner.to_bytes())
    assert ours.metrics == theirs.metrics
    assert ours.algorithm == theirs.algorithm
    names = data.feature_names
    assert np.array_equal(ours.weights(names), theirs.weights(names))
    if not options:
        assert without_reading(learner.to_bytes()) == without_reading(
            (tmp_path / "model").read_bytes()
        )


def test_names_come_with_the_data() -> None:
    """Whatever takes rows takes them with their names; `names=` overrules."""
    data = nr.read(ROOT / "examples" / "spam" / "train.vw.gz")
    plain, named, numbered = (nr.Learner("pa1") for _ in range(3))
    plain.learn_many(data, data.y)
    named.learn_many(data.X, data.y, names=data.feature_names)
    numbered.learn_many(data.X, data.y)
    assert plain.to_bytes() == named.to_bytes() != numbered.to_bytes()
    assert plain.predict_many(data) == named.predict_many(data.X, names=data.feature_names)
    assert np.array_equal(plain.scores_many(data), numbered.scores_many(data.X))
    best = nr.hindsight(data, data.y, "pa1", gap=0.1)
    assert set(best.learner.features) == set(data.feature_names)
    other = nr.Learner("pa1")
    other.learn_many(data, data.y, names=[f"n{j}" for j in range(data.shape[1])])
    assert set(map(str, other.features)) == {f"n{j}" for j in range(data.shape[1])}


def test_weights_of_rows_are_learned_with(tmp_path: Path) -> None:
    X, weight = rows(200), np.random.default_rng(1).integers(1, 4, size=200)
    lines = (
        f"{label} {times} | " + " ".join(f"f{j}:{x[j]!r}" for j in range(6) if x[j])
        for x, label, times in zip(X.tolist(), signs(X), weight, strict=True)
    )
    file = write(tmp_path / "a.vw", "\n".join(lines) + "\n")
    run("learn", "-q", "-a", "pa1", "-o", tmp_path / "model", file)
    data = nr.read(file)
    learner = nr.Learner("pa1")
    learner.learn_many(data, data.y, weight=data.weight, names=data.feature_names)
    assert learner.to_bytes() == (tmp_path / "model").read_bytes()


@pytest.mark.parametrize("first", ["1,3", "2"])
def test_sets_of_labels(first: str, tmp_path: Path) -> None:
    lines = [f"{first} 1:1", "2 2:1", "1,3 1:0.5 3:1", "3 3:1 4:1", "1 4:1"] * 20
    file = write(tmp_path / "a.svm", "\n".join(lines) + "\n")
    data = nr.read(file)
    assert data.y[1:5] == [[2], [1, 3], [3], [1]]
    flags = ("--problem", "label-ranking", "-a", "sopopo")
    run("learn", "-q", *flags, "-o", tmp_path / "model", file)
    learner = nr.Learner("sopopo", problem="label-ranking")
    learner.learn_many(data, data.y, names=data.feature_names)
    assert learner.to_bytes() == (tmp_path / "model").read_bytes()


def test_without_scipy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "scipy"]:
        monkeypatch.setitem(sys.modules, name, None)
    data = nr.read(write(tmp_path / "a.svm", "1 3:0.5 7:1\n-1 3:2\n"))
    learner = nr.Learner("pa1", bias="none")
    learner.learn_many(data, data.y, names=data.feature_names)
    assert learner.predict_many(data, names=data.feature_names) == [1, -1]
    with pytest.raises(ImportError, match=r"Data\.X needs scipy: pip install scipy"):
        _ = data.X
