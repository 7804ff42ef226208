"""scikit-learn's checks of estimators: all pass but those that its own online estimators fail.

`SequenceTagger` is not among them: its rows are sentences, lists of dicts of any length, and the
checks need matrices. `test_sklearn_sequence.py` tests it by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
import sklearn.linear_model
from sklearn.svm import SVC
from sklearn.utils._test_common.instance_generator import PER_ESTIMATOR_XFAIL_CHECKS

#: Weights scale the step of a row; two steps of a row are not one step of twice the length.
STEPS = "a row of weight 2 makes one step of twice the length, a row that comes twice makes two"
WEIGHTS = (
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence_on_sparse_data",
)
#: The checks that fail, why, and the estimator of scikit-learn that may fail them too.
FAILS: dict[str, tuple[str, type | None]] = {
    "PassiveAggressiveClassifier": (STEPS, sklearn.linear_model.SGDClassifier),
    "PassiveAggressiveRegressor": (STEPS, sklearn.linear_model.SGDRegressor),
    "Perceptron": (STEPS, sklearn.linear_model.Perceptron),
    "OnlineClassifier": (STEPS, sklearn.linear_model.SGDClassifier),
    "OnlineRegressor": (STEPS, sklearn.linear_model.SGDRegressor),
    "MultilabelRanker": (STEPS, sklearn.linear_model.SGDClassifier),
    "KernelClassifier": (STEPS, SVC),
    "BoostedStumps": ("", None),
    "OneClassDetector": ("", None),
}
#: Checks that do not apply.
SKIPPED = {"MultilabelRanker": {"check_classifiers_multilabel_output_format_predict_proba"}}

# A process of its own: SciPy reads the variable when it is imported.
RUN = """
import json, sys, warnings
from sklearn.utils.estimator_checks import check_estimator
import noregret.sklearn
warnings.simplefilter("ignore")
found = {}
for name in sys.argv[1:]:
    estimator = getattr(noregret.sklearn, name)()
    results = check_estimator(estimator, on_fail=None, on_skip=None)
    found[name] = [[r["check_name"], r["status"], str(r["exception"])[:500]] for r in results]
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def results() -> dict[str, list[list[str]]]:
    environment = {
        **os.environ, "SCIPY_ARRAY_API": "1", "OMP_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, *FAILS], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[list[str]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", FAILS)
def test_estimator_checks(name: str, results: dict[str, list[Any]]) -> None:
    by_status: dict[str, set[str]] = {"passed": set(), "failed": set(), "skipped": set()}
    for check, status, _ in results[name]:
        by_status[status].add(check)
    expected = set(WEIGHTS) if FAILS[name][0] else set()
    said = [entry for entry in results[name] if entry[1] == "failed"]
    assert by_status["failed"] == expected, said
    assert by_status["skipped"] == SKIPPED.get(name, set())
    assert len(by_status["passed"]) >= 40


@pytest.mark.parametrize("name", FAILS)
def test_scikit_learn_expects_these_failures_of_its_own(name: str) -> None:
    reason, theirs = FAILS[name]
    assert (theirs is None) == (reason == "")
    if theirs is not None:
        assert set(WEIGHTS) <= set(PER_ESTIMATOR_XFAIL_CHECKS[theirs])


def test_every_estimator_is_checked() -> None:
    import noregret.sklearn

    assert set(noregret.sklearn.__all__) - set(FAILS) == {"SequenceTagger"}
