"""Models for River, with `learn_one`, `predict_one` and mini-batches of pandas frames.

They work in River's pipelines, with `clone`, `evaluate.progressive_val_score` and pickling.
Features that are strings are categories and need no encoder. Unlike in River's own linear models,
`learn_many` gives exactly the result of `learn_one` in a loop.
"""

from noregret.river.classifier import Classifier
from noregret.river.passive_aggressive import PAClassifier, PARegressor
from noregret.river.regressor import Regressor

__all__ = ["Classifier", "PAClassifier", "PARegressor", "Regressor"]
