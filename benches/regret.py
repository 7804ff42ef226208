#!/usr/bin/env python3
"""Certified beside true regret: `noregret compare --hindsight` with every algorithm that fits, on public sets.

    python3 benches/regret.py [--data DIR] [--sets a9a,letter] [--gap 1e-3] [--program FILE] [--json FILE]

DIR (else $NOREGRET_DATA, else ../shared/data) holds the sets under the names in regrets/sets.py, which also says how each is scaled,
how many rows of it are taken and after how many sweeps a search gives up. The true regret is that against the predictor found for the loss, geometry and C of the algorithm;
against the best of the same complexity it is larger by at most the duality gap. An algorithm without such a predictor is left
out, and counted. Prints Markdown: a table a task, a cell `true / certified (ratio)`, and how many cells violate `true <= certified`.
"""
import argparse
import json
import os
import subprocess
import sys
import time

from regrets import sets

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench", "regret")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--sets", default="", help="names, separated by commas")
    parser.add_argument("--gap", type=float, default=1e-3)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    parser.add_argument("--json", default="")
    return parser.parse_args()


def build():
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "noregret")


def compared(program, data, args):
    """What the program says of each algorithm on a set."""
    words = [program, "compare", data.path, "--problem", data.task, "--hindsight", "--json"]
    words += ["--gap", str(args.gap), "--max-sweeps", str(data.sweeps)]
    start = time.perf_counter()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    runs = [json.loads(line) for line in done.stdout.decode().splitlines()]
    print(f"{data.name}, {data.task}: {len(runs)} runs in {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    return {run["algorithm"]: run["hindsight"] for run in runs}


def is_found(run):
    return run is not None and "regret" in run


def short(number):
    return f"{number:.0f}" if abs(number) >= 1000 else f"{number:.4g}"


def shown(run):
    if not is_found(run):
        return "–"
    regret, ratio = run["regret"], run["ratio"]
    if regret["certified"] is None:
        return f"{short(regret['regret'])} / none"
    cell = f"{short(regret['regret'])} / {short(regret['certified'])}"
    cell += "" if ratio is None else f" ({ratio:.3g})"
    cell += "" if run["reached"] else "*"
    return f"**{cell}: violated**" if run["violated"] else cell


def table(task, results):
    """One task: a row an algorithm, a column a set."""
    columns = [(data, runs) for data, runs in results if data.task == task]
    heads = [f"{data.name} ({data.rows} rows)" for data, _ in columns]
    print(f"**{task}**\n\n| algorithm | " + " | ".join(heads) + " |\n|---|" + "---|" * len(heads))
    for name in dict.fromkeys(name for _, runs in columns for name in runs):
        if any(is_found(runs.get(name)) for _, runs in columns):
            print(f"| {name} | " + " | ".join(shown(runs.get(name)) for _, runs in columns) + " |")
    print()


def summary(results, gap):
    runs = [run for _, of_set in results for run in of_set.values()]
    found = [run for run in runs if is_found(run)]
    ratios = sorted(run["ratio"] for run in found if run["ratio"] is not None)
    wide = [run["gap"] for run in found if not run["reached"]]
    print("- `true / certified (ratio)`; no ratio where the true regret is not above 0.")
    print(f"- Gaps are at most {gap} of the value" + (f", but for {len(wide)} cells with *: {max(wide):.2g} at most." if wide else "."))
    print(f"- {len(runs) - len(found)} runs have no best predictor in hindsight: C infinite.")
    if ratios:
        print(f"- ratios: {ratios[0]:.3g} at least, {ratios[len(ratios) // 2]:.3g} in the median, {ratios[-1]:.3g} at most.")
    proved = [run["regret"] for run in found if run["regret"]["certified"] is not None]
    sure = sum(r["regret"] + r["within"] <= r["certified"] for r in proved)
    print(f"- Of {len(proved)} certified regrets {sure} are also above the true one and the gap, so whatever the best predictor is.")
    print(f"\n{len(found)} regrets, {sum(run['violated'] for run in found)} violations of true <= certified.")


def main():
    args = arguments()
    program = args.program or build()
    os.makedirs(WORK, exist_ok=True)
    found, missing = sets.prepared(args.data, WORK, args.sets.split(",") if args.sets else None)
    results = [(data, compared(program, data, args)) for data in found]
    for task in dict.fromkeys(data.task for data in found):
        table(task, results)
    for data in found:
        print(f"- {data.name} ({data.task}): {data.about}.")
    for name in missing:
        print(f"- {name}: not in the data directory")
    summary(results, args.gap)
    if args.json:
        with open(args.json, "w") as out:
            json.dump([{"set": d.name, "task": d.task, "runs": runs} for d, runs in results], out, indent=1)


if __name__ == "__main__":
    main()
