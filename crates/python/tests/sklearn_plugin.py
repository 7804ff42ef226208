"""A pytest plugin: scikit-learn's own tests of Passive-Aggressive see our classes in place of its."""

import sklearn.linear_model
import sklearn.linear_model._passive_aggressive as theirs

from noregret.sklearn import PassiveAggressiveClassifier, PassiveAggressiveRegressor

for module in (sklearn.linear_model, theirs):
    module.PassiveAggressiveClassifier = PassiveAggressiveClassifier
    module.PassiveAggressiveRegressor = PassiveAggressiveRegressor
