"""Exports linear models to ONNX, for programs that run ONNX files.

The input has 32-bit numbers, as usual for ONNX. Everything after it is computed in 64 bits, so that
labels and scores are those of the learner for the same numbers. The file is a copy: what is learned
later is not in it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noregret._engine import Learner, NoRegretError
from noregret._holder import learner_of
from noregret._optional import optional

__all__ = ["to_onnx"]

LINEAR = ("binary", "multiclass", "one-vs-rest", "regression")
"""The problems whose predictions ONNX can express."""

FLOAT, INT64, STRING, DOUBLE = 1, 7, 8, 11
"""Numbers of types in `onnx.TensorProto`."""


def to_onnx(
    model: Any, names: Sequence[str | int] | None = None, path: str | PathLike[str] | None = None
) -> Any:
    """Converts a linear model to ONNX.

    The input `X` has one column for each of `names`. A classifier puts out `label` and `scores`, a
    column for each class: of two classes minus the score and the score. A regressor puts out `y`,
    one column. The metadata of the model has `features` and `classes` in the order of the columns,
    as JSON. Columns that the learner standardises are to be given as they are.

    Parameters
    ----------
    model
        A `Learner`, an estimator of `noregret.sklearn` or a model of `noregret.river`.
    names
        The features in the order of the columns; features that are not among them are left out. If
        not given, the columns of an estimator as it was fitted; else `learner.features`, which are
        no names where features are hashed.
    path
        File to write.

    Returns
    -------
    onnx.ModelProto
        The model, checked by `onnx.checker`.

    Raises
    ------
    NoRegretError
        If the model is not linear in its columns (kernels, votes, stumps, columns of text), or a
        name is none that the learner knows.

    Examples
    --------
    >>> import noregret as nr
    >>> from noregret.onnx import to_onnx
    >>> learner = nr.Learner("pa1", problem="binary")
    >>> loss = learner.learn_one({"offer": 1.0}, "spam")
    >>> loss = learner.learn_one({"meeting": 1.0}, "mail")
    >>> learner.finish()
    >>> [node.op_type for node in to_onnx(learner, names=["offer", "meeting"]).graph.node]
    ['Cast', 'MatMul', 'Add', 'ArgMax', 'Gather']
    """
    learner = learner_of(model)
    _refuse(learner)
    columns = _columns(model, learner)
    if names is None:
        _check_all_are_columns(learner, columns)
    else:
        _check_all_are_known(learner, columns, list(names))
        columns = list(names)
    weights, constants = _linear(learner, columns)
    helper = optional("onnx.helper", "to_onnx", "onnx")
    array = optional("onnx.numpy_helper", "to_onnx", "onnx").from_array
    nodes = [
        helper.make_node("Cast", ["X"], ["rows"], to=DOUBLE),
        helper.make_node("MatMul", ["rows", "weights"], ["products"]),
        helper.make_node("Add", ["products", "constants"], ["y"]),
    ]
    kept = [array(weights.T.copy(), "weights"), array(constants, "constants")]
    outputs = [helper.make_tensor_value_info("y", DOUBLE, [None, len(weights)])]
    if learner.problem != "regression":
        kind, labels = _labels(learner.classes)
        nodes[-1].output[0] = "scores"
        nodes += [
            helper.make_node("ArgMax", ["scores"], ["place"], axis=1, keepdims=0),
            helper.make_node("Gather", ["labels", "place"], ["label"]),
        ]
        kept.append(array(labels, "labels"))
        outputs = [
            helper.make_tensor_value_info("label", kind, [None]),
            helper.make_tensor_value_info("scores", DOUBLE, [None, len(weights)]),
        ]
    inputs = [helper.make_tensor_value_info("X", FLOAT, [None, len(columns)])]
    graph = helper.make_graph(nodes, "noregret", inputs, outputs, kept)
    versions = [helper.make_opsetid("", 15)]
    made = helper.make_model(graph, opset_imports=versions, ir_version=8, producer_name="noregret")
    about = {"features": json.dumps(columns), "classes": json.dumps(learner.classes)}
    helper.set_model_props(made, {"algorithm": learner.algorithm or "", **about})
    optional("onnx.checker", "to_onnx", "onnx").check_model(made, full_check=True)
    if path is not None:
        Path(path).write_bytes(made.SerializeToString())
    return made


def _columns(model: Any, learner: Learner) -> list[str | int]:
    """The columns that an estimator was fitted with, or the features of a learner."""
    width = getattr(model, "n_features_in_", None)
    if width is None:
        return learner.features
    named = getattr(model, "_column_names", None)
    return list(range(width)) if named is None else list(named)


def _check_all_are_columns(learner: Learner, columns: list[str | int]) -> None:
    """Refuses a model that has weights of other features than its columns, such as categories."""
    is_weighted = learner.weights().any(axis=0)
    weighted = [str(name) for name in np.array(learner.features, dtype=object)[is_weighted]]
    if learner.hash is None:
        known = {str(column) for column in columns}
        others = [name for name in weighted if name not in known]
    else:
        # Which names they have is not known: there are at least so many besides the columns.
        found = np.count_nonzero(learner.weights(columns, unknown=0.0).any(axis=0))
        others = weighted[found:]
    if others:
        more = ", …" if len(others) > 3 else ""
        raise NoRegretError(
            f"{len(others)} features are no columns of numbers ({', '.join(others[:3])}{more}):"
            " name those that the input shall have by names="
        )


def _check_all_are_known(
    learner: Learner, columns: list[str | int], names: list[str | int]
) -> None:
    """Refuses names that are neither features nor columns."""
    known = {str(name) for name in [*learner.features, *columns]}
    unknown = [str(name) for name in names if str(name) not in known]
    if learner.hash is None and unknown:
        raise NoRegretError(f"the learner knows no feature {', '.join(unknown[:3])}")


def _refuse(learner: Learner) -> None:
    """Refuses what ONNX cannot express."""
    made_of = learner.composition
    if learner.problem is None:
        raise NoRegretError("nothing was learned from yet")
    if made_of is None:
        raise NoRegretError(f"{learner.algorithm} is no linear learner, or several together")
    if learner.problem not in LINEAR:
        raise NoRegretError(f"answers of the problem {learner.problem} have no operator in ONNX")
    if made_of.get("kernel"):
        raise NoRegretError("the model has a kernel: it is not linear in its columns")
    if len(learner.classes) < 2 and learner.problem != "regression":
        raise NoRegretError("only one class was seen: there is nothing to tell apart")


def _linear(
    learner: Learner, columns: list[str | int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights and constants: a row for a regressor, else one for each class."""
    if (learner.composition or {}).get("standard"):
        weights, constants = _asked(learner, columns)
    else:
        weights, constants = learner.weights(columns, unknown=0.0), learner.intercepts()
    _check(learner, columns, weights, constants)
    if learner.problem != "regression" and len(weights) == 1:
        # The positive class is the second; a score of 0 is for the first, as ArgMax decides it.
        return np.vstack([-weights, weights]), np.hstack([-constants, constants])
    return weights, constants


def _asked(
    learner: Learner, columns: list[str | int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights and constants of the columns as they are, by the scores of rows that show them.

    Where columns are standardised, the learner's own weights are those of other columns. One cell
    so large that nothing else counts beside it has a score of its size times the weight.
    """
    large = 2.0**200
    scores = [_scores(learner, np.zeros((1, len(columns))), columns)]
    for start in range(0, len(columns), 256):
        rows = np.zeros((min(256, len(columns) - start), len(columns)))
        rows[np.arange(len(rows)), start + np.arange(len(rows))] = large
        scores.append(_scores(learner, rows, columns) / large)
    return np.vstack(scores[1:]).T, scores[0][0]


def _scores(
    learner: Learner, rows: NDArray[np.float64], columns: list[str | int]
) -> NDArray[np.float64]:
    return learner.scores_many(rows, names=columns).reshape(len(rows), -1)


def _check(
    learner: Learner,
    columns: list[str | int],
    weights: NDArray[np.float64],
    constants: NDArray[np.float64],
) -> None:
    """Refuses models whose scores are not what the weights say, so that nothing is left out."""
    random = np.random.default_rng(0)
    rows = random.normal(size=(8, len(columns))) * (random.random((8, len(columns))) < 0.5)
    said = _scores(learner, rows, columns)
    linear = rows @ weights.T + constants
    size = np.abs(rows) @ np.abs(weights.T) + np.abs(constants) + 1e-300
    if said.shape != linear.shape or not bool(np.all(np.abs(said - linear) <= 1e-9 * size)):
        raise NoRegretError("scores are not linear in these columns: do past weights vote?")


def _labels(classes: Sequence[Any]) -> tuple[int, NDArray[Any]]:
    """Classes as integers if they are such, else as text, with the type that ONNX has for them."""
    if all(not isinstance(each, str) and float(each).is_integer() for each in classes):
        return INT64, np.array([int(each) for each in classes], dtype=np.int64)
    return STRING, np.array([str(each) for each in classes], dtype=object)
