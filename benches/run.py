#!/usr/bin/env python3
"""Benchmark noregret against a hand-written C floor, in one run, as ratios.

    python3 benches/run.py [--reps 7] [--rows 200000] [--json FILE] [--digits zip.train.gz]

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


def make(gen, name, *flags):
    path = os.path.join(WORK, name)
    if not os.path.exists(path):
        subprocess.check_call([gen, *flags, "-o", path])
    return path


def prepare(rows):
    os.makedirs(WORK, exist_ok=True)
    gen = compile_c("gen", "-O2")
    floor = compile_c("floor", "-O3", "-march=native", "-ffast-math")
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret", "-p", "noregret-bench"], cwd=ROOT)
    data = {
        "sparse": make(gen, f"sparse-{rows}.svm", "sparse", "-n", str(rows)),
        "classes": make(gen, f"sparse-{rows}-50.svm", "sparse", "-n", str(rows), "-c", "50"),
        "dense": make(gen, f"dense-{rows}.svm", "dense", "-n", str(3 * rows // 10)),
        "twice": os.path.join(WORK, f"sparse-{rows}-twice.svm"),
    }
    if not os.path.exists(data["twice"]):
        with open(data["twice"], "wb") as out:
            for _ in range(2):
                with open(data["sparse"], "rb") as part:
                    out.write(part.read())
    return floor, data


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
    parser.add_argument("--digits", default="", help="USPS zip.train (may be gzip); else digits of the same shape are made")
    parser.add_argument("--no-kernel", action="store_true")
    args = parser.parse_args()
    floor, data = prepare(args.rows)
    results = {name: [] for name in programs(floor, data)}
    for _ in range(args.reps):
        for name, (_, command) in programs(floor, data).items():
            results[name].append(run(command))
    rows = report(results, programs(floor, data), args)
    if not args.no_kernel:
        rows.append(kernel(args.digits))
    if args.json:
        with open(args.json, "w") as out:
            json.dump(rows, out, indent=1)


def programs(floor, data):
    """name -> (the floor it is compared with, command)."""
    release = os.path.join(ROOT, "target", "release")
    learn = [os.path.join(release, "noregret"), "learn", "--algorithm", "pa1", "--bias", "0.1", "--json"]
    memory = os.path.join(release, "in-memory")
    return {
        "floor: scan for newlines": ("floor: parse + PA-I", [floor, "scan", data["sparse"]]),
        "floor: parse": ("floor: parse + PA-I", [floor, "parse", data["sparse"]]),
        "floor: parse + PA-I": ("floor: parse + PA-I", [floor, "pa", data["sparse"], "1"]),
        "noregret learn, PA-I from text": ("floor: parse + PA-I", [*learn, data["sparse"]]),
        "noregret learn, the file twice": ("floor: parse + PA-I", [*learn, data["twice"]]),
        "floor: PA-I in memory": ("floor: PA-I in memory", [floor, "mem", data["sparse"], "1", "5"]),
        "noregret: PA-I in memory": ("floor: PA-I in memory", [memory, data["sparse"], "binary", "pa1", "5"]),
        "floor: 50 classes": ("floor: 50 classes", [floor, "mc", data["classes"], "50", "1"]),
        "noregret learn, 50 classes": ("floor: 50 classes", [*learn, data["classes"]]),
        "floor: 50 classes in memory": ("floor: 50 classes in memory", [floor, "memmc", data["classes"], "50", "1", "3"]),
        "noregret: 50 classes in memory": ("floor: 50 classes in memory", [memory, data["classes"], "multiclass", "pa1", "3"]),
        "floor: 10 classes dense": ("floor: 10 classes dense", [floor, "mc", data["dense"], "10", "1"]),
        "noregret learn, 10 classes dense": ("floor: 10 classes dense", [*learn, data["dense"]]),
    }


def seconds(name, runs):
    return min(r[2]["learn_s"] if name.endswith("in memory") else r[0] for r in runs)


def report(results, commands, args):
    print(f"{args.rows} rows (dense: {3 * args.rows // 10}); least of {args.reps} interleaved runs\n")
    print("| program | CPU s | x floor | peak MB | progressive error % |\n|---|---|---|---|---|")
    rows = []
    for name, runs in results.items():
        mine, against = seconds(name, runs), commands[name][0]
        final = runs[-1][2]
        error = final.get("error", final.get("error_rate"))
        learns = "scan" not in name and name != "floor: parse"
        rows.append({"program": name, "cpu": mine, "ratio": mine / seconds(against, results[against]),
                     "peak_mb": max(r[1] for r in runs), "error": error if learns else None})
        shown = f"{100 * error:.2f}" if learns else ""
        print(f"| {name} | {mine:.3f} | {rows[-1]['ratio']:.2f} | {rows[-1]['peak_mb']:.1f} | {shown} |")
    return rows


def kernel(digits):
    """One epoch of MIRA with a polynomial kernel, in wall seconds: all cores count."""
    command = [os.path.join(ROOT, "target", "release", "kernel"), *([digits] if digits else [])]
    result = run(command)[2]
    print(f"\nKernel MIRA, one epoch of {result['rows']} digits, wall seconds: scalar loop {result['scalar_s']:.3f}, "
          f"noregret {result['ours_s']:.3f}: {result['ratio']:.1f} times faster")
    return {"program": "kernel", **result}


if __name__ == "__main__":
    main()
