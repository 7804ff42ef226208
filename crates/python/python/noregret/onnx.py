"""Linear models as ONNX files, for programs that run those.

Operators are those of `ai.onnx.ml`, whose inputs, coefficients and scores are 32-bit numbers:
scores agree with `Learner.scores_many` to about seven digits of the largest product, and labels
wherever scores are not that close to a tie. What is learned after the conversion is not in it.
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
from noregret._optional import optional

LINEAR = ("binary", "multiclass", "one-vs-rest", "regression")
"""The problems whose answers ONNX can express."""


def to_onnx(
    model: Any, names: Sequence[str | int] | None = None, path: str | PathLike[str] | None = None
) -> Any:
    """A linear model as ONNX.

    The input `X` has one column for each of `names`. A classifier puts out `label` and `scores`: of
    two classes the columns are minus the score and the score, of more one for each of
    `learner.classes`. A regressor puts out `y`, one column. The names are in the metadata of the
    model, as JSON under `features`.

    Parameters
    ----------
    model
        A `Learner`, an estimator of `noregret.sklearn` or a model of `noregret.river`.
    names
        The features in the order of the columns; those of `learner.features` if not given.
    path
        Where to write it, if anywhere.

    Returns
    -------
    onnx.ModelProto
        The model, checked by `onnx.checker`.

    Raises
    ------
    NoRegretError
        If the model is not linear in its columns: kernels, contests, standardised columns, or
        hashed features.

    Examples
    --------
    >>> import noregret as nr
    >>> from noregret.onnx import to_onnx
    >>> learner = nr.Learner("pa1", problem="binary")
    >>> loss = learner.learn_one({"offer": 1.0}, "spam")
    >>> loss = learner.learn_one({"meeting": 1.0}, "mail")
    >>> learner.finish()
    >>> [node.op_type for node in to_onnx(learner, names=["offer", "meeting"]).graph.node]
    ['LinearClassifier']
    """
    learner = _learner(model)
    _refuse(learner)
    columns = list(learner.features if names is None else names)
    weights, constants = learner.weights(columns), learner.intercepts()
    _check(learner, columns, weights, constants)
    helper = optional("onnx.helper", "to_onnx", "onnx")
    real, whole = 1, 7  # FLOAT and INT64 of onnx.TensorProto
    inputs = [helper.make_tensor_value_info("X", real, [None, len(columns)])]
    if learner.problem == "regression":
        node = helper.make_node(
            "LinearRegressor",
            ["X"],
            ["y"],
            domain="ai.onnx.ml",
            coefficients=_floats(weights),
            intercepts=_floats(constants),
            targets=1,
        )
        outputs = [helper.make_tensor_value_info("y", real, [None, 1])]
    else:
        if len(weights) == 1:
            weights, constants = np.vstack([-weights, weights]), np.hstack([-constants, constants])
        classes = learner.classes
        kind, labels = _labels(classes)
        node = helper.make_node(
            "LinearClassifier",
            ["X"],
            ["label", "scores"],
            domain="ai.onnx.ml",
            coefficients=_floats(weights),
            intercepts=_floats(constants),
            multi_class=int(len(classes) > 2),
            post_transform="NONE",
            **{kind: labels},
        )
        form = whole if kind == "classlabels_ints" else 8
        outputs = [
            helper.make_tensor_value_info("label", form, [None]),
            helper.make_tensor_value_info("scores", real, [None, len(classes)]),
        ]
    graph = helper.make_graph([node], "noregret", inputs, outputs)
    versions = [helper.make_opsetid("", 15), helper.make_opsetid("ai.onnx.ml", 3)]
    made = helper.make_model(graph, opset_imports=versions, ir_version=8, producer_name="noregret")
    about = {"features": json.dumps(columns), "algorithm": learner.algorithm or ""}
    helper.set_model_props(made, about)
    optional("onnx.checker", "to_onnx", "onnx").check_model(made, full_check=True)
    if path is not None:
        Path(path).write_bytes(made.SerializeToString())
    return made


def _learner(model: Any) -> Learner:
    if isinstance(model, Learner):
        return model
    for name in ("learner_", "learner"):
        learner = getattr(model, name, None)
        if isinstance(learner, Learner):
            return learner
    raise TypeError(f"a {type(model).__name__} has no learner: was it fitted?")


def _refuse(learner: Learner) -> None:
    """What ONNX cannot express."""
    made_of = learner.composition
    if learner.problem is None or made_of is None:
        raise NoRegretError(
            "no single learner answers yet: name one, or call finish() to end the opening"
        )
    if learner.problem not in LINEAR:
        raise NoRegretError(f"answers of the problem {learner.problem} have no operator in ONNX")
    if made_of.get("kernel"):
        raise NoRegretError("the model has a kernel: it is not linear in its columns")
    if made_of.get("standard"):
        raise NoRegretError("the model standardises its columns, which cannot be written down")
    if len(learner.classes) < 2 and learner.problem != "regression":
        raise NoRegretError("only one class was seen: there is nothing to tell apart")


def _check(
    learner: Learner,
    columns: Sequence[str | int],
    weights: NDArray[np.float64],
    constants: NDArray[np.float64],
) -> None:
    """Whether the scores of some rows are what the weights say, so that nothing is left out."""
    random = np.random.default_rng(0)
    rows = random.normal(size=(8, len(columns))) * (random.random((8, len(columns))) < 0.5)
    said = learner.scores_many(rows, names=list(columns)).reshape(len(rows), -1)
    linear = rows @ weights.T + constants
    size = np.abs(rows) @ np.abs(weights.T) + np.abs(constants) + 1e-300
    if said.shape != linear.shape or not bool(np.all(np.abs(said - linear) <= 1e-9 * size)):
        raise NoRegretError("scores are not linear in these columns (votes, hashed features?)")


def _labels(classes: Sequence[Any]) -> tuple[str, list[Any]]:
    """Classes as integers if they are such, else as text."""
    if all(not isinstance(each, str) and float(each).is_integer() for each in classes):
        return "classlabels_ints", [int(each) for each in classes]
    return "classlabels_strings", [str(each) for each in classes]


def _floats(values: NDArray[np.float64]) -> list[float]:
    out: list[float] = np.asarray(values, dtype=np.float32).ravel().tolist()
    return out
