"""From scikit-learn's PassiveAggressiveClassifier: one import changes, the coefficients do not.

    python examples/python/from_passive_aggressive.py [FILE]

FILE is svmlight or Vowpal Wabbit text; without it examples/spam/train.vw.gz is read. scikit-learn
deprecates its class; ours takes the same parameters and goes through the rows in the same order.
What is new is the certificate, and that labels may be anything at any time.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
from _data import own
from sklearn.linear_model import PassiveAggressiveClassifier as Before

import noregret as nr
from noregret.sklearn import PassiveAggressiveClassifier as After

SETTINGS: dict[str, Any] = dict(C=0.1, random_state=0)


def before(X: Any, y: Any, **more: Any) -> Any:
    """scikit-learn's class, without its notice that it will be removed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return Before(**SETTINGS, **more).fit(X, y)


def compare(name: str, old: Any, new: Any) -> None:
    size = np.abs(old.coef_).max()
    apart = np.abs(new.coef_ - old.coef_).max() / size
    print(f"{name:19} passes {old.n_iter_} and {new.n_iter_}, coefficients apart by {apart:.1e}")
    if not (apart < 1e-9 and old.n_iter_ == new.n_iter_):
        raise SystemExit(f"{name}: not the same coefficients")


def main() -> None:
    data = nr.read(sys.argv[1] if len(sys.argv) > 1 else own("spam/train.vw.gz"))
    X, y = data.X, np.asarray(data.y)

    # With the squared loss scikit-learn ends by the plain one, so passes are counted out for both.
    squared = {"loss": "squared_hinge", "max_iter": 10, "tol": None}
    for more in ({}, {"average": True}, {"fit_intercept": False}, squared):
        name = ", ".join(f"{key}={value}" for key, value in list(more.items())[:1]) or "as they are"
        compare(name, before(X, y, **more), After(**SETTINGS, **more).fit(X, y))
    print("the same coefficients")

    # What the new class can do beside it: one honest pass, with proof.
    model = After(C=0.1, certify="live")
    model.partial_fit(X, y, classes=np.unique(y))
    learner = model.learner_
    print(f"\none pass, answered before learned: {learner.metrics['error_rate']:.2%} wrong")
    print(model.certificate_)

    # Classes need not be declared: a label that is new is a new class, at any time.
    late = After(C=0.1).partial_fit(X[:1000], np.where(y[:1000] > 0, "spam", "mail"))
    late.partial_fit(X[1000:1010], ["newsletter"] * 10)
    print("\nclasses after a late one:", late.classes_.tolist())


if __name__ == "__main__":
    main()
