"""An audit of a scikit-learn model: how much better could any linear model have been?

    python examples/python/audit_sklearn.py [PICTURE]

Only the rows and the predictions are looked at, so any model can be audited. Here: the e-mails of
examples/spam, and scores of an SGDClassifier as it learns, each made before its row was learned
from, of a LogisticRegression and of boosted trees that have seen all rows. PICTURE shows the first
of them above the floor and needs matplotlib; docs/python.svg was drawn by this.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from _data import own
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier

import noregret as nr


def progressive(X: Any, y: Any, size: int = 10) -> Any:
    """Scores of an averaged SGDClassifier, some rows at a time, each before it is learned from."""
    model, scores = SGDClassifier(average=True, random_state=0), np.zeros(len(y))
    for start in range(0, len(y), size):
        part = slice(start, start + size)
        if start:
            scores[part] = model.decision_function(X[part])
        model.partial_fit(X[part], y[part], classes=np.unique(y))
    return scores


def draw(audit: nr.Audit, path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    # The same file each time: text stays text, names of elements and the date do not change.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "noregret"})
    ax = nr.plot_headroom(audit, label="SGDClassifier, as it learns")
    ax.figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main() -> None:
    data = nr.read(own("spam/train.vw.gz"))
    X, y = data.X, data.y
    linear = LogisticRegression(max_iter=1000).fit(X, y)
    trees = HistGradientBoostingClassifier(random_state=0).fit(X.toarray(), y)
    predictions = {
        "SGDClassifier, as it learns": progressive(X, y),
        "LogisticRegression, fitted": linear.decision_function(X),
        "boosted trees, fitted": trees.decision_function(X.toarray()),
    }
    audits = {name: nr.certify(scores, X, y) for name, scores in predictions.items()}
    for name, audit in audits.items():
        print(f"{name}: {audit.metrics['error_rate']:.2%} wrong")
        print(audit.headroom[0], end="\n\n")
    if len(sys.argv) > 1:
        draw(next(iter(audits.values())), sys.argv[1])
        print(f"drawn: {sys.argv[1]}")


if __name__ == "__main__":
    main()
