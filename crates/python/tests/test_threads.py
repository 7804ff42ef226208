"""Threads, processes, interrupts and callbacks while a learner learns."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from streams import dicts, learned, pa1, rows, signs

import noregret as nr

X = rows(2000)
Y = signs(X)


def wide(count: int = 100_000, width: int = 50_000, entries: int = 75) -> Any:
    """Rows of words: 75 of 50,000 columns each, and a label that some of them tell."""
    random = np.random.default_rng(3)
    indices = random.integers(0, width, size=(count, entries), dtype=np.int32)
    values = np.ones(count * entries)
    ends = np.arange(0, count * entries + 1, entries, dtype=np.int64)
    matrix = sp.csr_matrix((values, indices.ravel(), ends), shape=(count, width))
    return matrix, np.where((indices < width // 2).sum(axis=1) > entries // 2, 1, -1)


def while_learning(learner: nr.Learner, batch: Any, ask: Callable[[], None]) -> int:
    """How often `ask` came through while another thread learned from a batch."""
    thread = threading.Thread(target=learner.learn_many, args=batch)
    thread.start()
    count = 0
    while thread.is_alive():
        ask()
        count += 1
    thread.join()
    return count


def test_one_that_asks_does_not_wait_for_a_batch() -> None:
    """Wide bounds, which a busy machine keeps too; benches/python.py measures the wait."""
    matrix, y = wide()
    learner = nr.Learner("pa1", problem="binary", bias="none")
    learner.learn_many(matrix[:1000], y[:1000])
    waits: list[float] = []
    asked = {int(j): 1.0 for j in matrix.indices[:75]}

    def ask() -> None:
        begun = time.perf_counter()
        learner.predict_one(asked)
        waits.append(time.perf_counter() - begun)
        time.sleep(0.001)

    begun = time.perf_counter()
    assert while_learning(learner, (matrix, y), ask) > 3
    whole = time.perf_counter() - begun
    assert np.median(waits) < 0.1 * whole
    assert np.quantile(waits, 0.9) < 0.1
    assert learner.rows == 101_000


def test_answers_while_another_thread_learns_are_answers() -> None:
    """Each is that of the learner after some whole number of rows."""
    learner, twin = learned(X[:1], Y[:1]), learned(X[:1], Y[:1])
    asked = dicts(X[5:6])[0]
    possible = {twin.scores_one(asked)}
    for row in range(1, len(X)):
        twin.learn_many(X[row : row + 1], Y[row : row + 1])
        possible.add(twin.scores_one(asked))
    seen: set[Any] = set()
    rows_seen: list[int] = []

    def ask() -> None:
        seen.add(learner.scores_one(asked))
        rows_seen.append(learner.rows)

    for start in range(1, len(X), 100):
        while_learning(learner, (X[start : start + 100], Y[start : start + 100]), ask)
        ask()
    assert seen <= possible
    assert rows_seen == sorted(rows_seen)
    assert learner.to_bytes() == twin.to_bytes()


def test_everything_may_be_asked_while_another_thread_learns() -> None:
    matrix, y = wide(20_000)
    learner = nr.Learner("arow", problem="binary")
    learner.learn_many(matrix[:100], y[:100])
    asks: list[Callable[[], object]] = [
        lambda: learner.predict_many(matrix[:50]),
        lambda: learner.scores_many(matrix[:50]),
        lambda: learner.weights([1, 2, 3]),
        lambda: learner.certificate(),
        lambda: learner.metrics,
        lambda: learner.classes,
        lambda: repr(learner),
        lambda: nr.Learner.from_bytes(learner.to_bytes()).rows,
        lambda: learner.copy().learn_one({1: 1.0}, 1),
    ]
    turn = iter(asks * 10_000)
    while_learning(learner, (matrix, y), lambda: [None, next(turn)()][0])
    assert learner.rows == 20_100


def test_asking_while_a_block_is_closed_changes_nothing() -> None:
    """Witnesses close a block of 2^20 cells while rows go on: who asks, saves or goes on from bytes
    in between finds what closing it at once would have left."""
    matrix, y = wide(16_000)
    silent = nr.Learner("pa1", problem="binary", bias="none")
    silent.learn_many(matrix[:13_900], y[:13_900])
    asked, resumed = silent.copy(), silent.copy()
    for start in range(13_900, 16_000, 300):
        rows = slice(start, start + 300)
        for learner in (silent, asked, resumed):
            learner.learn_many(matrix[rows], y[rows])
        told = asked.certificate()
        assert told is not None
        resumed = nr.Learner.from_bytes(resumed.to_bytes())
        assert str(silent.copy().certificate()) == str(told)
        assert silent.copy().to_bytes() == asked.to_bytes() == resumed.to_bytes()


def test_threads_that_learn_lose_no_row() -> None:
    learner = learned(X[:10], Y[:10])
    stream = list(zip(dicts(X), Y.tolist(), strict=True))

    def one_by_one() -> None:
        for x, y in stream:
            learner.learn_one(x, y)

    def batches() -> None:
        for start in range(0, len(X), 250):
            learner.learn_many(X[start : start + 250], Y[start : start + 250])

    with ThreadPoolExecutor(4) as pool:
        for each in [pool.submit(call) for call in (one_by_one, batches, one_by_one, batches)]:
            each.result(timeout=60)
    assert learner.rows == learner.metrics["examples"] == 10 + 4 * len(X)
    assert learner.certificate() is not None


def test_threads_that_meet_new_features_and_classes() -> None:
    learner = nr.Learner("pa1", problem="multiclass", bias="none")

    def learn(thread: int) -> None:
        for number in range(300):
            learner.learn_one({f"{thread}-{number}": 1.0}, f"class {thread}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(learn, range(4)))
    assert learner.rows == 1200
    assert len(set(learner.features)) == len(learner.features) == 1200
    assert sorted(learner.classes) == [f"class {thread}" for thread in range(4)]
    assert learner.predict_one({"2-7": 1.0}) == "class 2"


INTERRUPTED = """
import json, sys, time, threading
import numpy as np
import noregret as nr
from test_threads import wide
matrix, y = wide(20_000)
learner = nr.Learner("pa1", problem="binary", bias="none")
turns = np.tile(np.arange(20_000), 5_000)
def ready(rows):
    if rows and not told:
        told.append(rows)
        print("learning", flush=True)
told = []
try:
    learner.learn_many(matrix, y, order=turns, progress=ready)
    print(json.dumps({"interrupted": False}))
except KeyboardInterrupt:
    stopped = time.time()
    rows = learner.rows
    again = nr.Learner("pa1", problem="binary", bias="none")
    again.learn_many(matrix, y, order=turns[:rows])
    same = again.to_bytes() == learner.to_bytes()
    learner.learn_one({1: 1.0}, 1)
    print(json.dumps({"interrupted": True, "rows": rows, "same": same, "stopped": stopped,
                      "after": learner.rows}))
"""


def test_a_long_fit_can_be_interrupted() -> None:
    """A hundred million rows; it stops at once, and the rows before that were learned from."""
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "learning\n"
            sent = time.time()
            process.send_signal(signal.SIGINT)
            said = json.loads(process.stdout.readline())
        finally:
            process.kill()
    assert said["interrupted"]
    assert said["stopped"] - sent < 1.0
    assert 0 < said["rows"] < 100_000_000
    assert said["same"]
    assert said["after"] == said["rows"] + 1


class Enough(Exception):
    """What a callback raises."""


def test_a_callback_that_raises_ends_the_batch() -> None:
    matrix, y = wide(20_000)
    learner = nr.Learner("pa1", problem="binary", bias="none")

    def stop(rows: int) -> None:
        if rows:
            raise Enough(rows)

    with pytest.raises(Enough) as raised:
        learner.learn_many(matrix, y, progress=stop)
    rows = raised.value.args[0]
    assert learner.rows == rows > 0
    twin = nr.Learner("pa1", problem="binary", bias="none")
    twin.learn_many(matrix[:rows], y[:rows])
    assert learner.to_bytes() == twin.to_bytes()
    learner.learn_many(matrix[rows:], y[rows:])
    assert learner.rows == 20_000


def test_a_callback_may_use_the_learner() -> None:
    matrix, y = wide(40_000)
    learner = nr.Learner("pa1", problem="binary", bias="none")
    said: list[tuple[int, int]] = []

    def ask(rows: int) -> None:
        said.append((rows, learner.rows - len(said)))
        learner.predict_one({1: 1.0})
        learner.learn_one({1: 1.0}, 1)

    learned = learner.learn_many(matrix, y, progress=ask)
    assert learned.rows == 40_000
    assert learner.rows == 40_000 + len(said)
    assert [rows for rows, _ in said] == sorted(rows for rows, _ in said)
    assert said[-1][0] == 40_000
    assert all(rows == counted for rows, counted in said)


def test_progress_changes_nothing() -> None:
    told: list[int] = []
    plain, watched = pa1(), pa1()
    plain.learn_many(X, Y)
    watched.learn_many(X, Y, progress=told.append)
    assert told[-1] == len(X)
    assert plain.to_bytes() == watched.to_bytes()


def answers(pickled: bytes) -> tuple[bytes, list[Any]]:
    """What another process makes of a pickled learner."""
    learner = pickle.loads(pickled)
    said = learner.predict_many(X[:50])
    learner.learn_many(X[1000:], Y[1000:])
    return learner.to_bytes(), said


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_learners_go_to_other_processes(method: str) -> None:
    learner = learned(X[:1000], Y[:1000])
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        state, said = pool.submit(answers, pickle.dumps(learner)).result(timeout=60)
    assert said == learner.predict_many(X[:50])
    learner.learn_many(X[1000:], Y[1000:])
    assert state == learner.to_bytes()


def learn_on(learner: nr.Learner) -> nr.Learner:
    """In a process of its own: a learner that comes as an argument and goes back."""
    learner.learn_many(X[1000:], Y[1000:])
    return learner


def test_learners_come_back_from_a_process() -> None:
    learner = learned(X[:1000], Y[:1000])
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        back = pool.submit(learn_on, learner).result(timeout=60)
    assert (learner.rows, back.rows) == (1000, 2000)
    assert back.to_bytes() == learn_on(learner).to_bytes()


def test_what_a_forked_process_learns_stays_there() -> None:
    learner = learned(X[:1000], Y[:1000])
    process = multiprocessing.get_context("fork").Process(target=learn_on, args=(learner,))
    process.start()
    process.join(30)
    assert process.exitcode == 0
    assert learner.rows == 1000


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("choice", ["pa1", "arow", "perceptron:average=plain"])
def test_pickles_go_on_to_the_last_bit(choice: str, protocol: int) -> None:
    learner = nr.Learner(choice, problem="binary")
    learner.learn_many(X[:1000], Y[:1000])
    twin = pickle.loads(pickle.dumps(learner, protocol))
    assert twin.to_bytes() == learner.to_bytes()
    for each in (learner, twin):
        each.learn_many(X[1000:], Y[1000:])
    assert twin.to_bytes() == learner.to_bytes()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, nr.Learner.copy])
def test_copies_are_their_own(copied: Callable[[nr.Learner], nr.Learner]) -> None:
    learner = learned(X[:1000], Y[:1000])
    before = learner.to_bytes()
    twin = copied(learner)
    twin.learn_many(X[1000:], Y[1000:])
    assert learner.to_bytes() == before != twin.to_bytes()
    assert learn_on(learner).to_bytes() == twin.to_bytes()


def expensive() -> nr.Learner:
    """One that takes some time to answer: a kernel over many rows."""
    settings: Any = {"kernel": "gaussian:sigma=3", "certify": "off"}
    learner = nr.Learner("pa1", problem="binary", bias="none", **settings)
    noise = np.random.default_rng(0).choice([-1, 1], len(X))
    learner.learn_many(X, noise)
    return learner


@pytest.mark.parametrize("ask", [nr.Learner.predict_many, nr.Learner.scores_many])
@pytest.mark.parametrize("text", [False, True])
def test_others_go_on_while_dicts_are_asked_about(
    ask: Callable[[nr.Learner, Any], Any], text: bool
) -> None:
    """Answers to dicts, and to tables with text, hold neither the interpreter nor the learner."""
    learner, first = expensive(), dicts(X[:1])[0]
    table = pd.DataFrame(np.tile(X, (5, 1))).rename(columns=str)
    asked: Any = table.assign(c="word") if text else dicts(X) * 5
    expected = np.asarray(ask(learner, asked))
    answers: list[Any] = []
    ticks = [time.perf_counter()]
    thread = threading.Thread(target=lambda: answers.append(ask(learner, asked)))
    thread.start()
    while thread.is_alive():
        learner.predict_one(first)
        ticks.append(time.perf_counter())
    thread.join()
    # Rows are read first, which takes the interpreter; the answers are most of the time.
    assert max(np.diff(ticks)) < 0.5 * (ticks[-1] - ticks[0])
    assert np.array_equal(answers[0], expected)


def test_columns_do_not_change_places_in_a_callback() -> None:
    """Names that are asked about while a batch is learned are not taken for those of the batch."""
    one, other = ("a", "b"), ("b", "a")
    learner = pa1()
    learner.learn_many(X[:50, :2], Y[:50], names=one)
    asked = [[1.0, 0.0]]
    before = learner.scores_many(asked, names=other)
    learner.learn_many(
        X[:0, :2], Y[:0], names=one, progress=lambda rows: learner.scores_many(asked, names=other)
    )
    assert learner.scores_many(asked, names=other) == before
    assert learner.scores_many(asked, names=one) == learner.scores_many([[0.0, 1.0]], names=other)
