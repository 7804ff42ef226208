#!/usr/bin/env python3
"""Speed of the Python package beside scikit-learn, River and Vowpal Wabbit: the table of docs/python.md.

    OMP_NUM_THREADS=1 python benches/python.py [--data DIR] [--reps 5] [--only TEXT]

Needs the package and its peers: pip install '.[test]' vowpalwabbit. Times are CPU seconds of the
calling thread, the least of interleaved repetitions; the interpreter's own loop is in them. MNIST is
read from DIR; without it that row is made of rows of the same shape.
"""

import argparse
import gzip
import os
import sys
import threading
import time
import warnings
from dataclasses import dataclass
from typing import Any, Callable

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy.sparse as sp

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import noregret as nr
from noregret.sklearn import PassiveAggressiveClassifier
from speed.files import Files
from speed.machine import ROOT

ROWS = 100_000
#: Rows where one call takes one.
SINGLE = 20_000


@dataclass
class Task:
    """Two pieces of work that do the same; `setup` makes what each run begins with."""

    name: str
    unit: int
    ours: Callable[[], Callable[[], Any]]
    peer: Callable[[], Callable[[], Any]]
    bar: str
    clock: Callable[[], float] = time.thread_time


def sgd(**options):
    from sklearn.linear_model import SGDClassifier

    return SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, shuffle=False, random_state=0,
        **options,
    )


def pa():
    return PassiveAggressiveClassifier(shuffle=False, random_state=0)


class Sparse:
    """Rows of 75 cells in 50,000 columns."""

    def __init__(self, files):
        self.path = files.text("sparse")
        data = nr.read(self.path)
        self.X, self.y = sp.csr_matrix(data.X), data.y
        # scikit-learn wants both index arrays of one width.
        self.X.indptr = self.X.indptr.astype(np.int32)
        self.X.indices = self.X.indices.astype(np.int32)
        self.classes = np.unique(self.y)

    def as_type(self, value, index):
        X = self.X.astype(value)
        X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
        return X

    def words(self, rows):
        """Dicts whose keys are strings, each row with objects of its own."""
        X = self.X[:rows]
        return [
            {f"w{j}": x for j, x in zip(X[i].indices.tolist(), X[i].data.tolist())}
            for i in range(rows)
        ]

    def columns(self, rows):
        """Dicts with the same 75 keys."""
        names = [f"column{j}" for j in range(75)]
        random = np.random.default_rng(0)
        return [dict(zip(names, random.normal(size=75).tolist())) for _ in range(rows)]


def whole_pass(sparse, X, bar, name):
    return Task(
        f"PA-I, CSR with intercept, {name}", X.shape[0],
        lambda: (lambda model=pa(): model.partial_fit(X, sparse.y, classes=sparse.classes)),
        lambda: (lambda model=sgd(): model.partial_fit(sparse.X, sparse.y, classes=sparse.classes)),
        bar,
    )


def in_batches(sparse, size, rows, bar, name):
    parts = [(sparse.X[i : i + size], sparse.y[i : i + size]) for i in range(0, rows, size)]

    def begin(make):
        model = make().partial_fit(*parts[0], classes=sparse.classes)
        return lambda: [model.partial_fit(X, y) for X, y in parts[1:]]

    unit = rows - size
    return Task(f"estimator, {name}", unit, lambda: begin(pa), lambda: begin(sgd), bar)


def one_at_a_time(rows, labels, name, bar, certify="off"):
    from river.linear_model import PAClassifier

    def ours():
        learner = nr.Learner(
            "pa1:C=1", problem="binary", classes=[False, True], certify=certify, head=1
        )
        return lambda: [learner.learn_one(x, y) for x, y in zip(rows, labels)]

    def peer():
        model = PAClassifier(C=1.0, mode=1)
        return lambda: [model.learn_one(x, y) for x, y in zip(rows, labels)]

    return Task(f"`learn_one`, {name}", len(rows), ours, peer, bar)


def prepared(sparse, rows, bar):
    import vowpalwabbit

    words, labels = sparse.words(rows), (sparse.y[:rows] > 0).tolist()
    learner = nr.Learner("pa1:C=1", problem="binary", classes=[False, True], certify="off", head=1)
    learner.learn_one(words[0], labels[0])
    ready = [learner.prepare(x, y) for x, y in zip(words, labels)]
    workspace = vowpalwabbit.Workspace("--quiet --loss_function hinge")
    line = lambda x, y: f"{1 if y else -1} | " + " ".join(f"{k}:{v}" for k, v in x.items())
    parsed = [workspace.parse(line(x, y)) for x, y in zip(words, labels)]
    return Task(
        "prepared row (VW: parsed example)", rows,
        lambda: (lambda: [learner.learn_one(x) for x in ready]),
        lambda: (lambda: [workspace.learn(x) for x in parsed]), bar,
    )


def digits(folder):
    """MNIST, or rows of its shape."""
    path = os.path.join(folder, "mnist", "train-images-idx3-ubyte.gz")
    if not os.path.exists(path):
        random = np.random.default_rng(0)
        return random.random((60_000, 784)), random.integers(0, 10, 60_000), "made-up rows of MNIST's shape"
    read = lambda name: np.frombuffer(gzip.open(os.path.join(folder, "mnist", name)).read(), np.uint8)
    images = read("train-images-idx3-ubyte.gz")[16:].reshape(-1, 784) / 255.0
    return images, read("train-labels-idx1-ubyte.gz")[8:].astype(np.int64), "MNIST dense, ten classes"


def dense_pass(X, y, name, bar):
    classes = np.unique(y)
    return Task(
        name, len(X),
        lambda: (lambda model=pa(): model.partial_fit(X, y, classes=classes)),
        lambda: (lambda model=sgd(): model.partial_fit(X, y, classes=classes)), bar,
    )


def answers(X, y, name, bar):
    ours, peer = (make().partial_fit(X, y, classes=np.unique(y)) for make in (pa, sgd))
    return Task(
        f"`decision_function`, {name}", X.shape[0],
        lambda: (lambda: ours.decision_function(X)), lambda: (lambda: peer.decision_function(X)), bar,
    )


def loading(sparse, bar):
    from sklearn.datasets import load_svmlight_file

    return Task(
        "svmlight text to a matrix", sparse.X.shape[0],
        lambda: (lambda: nr.read(sparse.path).X), lambda: (lambda: load_svmlight_file(sparse.path)),
        bar, time.process_time,
    )


def measure(task, reps):
    """The least seconds of both, run in turns."""
    least = [float("inf")] * 2
    for _ in range(reps):
        for which, setup in enumerate((task.ours, task.peer)):
            work = setup()
            start = task.clock()
            work()
            least[which] = min(least[which], task.clock() - start)
    return least


def stall(sparse, certify):
    """Milliseconds that `predict_one` takes while another thread learns from a batch: median, most."""
    learner = nr.Learner("pa1:C=1", problem="binary", certify=certify, head=1)
    learner.learn_many(sparse.X[:100], sparse.y[:100])
    x = {int(j): float(v) for j, v in zip(sparse.X[0].indices, sparse.X[0].data)}
    batch = threading.Thread(target=learner.learn_many, args=(sparse.X, sparse.y))
    waits = []
    batch.start()
    while batch.is_alive():
        start = time.perf_counter()
        learner.predict_one(x)
        waits.append(1e3 * (time.perf_counter() - start))
        time.sleep(0.0005)
    batch.join()
    return float(np.median(waits)), max(waits)


def tasks(data):
    sparse = Sparse(Files(ROWS))
    X, y, name = digits(data)
    labels = (sparse.y[:SINGLE] > 0).tolist()
    return sparse, [
        lambda: whole_pass(sparse, sparse.X, "<= 0.9", "100k rows x 75 of 50k"),
        lambda: whole_pass(sparse, sparse.as_type(np.float32, np.int32), "<= 1.2", "32-bit values"),
        lambda: whole_pass(sparse, sparse.as_type(np.float64, np.int64), "<= 1.2", "64-bit indices"),
        lambda: in_batches(sparse, 1000, ROWS, "<= 0.25", "batches of 1,000"),
        lambda: in_batches(sparse, 1, 2000, "<= 0.02", "one row a call"),
        lambda: one_at_a_time(sparse.columns(SINGLE), labels, "75 fixed columns", "<= 0.12"),
        lambda: one_at_a_time(sparse.words(SINGLE), labels, "75 of 50k words", "<= 0.3"),
        lambda: one_at_a_time(
            sparse.words(SINGLE), labels, "75 of 50k words, with witnesses", "", "live"
        ),
        lambda: prepared(sparse, SINGLE, "<= 0.4"),
        lambda: dense_pass(X, y, name, "<= 0.25"),
        lambda: answers(sparse.X, sparse.y, "sparse", "<= 1.25"),
        lambda: answers(X, y, "dense, ten classes", "<= 1.0"),
        lambda: loading(sparse, "<= 0.05"),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared", "data"))
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    sparse, made = tasks(args.data)
    print("| work | us a row | peer | ratio | bar |")
    print("|---|---|---|---|---|")
    for make in made:
        task = make()
        if args.only not in task.name:
            continue
        ours, peer = measure(task, args.reps)
        each = [f"{1e6 * seconds / task.unit:.3f}" for seconds in (ours, peer)]
        print(f"| {task.name} | {each[0]} | {each[1]} | {ours / peer:.3f} | {task.bar} |", flush=True)
    if args.only in "predict_one":
        print()
        for certify in ("off", "live"):
            median, most = stall(sparse, certify)
            print(
                f"`predict_one` while a batch of 100k rows is learned, certify={certify!r}:"
                f" median {median:.2f} ms, most {most:.2f} ms"
            )


if __name__ == "__main__":
    main()
