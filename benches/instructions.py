#!/usr/bin/env python3
"""Where the time goes, counted instead of timed: instructions a row and the heaviest functions, by callgrind.

    python3 benches/instructions.py [--rows 20000] [--top 5] [--only REGEX] [--json FILE]

Needs valgrind. Counts do not depend on what else the machine does, so two builds can be compared to the last digit (cache
misses are not in them). The learning loop alone is what two passes over rows in memory need more than one.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

from speed import files, machine, programs

LINE = re.compile(r"^\s*([\d,]+) \([ \d.]+%\)\s+(\S.*)$")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--top", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", default="")
    return parser.parse_args()


def count(command):
    """function -> instructions of its own; None if the program failed."""
    with tempfile.NamedTemporaryFile() as profile:
        call = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={profile.name}", *command]
        if subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=machine.WORK).returncode:
            return None
        text = subprocess.check_output(["callgrind_annotate", "--threshold=100", "--auto=no", profile.name]).decode()
    found = Counter()
    for number, place in (m.groups() for m in map(LINE.match, text.splitlines()) if m):
        if place != "PROGRAM TOTALS":
            found[function(place)] += int(number.replace(",", ""))
    return found


def function(place):
    """`file:path::to::Type::name [object]` as `Type::name`."""
    name = re.sub(r" \[[^\]]*\]$", "", place).split(":", 1)[1]
    name = re.sub(r"\b(?:[a-z_0-9]+::)+(?=[A-Z<])", "", name)
    return re.sub(r"\b(?:[a-z_0-9]+::)+(?=[a-z_0-9]+::[a-z_0-9]+$)", "", name)


def difference(command):
    """One more pass of the in-memory bench: loading and start are the same in both runs."""
    one, two = count([*command, "1"]), count([*command, "2"])
    return None if one is None or two is None else two - one


def cases(floor, data):
    """name -> how it is counted."""
    memory = machine.release("in-memory")
    sparse, classes, dense = (data.text(kind) for kind in ("sparse", "classes", "dense"))
    found = {
        "floor: PA-I, 2 classes": lambda: count([floor, "pa", sparse, "1"]),
        "PA-I, 2 classes": lambda: count(programs.learn(sparse)),
        "limit: PA-I, 2 classes, in memory": lambda: difference([memory, sparse, "binary", "pa1", "limit"]),
        "PA-I, 2 classes, in memory, learn_many": lambda: difference([memory, sparse, "binary", "pa1", "learn_many"]),
        "PA-I, 2 classes, in memory, a call per row": lambda: difference([memory, sparse, "binary", "pa1", "learn"]),
        "default learner, 2 classes": lambda: count(programs.default(sparse)),
        "floor: PA-I, 50 classes": lambda: count([floor, "mc", classes, "50", "1"]),
        "PA-I, 50 classes": lambda: count(programs.learn(classes)),
        "PA-I, 50 classes, in memory, learn_many": lambda: difference([memory, classes, "multiclass", "pa1", "learn_many"]),
        "default learner, 50 classes": lambda: count(programs.default(classes)),
        "floor: PA-I, 10 classes dense": lambda: count([floor, "mc", dense, "10", "1"]),
        "PA-I, 10 classes dense": lambda: count(programs.learn(dense)),
        "default learner, 10 classes dense": lambda: count(programs.default(dense)),
    }
    for kind, title in (("sparse", "2 classes"), ("classes", "50 classes"), ("dense", "10 classes dense")):
        cache = data.cache(kind)
        if cache:
            found[f"PA-I, {title}, from cache"] = lambda cache=cache: count(programs.learn(cache))
    return found


def main():
    args = arguments()
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed")
    os.environ["CARGO_PROFILE_RELEASE_STRIP"] = "none"  # the heaviest functions by their names
    machine.build()
    # Vectors of 256 bits at most: valgrind knows no wider ones.
    floor = machine.compile_c("floor", "-O3", "-march=x86-64-v3", "-ffast-math", out="floor-v3")
    data = files.Files(args.rows)
    data.rows["dense"] = args.rows
    results = {}
    print(f"{args.rows} rows\n\n| what | instructions a row | heaviest functions |\n|---|---|---|")
    for name, counted in cases(floor, data).items():
        if not re.search(args.only, name):
            continue
        found = counted()
        if not found:
            print(f"| {name} | failed | |", flush=True)
            continue
        total = sum(found.values())
        heavy = ", ".join(f"`{f}` {100 * n / total:.0f} %" for f, n in found.most_common(args.top))
        print(f"| {name} | {total / args.rows:.0f} | {heavy} |", flush=True)
        results[name] = {"per_row": total / args.rows, "functions": dict(found.most_common(4 * args.top))}
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)


if __name__ == "__main__":
    main()
