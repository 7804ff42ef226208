"""Online learning that proves how far it can be from the best fixed predictor in hindsight.

>>> import noregret as nr
>>> learner = nr.Learner("pa1:C=0.03", problem="binary")
>>> mail = [("cheap offer", "spam"), ("meeting today", "work")]
>>> mail += [("cheap meeting", "spam"), ("cheap meeting", "work")]  # no model is right on both
>>> for words, y in mail * 20:
...     loss = learner.learn_one({word: 1.0 for word in words.split()}, y)
>>> learner.predict_one({"cheap": 1.0, "offer": 1.0})
'spam'
>>> round(learner.certificate().lower_bound(norm=1.0))  # no model of that norm lost less
40

Further modules: `noregret.sklearn` (estimators), `noregret.river` (models for River),
`noregret.spark` (learning on Spark) and `noregret.onnx` (export). Each needs the package of its
name and is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from noregret._engine import (
    Certificate,
    Learner,
    NoRegretError,
    Pass,
    Prepared,
    __version__,
    algorithms,
    merge,
)
from noregret.audit import Audit, Headroom, certify
from noregret.boosting import BoostCertificate
from noregret.data import Data, read
from noregret.dual import DualMaster, DualRun, DualShard, dual_ascent
from noregret.hindsight import Hindsight, hindsight
from noregret.plots import plot_headroom, plot_regret
from noregret.progress import progress_bar

load = Learner.load

__all__ = [
    "Audit",
    "BoostCertificate",
    "Certificate",
    "Data",
    "DualMaster",
    "DualRun",
    "DualShard",
    "Headroom",
    "Hindsight",
    "Learner",
    "NoRegretError",
    "Pass",
    "Prepared",
    "__version__",
    "algorithms",
    "certify",
    "dual_ascent",
    "hindsight",
    "load",
    "merge",
    "plot_headroom",
    "plot_regret",
    "progress_bar",
    "read",
]

if TYPE_CHECKING:
    from noregret import onnx as onnx
    from noregret import river as river
    from noregret import sklearn as sklearn
    from noregret import spark as spark
else:
    _LAZY = ("onnx", "river", "sklearn", "spark")

    def __getattr__(name: str) -> Any:
        """Imports the modules that need other packages when they are first used."""
        if name in _LAZY:
            import importlib

            return importlib.import_module(f"noregret.{name}")
        raise AttributeError(f"module 'noregret' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_LAZY})
