"""Other programs, where they are installed: found on PATH or by environment variable, Python packages in this Python.

    VW SOL_TRAIN FW LIBLINEAR_TRAIN     command-line programs
    vowpalwabbit scikit-learn river     packages, run by python_peer.py (vowpalwabbit by its own command line)

Nothing is fetched or built. The command line of the package pays for the start of Python (about 0.1 s). VW is run with the hinge loss and counts mistakes, so its report is the progressive error.
"""
import importlib.util
import os
import re
import shutil
import sys

from . import machine
from .programs import Program, no_error

PYTHON_PEER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_peer.py")
# peer, its package, the set, the rows it is given (None: all)
PYTHON = [
    ("sklearn-pa1", "sklearn", "sparse", None), ("sklearn-logistic", "sklearn", "sparse", None), ("sklearn-pa1", "sklearn", "dense", None),
    ("river-pa", "river", "sparse", 20000), ("river-logistic", "river", "sparse", 20000), ("river-pa", "river", "dense", 1000),
]


def program(variable, *names):
    """The path an environment variable gives, else the first of these names on PATH, else None."""
    given = os.environ.get(variable)
    if given:
        return given if os.path.exists(given) else None
    return next(filter(None, map(shutil.which, names)), None)


def has(package):
    return importlib.util.find_spec(package) is not None


def found(pattern, turn=lambda number: number):
    """Reads the last number that a pattern finds."""
    def error(run):
        numbers = re.findall(pattern, run.text)
        return turn(float(numbers[-1])) if numbers else None
    return error


VW_LOSS = found(r"average loss = ([0-9.eE+-]+)")
SOL_ACCURACY = found(r"training accuracy: ([0-9.]+)", lambda accuracy: 1 - accuracy)


def installed(files):
    """(programs, names of what is missing)."""
    groups = {"VW": vw(files), "SOL": sol(files), "Fwumious": fwumious(files), "liblinear": liblinear(files), **python(files)}
    return [p for group in groups.values() for p in group], [name for name, group in groups.items() if not group]


def peer(files, table, name, command, error=no_error, slow=False):
    return Program(table, name, command, "floor: PA-I", files.rows[table], error, slow=slow)


def vw(files):
    command = [program("VW", "vw")]
    if not command[0]:
        if not has("vowpalwabbit"):
            return []
        command = [sys.executable, "-m", "vowpalwabbit"]
    text = {kind: files.text(kind, "vw") for kind in files.rows}
    hinge = ["--loss_function", "hinge"]
    two = [*command, "-d", text["sparse"], "--binary"]
    made = [peer(files, "sparse", "VW hinge", [*two, *hinge], VW_LOSS),
            peer(files, "sparse", "VW logistic", [*two, "--loss_function", "logistic"], VW_LOSS),
            peer(files, "classes", "VW --oaa 50", [*command, "-d", text["classes"], *hinge, "--oaa", "50"], VW_LOSS, True),
            peer(files, "dense", "VW --oaa 10", [*command, "-d", text["dense"], *hinge, "--oaa", "10"], VW_LOSS, True)]
    cache = files.path("sparse", "vwcache")
    if os.path.exists(cache) or machine.run([*command, "-d", text["sparse"], "--cache_file", cache, "-k", "--quiet"]):
        made.append(peer(files, "sparse", "VW hinge from cache", [*two, "--cache_file", cache, *hinge], VW_LOSS))
    return made


def sol(files):
    train = program("SOL_TRAIN", "sol_train")
    if not train:
        return []
    classes = {"sparse": [], "classes": ["-c", "51"], "dense": ["-c", "11"]}
    return [peer(files, kind, f"SOL {name}", [train, "-a", name, *flags, files.text(kind)], SOL_ACCURACY, kind == "classes")
            for kind, flags in classes.items() for name in ("pa1", "arow")]


def fwumious(files):
    fw = program("FW", "fw")
    if not fw:
        return []
    with open(os.path.join(machine.WORK, "vw_namespace_map.csv"), "w") as out:
        out.write("f,feature\n")
    flags = "--vwcompat --adaptive --sgd --keep f --hash all -b 18 -l 0.5 --power_t 0.5 --link logistic --loss_function logistic"
    return [peer(files, "sparse", "Fwumious logistic", [fw, "--data", files.text("sparse", "vw"), *flags.split()])]


def liblinear(files):
    train = program("LIBLINEAR_TRAIN", "liblinear-train")
    model = os.path.join(machine.WORK, "liblinear.model")
    return [peer(files, "sparse", "liblinear -s 3 (batch)", [train, "-s", "3", "-q", files.text("sparse"), model], slow=True)] if train else []


def python(files):
    groups = {"scikit-learn": [], "River": []}
    for name, package, kind, rows in PYTHON:
        if has(package):
            rows = min(rows or files.rows[kind], files.rows[kind])
            command = [sys.executable, PYTHON_PEER, name, files.text(kind), str(rows)]
            groups["scikit-learn" if package == "sklearn" else "River"].append(
                Program(kind, f"{name.replace('-', ' ')}, {rows} rows", command, "floor: PA-I", rows,
                        lambda run: run.last_json()["error"], lambda run: run.last_json()["seconds"], slow=True))
    return groups
