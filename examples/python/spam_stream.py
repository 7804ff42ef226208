"""Mail as it comes: answered, then learned from, while a proof grows beside it.

    python examples/python/spam_stream.py [FILE]

Each message is a dict of its words. Now and then a line says what was lost so far, a floor that no
linear model of that size goes below on the messages so far (proved), and what one that was found
reaches. FILE is Vowpal Wabbit text of two classes; without it examples/spam/train.vw.gz is read.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path

from _data import own

import noregret as nr

SHOWN = (100, 300, 1000, 3000)


def messages(path: Path) -> Iterator[tuple[dict[str, float], str]]:
    """The words of each message, and what it is."""
    reads = gzip.open if path.suffix == ".gz" else open
    with reads(path, "rt") as lines:
        for line in lines:
            label, *parts = line.split("|")
            words = [f"{space} {word}" for space, *rest in map(str.split, parts) for word in rest]
            yield dict.fromkeys(words, 1.0), "spam" if float(label.split()[0]) > 0 else "mail"


def line(learner: nr.Learner) -> str:
    """What is known after the rows so far."""
    known = learner.headroom()[0]
    wrong = learner.metrics["error_rate"]
    found = "-" if known.found is None else f"{known.found:.4f}"
    return (
        f"{learner.rows:8} {wrong:7.2%} {known.run:7.4f} {known.floor:7.4f} {found:>7}"
        f" {known.norm:7.2f} {known.avoidable_at_most:8.0%}"
    )


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else own("spam/train.vw.gz")
    # Everything is decided before the first row: the constant too, which the first 1,000 rows
    # would choose otherwise.
    learner = nr.Learner(
        "pa1:C=0.03", problem="binary", classes=["mail", "spam"], bias={"value": 1.0}
    )
    wrong = 0
    print("messages   wrong    lost   floor   found    norm avoidable")
    for words, truth in messages(path):
        wrong += learner.predict_one(words) != truth
        learner.learn_one(words, truth)
        if learner.rows in SHOWN:
            print(line(learner))
    print(line(learner))
    print(f"\nanswered wrongly before it was learned: {wrong} of {learner.rows}")
    print(learner.certificate())

    weights = learner.weights()[0]
    heaviest = sorted(zip(weights, learner.features, strict=True), key=lambda pair: pair[0])
    print("\nspeaks for spam:", ", ".join(str(name) for _, name in heaviest[:-6:-1]))
    print("speaks for mail:", ", ".join(str(name) for _, name in heaviest[:5]))


if __name__ == "__main__":
    main()
