"""Examples: in docstrings, in docs/python.md and in README.md; and that nothing lacks words."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from streams import ROOT, in_python

import noregret
import noregret.onnx
import noregret.river
import noregret.sklearn
import noregret.spark
from noregret import _engine

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
HAS_SPARK = importlib.util.find_spec("pyspark") is not None
PUBLIC = [noregret, _engine, noregret.onnx, noregret.river, noregret.sklearn]
PUBLIC += [noregret.spark] if HAS_SPARK else []


def modules() -> list[str]:
    walked = pkgutil.walk_packages(noregret.__path__, "noregret.")
    names = sorted(each.name for each in walked if not each.name.endswith("_engine"))
    # Only what runs on executors does without PySpark.
    return ["noregret", *(n for n in names if HAS_SPARK or not n.startswith("noregret.spark."))]


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module gives to its users, with the members of classes."""
    names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    for name in names:
        item = getattr(module, name)
        own = (getattr(item, "__module__", None) or "noregret").startswith("noregret")
        if inspect.isclass(item) and own:
            yield name, item
            yield from ((f"{name}.{member}", value) for member, value in members(item))
        elif callable(item) and own:
            yield name, item


def members(item: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties that a class has of this package."""
    for each in item.__mro__:
        if each.__module__.startswith("noregret"):
            yield from ((name, getattr(item, name)) for name in vars(each) if name[0] != "_")


def described() -> dict[str, Any]:
    found = {}
    for module in PUBLIC:
        for name, item in public(module):
            if callable(item) or isinstance(item, property) or hasattr(item, "__get__"):
                found[f"{module.__name__}.{name}"] = item
    return found


# The members of a compiled class have no order of their own.
DESCRIBED = dict(sorted(described().items()))


def test_there_is_something_to_describe() -> None:
    assert {
        "noregret.Learner.learn_one",
        "noregret.Certificate.lower_bound",
        "noregret.Data.X",
        "noregret._engine.read",
        "noregret.river.PAClassifier.learn_many",
        "noregret.sklearn.OnlineClassifier.partial_fit",
        "noregret.onnx.to_onnx",
    } <= set(DESCRIBED)


@pytest.mark.parametrize("name", DESCRIBED)
def test_everything_public_says_what_it_is(name: str) -> None:
    words = inspect.getdoc(DESCRIBED[name])
    assert words
    first = words.splitlines()[0]
    assert first.endswith("."), f"{first!r} does not stand alone"


@pytest.mark.parametrize("name", modules())
def test_modules_say_what_they_are(name: str) -> None:
    assert inspect.getdoc(importlib.import_module(name))


@pytest.mark.parametrize("name", modules())
def test_examples_of_modules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


COMPILED = {name: item for name, item in DESCRIBED.items() if name.startswith("noregret._engine")}


@pytest.mark.parametrize("name", COMPILED)
def test_examples_of_the_compiled_module(name: str) -> None:
    words = inspect.getdoc(COMPILED[name]) or ""
    examples = doctest.DocTestParser().get_doctest(words, {}, name, None, None)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(examples).failed == 0


SHOWN = [
    "noregret.Audit",
    "noregret.Data",
    "noregret.Learner",
    "noregret.certify",
    "noregret.hindsight",
    "noregret.plot_headroom",
    "noregret.plot_regret",
    "noregret.progress_bar",
    "noregret.read",
    "noregret.onnx.to_onnx",
    *(f"noregret.river.{name}" for name in noregret.river.__all__),
    *(f"noregret.sklearn.{name}" for name in noregret.sklearn.__all__),
]


@pytest.mark.parametrize("name", SHOWN)
def test_what_users_meet_first_has_an_example(name: str) -> None:
    assert ">>>" in (inspect.getdoc(DESCRIBED[name]) or "")


EXPLAINED = [
    "Audit", "Certificate", "Data", "DualMaster", "DualShard", "Headroom", "Hindsight", "Learner",
    "Pass",
]
METHODS = {
    name: item
    for name, item in DESCRIBED.items()
    if name.startswith("noregret.") and name.split(".")[1] in EXPLAINED and name.count(".") == 2
    and callable(item)
}
#: Their steps make sense only together: the example is that of the class.
TOGETHER = ("noregret.DualMaster.", "noregret.DualShard.")


def parameters(item: Any) -> set[str]:
    return set(inspect.signature(item).parameters) - {"self", "cls"}


def sections(item: Any) -> dict[str, str]:
    """The sections of a docstring by their titles."""
    parts = re.split(r"^(\w+)\n-+$", inspect.getdoc(item) or "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_there_are_methods_to_explain() -> None:
    assert {f"noregret.{name}" for name in EXPLAINED} <= set(DESCRIBED)
    assert {
        "noregret.Certificate.against", "noregret.DualMaster.bounds", "noregret.DualShard.step",
        "noregret.Headroom.floor_at", "noregret.Learner.learn_parts", "noregret.Learner.weights",
    } <= set(METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_methods_explain_each_parameter(name: str) -> None:
    """In a section of their own, each after its name as numpydoc has it."""
    wanted = parameters(METHODS[name])
    heads = re.findall(r"^(\w[\w, ]*?)(?: : .*)?$", sections(METHODS[name]).get("Parameters", ""),
                       re.MULTILINE)
    explained = {each for head in heads for each in head.split(", ")}
    assert wanted == explained


@pytest.mark.parametrize("name", METHODS)
def test_methods_have_an_example(name: str) -> None:
    holder = DESCRIBED[name.rpartition(".")[0]]
    item = holder if name.startswith(TOGETHER) else METHODS[name]
    assert ">>>" in sections(item).get("Examples", "")


BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = """
import doctest, sys
import matplotlib
matplotlib.use("Agg")
blocks, names = {blocks!r}, {{"__name__": "docs"}}
for place, block in blocks:
    if ">>>" in block:
        test = doctest.DocTestParser().get_doctest(block, names, place, place, 0)
        runner = doctest.DocTestRunner(optionflags={flags})
        if runner.run(test, clear_globs=False).failed:
            sys.exit("the block at " + place + " says something else")
        names = test.globs
    else:
        exec(compile(block, place, "exec"), names)
"""


def blocks(file: str) -> list[tuple[str, str]]:
    """The blocks of Python in a file, with where they begin."""
    text = (ROOT / file).read_text()
    return [
        (f"{file}:{text.count(chr(10), 0, block.start(1)) + 1}", block.group(1))
        for block in BLOCK.finditer(text)
    ]


@pytest.mark.parametrize(("file", "least"), [("README.md", 1), ("docs/python.md", 8)])
def test_the_code_of_the_documentation_runs(file: str, least: int, tmp_path: Path) -> None:
    found = blocks(file)
    assert len(found) >= least
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    os.chdir(tmp_path)
    try:
        in_python(RUN.format(blocks=found, flags=FLAGS), timeout=240)
    finally:
        os.chdir(ROOT)
