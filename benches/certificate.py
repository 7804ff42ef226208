#!/usr/bin/env python3
"""How tight the proved floor is, and what it costs: the tables of docs/certificate.md.

    python3 benches/certificate.py [--data DIR] [--rows 10000000] [--reps 5] [--no-growth]

Floors are compared with the truth: the loss of the best predictor at C = 0.1, found afterwards by
`noregret hindsight` to a gap of 1e-4, at its norm. Times are CPU seconds, the least of the
repetitions, interleaved.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAM = os.path.join(ROOT, "target", "release", "noregret")
C = "0.1"
MODES = ("off", "live", "tight")


def run(*words):
    """The last JSON object that the program prints, and the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr.strip()}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout.splitlines()[-1]), cpu


def floor_at(room, norm):
    """What no linear model of this norm has lost less than."""
    return max(0.0, *(b["gain"] - b["slope"] * norm for b in room["frontier"]))


def truth(path, *flags):
    """Norm and loss of the best predictor at C."""
    found, _ = run("hindsight", path, "-a", "pa1", "-C", C, "--gap", "1e-4", *flags)
    return found["regret"]["complexity"], found["regret"]["best_loss"]


def share(path, mode, best, *flags):
    """The floor as a share of the truth, and the CPU seconds of the run."""
    done, cpu = run("learn", path, "-a", "pa1", "--certificate", mode, *flags)
    room = done["headroom"][0]
    return floor_at(room, best[0]) / best[1], cpu


def tightness(sets):
    print("| set | rows | norm | loss a row | live | tight |")
    print("|---|---|---|---|---|---|")
    for name, path, flags in sets:
        best = truth(path, *flags)
        rows = run("learn", path, "-a", "pa1", "--certificate", "off", *flags)[0]["examples"]
        live, tight = (share(path, mode, best, *flags)[0] for mode in ("live", "tight"))
        print(f"| {name} | {rows} | {best[0]:.3g} | {best[1] / rows:.4f} | {live:.3f} | {tight:.3f} |")
        sys.stdout.flush()


def standardised(sets):
    print("\n| set (default learner, standardised columns) | norm | floor | found | floor / found |")
    print("|---|---|---|---|---|")
    for name, path in sets:
        room = run("learn", path, "--certificate", "live")[0]["headroom"][0]
        ratio = room["floor"] / room["found"]
        print(f"| {name} | {room['norm']:.4g} | {room['floor']:.4g} | {room['found']:.4g} | {ratio:.3f} |")


def price(path, reps):
    print("\n| sparse file from text, CPU s | off | live | tight | live / off |")
    print("|---|---|---|---|---|")
    for name, flags in (("`-a pa1`", ("-a", "pa1")), ("default learner", ())):
        least = {mode: float("inf") for mode in MODES}
        for _ in range(reps):
            for mode in MODES:
                cpu = run("learn", path, "--certificate", mode, *flags)[1]
                least[mode] = min(least[mode], cpu)
        ratio = least["live"] / least["off"]
        cells = " | ".join(f"{least[mode]:.3f}" for mode in MODES)
        print(f"| {name} | {cells} | {ratio:.2f} |")
        sys.stdout.flush()


def growth(folder, gen, most):
    print("\n| rows (20 cells each) | norm | loss a row | live | CPU off | CPU live | tight | CPU tight |")
    print("|---|---|---|---|---|---|---|---|")
    rows = 1000
    while rows <= most:
        path = os.path.join(folder, "growth.svm")
        subprocess.run([gen, "sparse", "-n", str(rows), "-d", "20000", "-k", "20", "-f", "svm", "-o", path],
                       check=True, capture_output=True)
        best = truth(path)
        off = run("learn", path, "-a", "pa1", "--certificate", "off")[1]
        live, tight = share(path, "live", best), share(path, "tight", best)
        cells = [rows, f"{best[0]:.3g}", f"{best[1] / rows:.4f}", f"{live[0]:.3f}", f"{off:.2f}",
                 f"{live[1]:.2f}", f"{tight[0]:.3f}", f"{tight[1]:.2f}"]
        print("| " + " | ".join(map(str, cells)) + " |")
        sys.stdout.flush()
        rows *= 10


def mnist(folder, data):
    """MNIST as svmlight, values divided by 255."""
    import gzip
    path = os.path.join(folder, "mnist.svm")
    read = lambda name: gzip.open(os.path.join(data, "mnist", name)).read()
    images, labels = read("train-images-idx3-ubyte.gz"), read("train-labels-idx1-ubyte.gz")
    with open(path, "w") as out:
        for t in range(len(labels) - 8):
            cells = enumerate(images[16 + 784 * t:16 + 784 * (t + 1)], 1)
            row = " ".join(f"{j}:{round(v / 255, 4)}" for j, v in cells if v)
            out.write(f"{labels[8 + t]} {row}\n")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared", "data"))
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--program", default=PROGRAM)
    args = parser.parse_args()
    globals()["PROGRAM"] = args.program
    with tempfile.TemporaryDirectory() as folder:
        gen = os.path.join(folder, "gen")
        subprocess.run(["cc", "-O2", "-o", gen, os.path.join(HERE, "gen.c"), "-lm"], check=True)
        sparse = os.path.join(folder, "sparse.svm")
        subprocess.run([gen, "sparse", "-f", "svm", "-o", sparse], check=True, capture_output=True)
        price(sparse, args.reps)
        at = lambda *parts: os.path.join(args.data, *parts)
        print()
        tightness([
            ("spam (examples/spam)", os.path.join(ROOT, "examples", "spam", "train.vw.gz"), ()),
            ("a9a", at("a9a", "a9a.gz"), ()),
            ("w8a", at("w8a", "w8a.gz"), ()),
            ("the sparse file of the benchmark", sparse, ()),
            ("MNIST", mnist(folder, args.data), ("--problem", "multiclass")),
        ])
        standardised([
            ("spambase", at("spambase", "spambase.csv.gz")),
            ("cal_housing", at("cal_housing", "cal_housing.csv.gz")),
        ])
        if not args.no_growth:
            growth(folder, gen, args.rows)


if __name__ == "__main__":
    main()
