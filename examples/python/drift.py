"""A stream that changes: when learning online beats every fixed linear model, and a proof of it.

    python examples/python/drift.py [DATA]

DATA (else $NOREGRET_DATA, else ../shared/data) holds elec2/elec2.csv.gz: whether the price of
electricity goes up, every half hour, 45,312 of them in order of time. Without it a stream is made
whose classes are told apart by a line that turns once around. The error of each tenth of the stream
stands beside that of the last label repeated and that of the best fixed model, found afterwards.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from _data import public

import noregret as nr

WINDOWS = 10


def turning(rows: int = 20_000) -> tuple[Any, Any, list[str]]:
    """Rows of two columns that matter and six that do not; the line turns once around."""
    random = np.random.default_rng(0)
    X = random.normal(size=(rows, 8))
    angle = np.linspace(0.0, 2.0 * np.pi, rows)
    margin = X[:, 0] * np.cos(angle) + X[:, 1] * np.sin(angle)
    y = np.where(margin + 0.2 * random.normal(size=rows) > 0, "up", "down")
    return X, y, [f"x{column}" for column in range(8)]


def electricity(path: Any) -> tuple[Any, Any, list[str]]:
    data = nr.read(path, label="class")
    return data.X.toarray(), data.y, list(map(str, data.feature_names))


def main() -> None:
    path = public("elec2/elec2.csv.gz", sys.argv[1] if len(sys.argv) > 1 else None)
    X, y, names = turning() if path is None else electricity(path)
    parts = np.array_split(np.arange(len(y)), WINDOWS)

    # The best fixed model of columns of mean 0 and deviation 1, which it alone knows beforehand.
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    best = nr.hindsight(scaled, y, "pa1", C=1.0)
    fixed = np.array(best.learner.predict_many(scaled))

    learner = nr.Learner(problem="binary", classes=np.unique(y).tolist(), certify="tight")
    print("  rows  online  repeat the last  best fixed model: % wrong")
    before = 0.0
    for part in parts:
        learner.learn_many(X[part], y[part], names=names)
        wrong, before = learner.metrics["mistakes"] - before, learner.metrics["mistakes"]
        last = np.mean(y[np.maximum(part - 1, 0)] != y[part])
        still = np.mean(fixed[part] != y[part])
        shares = f"{100 * wrong / len(part):7.1f} {100 * last:16.1f} {100 * still:17.1f}"
        print(f"{part[-1] + 1:6} {shares}")
    learner.finish()
    online = learner.metrics["error_rate"]
    print(f"\n{learner.algorithm}, of several that competed: {online:.2%} wrong")
    print(f"best fixed model, found afterwards: {best.error_rate:.2%} wrong")
    print(learner.certificate())


if __name__ == "__main__":
    main()
