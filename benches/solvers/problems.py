"""The problems: rows as a matrix and as an svmlight file, the objective, and how LIBLINEAR or a direct solve is asked for it."""
import csv
import gzip
import os

import numpy as np
import scipy.sparse as sparse
from sklearn.svm import LinearSVC, LinearSVR

EPSILON = 0.1


class Problem:
    def __init__(self, name, task, loss, x, y, c=1.0):
        self.name, self.task, self.loss, self.y, self.c = name, task, loss, y, c
        ones = sparse.csr_matrix(np.ones((x.shape[0], 1)))
        self.x = sparse.csr_matrix(sparse.hstack([sparse.csr_matrix(x), ones]))
        self.machine = {"hinge": self.classifier, "eps-insensitive": self.regressor}.get(loss)

    def classifier(self, **limits):
        kind = "crammer_singer" if self.task == "multiclass" else "ovr"
        return LinearSVC(loss="hinge", multi_class=kind, dual=True, C=self.c, fit_intercept=False, random_state=0, **limits)

    def regressor(self, **limits):
        return LinearSVR(loss="epsilon_insensitive", epsilon=EPSILON, dual=True, C=self.c, fit_intercept=False, random_state=0, **limits)

    def direct(self):
        dense = self.x.toarray()
        return np.linalg.solve(dense.T @ dense + np.eye(dense.shape[1]), dense.T @ self.y)

    def misses(self, w):
        """Of every row the largest miss of a class: 1 less the lead of the right one over it."""
        scores = self.x @ w.T
        at = (np.arange(len(self.y)), np.searchsorted(np.unique(self.y), self.y))
        right = scores[at].copy()
        scores[at] = -np.inf
        return np.maximum(0.0, 1.0 - right + scores.max(axis=1))

    def objective(self, w):
        if self.task == "multiclass":
            return 0.5 * (w * w).sum() + self.c * self.misses(w).sum()
        z = self.x @ w
        losses = {
            "hinge": lambda: np.maximum(0.0, 1.0 - self.y * z),
            "eps-insensitive": lambda: np.maximum(0.0, np.abs(z - self.y) - EPSILON),
            "squared": lambda: 0.5 * (z - self.y) ** 2,
        }
        return 0.5 * w @ w + self.c * losses[self.loss]().sum()

    def write(self, work):
        self.path = os.path.join(work, f"{self.name.split(' ')[0]}.svm")
        if not os.path.exists(self.path):
            with open(self.path + ".new", "w") as out:
                for i, label in enumerate(self.y):
                    row = self.x.getrow(i)
                    cells = " ".join(f"{j + 1}:{v!r}" for j, v in zip(row.indices.tolist(), row.data.tolist()))
                    out.write(f"{float(label)!r} {cells}\n")
            os.replace(self.path + ".new", self.path)
        return self


def svmlight(path):
    with gzip.open(path, "rt") as lines:
        rows = [line.split() for line in lines]
    cells = [(i, int(k) - 1, float(v)) for i, row in enumerate(rows) for k, v in (p.split(":") for p in row[1:])]
    at, columns, values = zip(*cells)
    return sparse.csr_matrix((values, (at, columns))), np.array([float(row[0]) for row in rows])


def table(path):
    with gzip.open(path, "rt") as lines:
        rows = list(csv.reader(lines))[1:]
    cells = np.array(rows, dtype=float)
    return cells[:, :-1], cells[:, -1]


def binary(name, path):
    yield Problem(name, "binary", "hinge", *svmlight(path))


def spambase(name, path):
    x, y = table(path)
    y = np.where(y > 0, 1.0, -1.0)
    yield Problem(name, "binary", "hinge", x / x.std(axis=0), y)
    yield Problem(name + "-raw", "binary", "hinge", x, y)


def cal_housing(name, path):
    x, y = table(path)
    scaled = (x - x.mean(axis=0)) / x.std(axis=0)
    yield Problem(name, "regression", "eps-insensitive", scaled, y / y.std())
    yield Problem(name, "regression", "squared", scaled, y / y.std())
    yield Problem(name + "-raw", "regression", "eps-insensitive", x, y)


def letter(name, path):
    with gzip.open(path, "rt") as lines:
        rows = [line.strip().split(",") for line in lines]
    x, y = np.array([row[1:] for row in rows], dtype=float), np.array([float(ord(row[0]) - ord("A")) for row in rows])
    for c in (1.0, 100.0):
        yield Problem(f"{name}-500 C={c:g}", "multiclass", "hinge", x[:500], y[:500], c)
        yield Problem(f"{name} C={c:g}", "multiclass", "hinge", x / 15.0, y, c)


SOURCES = {
    "a9a": (binary, "a9a/a9a.gz"),
    "w8a": (binary, "w8a/w8a.gz"),
    "spambase": (spambase, "spambase/spambase.csv.gz"),
    "cal_housing": (cal_housing, "cal_housing/cal_housing.csv.gz"),
    "letter": (letter, "letter/letter-recognition.data.gz"),
}


def found(data, work, wanted):
    """The problems asked for whose data is there; all but the raw ones if none was named."""
    for name, (make, source) in SOURCES.items():
        path = os.path.join(data, source)
        if not os.path.exists(path):
            print(f"- {name}: not in the data directory")
            continue
        for problem in make(name, path):
            if problem.name.split(" ")[0] in wanted if wanted else not problem.name.endswith("-raw"):
                yield problem.write(work)
