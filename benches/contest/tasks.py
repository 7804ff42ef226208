"""Two-class tasks from the public sets, as svmlight text with labels 1 and -1, in file order and shuffled.

Tasks made from one source are one family and are left out together: a list that has seen 4 against 9 has seen 3 against 8.
"""
import csv
import gzip
import os
import random
from dataclasses import dataclass

ROWS = 8192  # as many as a contest lasts


@dataclass
class Task:
    family: str
    name: str
    rows: object  # data directory -> iterator of (positive, {feature: value})

    def write(self, data, work, order):
        """The file of this order (0: as it comes, else the seed of a shuffle), written once."""
        path = os.path.join(work, f"{self.name}.{order}.svm")
        if not os.path.exists(path):
            rows = [line(*row) for row in self.rows(data)]
            if order:
                random.Random(order).shuffle(rows)
            with open(path + ".new", "w") as out:
                out.writelines(rows[:ROWS])
            os.replace(path + ".new", path)
        return path


def line(positive, x):
    pairs = " ".join(f"{k}:{v:.9g}" for k, v in x.items() if v)
    return f"{1 if positive else -1} {pairs}\n"


def text(data, source):
    with gzip.open(os.path.join(data, source), "rt") as lines:
        yield from lines


def pairs(cells):
    return {int(k): float(v) for k, v in (c.split(":") for c in cells)}


def svm(source, positive, keep=lambda label: True):
    """Rows of svmlight text; `positive` and `keep` look at the label as it is written."""
    def rows(data):
        for row in text(data, source):
            label, *cells = row.rstrip("\n").split(" ")
            if keep(label):
                yield positive(label), pairs(c for c in cells if c)
    return rows


def has(label):
    return lambda labels: label in labels.split(",")


def table(source, positive, delimiter=",", header=True, label=-1):
    """Rows of numbers; a cell that is none becomes a feature of its own."""
    def rows(data):
        reader = csv.reader(text(data, source), delimiter=delimiter)
        if header:
            next(reader)
        names = {}
        for cells in reader:
            at = label % len(cells)
            x = {}
            for i, cell in enumerate(cells):
                if i != at:
                    key, value = entry(i, cell)
                    x[names.setdefault(key, len(names) + 1)] = value
            yield positive(cells[at]), dict(sorted(x.items()))
    return rows


def entry(column, cell):
    try:
        return column, float(cell)
    except ValueError:
        return (column, cell), 1.0


def above(threshold):
    return lambda cell: float(cell) > threshold


def usps(positive, keep=lambda digit: True):
    def rows(data):
        for row in text(data, "usps/zip.train.gz"):
            digit, *values = row.split()
            if keep(int(float(digit))):
                yield positive(int(float(digit))), {i: float(v) for i, v in enumerate(values, 1)}
    return rows


def mnist(positive, keep=lambda digit: True):
    def rows(data):
        with gzip.open(os.path.join(data, "mnist/train-images-idx3-ubyte.gz")) as file:
            pixels = file.read()[16:]
        with gzip.open(os.path.join(data, "mnist/train-labels-idx1-ubyte.gz")) as file:
            digits = file.read()[8:8 + 2 * ROWS]
        for t, digit in enumerate(digits):
            if keep(digit):
                yield positive(digit), {i: float(v) for i, v in enumerate(pixels[784 * t:784 * (t + 1)], 1) if v}
    return rows


def words(data):
    """Letters of handwritten words, whole words in a fixed random order: vowels against the others."""
    groups = {}
    for row in csv.DictReader(text(data, "ocr_words/ocr_words.tsv.gz"), delimiter="\t"):
        groups.setdefault(row["word"], []).append(row)
    order = list(groups.values())
    random.Random(0).shuffle(order)
    for row in (row for group in order for row in group):
        bits = int(row["pixels_hex"], 16)
        yield row["letter"] in "aeiou", {i + 1: 1.0 for i in range(128) if bits >> (127 - i) & 1}


def chunks(data):
    """Whether a word begins a noun phrase, from itself, its neighbours and their parts of speech."""
    names = {}
    tokens = [("", "", "")] + [tuple(row.split()) or ("", "", "") for row in text(data, "conll2000/train.txt.gz")] + [("", "", "")]
    for before, here, after in zip(tokens, tokens[1:], tokens[2:]):
        if here[0]:
            seen = [(place, kind, token[kind]) for place, token in enumerate((before, here, after)) for kind in (0, 1)]
            yield here[2] == "B-NP", {k: 1.0 for k in sorted(names.setdefault(s, len(names) + 1) for s in seen)}


def among(*labels):
    return lambda label: label in labels


def odd(digit):
    return digit % 2 == 1


def all_tasks():
    tasks = [
        Task("a9a", "a9a", svm("a9a/a9a.gz", among("+1", "1"))),
        Task("w8a", "w8a", svm("w8a/w8a.gz", among("+1", "1"))),
        Task("spambase", "spambase", table("spambase/spambase.csv.gz", among("1"))),
        Task("elec2", "elec2", table("elec2/elec2.csv.gz", among("UP", "1"))),
        Task("rcv1", "rcv1", svm("rcv1_ccat_sample/rcv1_ccat.train.svm.gz", among("+1", "1"))),
        Task("letter", "letter-half", table("letter/letter-recognition.data.gz", lambda c: c < "N", header=False, label=0)),
        Task("shuttle", "shuttle", table("shuttle_anomaly/shuttle.csv.gz", among("1", "1.0"))),
        Task("abalone", "abalone", table("abalone/abalone.csv.gz", above(9))),
        Task("cal_housing", "cal_housing", table("cal_housing/cal_housing.csv.gz", above(180000))),
        Task("airfoil", "airfoil", table("airfoil/airfoil_self_noise.tsv.gz", above(125.7), delimiter="\t", header=False)),
        Task("usps", "usps-odd", usps(odd)),
        Task("mnist", "mnist-odd", mnist(odd)),
        Task("mnist", "mnist-38", mnist(among(3), among(3, 8))),
        Task("ocr", "ocr-vowel", words),
        Task("conll", "conll-np", chunks),
    ]
    for a, b in ((0, 19), (3, 4), (7, 8)):
        source = "20news/20news.train.svm.gz"
        tasks.append(Task("20news", f"20news-{a}-{b}", svm(source, among(str(a)), among(str(a), str(b)))))
    tasks.append(Task("20news", "20news-comp", svm("20news/20news.train.svm.gz", among("1", "2", "3", "4", "5"))))
    for label in ("21", "0"):
        tasks.append(Task("reuters", f"reuters-{label}", svm("reuters21578/reuters90.train.svm.gz", has(label))))
    for name, label in (("emotions", "2"), ("scene", "4"), ("yeast", "1"), ("enron", "13"), ("bibtex", "134")):
        tasks.append(Task(name, f"{name}-{label}", svm(f"multilabel/{name}.train.svm.gz", has(label))))
    for user, folder in (("farmer-d", "12"), ("kaminski-v", "29"), ("lokay-m", "10")):
        tasks.append(Task("mail", f"mail-{user}", svm(f"enron_folders/{user}.svm.gz", among(folder))))
    return tasks
