"""The learners that could compete, and the mistakes of each on a file, recorded once."""
import math
import os
import subprocess

FEW_COLUMNS = 1024  # as in crates/noregret/src/choice/candidates.rs
HEAD = 1000

LEARNERS = {
    # name: flags; an adaptive learner has the constant 1, as in crates/noregret/src/opening/entrants.rs
    "adagrad-scaled": ["-a", "adagrad-scaled", "--bias", "1"],
    "adagrad": ["-a", "adagrad", "--bias", "1"],
    "arow-scaled": ["-a", "arow-scaled", "--bias", "1"],
    "arow": ["-a", "arow", "--bias", "1"],
    "arow-scaled-logistic": ["-a", "arow-scaled", "--loss", "logistic", "--bias", "1"],
    "arow-logistic": ["-a", "arow", "--loss", "logistic", "--bias", "1"],
    "pa1": ["-a", "pa1"],
}
GRID = {
    "adagrad-scaled": (0.03, 0.1, 0.3),
    "adagrad": (0.03, 0.1, 0.3, 1),
    "arow-scaled": (0.05, 0.5),
    "arow": (0.01, 0.1, 1),
    "arow-scaled-logistic": (0.1, 1),
    "arow-logistic": (0.1, 1),
    "pa1": (0.1, 1),
}
STANDARDISED = {
    "adagrad": (0.1,),
    "arow": (0.05, 0.5),
    "arow-logistic": (0.1, 1),
    "pa1": (1,),
}


def pool():
    """(learner, C, standardised), all of them."""
    plain = [(n, c, False) for n, cs in GRID.items() for c in cs]
    return plain + [(n, c, True) for n, cs in STANDARDISED.items() for c in cs]


def shown(candidate):
    name, c, standardised = candidate
    return f"{name} {c:g}" + (" std" if standardised else "")


def standardise(path):
    """The file with columns standardised as the program does it (running moments, the row itself included); None if
    the head shows too many features."""
    out = path[:-4] + ".std.svm"
    if os.path.exists(out):
        return out
    with open(path) as lines:
        rows = [(cells[0], [(int(k), float(v)) for k, v in (c.split(":") for c in cells[1:])]) for cells in map(str.split, lines)]
    columns = sorted({k for _, x in rows[:HEAD] for k, _ in x})
    if len(columns) > FEW_COLUMNS:
        return None
    place = {k: i for i, k in enumerate(columns)}
    means, squares = [0.0] * len(columns), [0.0] * len(columns)
    with open(out + ".new", "w") as file:
        for t, (label, x) in enumerate(rows, 1):
            full = [0.0] * len(columns)
            late = [(k, v) for k, v in x if k not in place]
            for k, v in x:
                if k in place:
                    full[place[k]] = v
            cells = []
            for i, v in enumerate(full):
                apart = v - means[i]
                means[i] += apart / t
                squares[i] += apart * (v - means[i])
                if squares[i] > 0:
                    cells.append(f"{i + 1}:{(v - means[i]) / math.sqrt(squares[i] / t):.7g}")
            cells += [f"{len(columns) + k}:{v:.9g}" for k, v in late]
            file.write(f"{label} {' '.join(cells)}\n")
    os.replace(out + ".new", out)
    return out


def mistakes(program, path, candidate):
    """One byte a row: 1 where the answer, given before the row was learned from, was wrong."""
    name, c, standardised = candidate
    flags = LEARNERS[name] + (["--bias", "1"] if standardised and "--bias" not in LEARNERS[name] else [])
    command = [program, "learn", path, *flags, "-C", f"{c:g}", "--problem", "binary", "--threads", "1", "-q", "--predictions", "-"]
    answers = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().split()
    with open(path) as lines:
        truth = [row.split(" ", 1)[0] for row in lines]
    return bytes(int(a.strip("+") != y) for a, y in zip(answers, truth, strict=True))
