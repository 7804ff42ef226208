#!/usr/bin/env python3
"""Predictions of other programs for a file of two classes, one a line: python3 audit.py PROGRAM DATA [> FILE]

sklearn         decision values of scikit-learn's SGDClassifier, each before the row is learned from
sklearn-fitted  those of a LogisticRegression that has seen all rows
vw              what `vw -d DATA --loss_function logistic -p FILE` writes

DATA is Vowpal Wabbit text or svmlight, also compressed with gzip. It takes `pip install scikit-learn vowpalwabbit`.
"""

import gzip
import os
import sys
import tempfile


def rows(path):
    """The label and the features of each line."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        for line in file:
            label, *parts = line.split("|") if "|" in line else line.split(maxsplit=1)
            features = {}
            for part in parts:
                names = part.split()
                # A namespace stands right after its bar.
                space = names.pop(0) + "^" if "|" in line and not part[:1].isspace() else ""
                for name in names:
                    key, _, value = name.partition(":")
                    features[space + key] = features.get(space + key, 0.0) + float(value or 1)
            yield float(label.split()[0]), features


def matrix(path):
    from sklearn.feature_extraction import DictVectorizer

    labels, features = zip(*rows(path))
    return DictVectorizer().fit_transform(features), labels


def progressive(path):
    from sklearn.linear_model import SGDClassifier

    x, y = matrix(path)
    model = SGDClassifier(random_state=0, alpha=1e-4, average=True)
    for t, label in enumerate(y):
        yield model.decision_function(x[t])[0] if t else 0.0
        model.partial_fit(x[t], [label], classes=sorted(set(y)))


def fitted(path):
    from sklearn.linear_model import LogisticRegression

    x, y = matrix(path)
    yield from LogisticRegression(max_iter=1000).fit(x, y).decision_function(x)


def vowpal_wabbit(path):
    import vowpalwabbit

    with tempfile.TemporaryDirectory() as folder:
        text, scores = os.path.join(folder, "data.vw"), os.path.join(folder, "scores")
        with open(text, "w") as file:
            for label, features in rows(path):
                cells = " ".join(f"{name.replace(':', '_')}:{value}" for name, value in features.items())
                file.write(f"{label:g} | {cells}\n")
        options = f"-d {text} --loss_function logistic -p {scores} --quiet"
        vowpalwabbit.Workspace(options).finish()
        yield from (line.strip() for line in open(scores))


PROGRAMS = {"sklearn": progressive, "sklearn-fitted": fitted, "vw": vowpal_wabbit}

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in PROGRAMS:
        sys.exit(__doc__)
    for score in PROGRAMS[sys.argv[1]](sys.argv[2]):
        print(score if isinstance(score, str) else f"{score:.6g}")
