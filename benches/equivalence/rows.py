"""Seeded rows for every problem: what is learned from, before it is written in some format."""
import dataclasses
import random

FEATURES = 8
COLORS = ("red", "green", "blue")
WORDS = ("offer", "lunch", "cash", "Monday", "don't", "café", "x_1", "win", "agenda", "42")
NAMES = ("ant", "bee", "cat", "dog")
TAGS = ("art", "bio", "chem", "dance", "econ")
PROBLEMS = ("binary", "regression", "uniclass", "multiclass", "one-vs-rest", "label-ranking",
            "ordinal", "candidates", "tasks", "queries")
GROUPED = ("candidates", "tasks", "queries")


@dataclasses.dataclass
class Row:
    """One row; `label` is a text, a list of texts (label ranking) or None."""
    label: object
    numbers: dict
    color: str
    words: str
    weight: float | None = None
    group: int | None = None


def drawn(rng, label=None, group=None):
    """A row of random features, about a third of the numbers absent, rounded to three places."""
    kept = [i for i in range(1, FEATURES + 1) if rng.random() < 0.7] or [1]
    numbers = {i: round(rng.uniform(-2, 2), 3) or 0.5 for i in kept}
    words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 5)))
    return Row(label, numbers, rng.choice(COLORS), words, group=group)


def score(row, shift):
    """A fixed linear function of the row, one for each `shift`; the colour counts too."""
    signs = ((3 * i + 5 * shift) % 7 - 3 for i in range(1, FEATURES + 1))
    colour = 0.5 * ((COLORS.index(row.color) + shift) % 3 - 1)
    return sum(s * row.numbers.get(i + 1, 0.0) for i, s in enumerate(signs)) / 3 + colour


def scores(row, count, rng):
    """Noisy scores of `count` classes."""
    return [score(row, k) + rng.gauss(0, 0.3) for k in range(count)]


def label_of(problem, row, rng):
    """The label of a row that is an example by itself."""
    if problem == "binary":
        return "1" if score(row, 0) + rng.gauss(0, 0.4) > 0 else "-1"
    if problem == "regression":
        return f"{score(row, 0) + rng.gauss(0, 0.2):.3f}"
    if problem == "ordinal":
        return str(1 + sum(score(row, 0) + rng.gauss(0, 0.2) > edge for edge in (-1, 0, 1)))
    if problem == "label-ranking":
        return [tag for tag, s in zip(TAGS, scores(row, len(TAGS), rng)) if s > 0.6]
    if problem == "uniclass":
        return None
    found = scores(row, len(NAMES), rng)
    best = found.index(max(found))
    return NAMES[best] if problem == "multiclass" else str(best)


def labels_of_group(problem, rows, rng):
    """The labels of the rows that are one example together."""
    found = [score(row, 0) + rng.gauss(0, 0.3) for row in rows]
    if problem == "tasks":
        return ["1" if s > 0 else "-1" for s in found]
    if problem == "candidates":
        return ["1" if s == max(found) else "0" for s in found]
    return [str(sum(s > edge for edge in (-1, 0, 1))) for s in found]


def single(problem, count, rng):
    """Rows that are one example each."""
    rows = [drawn(rng) for _ in range(count)]
    for row in rows:
        if problem == "uniclass":
            row.numbers = {i: round(1 + 0.2 * v, 3) for i, v in row.numbers.items()}
        row.label = label_of(problem, row, rng)
    return rows


def grouped(problem, count, rng):
    """Rows in groups of three to five."""
    rows, group = [], 0
    while len(rows) < count:
        group += 1
        together = [drawn(rng, group=group) for _ in range(rng.randint(3, 5))]
        for row, label in zip(together, labels_of_group(problem, together, rng)):
            row.label = label
        rows += together
    return rows


def made(problem, count, seed):
    """`count` rows (a few more if they come in groups) of a problem, the same for the same seed."""
    rng = random.Random(f"{problem} {seed}")
    return (grouped if problem in GROUPED else single)(problem, count, rng)
