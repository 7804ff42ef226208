"""scikit-learn's `partial_fit`, at its defaults.

svmlight text becomes a sparse matrix, as its own reader gives, except for images; CSV a dense one. A call costs
milliseconds whatever the row, so larger sets go in small batches, each predicted before it is learned: `BATCH`.
"""
import warnings

from . import Peer, score, sets

LIBRARY = "scikit-learn"
BATCH = {"a9a": 10, "w8a": 10, "letter": 10, "usps": 10, "mnist": 50, "20news": 50}
DENSE = ("usps", "mnist")


def peers():
    try:
        import sklearn
        from sklearn import linear_model
    except ImportError:
        return []
    sklearn.set_config(assume_finite=True, skip_parameter_validation=True)
    classes, numbers = ("binary", "multiclass"), ("regression",)
    kinds = [("SGDClassifier", classes), ("PassiveAggressiveClassifier", classes), ("Perceptron", classes),
             ("SGDRegressor", numbers), ("PassiveAggressiveRegressor", numbers)]
    return [Peer(f"sklearn {short(kind)}", sklearn.__version__, tasks, runner(getattr(linear_model, kind)))
            for kind, tasks in kinds if hasattr(linear_model, kind)]


def short(kind):
    return kind.replace("PassiveAggressive", "PA").replace("Classifier", "").replace("Regressor", "")


def runner(kind):
    return lambda data: run(data, kind)


def run(data, kind):
    warnings.simplefilter("ignore")
    x, y = matrix(data)
    model, meter, batch = kind(random_state=0), score.meter(data.task), BATCH.get(data.name, 1)
    known = {} if data.task == "regression" else {"classes": sorted(set(y))}
    for start in range(0, len(y), batch):
        rows, labels = x[start:start + batch], y[start:start + batch]
        guesses = model.predict(rows) if start else [0] * len(labels)
        for guess, label in zip(guesses, labels):
            meter.count(guess, label)
        try:
            model.partial_fit(rows, labels, **known)
        except ValueError as error:
            if "overflow" not in str(error):
                raise
            return score.diverged(meter.rows)
    return {**meter.result(), "batch": batch}


def matrix(data):
    import numpy
    from scipy.sparse import csr_matrix

    columns, labels, at, values, ends = {}, [], [], [], [0]
    for label, row in data.labelled():
        for name, value in sets.one_hot(row).items():
            at.append(columns.setdefault(name, len(columns)))
            values.append(value)
        ends.append(len(at))
        labels.append(label)
    x = csr_matrix((values, numpy.array(at, dtype=numpy.int32), numpy.array(ends, dtype=numpy.int32)), shape=(len(labels), len(columns)))
    dense = data.name in DENSE or data.path.endswith(".csv")
    return (x.toarray() if dense else x), numpy.array(labels)
