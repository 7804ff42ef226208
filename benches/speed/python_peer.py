#!/usr/bin/env python3
"""One Python library on one svmlight file: `python_peer.py PEER FILE ROWS` prints JSON.

`seconds` is the CPU time of reading and of predict-then-learn, without the imports; `error` is progressive (scikit-learn: a
batch of 1000 is predicted, then learned, which is how it is fast; the first batch has no prediction and does not count).
"""
import itertools
import json
import sys
import time
import warnings

BATCH = 1000


def sklearn_peer(kind, path, rows):
    import io

    import numpy
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import SGDClassifier

    start = time.process_time()
    with open(path, "rb") as file:
        x, y = load_svmlight_file(io.BytesIO(b"".join(itertools.islice(file, rows))))
    x.indices, x.indptr = x.indices.astype(numpy.int32), x.indptr.astype(numpy.int32)
    pa1 = dict(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0)
    model = SGDClassifier(shuffle=False, random_state=0, **(pa1 if kind == "pa1" else dict(loss="log_loss")))
    wrong, classes = 0, numpy.unique(y)
    for at in range(0, rows, BATCH):
        part, labels = x[at:at + BATCH], y[at:at + BATCH]
        if at:
            wrong += int((model.predict(part) != labels).sum())
        model.partial_fit(part, labels, classes=classes)
    return time.process_time() - start, wrong / max(rows - BATCH, 1)


def river_peer(kind, path, rows):
    from river import linear_model, multiclass

    learner = linear_model.PAClassifier(C=1.0, mode=1) if kind == "pa" else linear_model.LogisticRegression()
    start, wrong = time.process_time(), 0
    with open(path) as lines:
        head = [line.split() for line in itertools.islice(lines, rows)]
    two = {row[0] for row in head} <= {"+1", "-1", "1"}
    model = learner if two else multiclass.OneVsRestClassifier(learner)
    for label, *pairs in head:
        x = {k: float(v) for k, v in (p.split(":") for p in pairs)}
        y = label != "-1" if two else label
        wrong += model.predict_one(x) != y
        model.learn_one(x, y)
    return time.process_time() - start, wrong / rows


def main():
    warnings.simplefilter("ignore")
    (library, kind), path, rows = sys.argv[1].split("-"), sys.argv[2], int(sys.argv[3])
    seconds, error = (sklearn_peer if library == "sklearn" else river_peer)(kind, path, rows)
    print(json.dumps({"rows": rows, "seconds": seconds, "error": error}))


if __name__ == "__main__":
    main()
