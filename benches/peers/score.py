"""What is counted: predictions made before the label was learned from.

A class that no earlier row had counts as wrong whatever was predicted, as nobody can have learned it.
"""
import math


class Mistakes:
    def __init__(self):
        self.rows, self.wrong, self.seen = 0, 0, set()

    def count(self, predicted, label):
        self.rows += 1
        self.wrong += label not in self.seen or predicted != label
        self.seen.add(label)

    def result(self):
        return {"rows": self.rows, "error": self.wrong / self.rows}


class Residuals:
    def __init__(self):
        self.rows, self.squares, self.sizes = 0, 0.0, 0.0

    def count(self, predicted, label):
        self.rows += 1
        off = abs(float(predicted) - label)
        self.sizes += off
        self.squares += off * off if off < 1e150 else math.inf

    def result(self):
        finite = math.isfinite(self.squares) and math.isfinite(self.sizes)
        if not finite:
            return diverged(self.rows)
        return {"rows": self.rows, "rmse": math.sqrt(self.squares / self.rows), "mae": self.sizes / self.rows}


def diverged(rows):
    """A learner whose weights overflowed: no error is large enough."""
    return {"rows": rows, "rmse": None, "mae": None}


def meter(task):
    return Residuals() if task == "regression" else Mistakes()
