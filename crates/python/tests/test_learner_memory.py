"""Memory: it does not grow with the number of calls."""

from __future__ import annotations

import pytest
from streams import in_python

PREPARE = """
import gc, resource, sys
import noregret as nr

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

def grown(call, rounds, first=20_000):
    for t in range(first):
        call(t)
    before = resident()
    for t in range(first, first + rounds):
        call(t)
    return resident() - before

learner = nr.Learner("pa1:C=0.1", problem="binary", bias="none", certify={certify!r})
WORDS = 10_000
"""
# A leak of 8 bytes a call in the shortest run is far more.
MOST = 1_500_000
#: Bytes of a block of witnesses: at most 2^20 cells, each a number and a feature.
BLOCK = 2**20 * 12


def grown(code: str, certify: str = "off") -> int:
    return int(in_python(PREPARE.replace("{certify!r}", repr(certify)) + code, timeout=120))


def test_ten_million_calls_with_the_same_objects() -> None:
    code = """
rows = [({f"w{j}": 1.0}, 1 if j % 3 else -1) for j in range(8)]
learn = learner.learn_one
def block(t):
    for _ in range(125):
        for x, y in rows:
            learn(x, y)
print(grown(block, 10_000, first=20))
assert learner.rows == 10_020_000, learner.rows
"""
    assert grown(code) < MOST


@pytest.mark.parametrize(
    ("certify", "calls", "resident", "saved"),
    [
        # A block may be copied as it grows, and what is freed returns to the system late.
        ("live", 1_300_000, 4 * BLOCK, BLOCK),
        # All rows are kept, up to 1.5 GB: so many bytes for each of them, which has one cell.
        ("tight", 200_000, 150 * 200_000, 64 * 220_000),
    ],
)
def test_calls_with_witnesses(certify: str, calls: int, resident: int, saved: int) -> None:
    """They keep a block of rows, or all rows, and nothing else; so does what is saved."""
    code = f"""
rows = [({{f"w{{j}}": 1.0}}, 1 if j % 3 else -1) for j in range(8)]
learn = learner.learn_one
sizes = []
def block(t):
    for _ in range(125):
        for x, y in rows:
            learn(x, y)
    if t % 20 == 0:
        sizes.append(len(learner.to_bytes()))
print(grown(block, {calls // 1000}, first=20))
assert max(sizes) < {saved}, max(sizes)
assert len(learner.to_bytes(shard=True)) < 10_000
"""
    assert grown(code, certify) < resident


def test_fresh_strings_of_a_bounded_vocabulary() -> None:
    """More names than keys are remembered by object: each call has strings of its own."""
    code = """
def learn(t):
    learner.learn_one({f"w{t * 7 % WORDS}": 1.0, f"w{t * 13 % WORDS}": 2.0}, t % 2)
print(grown(learn, 400_000))
assert len(learner.features) == WORDS
"""
    assert grown(code) < MOST


def test_keys_are_released_when_the_learner_is() -> None:
    """Strings that a learner has met are referred to by it, but by no more than a few thousand."""
    code = """
keys = [f"name {j}" for j in range(20_000)]
counts = [sys.getrefcount(key) for key in keys]
learner.learn_many([{key: 1.0} for key in keys], [0, 1] * 10_000)
for key in keys:
    learner.learn_one({key: 1.0}, 1)
del key
held = sum([sys.getrefcount(key) for key in keys]) - sum(counts)
assert 0 < held <= 4096, held
del learner
assert [sys.getrefcount(key) for key in keys] == counts
print(0)
"""
    assert grown(code) == 0


def test_prepared_rows_that_come_and_go() -> None:
    code = """
def learn(t):
    row = learner.prepare({f"w{t * 7 % WORDS}": 1.0, "constant": 1.0}, t % 2)
    learner.learn_one(row)
    learner.predict_one(row)
print(grown(learn, 150_000))
"""
    assert grown(code) < MOST


def test_batches_and_answers() -> None:
    code = """
import numpy as np
X = np.random.default_rng(0).normal(size=(200, 20))
y = np.where(X[:, 0] > 0, "yes", "no")
def learn(t):
    learner.learn_many(X, y)
    learner.predict_many(X)
    learner.scores_many(X, names=list(range(20)))
    learner.certificate()
print(grown(learn, 1_500, first=100))
"""
    assert grown(code) < MOST


def test_rows_that_are_refused() -> None:
    """New names of rows that are refused are forgotten."""
    code = """
learner.learn_many([{"a": 1.0}, {"b": 1.0}], [0, 1])
def refuse(t):
    try:
        learner.learn_one({f"new {t}": 1.0, "a": float("nan")}, 1)
    except nr.NoRegretError:
        return
    raise AssertionError("nothing was refused")
print(grown(refuse, 150_000))
assert learner.features == ["a", "b"], learner.features
"""
    assert grown(code) < MOST


def test_learners_that_come_and_go() -> None:
    code = """
x = [{f"w{j}": 1.0} for j in range(50)]
def use(t):
    one = nr.Learner("pa1", problem="binary")
    one.learn_many(x, [0, 1] * 25)
    two = nr.Learner.from_bytes(one.to_bytes())
    two.copy().predict_many(x)
    one.certificate()
print(grown(use, 1_500, first=150))
"""
    assert grown(code) < MOST
