"""River, at its defaults, one row at a time: each learner plain and behind `StandardScaler`.

Text becomes `name=text` of value 1. The scaler needs whole rows, so rows get their zeros back: on the wide sets that, and
softmax, would take from minutes to hours.
"""
from . import Peer, score, sets

LIBRARY = "river"
WIDE = ("rcv1", "20news", "mnist")
SLOW_SOFTMAX = ("20news", "mnist")


def peers():
    try:
        import river
        from river import linear_model as linear, multiclass, preprocessing
    except ImportError:
        return []
    def rest(kind):
        return lambda: multiclass.OneVsRestClassifier(kind())
    kinds = [("logistic", "binary", linear.LogisticRegression), ("PA", "binary", linear.PAClassifier),
             ("Perceptron", "binary", linear.Perceptron), ("logistic", "multiclass", rest(linear.LogisticRegression)),
             ("PA", "multiclass", rest(linear.PAClassifier)), ("Perceptron", "multiclass", rest(linear.Perceptron)),
             ("Softmax", "multiclass", linear.SoftmaxRegression), ("linear", "regression", linear.LinearRegression),
             ("PA", "regression", linear.PARegressor)]
    found = []
    for name, task, make in kinds:
        scaled = lambda make=make: preprocessing.StandardScaler() | make()
        found.append(Peer(f"River {name}", river.__version__, (task,), runner(make, False), left_out(name, False)))
        found.append(Peer(f"River {name}, scaled", river.__version__, (task,), runner(scaled, True), left_out(name, True)))
    return found


def left_out(name, scaled):
    def why(data):
        if scaled and data.name in WIDE:
            return "River behind its scaler is left out on wide rows (rcv1, 20news, mnist): too slow"
        if name == "Softmax" and data.name in SLOW_SOFTMAX:
            return "River's softmax is left out on 20news and mnist: too slow"
        return ""
    return why


def runner(make, whole_rows):
    return lambda data: run(data, make(), whole_rows)


def run(data, model, whole_rows):
    meter = score.meter(data.task)
    zeros = dict.fromkeys(data.names(), 0.0) if whole_rows else {}
    for label, row in data.labelled():
        x = {**zeros, **sets.one_hot(row)}
        try:
            guess = model.predict_one(x)
            meter.count(guess, label)
            model.learn_one(x, label)
        except OverflowError:
            return score.diverged(meter.rows) if data.task == "regression" else {"rows": meter.rows, "error": None}
    return meter.result()
