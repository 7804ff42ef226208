"""The learner inside of what answers by one."""

from __future__ import annotations

from typing import Any

from noregret._engine import Learner


def learner_of(model: Any) -> Learner:
    """A learner as it is, or that of an estimator, a model for River or a result that has one.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If an estimator has learned nothing yet.
    TypeError
        If there is no learner in it.

    Examples
    --------
    >>> learner_of(3.0)
    Traceback (most recent call last):
    ...
    TypeError: a learner or a model of noregret is wanted, not a float
    """
    if isinstance(model, Learner):
        return model
    fitted = getattr(type(model), "_fitted", None)
    if fitted is not None:
        held = fitted(model)
    else:
        held = getattr(model, "learner", None)
    if isinstance(held, Learner):
        return held
    steps = ": of a pipeline give the last step, model[-1]" if hasattr(model, "steps") else ""
    name = type(model).__name__
    raise TypeError(f"a learner or a model of noregret is wanted, not a {name}{steps}")
