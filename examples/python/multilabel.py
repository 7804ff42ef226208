"""Sets of labels: all labels in order of relevance, and which of them hold.

    python examples/python/multilabel.py [DATA]

DATA (else $NOREGRET_DATA, else ../shared/data) holds multilabel/yeast.train.svm.gz and
yeast.test.svm.gz: 14 functions of genes. Without them rows are made by scikit-learn. A ranker is
judged by what scikit-learn counts, beside the order in which labels are frequent, and it says how
much of its ranking loss no fixed linear model of its size could have avoided.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from _data import public
from sklearn.datasets import load_svmlight_file, make_multilabel_classification
from sklearn.metrics import coverage_error, f1_score, label_ranking_loss
from sklearn.preprocessing import MultiLabelBinarizer, StandardScaler

from noregret.sklearn import MultilabelRanker


def genes(train: Path) -> list[tuple[Any, Any]]:
    """Rows and indicators of their labels, to learn from and to test."""
    binarizer = MultiLabelBinarizer()
    found: list[tuple[Any, Any]] = []
    for path in (train, train.with_name("yeast.test.svm.gz")):
        X, labels = load_svmlight_file(str(path), n_features=103, multilabel=True)
        if not found:
            binarizer.fit(labels)
        found.append((X.toarray(), binarizer.transform(labels)))
    return found


def made_up() -> list[tuple[Any, Any]]:
    X, Y = make_multilabel_classification(2000, 20, n_classes=8, n_labels=3, random_state=0)
    return [(X[:1500], Y[:1500]), (X[1500:], Y[1500:])]


def shown(name: str, truth: Any, scores: Any, holds: Any) -> str:
    loss = label_ranking_loss(truth, scores)
    cover = coverage_error(truth, scores)
    return f"{name:24} {loss:12.4f} {cover:9.2f} {f1_score(truth, holds, average='micro'):7.3f}"


def main() -> None:
    path = public("multilabel/yeast.train.svm.gz", sys.argv[1] if len(sys.argv) > 1 else None)
    (X, Y), (later, truth) = made_up() if path is None else genes(path)
    scaler = StandardScaler().fit(X)
    X, later = scaler.transform(X), scaler.transform(later)

    print(f"{len(X)} rows to learn from, {len(later)} to test, {Y.shape[1]} labels")
    print(f"{'on the test rows':24} ranking loss  coverage      F1")
    frequent = np.tile(Y.mean(axis=0), (len(truth), 1))
    print(shown("the most frequent first", truth, frequent, frequent > 0.5))
    for choice in (None, "sopopo", "simproj"):
        model = MultilabelRanker(choice).fit(X, Y)
        name = f"{choice}" if choice else f"chosen: {model.learner_.algorithm}"
        print(shown(name, truth, model.decision_function(later), model.predict(later)))

    model = MultilabelRanker("sopopo", passes=1).fit(X, Y)
    print(f"\nsopopo, in one pass:\n{model.certificate_}")
    print("\nthe first test row, most relevant first:", model.rank(later[:1])[0])
    print("its labels:", np.flatnonzero(truth[0]).tolist())


if __name__ == "__main__":
    main()
