"""Estimators with the interface of scikit-learn."""

from noregret.sklearn.boosted import BoostedStumps
from noregret.sklearn.kernel import KernelClassifier
from noregret.sklearn.multilabel import MultilabelRanker
from noregret.sklearn.one_class import OneClassDetector
from noregret.sklearn.online_classifier import OnlineClassifier
from noregret.sklearn.online_regressor import OnlineRegressor
from noregret.sklearn.passive_aggressive_classifier import PassiveAggressiveClassifier
from noregret.sklearn.passive_aggressive_regressor import PassiveAggressiveRegressor
from noregret.sklearn.perceptron import Perceptron
from noregret.sklearn.sequence import SequenceTagger

__all__ = [
    "BoostedStumps",
    "KernelClassifier",
    "MultilabelRanker",
    "OneClassDetector",
    "OnlineClassifier",
    "OnlineRegressor",
    "PassiveAggressiveClassifier",
    "PassiveAggressiveRegressor",
    "Perceptron",
    "SequenceTagger",
]
