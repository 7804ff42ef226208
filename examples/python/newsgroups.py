"""Text into many classes: one pass, with the error that a reader would have met.

    python examples/python/newsgroups.py [DATA]

DATA (else $NOREGRET_DATA, else ../shared/data) holds the 20 newsgroups as counts of words, in
20news/. Without them the 620 messages of examples/email/mail.tsv.gz are filed into their twelve
folders. No learner is named: several compete on the first rows. Columns have names, so the rows of
two files need not have the same columns.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from _data import own, public

import noregret as nr


class Texts(NamedTuple):
    """Rows of words, what the columns are called, and the classes."""

    X: Any
    names: Sequence[str | int]
    y: Sequence[str]


def lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as text:
        return text.read().split()


def newsgroups(train: Path) -> list[Texts]:
    """The posts to learn from, and later ones."""
    words, groups = (lines(train.with_name(name)) for name in ("vocab.txt.gz", "labels.txt.gz"))
    found = []
    for path in (train, train.with_name("20news.test.svm.gz")):
        data = nr.read(path)
        names = [words[int(place) - 1] for place in data.feature_names]
        found.append(Texts(data, names, [groups[int(place)] for place in data.y]))
    return found


def mail() -> list[Texts]:
    """The messages in the order in which they came: the first 500, and later ones."""
    path = own("email/mail.tsv.gz")
    data = nr.read(path, label="folder", text=["from", "subject", "body"])
    return [
        Texts(data.X[part], data.feature_names, list(data.y[part]))
        for part in (slice(None, 500), slice(500, None))
    ]


def main() -> None:
    path = public("20news/20news.train.svm.gz", sys.argv[1] if len(sys.argv) > 1 else None)
    train, test = mail() if path is None else newsgroups(path)
    learner = nr.Learner(problem="multiclass")
    learner.learn_many(train.X, train.y, names=train.names)
    learner.finish()

    classes = learner.classes
    wrong = learner.metrics["error_rate"]
    print(f"{learner.rows} texts, {len(learner.features)} features, {len(classes)} classes")
    print(f"chosen: {learner.algorithm}")
    print(f"answered wrongly before it was learned: {wrong:.2%}")
    said = learner.predict_many(test.X, names=test.names)
    late = np.mean([one != other for one, other in zip(said, test.y, strict=True)])
    print(f"later texts, not learned from: {late:.2%} of {len(test.y)} wrong")
    print(learner.certificate())

    print()
    weights, names = learner.weights(), learner.features
    for label, row in list(zip(classes, weights, strict=True))[:5]:
        heaviest = [str(names[place]) for place in np.argsort(-row)[:5]]
        print(f"{label}: {', '.join(heaviest)}")


if __name__ == "__main__":
    main()
