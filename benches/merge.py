#!/usr/bin/env python3
"""What a certificate is worth after a merge: one sequential run beside shards that were learned apart and merged.

    python3 benches/merge.py [--data DIR] [--shards 8] [--program FILE]

DIR (else $NOREGRET_DATA, else ../shared/data) holds a9a, 20news and cal_housing (shuffled with a fixed seed and standardised here). Shards go on from a base of
`learn --limit 0`. Lower bounds are on the loss in all of every linear predictor of a norm; "best known" is the least loss at or below that norm among the predictors tried: those of
the runs, of many passes and `hindsight` at several C, each also scaled down to the norm. Every predictor tried is held against both certificates, as `A - <v,u>` and by its norm; one that breaks one ends the script.
Needs numpy and scipy. Prints Markdown.
"""
import argparse
import csv
import gzip
import json
import math
import os
import random
import struct
import subprocess

import numpy
import scipy.sparse

from sequences import ROOT, build

WORK = os.path.join(ROOT, "target", "bench", "merge")
NORMS = {"a9a": [1, 3, 10], "20news": [1, 10, 30], "cal_housing": [0.5, 1, 3]}
TASKS = {
    "a9a": ("binary", "hinge", [0.01, 0.1]),
    "20news": ("multiclass", "hinge", [0.1, 1]),
    "cal_housing": ("regression", "eps-insensitive", [0.01, 0.1]),
}
"""Problem, loss and the C that are tried. No constant: a norm is that of all weights."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    return parser.parse_args()


def unit(cells):
    """Cells of a row of length 1."""
    length = math.sqrt(sum(x * x for _, x in cells)) or 1.0
    return [(j, x / length) for j, x in cells]


def svmlight(path):
    """Labels and cells of a file."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            label, *cells = line.split()
            yield label, [(int(j), float(x)) for j, x in (cell.split(":") for cell in cells)]


def housing(path):
    """Shuffled rows; columns and target standardised, a constant column last."""
    with gzip.open(path, "rt") as lines:
        table = [[float(x) for x in row] for row in list(csv.reader(lines))[1:]]
    random.Random(1).shuffle(table)
    columns = []
    for column in zip(*table):
        mean = sum(column) / len(column)
        deviation = math.sqrt(sum((x - mean) ** 2 for x in column) / len(column))
        columns.append([(x - mean) / deviation for x in column])
    for *x, y in zip(*columns):
        yield repr(y), [*enumerate(x, 1), (len(x) + 1, 1.0)]


def write(data, name):
    """The rows as they are learned from, in a file of this name."""
    source = {
        "a9a": lambda: svmlight(os.path.join(data, "a9a", "a9a.gz")),
        "20news": lambda: ((y, unit(x)) for y, x in svmlight(os.path.join(data, "20news", "20news.train.svm.gz"))),
        "cal_housing": lambda: housing(os.path.join(data, "cal_housing", "cal_housing.csv.gz")),
    }[name]
    rows = list(source())
    path = os.path.join(WORK, f"{name}.svm")
    with open(path, "w") as out:
        out.writelines(f"{y} " + " ".join(f"{j}:{x!r}" for j, x in cells) + "\n" for y, cells in rows)
    return path, rows


class Model:
    """A linear Euclidean model: weights and evidence by feature and class, A and what is taken off for rounding."""

    def __init__(self, program, path, rows):
        about = json.loads(subprocess.run([program, "inspect", path, "--json"], check=True, capture_output=True, text=True).stdout)
        with open(path, "rb") as file:
            head = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
            body = file.read()

        def tensor(name, kind):
            begin, end = head.get(name, {"data_offsets": [0, 0]})["data_offsets"]
            return numpy.frombuffer(body[begin:end], kind)

        state = json.loads(head["__metadata__"]["noregret"])["meta"]["model"]["one"]["state"]
        hypothesis, keys = state["hypothesis"], tensor("feature_keys", "<u4")
        own = hypothesis["rows"]
        # Columns in the order of the classes in the data, whatever the order of the model.
        names = [rows.classes.index(str(name)) for name in about["class_names"]] if own > 1 else [0]

        def table(numbers, stride):
            cells = numbers.reshape(-1, stride)[:, :own]
            placed = numpy.zeros((rows.x.shape[1], len(rows.classes)))
            placed[numpy.ix_(keys[: len(cells)], names)] = cells
            return placed

        v = hypothesis["scale"] * table(tensor("state.potential", "<f8"), hypothesis["stride"])
        self.weights, self.evidence = v / state["tradeoff"], v + table(tensor("state.rest", "<f8"), own)
        proved = about["certificate"]
        self.gain, self.norm, self.slack = proved["dual_gain"], proved["potential_norm"], proved["slack"]
        mine = numpy.linalg.norm(self.evidence)
        assert abs(mine - self.norm) <= 1e-6 * (1 + mine), f"{path}: |v| is {mine}, not {self.norm}"

    def bound(self, norm, product=None):
        """No predictor of this norm, and this product with v, has lost less in all."""
        product = norm * self.norm if product is None else product
        return max(0.0, self.gain - product - self.slack[0] - norm * self.slack[1])

    def against(self, weights):
        """What is proved about these weights."""
        return self.bound(numpy.linalg.norm(weights), (weights * self.evidence).sum())


class Rows:
    """The rows of a set, to judge predictors by."""

    def __init__(self, problem, rows):
        self.problem, labels = problem, [y for y, _ in rows]
        ends = numpy.cumsum([0] + [len(cells) for _, cells in rows])
        columns = [j for _, cells in rows for j, _ in cells]
        self.x = scipy.sparse.csr_matrix(([x for _, cells in rows for _, x in cells], columns, ends))
        self.classes = sorted(set(labels)) if problem == "multiclass" else [""]
        self.y = numpy.array([self.classes.index(y) if problem == "multiclass" else float(y) for y in labels])

    def losses(self, weights, factors):
        """What these weights, times each factor, lose on all rows, by the definition of the loss."""
        scores = self.x @ weights
        if self.problem == "regression":
            return [numpy.maximum(0, abs(f * scores[:, 0] - self.y) - EPSILON).sum() for f in factors]
        if self.problem == "multiclass":
            each = numpy.arange(len(self.y))
            right = scores[each, self.y].copy()
            scores[each, self.y] = -numpy.inf
            lead = right - scores.max(axis=1)
        else:
            lead = self.y * scores[:, 0]
        return [numpy.maximum(0, 1 - f * lead).sum() for f in factors]


EPSILON = 0.1


def study(program, data, name, count):
    """Rows of the table about a set."""
    problem, loss, rates = TASKS[name]
    path, rows = write(data, name)
    rows = Rows(problem, rows)
    place = lambda file: os.path.join(WORK, file)
    def learn(output, *flags):
        subprocess.run([program, "learn", path, "-q", "--certificate", "off", "-o", place(output), *flags], check=True, stderr=subprocess.DEVNULL)
        return place(output)
    found, lines = [], []
    for c in rates:
        loss_flag = ["--loss", f"{loss}:epsilon={EPSILON}"] if problem == "regression" else []
        own = ["-a", "pa1", "--problem", problem, "-C", str(c), "--no-bias", *loss_flag]
        sequential = Model(program, learn("seq.nrm", *own), rows)
        base = learn("base.nrm", *own, "--limit", "0")
        parts = [learn(f"{k}.nrm", "--resume", base, "--shard", f"{k}/{count}") for k in range(1, count + 1)]
        subprocess.run([program, "merge", base, *parts, "-q", "-o", place("merged.nrm")], check=True)
        merged = Model(program, place("merged.nrm"), rows)
        found += [sequential.weights, merged.weights, Model(program, learn("many.nrm", *own, "--passes", "20"), rows).weights]
        found.append(Model(program, learn("best.nrm", *own, "--until-gap", "0.01"), rows).weights)
        lines.append((c, sequential, merged))
    tried = []
    for weights in found:
        norm = numpy.linalg.norm(weights)
        factors = [1.0] + [b / norm for b in NORMS[name] if b < norm]
        lost = rows.losses(weights, factors)
        tried += [(norm * f, loss, f * weights) for f, loss in zip(factors, lost)]
    checked = 0
    for _, sequential, merged in lines:
        for norm, lost, weights in tried:
            for model in (sequential, merged):
                for bound in (model.bound(norm), model.against(weights)):
                    assert bound <= lost * (1 + 1e-9) + 1e-6, f"{name}: a predictor of norm {norm} lost {lost}, proved {bound}"
                    checked += 1
    for c, sequential, merged in lines:
        for norm in NORMS[name]:
            best = min((lost for at, lost, _ in tried if at <= norm * (1 + 1e-9)), default=math.nan)
            first, second = sequential.bound(norm), merged.bound(norm)
            share = f"{second / first:.3f}" if first > 0 else ""
            print(f"| {name} | {c:g} | {norm:g} | {first:,.0f} | {second:,.0f} | {share} | {best:,.0f} |", flush=True)
    return checked, len(tried)


def main():
    args = arguments()
    os.makedirs(WORK, exist_ok=True)
    program = os.path.abspath(args.program) if args.program else build()
    print(f"| set | C | norm | sequential | merged, {args.shards} shards | merged by sequential | best known |")
    print("|---|---|---|---|---|---|---|")
    found = [study(program, args.data, name, args.shards) for name in TASKS]
    print(f"\n{sum(tried for _, tried in found)} predictors held against the certificates, {sum(checked for checked, _ in found):,} comparisons, none of them broken.")


if __name__ == "__main__":
    main()
