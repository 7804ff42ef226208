"""What does not fit is refused when it comes, by its row; errors of the system are `OSError`s."""

from __future__ import annotations

import errno
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import noregret as nr

#: Rows of five examples in each form, the same but for it.
FORMS: dict[str, Any] = {
    "array": np.ones((5, 1)),
    "csr": sp.csr_array(np.ones((5, 1))),
    "frame": pd.DataFrame({"a": np.ones(5)}),
    "text": pd.DataFrame({"a": ["x"] * 5}),
    "dicts": [{"a": 1.0}] * 5,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("choice", ["nlms", None])
def test_a_batch_of_names_is_no_regression(form: str, choice: str | None) -> None:
    learner = nr.Learner(choice, problem="regression")
    with pytest.raises(nr.NoRegretError, match="^row 0: a regression problem needs a number"):
        learner.learn_many(FORMS[form], ["x", "y", "z", "u", "v"])
    assert learner.rows == 0
    learner.learn_many(FORMS[form], [1.0, 2.0, 3.0, 2.0, 1.0])
    learner.finish()
    assert learner.rows == 5


def test_the_first_of_many_wrong_rows_is_named() -> None:
    learner = nr.Learner("nlms", problem="regression")
    with pytest.raises(nr.NoRegretError, match="^row 0: "):
        learner.learn_many(np.ones((1500, 1)), ["x"] * 1500)


def test_a_refused_example_is_not_kept() -> None:
    learner = nr.Learner("nlms", problem="regression")
    with pytest.raises(nr.NoRegretError, match="needs a number, not x"):
        learner.learn_one({"a": 1.0}, "x")
    with pytest.raises(nr.NoRegretError, match="needs a number, not x"):
        learner.learn_one(learner.prepare({"a": 1.0}, "x"))
    learner.learn_one({"a": 1.0}, 2.0)
    learner.finish()
    assert learner.rows == 1


def test_a_refused_sentence_is_forgotten() -> None:
    learner = nr.Learner("pa1", problem="sequence")
    with pytest.raises(nr.NoRegretError, match="has a group"):
        learner.learn_one({"a": 1}, "x")
    with pytest.raises(nr.NoRegretError, match="one has none"):
        learner.learn_parts([{"a": 1}, {"b": 1}], ["x", None])
    with pytest.raises(nr.NoRegretError, match="there is no record"):
        learner.learn_parts([], [])
    learner.learn_parts([{"a": 1}], ["x"])
    learner.finish()
    assert (learner.rows, learner.predict_parts([{"a": 1}])) == (1, ["x"])


def test_ranks_may_begin_below_1() -> None:
    """The lowest rank is the least of the first labels, as it is for a file."""
    learner = nr.Learner("simproj", problem="ordinal")
    for rank in (0, 2, -1):
        learner.learn_one({"a": float(rank)}, rank)
    with pytest.raises(nr.NoRegretError, match="a rank is a whole number"):
        learner.learn_one({"a": 1.0}, 0.5)
    learner.finish()
    composition = learner.composition
    assert composition is not None and composition["problem"]["lowest"] == -1.0
    assert learner.rows == 3


def test_rows_that_are_left_out_are_counted() -> None:
    """Where the labels decide, rows without one turn out to fit nothing."""
    learner = nr.Learner("pa1")
    for label in ["spam", None, "ham", None, "spam"]:
        learner.learn_one({"a": 1.0}, label)
    with pytest.warns(UserWarning, match="^2 rows left out.*needs a label"):
        learner.finish()
    assert learner.rows == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        learner.finish()


class Broken:
    def __float__(self) -> float:
        raise KeyError("broken")


#: A row that cannot be read, and what is said.
UNREADABLE: dict[str, tuple[Any, str]] = {
    "list": ({"a": [1]}, "^row 3: the feature a has a <class 'list'>"),
    "large": ({"a": 10**400}, "^row 3: the feature a has an integer that is too large"),
    "key": ({-5: 1.0}, "^row 3: the feature -5 is no integer"),
    "none": (None, "^row 3: features are a dict"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_row_that_cannot_be_read_is_named(case: str) -> None:
    row, message = UNREADABLE[case]
    learner = nr.Learner("pa1", problem="binary")
    with pytest.raises(nr.NoRegretError, match=message):
        learner.learn_many([{"a": 1.0}] * 3 + [row], [1, -1, 1, -1])
    assert learner.rows == 0


def test_what_a_value_raises_has_a_note_of_its_row() -> None:
    learner = nr.Learner("pa1", problem="binary")
    with pytest.raises(KeyError) as raised:
        learner.learn_many([{"a": 1.0}] * 3 + [{"a": Broken()}], [1, -1, 1, -1])
    assert raised.value.__notes__ == ["in row 3"]


@pytest.mark.parametrize("labels", [[1, -1, "x"], ["a", "b", 1], ["a", "b", {"c"}], [1, -1, None]])
@pytest.mark.parametrize("as_array", [False, True])
def test_a_label_that_cannot_be_read_is_named(labels: list[Any], as_array: bool) -> None:
    y = np.array(labels, dtype=object) if as_array else labels
    with pytest.raises(nr.NoRegretError, match="^row 2: (None is no label|labels are all)"):
        nr.Learner("pa1", problem="binary").learn_many([{"a": 1.0}] * 3, y)


def test_the_row_of_an_object_array_is_named() -> None:
    rows = np.array([[1.0, 2.0], [3.0, "x"], [None, 1.0]], dtype=object)
    with pytest.raises(nr.NoRegretError, match="^row 1: not all values are numbers: .*'x'"):
        nr.Learner("pa1", problem="binary").learn_many(rows, [1, -1, 1])


def test_advice_fits_what_was_given() -> None:
    learner = nr.Learner("pa1", problem="binary")
    with pytest.raises(nr.NoRegretError, match="not 1; reshape"):
        learner.learn_many(np.ones(3), [1])
    with pytest.raises(nr.NoRegretError, match="not 3$"):
        learner.learn_many(np.ones((1, 2, 3)), [1])
    with pytest.raises(nr.NoRegretError, match="learned from by learn_one"):
        learner.learn_many([learner.prepare({"a": 1.0})], [1])


def test_errors_of_the_system_are_its_own(tmp_path: Path) -> None:
    learner = nr.Learner("pa1", problem="binary")
    learner.learn_one({"a": 1.0}, 1)
    missing = tmp_path / "no" / "model"
    for kind, number, file, call in [
        (FileNotFoundError, errno.ENOENT, missing, lambda: nr.load(missing)),
        (FileNotFoundError, errno.ENOENT, missing, lambda: nr.read(missing)),
        (FileNotFoundError, errno.ENOENT, missing, lambda: learner.save(missing)),
        (IsADirectoryError, errno.EISDIR, tmp_path, lambda: nr.load(tmp_path)),
        (IsADirectoryError, errno.EISDIR, tmp_path, lambda: nr.read(tmp_path)),
        (IsADirectoryError, errno.EISDIR, tmp_path, lambda: learner.save(tmp_path)),
    ]:
        with pytest.raises(kind) as raised:
            call()
        assert (raised.value.errno, raised.value.filename) == (number, str(file))
        assert raised.value.strerror and "os error" not in raised.value.strerror
