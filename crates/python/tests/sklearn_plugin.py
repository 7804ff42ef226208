"""A pytest plugin: scikit-learn's own tests of Passive-Aggressive and Perceptron see our classes.

    pytest -p sklearn_plugin --pyargs sklearn.linear_model.tests.test_passive_aggressive
"""

import sklearn.linear_model
import sklearn.linear_model._passive_aggressive as theirs

from noregret.sklearn import PassiveAggressiveClassifier, PassiveAggressiveRegressor, Perceptron

for module in (sklearn.linear_model, theirs):
    module.PassiveAggressiveClassifier = PassiveAggressiveClassifier
    module.PassiveAggressiveRegressor = PassiveAggressiveRegressor
sklearn.linear_model.Perceptron = Perceptron
