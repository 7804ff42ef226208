#!/usr/bin/env python3
"""Progressive error of `noregret learn FILE`, without a flag, beside other online learners at their defaults.

    python3 benches/accuracy.py [--data DIR] [--sets a9a,letter] [--peers REGEX] [--cached] [--slow] [--json FILE]

Each row is predicted, then learned, once. DIR (else $NOREGRET_DATA, else ../shared/data) holds the public sets under the
names in peers/sets.py. Peers are the Python packages vowpalwabbit, scikit-learn and river of the Python that runs this;
a missing one is left out. What a peer got is kept in target/bench/accuracy/peers.json (by set, peer and version), so a second
run repeats only ours; `--cached` starts no peer at all. Prints Markdown.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import time

import peers
from peers import sets

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench", "accuracy")
CACHE = os.path.join(WORK, "peers.json")
TASKS = {"binary": "Two classes: % wrong", "multiclass": "Several classes: % wrong", "regression": "Numbers: root mean squared error (mean absolute error)"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--sets", default="", help="names, separated by commas")
    parser.add_argument("--peers", default="", help="run and show only the peers that match")
    parser.add_argument("--cached", action="store_true", help="show kept results of peers, run none")
    parser.add_argument("--slow", action="store_true", help="also run the peers that take longer than minutes on a set")
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    parser.add_argument("--json", default="")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


def prepared(args):
    os.makedirs(WORK, exist_ok=True)
    wanted = args.sets.split(",") if args.sets else [s.name for s in sets.all_sets()]
    found = [s for s in sets.all_sets() if s.name in wanted and s.prepare(args.data, WORK)]
    missing = sorted(set(wanted) - {s.name for s in found})
    return found, missing


def ours(program, data):
    """The program as anyone would start it; only the report is asked for as JSON."""
    start = time.perf_counter()
    done = subprocess.run([program, "learn", data.path, "--json"], stdout=subprocess.PIPE, check=True)
    final = json.loads(done.stdout.decode().strip().splitlines()[-1])
    result = {"rows": final["examples"], "algorithm": final["algorithm"], "seconds": time.perf_counter() - start}
    if data.task == "regression":
        square = final.get("mean_squared_error")
        return {**result, "rmse": None if square is None else math.sqrt(square), "mae": final.get("mean_absolute_error")}
    return {**result, "error": final.get("error_rate")}


def kept():
    try:
        with open(CACHE) as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


def keep(key, result):
    """Reads again before writing: another run may have added to the file."""
    cache = {**kept(), key: result}
    with open(CACHE + ".new", "w") as out:
        json.dump(cache, out, indent=1)
    os.replace(CACHE + ".new", CACHE)


def of_peer(peer, data, args, notes):
    key = f"{data.name}|{peer.name}|{peer.version}"
    result, why = kept().get(key), "" if args.slow else peer.skip(data)
    if result is None and why:
        notes.add(why)
    elif result is None and not args.cached:
        start = time.perf_counter()
        result = peer.run(data)
        result["seconds"] = time.perf_counter() - start
        keep(key, result)
        print(f"{data.name}, {peer.name}: {shown(data, result)} in {result['seconds']:.1f} s", file=sys.stderr, flush=True)
    return result


def batches(results):
    """What was not run one row at a time."""
    found = {(data.name, r["batch"]) for data, scored in results for r in scored.values() if r and r.get("batch", 1) > 1}
    sizes = ", ".join(f"{size} on {name}" for name, size in sorted(found))
    return {f"scikit-learn is given several rows a call, predicted before they are learned: {sizes}"} if found else set()


def measure(data):
    return "rmse" if data.task == "regression" else "error"


def value(data, result):
    """What is compared; a learner that diverged is worse than any other."""
    found = result.get(measure(data)) if result else None
    return math.inf if found is None else found


def shown(data, result):
    if result is None:
        return "–"
    if value(data, result) == math.inf:
        return "diverged"
    if data.task == "regression":
        return f"{result['rmse']:.4g} ({result['mae']:.4g})"
    return f"{100 * result['error']:.2f}"


def table(task, results):
    """One task: a row a program, a column a set; the best of each set in bold."""
    columns = [data for data, _ in results if data.task == task]
    if not columns:
        return
    print(f"### {TASKS[task]}\n\n| program | " + " | ".join(d.name for d in columns) + " |\n|---|" + "---|" * len(columns))
    scores = {data.name: scored for data, scored in results}
    for name in dict.fromkeys(n for d in columns for n in scores[d.name]):
        cells = []
        for data in columns:
            mine = scores[data.name].get(name)
            best = mine and value(data, mine) == min(value(data, r) for r in scores[data.name].values())
            cells.append(f"**{shown(data, mine)}**" if best else shown(data, mine))
        print(f"| {name} | " + " | ".join(cells) + " |")
    print()


def summary(results):
    print("### Against the best peer\n\n| set | rows | noregret | seconds | best peer | its error | at least as good |\n|---|---|---|---|---|---|---|")
    good = 0
    for data, scored in results:
        mine = scored["noregret"]
        others = {n: r for n, r in scored.items() if n != "noregret" and r}
        best = min(others, key=lambda n: value(data, others[n]), default=None)
        wins = best is not None and value(data, mine) <= value(data, others[best])
        good += wins
        verdict = "–" if best is None else "yes" if wins else "no"
        theirs = (best, shown(data, others[best])) if best else ("none run", "–")
        print(f"| {data.name} | {mine['rows']} | {shown(data, mine)} | {mine['seconds']:.2f} | {theirs[0]} | {theirs[1]} | {verdict} |")
    print(f"\nAt least as good as the best peer on {good} of {len(results)} sets.\n")


def main():
    args = arguments()
    program = args.program or build()
    found, missing_sets = prepared(args)
    available, missing = peers.installed()
    available = [p for p in available if re.search(args.peers, p.name)]
    notes, results = set(), []
    for data in found:
        scored = {"noregret": ours(program, data)}
        for peer in available:
            if data.task in peer.tasks:
                scored[peer.name] = of_peer(peer, data, args, notes)
        results.append((data, scored))
    for task in TASKS:
        table(task, results)
    summary(results)
    notes |= batches(results) | {f"{name}: not installed, left out" for name in missing} | {f"{name}: not in the data directory" for name in missing_sets}
    print("\n".join(f"- {note}" for note in sorted(notes)))
    print("- versions: " + (", ".join(sorted({f"{p.name.split()[0]} {p.version}" for p in available})) or "no peer is installed"))
    if args.json:
        with open(args.json, "w") as out:
            json.dump({data.name: scored for data, scored in results}, out, indent=1)


if __name__ == "__main__":
    main()
