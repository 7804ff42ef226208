"""Runs as ratio tables. A program is compared with its floor for each row it read, by the least of its repetitions."""
from .programs import TABLES


def measured(program, runs):
    return {"table": program.table, "program": program.name, "rows": program.rows, "seconds": min(map(program.seconds, runs)),
            "wall": min(r.wall for r in runs), "peak_mb": max(r.peak_mb for r in runs), "error": program.error(runs[-1]),
            "base": program.base, "runs": len(runs)}


def with_ratios(results):
    per_row = {(r["table"], r["program"]): r["seconds"] / r["rows"] for r in results}
    for r in results:
        base = per_row.get((r["table"], r["base"]))
        r["ratio"] = r["seconds"] / r["rows"] / base if base else None
    return results


def show(results, failed):
    for table, title in TABLES.items():
        lines = [row(r) for r in results if r["table"] == table]
        if lines:
            kind = "wall s" if table == "threads" else "CPU s"
            print(f"### {title}\n\n| program | {kind} | x floor | peak MB | progressive error % |\n|---|---|---|---|---|")
            print("\n".join(lines) + "\n")
    for program in failed:
        print(f"- {program.name} ({TABLES[program.table].lower()}): failed, left out")


def row(r):
    ratio = "" if r["ratio"] is None else f"{r['ratio']:.2f}"
    error = "" if r["error"] is None else f"{100 * r['error']:.2f}"
    return f"| {r['program']} | {r['seconds']:.3f} | {ratio} | {r['peak_mb']:.1f} | {error} |"
