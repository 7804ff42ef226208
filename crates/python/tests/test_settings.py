"""Settings of a learner: what they may be, and what is said of those that may not."""

from __future__ import annotations

import math
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streams import dicts, rows, signs

import noregret as nr

X = rows(200, 4)
Y = signs(X)
INFINITE = float("inf")


def learner(choice: str | None = "pa1", **settings: Any) -> nr.Learner:
    return nr.Learner(choice, problem="binary", **settings)


def taught(choice: str, **settings: Any) -> list[list[float]]:
    """The weights after some rows."""
    made = learner(choice, **settings)
    made.learn_many(X, Y)
    made.finish()
    weights: list[list[float]] = made.weights().tolist()
    return weights


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.float16, float])
def test_numbers_of_numpy_are_numbers(kind: Any) -> None:
    assert taught("pa1", C=kind(0.5), margin=kind(2)) == taught("pa1:C=0.5,margin=2")
    assert taught("pa1", bias=kind(2)) == taught("pa1", bias={"value": np.float32(2.0)})


def test_numpy_in_other_settings() -> None:
    assert taught("pa1", hash=np.int64(10)) == taught("pa1", hash=10)
    assert taught("pa1", C=np.int32(3)) == taught("pa1", C=3)
    assert taught("pa1", loss=np.str_("logistic")) == taught("pa1", loss="logistic")
    best = nr.hindsight(X, Y, C=np.float32(0.5))
    assert best.value == nr.hindsight(X, Y, C=0.5).value


def test_an_infinite_c_is_pa() -> None:
    """Crammer et al. 2006: without a cap, PA-I is PA."""
    pa = taught("pa")
    assert taught("pa1", C=INFINITE) == pa
    assert taught("pa1", C=np.float32(INFINITE)) == pa
    assert taught("pa1:C=inf") == pa
    assert pa != taught("pa1", C=1.0)
    copied = pickle.loads(pickle.dumps(learner(C=INFINITE)))
    copied.learn_many(X, Y)
    copied.finish()
    assert copied.weights().tolist() == pa


@pytest.mark.parametrize("holds", [True, np.bool_(True)])
def test_true_and_false_are_words(holds: Any) -> None:
    assert taught("pa1", average=holds) == taught("pa1", average="plain")
    assert taught("pa1", average=False) == taught("pa1", average="none")
    assert taught("pa1", bias=holds) == taught("pa1", bias="auto")
    assert taught("pa1", bias=False) == taught("pa1", bias="none")


#: What is refused, and how the message begins.
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "text for a number": ({"C": "0.1"}, 'C is a number or inf, not "0.1"'),
    "nan": ({"C": math.nan}, "C is a number or inf, not nan"),
    "minus infinity": ({"C": -INFINITE}, "C is a number or inf, not -inf"),
    "infinite margin": ({"margin": INFINITE}, "margin is a finite number, not inf"),
    "not for this loss": ({"choice": "pa2", "C": INFINITE}, "C = inf needs"),
    "nan in the text": ({"choice": "pa1:C=nan"}, "C in 'pa1:C=nan' is not a finite number"),
    "object": ({"C": object()}, "C: a <class 'object'> is no number"),
    "word": ({"average": "often"}, 'average is one of plain, linear, none, not "often"'),
    "number for a word": ({"average": 3}, "average is one of plain, linear, none, not 3"),
    "bits": ({"hash": "x"}, "hash is a whole number from 0 to 255"),
    "too many bits": ({"hash": 99}, "hash 99 is out of range"),
    "negative bits": ({"hash": -1}, "hash is a whole number from 0 to 255, not -1"),
    "vote": ({"vote": 3}, "vote is True or False, not 3"),
    "unknown": ({"gamma": 3}, "'gamma' is no setting (algorithm, "),
    "unknown in the text": ({"choice": "pa1:Q=3"}, "'Q' in 'Q=3' cannot be set for a choice (C"),
    "twice": ({"choice": "pa1:C=1", "C": 2}, "C is set twice: in 'pa1:C=1' and beside it"),
    "two algorithms": ({"algorithm": "pa2"}, "algorithm is set twice"),
    "misplaced": ({"loss": "logistic", "margin": 2.0}, "margin has no place in the loss"),
    "head": ({"head": -1}, "head is a whole number from 0 on, not -1"),
    "seed": ({"seed": -1}, "seed is a whole number from 0 on, not -1"),
    "classes": ({"classes": "ab"}, "classes is a list of labels, not one string"),
    "certify": ({"certify": "often"}, "certify is 'off', 'live' or 'tight', not 'often'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_messages_name_the_setting(case: str) -> None:
    settings, message = REFUSED[case]
    with pytest.raises(nr.NoRegretError, match="^" + re.escape(message)) as raised:
        learner(**{"choice": "pa1", **settings})
    assert "--" not in str(raised.value)


def test_messages_of_readers_name_arguments(tmp_path: Path) -> None:
    path = tmp_path / "rows.unknown"
    path.write_text("what is this\n")
    with pytest.raises(nr.NoRegretError, match=r"; choose one with format \(jsonl, "):
        nr.read(path)
    path.write_text("1 | a:1 b:2\n")
    with pytest.raises(nr.NoRegretError, match="; read it with format='vw'$"):
        nr.read(path, format="svmlight")
    with pytest.raises(nr.NoRegretError, match=r"\(label\)\? If not, problem='multiclass' takes"):
        nr.Learner("pa1").learn_many(np.ones((1000, 1)), [f"user {row}" for row in range(1000)])


def test_a_flag_among_labels_stays_what_it_is() -> None:
    made = learner(classes=["a", "b"])
    with pytest.raises(nr.NoRegretError, match="label --flag is not among the known ones"):
        made.learn_one({"x": 1.0}, "--flag")


@pytest.mark.parametrize("option", ["text", "categorical"])
def test_one_string_is_no_list_of_columns(option: str, tmp_path: Path) -> None:
    mail = tmp_path / "mail.tsv"
    mail.write_text("folder\tbody\nwork\tplan for monday\n")
    wrong: Any = {option: "body"}
    message = rf"^{option} is a list of columns: {option}=\['body'\]"
    with pytest.raises(nr.NoRegretError, match=message):
        nr.read(mail, label="folder", **wrong)
    assert len(nr.read(mail, label="folder", text=("body",)).feature_names) == 3


def test_an_audit_proves_something() -> None:
    off: Any = "off"
    with pytest.raises(nr.NoRegretError, match="^certify is 'live' or 'tight' in an audit"):
        nr.certify(X[:, 0], X, Y, certify=off)


def test_weights_of_a_prepared_example_are_multiplied() -> None:
    """As for a dict of that weight, also if the learner had not begun when it was prepared."""
    found = []
    for begun in (False, True):
        for prepared in (False, True):
            made = learner("pa1:C=0.001", head=1 if begun else None, bias="none")
            if begun:
                made.learn_one({"c": 1.0}, -1)
            x: Any = {"a": 1.0, "b": 2.0}
            if prepared:
                ready = made.prepare(x, 1, weight=2.0)
                assert len(ready) == 2
                made.learn_one(ready, weight=3.0)
            else:
                made.learn_one(x, 1, weight=6.0)
            made.finish()
            found.append(made.weights(["a", "b"]).tolist())
    assert found[0] == [[0.006, 0.012]]
    assert all(weights == found[0] for weights in found)


def test_before_anything_is_learned_there_are_no_predictions() -> None:
    made = learner()
    assert made.predict_many(X[:3]) == [None] * 3
    assert made.predict_many(dicts(X[:2])) == [None] * 2


def test_a_name_that_was_never_met_has_no_weight() -> None:
    made = learner(bias="none")
    made.learn_one({"a": 1.0}, 1)
    made.finish()
    with pytest.raises(nr.NoRegretError, match="has met no feature 'typo'"):
        made.weights(["a", "typo"])
    with pytest.raises(nr.NoRegretError, match="has met no feature 'typo'"):
        made.last_weights(["typo"])
    assert made.weights(["a", "typo"], unknown=0.0).tolist() == [[1.0, 0.0]]
    # A column of a matrix may be 0 in all rows.
    assert made.weights([7]).tolist() == [[0.0]]
