#!/usr/bin/env python3
"""Progressive error of the Python estimators, beside scikit-learn's and River's at their defaults.

    python benches/python_accuracy.py [DATA] [--sets a9a,20news,letter]

Each row is predicted, then learned, once; everybody has the same rows in the same order (but where
rows come several a call, scikit-learn's defaults shuffle those), and ours the matrices that
scikit-learn has. DATA (else $NOREGRET_DATA, else ../shared/data) holds the public
sets under the names in peers/sets.py. It takes `pip install .[sklearn,river]`. Prints Markdown.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import peers
import sklearn
from peers import river_online, sets, sklearn_online
from sklearn.linear_model import Perceptron, SGDClassifier

import noregret
from noregret.sklearn import OnlineClassifier, PassiveAggressiveClassifier

ROOT = Path(__file__).resolve().parent.parent
RIVER = ("River PA", "River logistic", "River logistic, scaled")
Run = Callable[[sets.Set], dict[str, Any]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = os.environ.get("NOREGRET_DATA", ROOT.parent / "shared" / "data")
    parser.add_argument("data", nargs="?", default=known)
    parser.add_argument("--sets", default="a9a,20news,letter", help="names, separated by commas")
    return parser.parse_args()


def prepared(data: str, names: list[str]) -> list[sets.Set]:
    """The sets, as files under target/."""
    work = ROOT / "target" / "bench" / "accuracy"
    work.mkdir(parents=True, exist_ok=True)
    found = [each for each in sets.all_sets() if each.name in names]
    missing = [each.name for each in found if not each.prepare(data, str(work))]
    unknown = [name for name in names if name not in {each.name for each in found}]
    if missing or unknown:
        sys.exit(f"not in {data}: {', '.join(missing + unknown)}")
    return found


def default(data: sets.Set) -> dict[str, Any]:
    """`OnlineClassifier()` in one pass; the learner counts what it predicts before it learns."""
    model = OnlineClassifier().fit(*sklearn_online.matrix(data))
    return {"error": model.learner_.metrics["error_rate"]}


def pa1(random_state: int) -> SGDClassifier:
    """What scikit-learn recommends in place of its PassiveAggressiveClassifier, rows in order."""
    return SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, shuffle=False,
        random_state=random_state,
    )


def estimators() -> dict[str, Run]:
    """Name and run of everybody."""
    batches = {
        "noregret `PassiveAggressiveClassifier()`": PassiveAggressiveClassifier,
        "scikit-learn `SGDClassifier(learning_rate=\"pa1\", shuffle=False, ...)`": pa1,
        "scikit-learn `SGDClassifier()`": SGDClassifier,
        "scikit-learn `Perceptron()`": Perceptron,
    }
    runs: dict[str, Run] = {"noregret `OnlineClassifier()`": default}
    for name, make in batches.items():
        runs[name] = lambda data, make=make: sklearn_online.run(data, make)
    return runs


def river() -> dict[str, list[peers.Peer]]:
    """River's models by name: one for two classes, one for several."""
    found: dict[str, list[peers.Peer]] = {name: [] for name in RIVER}
    for peer in river_online.peers():
        if peer.name in found:
            found[peer.name].append(peer)
    return found


def of_river(data: sets.Set, several: list[peers.Peer]) -> dict[str, Any] | None:
    fitting = [peer for peer in several if data.task in peer.tasks and not peer.skip(data)]
    return fitting[0].run(data) if fitting else None


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    args = arguments()
    found = prepared(str(args.data), args.sets.split(","))
    sklearn_online.peers()  # sets the configuration that the runs share
    table: dict[str, list[dict[str, Any] | None]] = {}
    for data in found:
        for name, run in estimators().items():
            table.setdefault(name, []).append(run(data))
        for name, several in river().items():
            table.setdefault(name, []).append(of_river(data, several))
    print(line(["% wrong, each row predicted before it is learned", *(d.name for d in found)]))
    print(line(["---"] * (1 + len(found))))
    for name, results in table.items():
        cells = ["–" if each is None else f"{100 * each['error']:.2f}" for each in results]
        print(line([name, *cells]), flush=True)
    sizes = ", ".join(f"{sklearn_online.BATCH.get(data.name, 1)} on {data.name}" for data in found)
    print(f"\nscikit-learn's estimators and our `PassiveAggressiveClassifier` get several rows a call"
          f" ({sizes}), predicted before they are learned; scikit-learn's defaults shuffle them within"
          " the call. River behind its `StandardScaler` is left out on 20news: too slow.")
    versions = {"noregret": noregret, "scikit-learn": sklearn, "River": __import__("river")}
    print("Versions: " + ", ".join(f"{n} {m.__version__}" for n, m in versions.items()) + ".")


if __name__ == "__main__":
    main()
