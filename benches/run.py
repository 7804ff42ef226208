#!/usr/bin/env python3
"""Benchmark noregret against a hand-written C floor and the peers that are installed, in one run, as ratios.

    python3 benches/run.py [--reps 7] [--rows 200000] [--only REGEX] [--no-peers] [--json FILE] [--digits zip.train.gz]

Builds the generator (gen.c), the floor (floor.c) and noregret, makes the data under target/bench, then runs everything
interleaved and reports the least CPU seconds (user + system) of each: on a shared machine that is what moves least.
Ratios are per row, to the floor that does the same work. Peak memory is the high-water mark of the resident set; the floor maps
its file, so it counts the file's pages. Peers are found as speed/peers.py says; one that is missing is left out.
"""
import argparse
import json
import os
import re
import sys

from speed import files, machine, peers, programs, report


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reps", type=int, default=7)
    parser.add_argument("--slow-reps", type=int, default=1, help="repetitions of slow peers")
    parser.add_argument("--rows", type=int, default=200000)
    parser.add_argument("--only", default="", help="run only `table/program` that match; the floors always run")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-kernel", action="store_true")
    parser.add_argument("--digits", default="", help="USPS zip.train (may be gzip); else digits of the same shape are made")
    parser.add_argument("--json", default="")
    return parser.parse_args()


def chosen(args, floor, data):
    """(programs to run, peers that are missing)."""
    others, missing = ([], []) if args.no_peers else peers.installed(data)
    wanted = [p for p in programs.ours(data) + others if re.search(args.only, f"{p.table}/{p.name}")]
    tables = {p.table for p in wanted}
    return [p for p in programs.floors(floor, data) if p.table in tables] + wanted, missing


def interleaved(wanted, args):
    """Every program once, then every program again; one that fails is not tried again."""
    runs, failed = {id(p): [] for p in wanted}, []
    for turn in range(args.reps):
        for program in wanted:
            if program in failed or (program.slow and turn >= args.slow_reps):
                continue
            done = machine.run(program.command)
            if done is None:
                failed.append(program)
            else:
                runs[id(program)].append(done)
        print(f"round {turn + 1} of {args.reps}", file=sys.stderr, flush=True)
    return [report.measured(p, runs[id(p)]) for p in wanted if p not in failed], failed


def kernel(digits):
    """One epoch of MIRA with a polynomial kernel, in wall seconds: all cores count."""
    result = machine.run([machine.release("kernel"), *([os.path.abspath(digits)] if digits else [])]).last_json()
    print(f"\nKernel MIRA, one epoch of {result['rows']} digits, wall seconds: scalar loop {result['scalar_s']:.3f}, "
          f"noregret {result['ours_s']:.3f}: {result['ratio']:.1f} times faster")
    return {"program": "kernel", **result}


def main():
    args = arguments()
    machine.build()
    floor = machine.compile_c("floor", "-O3", "-march=native", "-ffast-math")
    data = files.Files(args.rows)
    wanted, missing = chosen(args, floor, data)
    results, failed = interleaved(wanted, args)
    print(f"{args.rows} rows (dense: {data.rows['dense']}); least of {args.reps} interleaved runs\n")
    report.show(report.with_ratios(results), failed)
    if missing:
        print("- not installed, left out: " + ", ".join(missing))
    if not args.no_kernel and not args.only:
        results.append(kernel(args.digits))
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)


if __name__ == "__main__":
    main()
