"""Vowpal Wabbit by its Python package, at its defaults: text in, its own progressive predictions (`-p`) out.

Numbers go in as `name:value`, texts as the feature `name=text`. Two classes are -1 and 1, several 1..K with `--oaa K`.
"""
import os
import subprocess
import sys

from . import Peer, score

LIBRARY = "vowpalwabbit"


def peers():
    try:
        import vowpalwabbit
    except ImportError:
        return []
    version = vowpalwabbit.__version__
    losses = [Peer(f"VW {loss}", version, ("binary",), runner("--loss_function", loss)) for loss in ("squared", "logistic", "hinge")]
    return [*losses, Peer("VW --oaa", version, ("multiclass",), run_oaa), Peer("VW", version, ("regression",), runner())]


def runner(*flags):
    return lambda data: run(data, flags)


def run_oaa(data):
    return run(data, ("--oaa", str(len(data.classes()))))


def run(data, flags):
    text, answers = data.path + ".vw", data.path + ".vw.predictions"
    if not os.path.exists(text):
        write(data, text)
    command = [sys.executable, "-m", "vowpalwabbit", "--quiet", "-d", text, "-p", answers, *flags]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    meter = score.meter(data.task)
    with open(answers) as lines:
        for (label, _), line in zip(data.labelled(), lines, strict=True):
            meter.count(answer(data.task, float(line.split()[0])), label)
    os.remove(answers)
    return meter.result()


def answer(task, value):
    return {"binary": value > 0, "multiclass": int(value) - 1, "regression": value}[task]


def write(data, path):
    with open(path + ".new", "w") as out:
        for label, x in data.labelled():
            features = " ".join(f"{k}={v}" if isinstance(v, str) else f"{k}:{v:.9g}" for k, v in x.items() if v != 0)
            out.write(f"{target(data.task, label)} | {features}\n")
    os.replace(path + ".new", path)


def target(task, label):
    return {"binary": 1 if label else -1, "multiclass": int(label) + 1, "regression": label}[task]
