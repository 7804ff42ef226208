"""Learning on Apache Spark, with certificates that survive the merge.

In each round the learners of all shards start from the same model, and each learns from the rows of
its shard. The driver then merges them in the order of the shards (`noregret.merge`). The result
depends only on the rows and the shards, not on the number of executors, on the order in which tasks
end or on tasks that had to be repeated.

```python
from noregret.spark import fit

model = fit(df, label="label", features="features", algorithm="pa1", rounds=5, shards=64)
print(model.history_[-1]["error"], model.certificate_)
model.transform(df).select("prediction").show()
model.learner_.save("model.nrm")  # `noregret test model.nrm more.svm` reads it
```

| file | what it holds |
|---|---|
| `fitting` | `fit`: one call |
| `estimator`, `model`, `params` | `LearnerEstimator` and `LearnerModel` for `pyspark.ml` |
| `training` | what both do: the shards, the base, the rounds |
| `mixing`, `dual` | the two ways of learning |
| `shards` | which row belongs to which shard, and in which order |
| `columns`, `vectors` | columns of Arrow batches as rows of a learner, without copies |
| `task`, `dual_task`, `answers` | what runs on the executors, and what it sends back |
| `job` | how it gets there |
| `ship` | the package as an archive for the executors |
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noregret.spark.estimator import LearnerEstimator
    from noregret.spark.fitting import fit
    from noregret.spark.model import LearnerModel
    from noregret.spark.ship import ship

__all__ = ["LearnerEstimator", "LearnerModel", "fit", "ship"]

_PLACES = {
    "LearnerEstimator": "estimator",
    "LearnerModel": "model",
    "fit": "fitting",
    "ship": "ship",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports what needs `pyspark` when it is asked for: executors do not need all of it."""
        if name in _PLACES:
            module = importlib.import_module(f"noregret.spark.{_PLACES[name]}")
            # A module that is imported becomes an attribute of its package, `ship` of this one too.
            globals()[name] = getattr(module, name)
            return globals()[name]
        raise AttributeError(f"module 'noregret.spark' has no attribute {name!r}")
