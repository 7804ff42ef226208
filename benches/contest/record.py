"""The mistakes of every learner of the pool on every stream, kept in one JSON file a stream."""
import json
import os
import sys

from . import pool, replay
from .tasks import all_tasks

ORDERS = (0, 1, 2)  # as it comes, and two shuffles


class Stream:
    """A task in one order: its rows and the curves of the pool."""

    def __init__(self, task, order, rows, curves):
        self.task, self.order, self.rows, self.curves = task, order, rows, curves
        self.least = min(curve[-1] for curve in curves.values())

    def fits(self, candidate):
        return candidate in self.curves


def streams(program, data, work, pattern):
    """All streams whose task matches, recorded if they are not yet."""
    os.makedirs(work, exist_ok=True)
    for task in all_tasks():
        if pattern.search(task.name):
            for order in ORDERS:
                yield recorded(program, data, work, task, order)


def recorded(program, data, work, task, order):
    path = task.write(data, work, order)
    file = path[:-4] + ".json"
    known = {}
    if os.path.exists(file):
        with open(file) as text:
            known = json.load(text)
    standard = pool.standardise(path)
    curves, rows, new = {}, known.get("rows", 0), False
    for candidate in pool.pool():
        source = standard if candidate[2] else path
        if source is None:
            continue
        key = pool.shown(candidate)
        if key not in known:
            wrong = pool.mistakes(program, source, candidate)
            known[key], rows, new = replay.cumulate(wrong), len(wrong), True
        curves[candidate] = known[key]
    if new:
        with open(file, "w") as text:
            json.dump({**known, "rows": rows}, text)
        print(f"{task.name}, order {order}: {rows} rows", file=sys.stderr, flush=True)
    return Stream(task, order, rows, curves)
