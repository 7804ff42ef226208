#!/usr/bin/env python3
"""`noregret hindsight` beside LIBLINEAR: the same objective, the same data, one thread each.

    python3 benches/hindsight.py [--data DIR] [--sets a9a,letter-500] [--gap 1e-4] [--sure 1e-9] [--repeats 5] [--program FILE]

Objective: 0.5 |w|^2 + C sum of losses, C = 1 unless said otherwise, on rows that hold a constant feature of 1 (no other bias). DIR (else
$NOREGRET_DATA, else ../shared/data) holds a9a, w8a, spambase, cal_housing and letter. letter is the multiclass machine of Crammer and Singer
(LIBLINEAR's -s 4) at C = 1 and 100: all rows, values divided by 15, and its first 500 rows as they are. The columns of spambase are divided by their standard deviation,
those of cal_housing standardised and its target in standard deviations; the sets called -raw are as they are, and hard for both
programs, so they run only if named. LIBLINEAR is the one inside scikit-learn (LinearSVC and LinearSVR, dual), whose limit on
iterations can be lifted, but for letter, where it is 100,000. Its tolerance is the largest of a ladder with which it comes as near to the
optimum as we do. Where no tolerance brings it there, the smallest objective it reaches is what we are timed to: our gap is then the largest of a ladder with which ours
is no larger. Times are wall seconds of
solving from rows in memory, least of the repeats, nothing taken off: `solving_seconds` of our report (the search alone, after reading), and the
call of `fit`, which also checks and copies the matrix; what a fit costs that stops after its first iteration stands beside it. Both
weight vectors are judged by one function, and ridge regression by a direct solve. Prints Markdown.
"""
import argparse
import json
import os
import subprocess
import time
import warnings

# One thread each; read when numpy is loaded.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import numpy as np  # noqa: E402
from solvers import problems, weights  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench", "hindsight")
LADDER = [10.0**-e for e in np.arange(0.0, 8.1, 0.5)]
GAPS = [10.0**-e for e in np.arange(0.05, 4.0, 0.25)]
MOST_ITERATIONS = 100_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--sets", default="", help="names, separated by commas")
    parser.add_argument("--gap", type=float, default=1e-4)
    parser.add_argument("--sure", type=float, default=1e-9, help="the gap to which the least objective is bounded")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


def ours(program, problem, gap, repeats):
    """Weights, report and seconds of the search."""
    model = os.path.join(WORK, "found.model")
    words = [program, "hindsight", problem.path, "--problem", problem.task, "--loss", problem.loss, "--no-bias", "-C", str(problem.c)]
    words += ["--json", "--threads", "1", "-o", model, "--gap", str(gap), "--max-sweeps", "1000000"]
    runs = [json.loads(subprocess.check_output(words, stderr=subprocess.DEVNULL)) for _ in range(repeats)]
    return weights.read(model, problem.x.shape[1]), runs[0], min(run["solving_seconds"] for run in runs)


def least(repeats, solve):
    """What the last of the repeats found, and the wall seconds of the fastest."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        found = solve()
        seconds.append(time.perf_counter() - start)
    return found, min(seconds)


def fit(problem, tolerance, iterations):
    """Weights of one fit by LIBLINEAR."""
    return problem.machine(tol=tolerance, max_iter=iterations).fit(problem.x, problem.y).coef_.squeeze()


def theirs(problem, wanted, repeats):
    """The fastest way of LIBLINEAR to an objective of at most this, or the least it reaches: weights, seconds, tolerance."""
    tried = []
    for tolerance in LADDER:
        value = problem.objective(fit(problem, tolerance, MOST_ITERATIONS))
        if tried and value == tried[-1][0]:
            # At its limit on iterations: smaller tolerances change nothing.
            break
        tried.append((value, tolerance))
        if value <= wanted:
            break
    _, tolerance = min(tried)
    found, seconds = least(repeats, lambda: fit(problem, tolerance, MOST_ITERATIONS))
    return found, seconds, tolerance


def ours_to(program, problem, wanted, args):
    """Our answer at the largest gap that brings us to an objective of at most this."""
    for gap in GAPS:
        found, report, mine = ours(program, problem, gap, args.repeats)
        if problem.objective(found) <= wanted:
            break
    return found, report, mine


def row(program, problem, args):
    found, report, mine = ours(program, problem, args.gap, args.repeats)
    sure = report if args.sure >= args.gap else ours(program, problem, args.sure, 1)[1]
    # The report's values are those of the objective divided by C.
    least_value, value, first = problem.c * sure["dual"], problem.objective(found), "–"
    if problem.machine:
        other, seconds, tolerance = theirs(problem, value, args.repeats)
        peer = f"LIBLINEAR, tolerance {tolerance:.0e}"
        if problem.objective(other) > value:
            found, report, mine = ours_to(program, problem, problem.objective(other), args)
            value, peer = problem.objective(found), peer + ", the least it reaches"
        if problem.task != "multiclass":
            first = f"{least(args.repeats, lambda: fit(problem, 1.0, 1))[1]:.4f}"
    else:
        other, seconds = least(args.repeats, problem.direct)
        peer = "direct solve"
    theirs_value = problem.objective(other)
    cells = [problem.name, problem.loss, f"{len(problem.y)}", f"{report['gap']:.1e}", f"{value:.6g}", f"{value / least_value - 1:.1e}"]
    cells += [peer, f"{theirs_value:.6g}", f"{abs(value - theirs_value) / theirs_value:.1e}"]
    return cells + [f"{mine:.4f}", f"{seconds:.4f}", first, f"{seconds / mine:.1f}"]


def main():
    warnings.filterwarnings("ignore")
    args = arguments()
    program = args.program or build()
    os.makedirs(WORK, exist_ok=True)
    head = ["set", "loss", "rows", "gap", "objective", "above the least", "peer", "its objective", "apart", "seconds", "its seconds", "of its first iteration", "times faster"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for problem in problems.found(args.data, WORK, args.sets.split(",") if args.sets else None):
        print("| " + " | ".join(row(program, problem, args)) + " |", flush=True)


if __name__ == "__main__":
    main()
