"""What is run: the floor and noregret. Each program belongs to a table and is compared with one floor of the same work."""
import os
from dataclasses import dataclass
from typing import Callable

from . import machine

TABLES = {
    "sparse": "Two classes, sparse text",
    "memory": "Learning alone, rows in memory",
    "classes": "50 classes, sparse text",
    "dense": "10 classes, dense text",
    "predict": "Answers instead of learning, one thread",
    "threads": "Two threads, wall seconds",
}


@dataclass
class Program:
    """`error` finds the progressive error in a run; `seconds` what is compared; `rows` how many rows it read."""

    table: str
    name: str
    command: list
    base: str
    rows: int
    error: Callable = lambda run: run.last_json().get("error_rate")
    seconds: Callable = lambda run: run.cpu
    slow: bool = False


def printed_error(run):
    return run.last_json().get("error")


def no_error(_run):
    return None


def learn_seconds(run):
    return run.last_json()["learn_s"]


def wall(run):
    return run.wall


def learn(*arguments):
    """PA-I with the floor's constant, the same work as the floor's."""
    return [machine.release("noregret"), "learn", "--algorithm", "pa1", "--bias", "0.1", "--json", *arguments]


def default(path):
    return [machine.release("noregret"), "learn", "--json", path]


def accepts_threads(path):
    return machine.run(learn("--threads", "2", path)) is not None


def floors(floor, files):
    sparse, classes, dense = (files.text(kind) for kind in ("sparse", "classes", "dense"))
    rows = files.rows
    return [
        Program("sparse", "floor: scan for newlines", [floor, "scan", sparse], "floor: PA-I", rows["sparse"], no_error),
        Program("sparse", "floor: parse", [floor, "parse", sparse], "floor: PA-I", rows["sparse"], no_error),
        Program("sparse", "floor: PA-I", [floor, "pa", sparse, "1"], "floor: PA-I", rows["sparse"], printed_error),
        Program("classes", "floor: PA-I", [floor, "mc", classes, "50", "1"], "floor: PA-I", rows["classes"], printed_error),
        Program("dense", "floor: PA-I", [floor, "mc", dense, "10", "1"], "floor: PA-I", rows["dense"], printed_error),
        Program("memory", "floor: 2 classes", [floor, "mem", sparse, "1", "5"], "floor: 2 classes", rows["sparse"], printed_error, learn_seconds),
        Program("memory", "floor: 50 classes", [floor, "memmc", classes, "50", "1", "3"], "floor: 50 classes", rows["classes"], printed_error, learn_seconds),
        Program("threads", "floor: 1 thread", [floor, "pa", sparse, "1"], "floor: 1 thread", rows["sparse"], printed_error, wall),
        Program("threads", "floor: 2 threads", [floor, "pa2", sparse, "1"], "floor: 1 thread", rows["sparse"], printed_error, wall),
    ]


def ours(files):
    found = []
    for kind in ("sparse", "classes", "dense"):
        formats = ("svm", "vw", "csv") if kind == "dense" else ("svm", "vw")
        sources = {{"svm": "svmlight", "vw": "VW text", "csv": "CSV"}[e]: files.text(kind, e) for e in formats}
        cache = files.cache(kind)
        if cache:
            sources["cache"] = cache
        for source, path in sources.items():
            found.append(Program(kind, f"noregret: PA-I from {source}", learn(path), "floor: PA-I", files.rows[kind]))
        found.append(Program(kind, "noregret: default learner", default(files.text(kind)), "floor: PA-I", files.rows[kind]))
        if cache:
            found.append(Program(kind, "noregret: default learner from cache", default(cache), "floor: PA-I", files.rows[kind]))
    return found + predictions(files) + extras(files)


def predictions(files):
    """`predict` beside `learn` from the same source: what is to be no slower."""
    found = []
    for kind, title in (("sparse", "2 classes"), ("classes", "50 classes")):
        sources = {"svmlight": files.text(kind), "cache": files.cache(kind)}
        model = files.path(kind, "nrm")
        machine.run(learn(files.text(kind), "-o", model))
        for source, path in sources.items():
            if path and os.path.exists(model):
                base = f"noregret: learn from {source}, {title}"
                answer = [machine.release("noregret"), "predict", model, path, "--threads", "1"]
                found.append(Program("predict", base, learn(path, "--threads", "1"), base, files.rows[kind], no_error))
                found.append(Program("predict", f"noregret: predict from {source}, {title}", answer, base, files.rows[kind], no_error))
    return found


def extras(files):
    """One thread, the file twice (memory must not grow), rows in memory, two threads."""
    sparse, rows, memory = files.text("sparse"), files.rows, machine.release("in-memory")
    found = [
        Program("sparse", "noregret: PA-I from svmlight, one thread", learn(sparse, "--threads", "1"), "floor: PA-I", rows["sparse"]),
        Program("sparse", "noregret: PA-I, the file twice", learn(files.twice("sparse")), "floor: PA-I", 2 * rows["sparse"]),
    ]
    found += in_memory(memory, sparse, "binary", "2 classes", rows["sparse"], ("limit", "learn_many", "learn"))
    found += in_memory(memory, files.text("classes"), "multiclass", "50 classes", rows["classes"], ("learn_many", "learn"))
    if accepts_threads(sparse):
        for threads in ("1", "2"):
            command = learn("--threads", threads, sparse)
            found.append(Program("threads", f"noregret: --threads {threads}", command, "floor: 1 thread", rows["sparse"], seconds=wall))
    return found


def in_memory(program, path, problem, title, rows, ways):
    """Learning alone: a plain loop in safe Rust, one call for all rows, a call per row."""
    names = {"limit": f"limit: {title}, a plain loop with the ledger", "learn_many": f"noregret: {title}, learn_many",
             "learn": f"noregret: {title}, a call per row"}
    return [Program("memory", names[how], [program, path, problem, "pa1", how, "5"], f"floor: {title}", rows, printed_error, learn_seconds)
            for how in ways]
