#!/usr/bin/env python3
"""Runs an old and a new noregret over the same commands on small data; reports every difference.

    python3 benches/equivalence.py --old PATH --new PATH [--jobs 2] [--only REGEX] [--every N]
                                   [--list] [--full] [--bytes]

Every algorithm x problem x format is learned with and predicted with; the further commands (resume,
test, compare, hindsight, passes, inspect) go round over the formats, so that each algorithm and
problem meets all of them (`--full`: in every format). Besides: the default learner, -a auto,
convert, boost, components, kernels, scopes, readouts, ways of reading, broken rows, caches, long
files, wrong usages. Exit code, standard output, standard error and files must be the same but for
times. Models and caches are compared by what the program that wrote them says of them; how many are
the same as bytes is counted (`--bytes`: must be). Differences that are meant have a row in
equivalence/intended.py. Exit code 1 if there are others.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from equivalence import choices, commands, components, difference, execute, files, flags, grid
from equivalence import reading, summary, wrong


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="the program that is right")
    parser.add_argument("--new", help="the program to compare with it (else the same)")
    parser.add_argument("--jobs", type=int, default=2, help="scenarios at a time")
    parser.add_argument("--only", default="", help="only scenarios whose name or a command matches")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth of them")
    parser.add_argument("--list", action="store_true", help="print the scenarios and do nothing")
    parser.add_argument("--full", action="store_true",
                        help="every command in every format of the grid")
    parser.add_argument("--bytes", action="store_true",
                        help="models and caches must be the same as bytes")
    return parser.parse_args()


def listed(program, kind):
    """What `noregret list KIND --json` says."""
    out = subprocess.run([program, "list", kind, "--json"], stdout=subprocess.PIPE,
                         check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def algorithms(program):
    """Name -> problems it is for; one against the rest takes what is for two classes."""
    found = {}
    for row in listed(program, "algorithms"):
        fits = {loss.split(":")[0] for loss in row["losses"]}
        found[row["name"]] = fits | ({"one-vs-rest"} if "binary" in fits else set())
    return found


def scenarios(program, full):
    """All of them; names are unique."""
    problems = [row["name"] for row in listed(program, "problems")]
    made = grid.scenarios(algorithms(program), problems, full)
    for family in (choices, components, flags, reading, commands, wrong):
        made += family.scenarios()
    counts = collections.Counter(scenario.name for scenario in made)
    doubled = [name for name, count in counts.items() if count > 1]
    if doubled:
        raise ValueError(f"scenarios of one name: {doubled}")
    return made


def wanted(made, pattern):
    text = "{0.name}\n{1}".format
    return [s for s in made if re.search(pattern, text(s, "\n".join(s.steps)), re.M)]


def run_all(made, args):
    """Every scenario, some at a time; outcomes in their order."""
    programs = [os.path.abspath(path) for path in (args.old, args.new or args.old)]
    report, start = summary.Report(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="equivalence-") as work:
        data = os.path.join(work, "data")
        execute.lay_out(files.catalogue(), data)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            try_one = lambda s: difference.tried(s, programs, data, work, args.bytes)
            for at, outcome in enumerate(pool.map(try_one, made), 1):
                report.add(outcome)
                if at % 500 == 0:
                    print(f"{at} of {len(made)} scenarios", file=sys.stderr, flush=True)
    report.finish(time.monotonic() - start)
    return report


def main():
    args = arguments()
    os.nice(5)
    made = wanted(scenarios(args.old, args.full), args.only)[::args.every]
    if args.list:
        for scenario in made:
            print(scenario.name, *(f"    {step}" for step in scenario.steps), sep="\n")
        print(f"{len(made)} scenarios, {sum(len(s.steps) for s in made)} steps")
        return 0
    return 1 if run_all(made, args).differences() else 0


if __name__ == "__main__":
    sys.exit(main())
