"""The real data sets of the comparison: each prepared once as a file the program reads as it is, and read for the peers.

Values are those of the source, unscaled. The order is that of the source, except where the source comes in runs: those
rows are shuffled once with a fixed seed. Every program sees the same rows in the same order.
"""
import csv
import gzip
import os
import random
from dataclasses import dataclass, field


@dataclass
class Set:
    name: str
    task: str  # binary, multiclass, regression
    sources: tuple
    file: str
    convert: object
    label: int = 0  # column of the label in CSV
    path: str = ""
    found: list = field(default_factory=list)

    def prepare(self, data, work):
        """Writes the file if it is not there yet; False if a source is missing."""
        sources = [os.path.join(data, s) for s in self.sources]
        if not all(map(os.path.exists, sources)):
            return False
        self.path = os.path.join(work, self.file)
        if not os.path.exists(self.path):
            with open(self.path + ".new", "w") as out:
                self.convert(out, *sources)
            os.replace(self.path + ".new", self.path)
        return True

    def rows(self):
        """(label as written, {feature: number or text}) a row."""
        return self.csv_rows() if self.path.endswith(".csv") else self.svm_rows()

    def svm_rows(self):
        with open(self.path) as lines:
            for line in lines:
                label, *pairs = line.split()
                yield label, {int(k): float(v) for k, v in (p.split(":") for p in pairs)}

    def csv_rows(self):
        with open(self.path) as lines:
            reader = csv.reader(lines)
            first = next(reader)
            names = first if self.label else [f"c{i}" for i in range(len(first))]
            if not self.label:
                yield self.csv_row(names, first)
            for cells in reader:
                yield self.csv_row(names, cells)

    def csv_row(self, names, cells):
        at = self.label % len(names)
        return cells[at], {n: number(c) for i, (n, c) in enumerate(zip(names, cells)) if i != at}

    def labelled(self):
        """Rows with the label as a peer takes it: True/False, 0..K-1 or a number."""
        names = self.classes()
        for text, x in self.rows():
            yield (float(text) if names is None else names[text]), x

    def classes(self):
        """label as written -> class, in sorted order; True is the larger of two; None for numbers."""
        if self.task == "regression":
            return None
        texts = {text for text, _ in self.rows()}
        order = sorted(texts, key=lambda t: (isinstance(number(t), str), number(t)))
        return {t: (bool(i) if self.task == "binary" else i) for i, t in enumerate(order)}


    def names(self):
        """Every feature that occurs, texts as `name=text`."""
        if not self.found:
            self.found = list(dict.fromkeys(k for _, x in self.rows() for k in one_hot(x)))
        return self.found


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def one_hot(x):
    """A row whose texts have become features `name=text` of value 1."""
    return {(f"{k}={v}" if isinstance(v, str) else k): (1.0 if isinstance(v, str) else v) for k, v in x.items()}


def same(out, source):
    with gzip.open(source, "rt") as lines:
        out.writelines(lines)


def shuffled(out, source):
    """Keeps the header, shuffles the rest."""
    with gzip.open(source, "rt") as lines:
        header, *rows = lines
    random.Random(1).shuffle(rows)
    out.write(header)
    out.writelines(rows)


def blank_separated(out, source):
    """`label v1 v2 …` to svmlight."""
    with gzip.open(source, "rt") as lines:
        for line in lines:
            label, *values = line.split()
            pairs = (f"{i}:{v}" for i, v in enumerate(values, 1) if float(v) != 0)
            out.write(f"{int(float(label))} {' '.join(pairs)}\n")


def idx(out, images, labels):
    """MNIST's binary files to svmlight with pixels 0..255."""
    with gzip.open(images) as file:
        pixels = file.read()[16:]
    with gzip.open(labels) as file:
        marks = file.read()[8:]
    for i, mark in enumerate(marks):
        image = pixels[784 * i:784 * (i + 1)]
        out.write(f"{mark} {' '.join(f'{j}:{v}' for j, v in enumerate(image, 1) if v)}\n")


def all_sets():
    return [
        Set("a9a", "binary", ("a9a/a9a.gz",), "a9a.svm", same),
        Set("w8a", "binary", ("w8a/w8a.gz",), "w8a.svm", same),
        Set("spambase", "binary", ("spambase/spambase.csv.gz",), "spambase.csv", same, label=-1),
        Set("elec2", "binary", ("elec2/elec2.csv.gz",), "elec2.csv", same, label=-1),
        Set("rcv1", "binary", ("rcv1_ccat_sample/rcv1_ccat.train.svm.gz",), "rcv1.svm", same),
        Set("20news", "multiclass", ("20news/20news.train.svm.gz",), "20news.svm", same),
        Set("letter", "multiclass", ("letter/letter-recognition.data.gz",), "letter.csv", same),
        Set("usps", "multiclass", ("usps/zip.train.gz",), "usps.svm", blank_separated),
        Set("mnist", "multiclass", ("mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz"), "mnist.svm", idx),
        Set("cal_housing", "regression", ("cal_housing/cal_housing.csv.gz",), "cal_housing.csv", shuffled, label=-1),
        Set("abalone", "regression", ("abalone/abalone.csv.gz",), "abalone.csv", same, label=-1),
    ]
