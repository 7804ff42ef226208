"""Models for River: `learn_one`, `predict_one`, and mini-batches of pandas.

Everything River does with a model works: pipelines, `clone`, `evaluate.progressive_val_score`,
pickling. Features that are strings are categories; nothing needs to be encoded. Unlike River's own
linear models, `learn_many` equals `learn_one` in a loop to the last bit.
"""

from noregret.river.classifier import Classifier
from noregret.river.passive_aggressive import PAClassifier, PARegressor
from noregret.river.regressor import Regressor

__all__ = ["Classifier", "PAClassifier", "PARegressor", "Regressor"]
