"""Programs in examples/python and blocks of the documentation print what is promised and shown."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from streams import ROOT

FOLDER = ROOT / "examples" / "python"
PROGRAMS = sorted(path.name for path in FOLDER.glob("*.py") if not path.name.startswith("_"))
#: A number, as a group.
N = r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
Printed = Callable[[str], str]


#: Where the public sets lie beside a clone, or where they are said to be, as examples find them.
SETS = Path(os.environ.get("NOREGRET_DATA") or ROOT.parent / "shared" / "data")


def run(program: str, folder: Path, *arguments: object, sets: Path | None = None) -> str:
    """What a program prints in a Python of its own; without `sets` it finds no public sets."""
    path = os.pathsep.join(filter(None, sys.path))
    own = {"PYTHONPATH": path, "NOREGRET_DATA": str(sets or folder), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(FOLDER / program), *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env={**os.environ, **own}, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    # A notice would teach its readers to overlook notices.
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """What each program prints; it runs once."""
    folder = tmp_path_factory.mktemp("no-sets")
    return cache(lambda program: run(program, folder))


def on_public_set(program: str, name: str, folder: Path) -> str:
    """What a program prints about a public set; the test is skipped if the set is not there."""
    if not (SETS / name).exists():
        pytest.skip(f"{name} is neither in $NOREGRET_DATA nor in ../shared/data: fallback only")
    return run(program, folder, sets=SETS)


def numbers(pattern: str, text: str) -> list[tuple[float, ...]]:
    """The numbers of each place that fits; there is one at least."""
    found = [tuple(map(float, place.groups())) for place in re.finditer(pattern, text, re.M)]
    assert found, f"{pattern} is not in\n{text}"
    return found


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_says_how_to_run_it_and_is_listed(program: str) -> None:
    head = (FOLDER / program).read_text().splitlines()[:4]
    assert any(line.startswith(f"    python examples/python/{program}") for line in head)
    assert f"| `{program}` |" in (FOLDER / "README.md").read_text()


def test_the_stream_has_floor_below_found_below_run(printed: Printed) -> None:
    text = printed("spam_stream.py")
    rows = numbers(rf"^ +{N} +{N}% +{N} +{N} +{N} +{N} +{N}%$", text)
    assert [row[0] for row in rows] == [100, 300, 1000, 3000, 3600]
    for _, _, lost, floor, found, norm, avoidable in rows:
        assert 0 < floor <= found <= lost
        assert norm > 0
        assert abs(avoidable / 100 - (1 - floor / lost)) < 0.006
    [(wrong, count)] = numbers(r"before it was learned: (\d+) of (\d+)$", text)
    # What the program counted is what the learner counted.
    assert count == 3600 and abs(100 * wrong / count - rows[-1][1]) < 0.006
    assert wrong < 0.12 * count


def test_mail_is_filed_far_better_than_by_chance(printed: Printed) -> None:
    text = printed("newsgroups.py")
    assert numbers(r"^(\d+) texts, \d+ features, (\d+) classes$", text) == [(500, 12)]
    assert numbers(rf"before it was learned: {N}%$", text)[0][0] < 40
    [(wrong, count)] = numbers(rf"not learned from: {N}% of (\d+) wrong$", text)
    assert count == 120 and wrong < 40
    assert re.search(r"^choir: .*from\^choir", text, re.M)


def test_newsgroups_are_told_apart(tmp_path: Path) -> None:
    text = on_public_set("newsgroups.py", "20news/20news.train.svm.gz", tmp_path)
    [(texts, classes)] = numbers(r"^(\d+) texts, \d+ features, (\d+) classes$", text)
    assert (texts, classes) == (11314, 20)
    # Of docs/default.md: 16.78 % in the order of the file.
    assert numbers(rf"before it was learned: {N}%$", text)[0][0] == pytest.approx(16.78, abs=0.3)
    [(wrong, count)] = numbers(rf"not learned from: {N}% of (\d+) wrong$", text)
    assert count == 7532 and wrong < 20
    assert re.search(r"^misc\.forsale: .*\boffer\b", text, re.M)


def test_prices_of_electricity_drift(tmp_path: Path) -> None:
    text = on_public_set("drift.py", "elec2/elec2.csv.gz", tmp_path)
    windows = numbers(rf"^ +(\d+) +{N} +{N} +{N}$", text)
    assert len(windows) == 10 and windows[-1][0] == 45312
    [(online,), (fixed,)] = numbers(rf": {N}% wrong$", text)
    # In every tenth of the stream.
    assert online < 10 and fixed > 20
    assert all(now < min(last, still) for _, now, last, still in windows)
    assert "less than every fixed linear model of norm" in text


def test_rankers_are_better_than_the_most_frequent_first(printed: Printed) -> None:
    text = printed("multilabel.py")
    losses = [loss for loss, _, _ in numbers(rf"^.+?  +{N} +{N} +{N}$", text)]
    assert len(losses) == 4 and max(losses[1:]) < losses[0]
    [(lost, floor)] = numbers(rf"loss was {N} a row;\n.* is below {N} \(proved\)$", text)
    assert 0 < floor <= lost
    order, labels = (
        [int(label) for label in place.group(1).split(", ")]
        for place in re.finditer(r"(?:first|labels): \[(.*)\]$", text, re.M)
    )
    assert sorted(order) == list(range(8)) and set(labels) < set(order)


def test_on_the_turning_stream_learning_online_beats_every_fixed_model(printed: Printed) -> None:
    text = printed("drift.py")
    windows = numbers(rf"^ +(\d+) +{N} +{N} +{N}$", text)
    assert [window[0] for window in windows] == [2000 * (n + 1) for n in range(10)]
    assert all(online < min(last, fixed) for _, online, last, fixed in windows)
    [(online,), (fixed,)] = numbers(rf": {N}% wrong$", text)
    # The line turns once around: a fixed model is right as often as wrong.
    assert online < 15 and 40 < fixed < 60
    assert abs(online - sum(window[1] for window in windows) / 10) < 0.1
    assert "less than every fixed linear model of norm" in text


def test_a_kernel_is_better_than_lines_with_a_regret_below_its_loss(printed: Printed) -> None:
    text = printed("kernel_digits.py")
    found = re.findall(rf"^(\w.*?)  +{N} +{N}$", text, re.M)
    tests = {name: float(wrong) for name, _, wrong in found}
    assert len(tests) == 5
    assert tests["Gaussian kernel"] < tests["linear, chosen by itself"]
    assert tests["Gaussian kernel"] < tests["Gaussian kernel, 200 rows kept"]
    [(regret,), (loss,)] = [*numbers(rf"is at most {N},", text), *numbers(rf"a loss of {N} ", text)]
    assert 0 < regret < loss


def test_scikit_learns_coefficients_are_ours(printed: Printed) -> None:
    text = printed("from_passive_aggressive.py")
    rows = numbers(rf"passes (\d+) and (\d+), coefficients apart by {N}$", text)
    assert len(rows) == 4
    assert all(old == new and apart < 1e-9 for old, new, apart in rows)
    # One pass would say little.
    assert min(old for old, _, _ in rows) > 2
    assert "['mail', 'newsletter', 'spam']" in text


def test_the_audit_has_one_floor_and_draws_the_picture(tmp_path: Path) -> None:
    text = run("audit_sklearn.py", tmp_path, tmp_path / "audit.svg")
    wrong = [each for each, in numbers(rf": {N}% wrong$", text)]
    assert len(wrong) == 3 and wrong[2] < wrong[1] < wrong[0] < 12
    [(lost, floor, found)] = numbers(rf"was {N} a row;\n.* below {N} .*,\none at {N} exists", text)
    assert 0 < floor <= found <= lost
    # Trees are no linear model: they may be below every one of a size.
    assert text.count("less than every fixed linear model of norm") == 2
    picture = (tmp_path / "audit.svg").read_text()
    assert f"{lost:.4g}" in picture and "no linear model is here (proved)" in picture
    # Drawn again it is the same file.
    assert "<dc:date>" not in picture


#: Runs the blocks of a page in one namespace; prints what each printed, as JSON.
BLOCKS = """
import contextlib, io, json, sys
names, printed = {}, []
for block in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(block, "block", "exec"), names)
    printed.append(said.getvalue())
print(json.dumps(printed))
"""


def test_docs_print_what_they_show() -> None:
    """A block of text right after one of Python is what that prints first."""
    page = (ROOT / "docs" / "python.md").read_text()
    pairs = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", page, re.M | re.S)
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS],
        input=json.dumps([block for block, _ in pairs]),
        capture_output=True, text=True, timeout=240, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert sum(bool(shown) for _, shown in pairs) >= 7
    for (_, shown), said in zip(pairs, printed, strict=True):
        assert said.startswith(shown)
