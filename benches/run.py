#!/usr/bin/env python3
"""Benchmark noregret against a hand-written C floor, in one run, as ratios.

    python3 benches/run.py [--reps 7] [--rows 200000] [--json FILE]

Builds the generator (gen.c), the floor (floor.c) and noregret, makes the data under target/bench, then
runs everything interleaved and reports the least CPU seconds (user + system) of each: on a shared machine that
is what moves least. Peak memory is the high-water mark of the resident set, sampled from /proc.
"""
import argparse
import json
import os
import re
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "target", "bench")


def compile_c(name, *flags):
    exe, source = os.path.join(WORK, name), os.path.join(ROOT, "benches", name + ".c")
    if not os.path.exists(exe) or os.path.getmtime(exe) < os.path.getmtime(source):
        subprocess.check_call(["cc", *flags, "-o", exe, source, "-lm", "-pthread"])
    return exe


def prepare(rows):
    os.makedirs(WORK, exist_ok=True)
    gen = compile_c("gen", "-O2")
    floor = compile_c("floor", "-O3", "-march=native", "-ffast-math")
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret", "-p", "noregret-bench"], cwd=ROOT)
    data = os.path.join(WORK, f"sparse-{rows}.svm")
    twice = os.path.join(WORK, f"sparse-{rows}-twice.svm")
    if not os.path.exists(data):
        subprocess.check_call([gen, "sparse", "-n", str(rows), "-o", data])
    if not os.path.exists(twice):
        with open(twice, "wb") as out:
            for _ in range(2):
                with open(data, "rb") as part:
                    out.write(part.read())
    return floor, data, twice


def high_water(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
    except (OSError, AttributeError):
        return 0.0


def run(command):
    """(CPU seconds, peak MB, last JSON object printed)."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=WORK)
    peak = 0.0
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        peak = max(peak, high_water(child.pid))
        time.sleep(0.004)
    text = child.stdout.read().decode()
    child.returncode = status
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime, peak, json.loads(text.strip().splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reps", type=int, default=7)
    parser.add_argument("--rows", type=int, default=200000)
    parser.add_argument("--json", default="")
    args = parser.parse_args()
    floor, data, twice = prepare(args.rows)
    release = os.path.join(ROOT, "target", "release")
    learn = [os.path.join(release, "noregret"), "learn", "--algorithm", "pa1", "--bias", "0.1", "--json"]
    commands = {
        "floor: scan for newlines": [floor, "scan", data],
        "floor: parse": [floor, "parse", data],
        "floor: parse + PA-I": [floor, "pa", data, "1"],
        "noregret learn, PA-I from text": [*learn, data],
        "noregret learn, the file twice": [*learn, twice],
        "floor: PA-I in memory": [floor, "mem", data, "1", "5"],
        "noregret: PA-I in memory": [os.path.join(release, "in-memory"), data, "pa1", "5"],
    }
    results = {name: [] for name in commands}
    for _ in range(args.reps):
        for name, command in commands.items():
            results[name].append(run(command))
    report(results, args)


def report(results, args):
    def seconds(name):
        if name.endswith("in memory"):
            return min(r[2]["learn_s"] for r in results[name])
        return min(r[0] for r in results[name])

    base = {"text": seconds("floor: parse + PA-I"), "memory": seconds("floor: PA-I in memory")}
    print(f"{args.rows} rows, 75 non-zeros a row; least of {args.reps} interleaved runs\n")
    print("| program | CPU s | x floor | peak MB | progressive error % |\n|---|---|---|---|---|")
    rows = []
    for name, runs in results.items():
        against = base["memory" if name.endswith("in memory") else "text"]
        final = runs[-1][2]
        error = final.get("error", final.get("error_rate"))
        learns = "scan" not in name and name != "floor: parse"
        rows.append({"program": name, "cpu": seconds(name), "ratio": seconds(name) / against,
                     "peak_mb": max(r[1] for r in runs), "error": error if learns else None})
        shown = f"{100 * error:.2f}" if learns else ""
        print(f"| {name} | {seconds(name):.3f} | {seconds(name) / against:.2f} | {rows[-1]['peak_mb']:.1f} | {shown} |")
    if args.json:
        with open(args.json, "w") as out:
            json.dump(rows, out, indent=1)


if __name__ == "__main__":
    main()
