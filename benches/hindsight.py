#!/usr/bin/env python3
"""`noregret hindsight` beside LIBLINEAR: the same objective, the same data, one thread each.

    python3 benches/hindsight.py [--data DIR] [--sets a9a,w8a] [--gap 1e-4] [--repeats 5] [--program FILE]

Objective: 0.5 |w|^2 + C sum of losses, C = 1, on rows that hold a constant feature of 1 (no other bias). DIR (else $NOREGRET_DATA, else
../shared/data) holds a9a, w8a, spambase and cal_housing. The columns of spambase are divided by their standard deviation,
those of cal_housing standardised and its target in standard deviations; the sets called -raw are as they are, and hard for both
programs, so they run only if named. LIBLINEAR is the one inside scikit-learn (LinearSVC and LinearSVR, dual), whose limit on
iterations can be lifted. Its tolerance is the largest of a ladder with which it comes as near to the optimum as we do. Times are CPU seconds, least
of the repeats: of a fit less one stopped after an iteration, and of a run of ours less one without a sweep, so reading and conversion do
not count. Both weight vectors are judged by one function, and ridge regression by a direct solve. Prints Markdown.
"""
import argparse
import json
import os
import resource
import subprocess
import time
import warnings

import numpy as np
from solvers import problems, weights

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench", "hindsight")
LADDER = [10.0**-e for e in np.arange(0.0, 8.1, 0.5)]
MOST_ITERATIONS = 100_000
SURE = 1e-9


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--sets", default="", help="names, separated by commas")
    parser.add_argument("--gap", type=float, default=1e-4)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


def run(words):
    """What a program prints, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(program, problem, gap, repeats):
    """Weights, report and seconds of the search."""
    model = os.path.join(WORK, "found.model")
    words = [program, "hindsight", problem.path, "--problem", problem.task, "--loss", problem.loss, "--no-bias", "-C", "1"]
    words += ["--json", "--threads", "1", "-o", model, "--gap"]
    rest = min(run(words + ["0.999", "--max-sweeps", "0"])[1] for _ in range(repeats))
    runs = [run(words + [str(gap), "--max-sweeps", "1000000"]) for _ in range(repeats)]
    seconds = max(min(seconds for _, seconds in runs) - rest, 1e-4)
    return weights.read(model, problem.x.shape[1]), json.loads(runs[0][0]), seconds


def fit(problem, tolerance, iterations):
    """Weights and seconds of one fit by LIBLINEAR."""
    machine = problem.machine(tol=tolerance, max_iter=iterations)
    start = time.process_time()
    machine.fit(problem.x, problem.y)
    return machine.coef_.ravel(), time.process_time() - start


def theirs(problem, wanted, repeats):
    """The fastest way of LIBLINEAR to an objective of at most this: weights, seconds, tolerance."""
    overhead = min(fit(problem, 1.0, 1)[1] for _ in range(repeats))
    for tolerance in LADDER:
        found, _ = fit(problem, tolerance, MOST_ITERATIONS)
        if problem.objective(found) <= wanted:
            break
    seconds = min(fit(problem, tolerance, MOST_ITERATIONS)[1] for _ in range(repeats))
    return found, max(seconds - overhead, 0.0), tolerance


def row(program, problem, args):
    found, report, mine = ours(program, problem, args.gap, args.repeats)
    sure = ours(program, problem, SURE, 1)[1]
    least, value = sure["dual"], problem.objective(found)
    cells = [problem.name, problem.loss, f"{len(problem.y)}", f"{report['gap']:.1e}", f"{value:.6g}", f"{value / least - 1:.1e}"]
    if problem.machine:
        other, seconds, tolerance = theirs(problem, value, args.repeats)
        peer = f"LIBLINEAR, tolerance {tolerance:.0e}"
    else:
        start = time.process_time()
        other, peer = problem.direct(), "direct solve"
        seconds = time.process_time() - start
    theirs_value = problem.objective(other)
    cells += [peer, f"{theirs_value:.6g}", f"{abs(value - theirs_value) / theirs_value:.1e}"]
    return cells + [f"{mine:.4f}", f"{seconds:.4f}", f"{seconds / mine:.1f}"]


def main():
    warnings.filterwarnings("ignore")
    args = arguments()
    program = args.program or build()
    os.makedirs(WORK, exist_ok=True)
    head = ["set", "loss", "rows", "gap", "objective", "above the least", "peer", "its objective", "apart", "seconds", "its seconds", "times faster"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for problem in problems.found(args.data, WORK, args.sets.split(",") if args.sets else None):
        print("| " + " | ".join(row(program, problem, args)) + " |", flush=True)


if __name__ == "__main__":
    main()
