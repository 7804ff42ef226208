#!/usr/bin/env python3
"""Which learners the default should begin with for two classes, chosen by leaving one family of sets out.

    python3 benches/candidates.py [--data DIR] [--program PROGRAM] [--tasks REGEX] [--plain 7] [--standardised 4]

Every learner of the pool (contest/pool.py) runs alone once over every two-class task (contest/tasks.py), in file order and in
two shuffles; its mistakes are kept in target/bench/contest. From them the contest of the default is played again for any list of
candidates (contest/replay.py). A list is judged by the mean over the families of log(errors of the contest / errors of the best
of the pool), and built by adding the learner that helps most, then by exchanging one at a time while that helps. For every
family such a list is chosen from the others alone. Prints Markdown.
"""
import argparse
import math
import os
import re
import subprocess

from contest import pool, record, replay

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The list before this choice.
BEFORE = (("adagrad-scaled", 0.1, False), ("arow-scaled", 0.5, False), ("arow-scaled", 0.05, False), ("pa1", 1, False), ("arow", 0.5, True), ("arow", 0.05, True), ("pa1", 1, True))
# Competes whatever is chosen: no task here has rows of unit length but rcv1, and on the made-up ones of benches/gen.c it is best.
KEPT = (("adagrad-scaled", 0.1, False),)
# Mistakes added to both sides of a ratio, so that tasks with a handful of them do not decide.
FEW = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    parser.add_argument("--tasks", default="", help="only tasks that match")
    parser.add_argument("--plain", type=int, default=7, help="candidates that see the features as they are, at most, beside KEPT")
    parser.add_argument("--standardised", type=int, default=4, help="candidates with standardised columns, at most")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


class Judge:
    """What a list costs on a stream, remembered."""

    def __init__(self, streams):
        self.streams, self.known = streams, {}

    def played(self, chosen, stream):
        fitting = tuple(c for c in chosen if stream.fits(c))
        key = fitting, stream.task.name, stream.order
        if key not in self.known:
            curves = [stream.curves[c] for c in fitting]
            self.known[key] = replay.play(curves, stream.rows) if curves else (stream.rows, 0, 0)
        return self.known[key]

    def cost(self, chosen, families):
        """Mean over families of the mean log ratio to the best of the pool (FEW mistakes added to both)."""
        sums = {f: [0.0, 0] for f in families}
        for s in self.streams:
            if s.task.family in sums:
                entry = sums[s.task.family]
                entry[0] += math.log((self.played(chosen, s)[0] + FEW) / (s.least + FEW))
                entry[1] += 1
        return sum(total / count for total, count in sums.values()) / len(sums)


def allowed(chosen, args):
    standardised = sum(c[2] for c in chosen)
    return standardised <= args.standardised and len(chosen) - standardised <= args.plain


def choose(judge, families, args):
    """Greedy, then exchanges."""
    chosen, cost = (), math.inf
    while True:
        grown = [chosen + (c,) for c in pool.pool() if c not in chosen + KEPT and allowed(chosen + (c,), args)]
        swapped = [chosen[:i] + (c,) + chosen[i + 1:] for i in range(len(chosen)) for c in pool.pool() if c not in chosen + KEPT]
        shrunk = [chosen[:i] + chosen[i + 1:] for i in range(len(chosen)) if len(chosen) > 1]
        best = None
        for lists in (grown, [s for s in swapped if allowed(s, args)], shrunk):
            for other in lists:
                found = judge.cost(other + KEPT, families)
                if found < cost - 1e-4:
                    best, cost = other, found
            if best:
                break
        if not best:
            return chosen + KEPT, cost
        chosen = best


def percent(mistakes, stream):
    return 100 * mistakes / stream.rows


def main():
    args = arguments()
    work = os.path.join(ROOT, "target", "bench", "contest")
    streams = list(record.streams(args.program or build(), args.data, work, re.compile(args.tasks)))
    judge = Judge(streams)
    families = list(dict.fromkeys(s.task.family for s in streams))
    alone = {c: judge.cost((c,), families) for c in pool.pool() if not c[2]}
    everything, cost = choose(judge, families, args)
    print("chosen from all families: " + ", ".join(map(pool.shown, everything)) + f" ({cost:.4f}; the list before {judge.cost(BEFORE, families):.4f})\n")
    print("| family left out | chosen without it |\n|---|---|")
    without = {}
    for family in families:
        others = [f for f in families if f != family]
        without[family] = choose(judge, others, args)[0], (min(alone, key=lambda c: judge.cost((c,), others)),)
        print(f"| {family} | {', '.join(map(pool.shown, without[family][0]))} |", flush=True)
    print("\n| task, mean over its orders (in file order) | rows | before | chosen without its family | chosen from all | one candidate, chosen without it | best of the pool |\n|---|---|---|---|---|---|---|")
    for name in dict.fromkeys(s.task.name for s in streams):
        own = [s for s in streams if s.task.name == name]
        chosen, single = without[own[0].task.family]
        lists = (BEFORE, chosen, everything, single)
        rates = [[percent(judge.played(c, s)[0], s) for s in own] for c in lists] + [[percent(s.least, s) for s in own]]
        print(f"| {name} | {own[0].rows} | " + " | ".join(f"{sum(r) / len(r):.2f} ({r[0]:.2f})" for r in rates) + " |")
    worst = max(families, key=lambda f: judge.cost(without[f][0], [f]))
    for some, words in ((families, ""), ([f for f in families if f != worst], f", {worst} not counted")):
        columns = (lambda f: BEFORE, lambda f: without[f][0], lambda f: everything, lambda f: without[f][1])
        means = [sum(judge.cost(of(f), [f]) for f in some) / len(some) for of in columns]
        print(f"| mean log ratio to the best of the pool{words} | | " + " | ".join(f"{m:.3f}" for m in means) + " | 0 |")


if __name__ == "__main__":
    main()
