"""The data sets of the table of regrets, each written once as svmlight text whose columns are of one size.

A norm, and with it C, means something only where columns are of one size: tables are divided by the deviations of their columns, in
some cases after their means are taken off. Rows that come in runs are shuffled once with a fixed seed.
"""
import csv
import gzip
import os
import random
import statistics
from dataclasses import dataclass


# A search gives up after so many sweeps: those over rounds of one constraint are cheap.
FEW, MANY = 300, 5000


@dataclass
class Set:
    name: str
    task: str
    source: str
    make: object
    about: str
    sweeps: int = FEW
    path: str = ""
    rows: int = 0

    def prepare(self, data, work):
        """Writes the file if it is not there yet; False if the source is missing."""
        source = os.path.join(data, self.source)
        if not os.path.exists(source):
            return False
        self.path = os.path.join(work, f"{self.name}-{self.task}.svm")
        if not os.path.exists(self.path):
            with open(self.path + ".new", "w") as out:
                out.writelines(f"{label} {cells(x)}\n" for label, x in self.make(source))
            os.replace(self.path + ".new", self.path)
        with open(self.path) as lines:
            self.rows = sum(1 for _ in lines)
        return True


def cells(x):
    return " ".join(f"{i}:{v:.6g}" for i, v in x if v != 0.0)


def svmlight(source):
    """(label, [(index, value)]) a row."""
    with gzip.open(source, "rt") as lines:
        for line in lines:
            label, *pairs = line.split()
            yield label, [(int(i), float(v)) for i, v in (pair.split(":") for pair in pairs)]


def table(source, header=True):
    with gzip.open(source, "rt") as lines:
        return list(csv.reader(lines))[1 if header else 0:]


def scaled(rows, centred):
    """The columns of a table divided by their deviations, as cells."""
    columns = list(zip(*rows))
    means = [statistics.fmean(c) if centred else 0.0 for c in columns]
    sizes = [statistics.pstdev(c) or 1.0 for c in columns]
    return [[(i + 1, (v - means[i]) / sizes[i]) for i, v in enumerate(row)] for row in rows]


def in_deviations(targets):
    size = statistics.pstdev(targets)
    return [f"{y / size:.6g}" for y in targets]


def spambase(source):
    rows = [[float(v) for v in row] for row in table(source)]
    return zip(("1" if row[-1] > 0 else "-1" for row in rows), scaled([row[:-1] for row in rows], False))


def cal_housing(source):
    rows = [[float(v) for v in row] for row in table(source)]
    random.Random(1).shuffle(rows)
    return zip(in_deviations([row[-1] for row in rows]), scaled([row[:-1] for row in rows], True))


def letter(source):
    return ((row[0], [(i, int(v) / 15) for i, v in enumerate(row[1:], 1)]) for row in table(source, header=False)[:2000])


def emotions(source):
    labels, rows = zip(*svmlight(source))
    width = max(i for row in rows for i, _ in row)
    dense = [[dict(row).get(i, 0.0) for i in range(1, width + 1)] for row in rows]
    return zip(labels, scaled(dense, True))


def abalone(source):
    """Numbers standardised, the sex as three features of 0 or 1; the age as it is."""
    rows = table(source)
    numbers = scaled([[float(v) for v in row[1:-1]] for row in rows], True)
    return ((row[-1], x + [(8 + "FIM".index(row[0]), 1.0)]) for row, x in zip(rows, numbers))


def ages(source):
    targets, rows = zip(*abalone(source))
    return zip(in_deviations([float(y) for y in targets]), rows)


def age_groups(source):
    """Ages of up to 8, 10 and 12 rings, and more: ranks 1 to 4."""
    return ((1 + sum(int(y) > most for most in (8, 10, 12)), x) for y, x in abalone(source))


STANDARD = "columns standardised"


def all_sets():
    return [
        Set("a9a", "binary", "a9a/a9a.gz", svmlight, "as it is", MANY),
        Set("w8a", "binary", "w8a/w8a.gz", svmlight, "as it is", MANY),
        Set("spambase", "binary", "spambase/spambase.csv.gz", spambase, "columns divided by their standard deviations", MANY),
        Set("letter", "multiclass", "letter/letter-recognition.data.gz", letter, "the first 2,000 rows, values divided by 15"),
        Set("emotions", "label-ranking", "multilabel/emotions.train.svm.gz", emotions, STANDARD),
        Set("cal_housing", "regression", "cal_housing/cal_housing.csv.gz", cal_housing, STANDARD + ", rows shuffled, target in standard deviations", MANY),
        Set("abalone", "regression", "abalone/abalone.csv.gz", ages, STANDARD + ", target in standard deviations", MANY),
        Set("abalone", "ordinal", "abalone/abalone.csv.gz", age_groups, STANDARD + ", up to 8, 10, 12 rings and more as four ranks"),
    ]


def prepared(data, work, wanted):
    """(the sets asked for that are there, names of those that are not)."""
    asked = [s for s in all_sets() if not wanted or s.name in wanted]
    there = [s for s in asked if s.prepare(data, work)]
    return there, sorted({s.name for s in asked} - {s.name for s in there})
