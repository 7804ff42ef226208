"""Learners that were opened without learning, and columns of text, against the program's ways."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from streams import rows, run, signs

import noregret as nr

WORDS = ["Re: the Meeting, the 2nd (RE: Q3_plan)", "don't", "", "ÀÉ Straße ΟΔΟΣ", "会议 ٣٤ İ"]


def test_an_opened_learner_is_as_one_that_learned_but_for_the_rows() -> None:
    X = rows(1200)
    y = signs(X)
    opened, learned = nr.Learner("pa1"), nr.Learner("pa1")
    opened.open(X, y)
    learned.learn_many(X, y)
    assert (opened.rows, opened.problem, opened.classes) == (0, "binary", [-1, 1])
    assert not np.any(opened.weights(list(range(X.shape[1]))))
    opened.learn_many(X, y)
    assert opened.composition is not None and learned.composition is not None
    assert opened.composition["bias"]["value"] == learned.composition["bias"]["value"]
    names = list(range(X.shape[1]))
    assert np.array_equal(opened.last_weights(names), learned.last_weights(names))


def test_an_opened_learner_goes_on_from_bytes() -> None:
    X = rows(300)
    opened = nr.Learner("pa1", problem="binary")
    opened.open(X, signs(X))
    again = nr.Learner.from_bytes(opened.to_bytes())
    for learner in (opened, again):
        learner.learn_many(X, signs(X))
    assert again.to_bytes() == opened.to_bytes()


def test_a_learner_is_opened_once_and_a_row_that_is_refused_is_named() -> None:
    learner = nr.Learner("pa1", problem="binary")
    broken = np.array([[1.0], [np.inf]])
    with pytest.raises(nr.NoRegretError, match="row 1: .*inf"):
        learner.open(broken, [1, -1])
    learner.open(np.ones((2, 1)), [1, -1])
    with pytest.raises(nr.NoRegretError, match="has begun already"):
        learner.open(np.ones((2, 1)), [1, -1])


def test_text_has_the_words_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "mail.tsv"
    labels = ["a", "b", "a", "b", "a"]
    lines = [f"{label}\t{text}" for label, text in zip(labels, WORDS)]
    file.write_text("\n".join(["folder\tsubject", *lines, ""]))
    wanted = nr.read(file, label="folder", text=["subject"])
    learner = nr.Learner("perceptron", problem="binary", bias="none")
    learner.learn_many(pa.table({"subject": WORDS}), labels, text=["subject"])
    assert set(learner.features) <= set(wanted.feature_names)
    model = tmp_path / "mail.nrm"
    flags = ["--label", "folder", "--text", "subject", "-a", "perceptron", "--no-bias"]
    run("learn", file, *flags, "--problem", "binary", "-o", model)
    program = nr.load(model)
    assert program.features == learner.features
    assert np.array_equal(program.weights(program.features), learner.weights(program.features))


def test_text_that_is_none_is_refused() -> None:
    learner = nr.Learner("perceptron", problem="binary")
    with pytest.raises(nr.NoRegretError, match="there is no column body"):
        learner.learn_many(pa.table({"subject": ["a"]}), ["x"], text=["body"])
    with pytest.raises(nr.NoRegretError, match="size has numbers: it is no text"):
        learner.learn_many(pa.table({"size": [1.0]}), ["x"], text=["size"])
    with pytest.raises(nr.NoRegretError, match="text is for tables"):
        learner.learn_many(np.ones((1, 1)), ["x"], text=["a"])
