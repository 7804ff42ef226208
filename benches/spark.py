#!/usr/bin/env python3
"""Learning on Spark: what a round costs, how good the merged learner is: docs/scale.md.

    python benches/spark.py [DATA] [--master local-cluster[2,1,1024]] [--reps 5] [--only round,row]

Needs the package, Java, and pip install '.[spark]'. DATA is the folder of a9a, w8a and 20news; the
sparse set is generated under target/bench. Parts: round, row, mixing, dual, curve.
"""

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import noregret as nr
from noregret.spark import fit
from noregret.spark.columns import SHARD, Columns
from noregret.spark.job import LEARN, each_shard
from noregret.spark.shards import sharded
from noregret.spark.training import Plan, opened
from speed.files import Files
from speed.machine import ROOT

SHARDS = 8
ROWS = 100_000
KIND = pa.struct(
    [("type", pa.int8()), ("size", pa.int32()), ("indices", pa.list_(pa.int32())),
     ("values", pa.list_(pa.float64()))]
)


@dataclass
class Rows:
    """Rows in memory."""

    X: object
    y: np.ndarray

    def part(self, span):
        return Rows(self.X[span], self.y[span])


def read(path):
    data = nr.read(path)
    return Rows(data.X.tocsr(), np.asarray(data.y, dtype=float))


def fitted_to(train, test):
    """Rows of a test file, whose columns are numbered by their own order of names."""
    (known, found) = (nr.read(path) for path in (train, test))
    places = {name: at for at, name in enumerate(known.feature_names)}
    at = [places.get(name, -1) for name in found.feature_names]
    matrix = found.X.tocsc()[:, [j for j, place in enumerate(at) if place >= 0]].tocoo()
    kept = np.array([place for place in at if place >= 0])
    import scipy.sparse as sp

    wide = sp.csr_matrix((matrix.data, (matrix.row, kept[matrix.col])),
                         shape=(len(found), len(places)))
    first = Rows(known.X.tocsr(), np.asarray(known.y, dtype=float))
    return first, Rows(wide, np.asarray(found.y, dtype=float))


class Bench:
    def __init__(self, args):
        self.args = args
        self.folder = tempfile.mkdtemp()

    def spark(self):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(self.args.master)
        for name, value in {"ui.enabled": "false", "driver.host": "127.0.0.1",
                            "sql.shuffle.partitions": "8"}.items():
            builder = builder.config(f"spark.{name}", value)
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        return spark

    def frame(self, rows, name):
        """Rows as a data frame with a column of vectors, through a file of Parquet."""
        from pyspark.ml.linalg import VectorUDT
        from pyspark.sql.types import DoubleType, StructField, StructType

        schema = StructType([StructField("label", DoubleType()),
                             StructField("features", VectorUDT())])
        lists = [pa.ListArray.from_arrays(pa.array(rows.X.indptr, pa.int32()), pa.array(values))
                 for values in (rows.X.indices.astype(np.int32), rows.X.data.astype(float))]
        count = len(rows.y)
        kinds = [pa.array(np.zeros(count, np.int8)),
                 pa.array(np.full(count, rows.X.shape[1], np.int32))]
        vectors = pa.StructArray.from_arrays([*kinds, *lists], fields=list(KIND))
        table = pa.table({"label": rows.y, "features": vectors})
        about = {"org.apache.spark.sql.parquet.row.metadata": schema.json()}
        path = os.path.join(self.folder, f"{name}.parquet")
        pq.write_table(table.replace_schema_metadata(about), path, row_group_size=count // 8 + 1)
        return self.spark().read.parquet(path)

    def path(self, *parts):
        return os.path.join(self.args.data, *parts)

    def sparse(self):
        return read(Files(ROWS).text("sparse"))


def round_cost(bench):
    """A round of 8 shards beside one that reads the same rows and sends as many bytes."""
    rows = bench.sparse()
    df, number = sharded(bench.frame(rows, "sparse"), ["label", "features"], SHARDS)
    df = df.persist()
    columns = Columns("label", vector="features")
    base, columns = opened(df, columns, Plan("pa1:C=0.1", certify=bench.args.certify))
    states = each_shard(df, columns, LEARN, base, number)
    size = sum(len(shard["state"]) for shard in states) // SHARDS

    def ours():
        shards = each_shard(df, columns, LEARN, base, number)
        return nr.merge(base, [shard["state"] for shard in shards]).to_bytes()

    def empty():
        sent = df.sparkSession.sparkContext.broadcast(base)

        def drain(batches):
            rows = sum(batch.num_rows for batch in batches)
            if rows:
                # A state has few zeros, and what Spark sends it compresses.
                state = os.urandom(size if sent.value else 0)
                yield pa.RecordBatch.from_pydict({"rows": [rows], "state": [state]})

        table = df.mapInArrow(drain, "rows long, state binary").toArrow()
        sent.destroy()
        return table

    times = {ours: [], empty: []}
    for work in (ours, empty) * (bench.args.reps + 1):
        begun = time.perf_counter()
        work()
        times[work].append(time.perf_counter() - begun)
    best = {work: float(np.median(all_[1:])) for work, all_ in times.items()}
    print(f"{len(rows.y):,} rows, {SHARDS} shards, {size / 1e6:.2f} MB a state, "
          f"certify={bench.args.certify!r}, median of {bench.args.reps}\n")
    print("| round | seconds | ratio | bar |\n|---|---|---|---|")
    print(f"| empty `mapInArrow` | {best[empty]:.2f} | 1 | |")
    print(f"| learned and merged | {best[ours]:.2f} | {best[ours] / best[empty]:.2f} | <= 1.3 |")
    df.unpersist()


def row_cost(bench):
    """Inside a task, from Arrow to the updated state, beside one call for the same matrix."""
    rows = bench.sparse()
    df, _ = sharded(bench.frame(rows, "sparse"), ["label", "features"], SHARDS)
    df = df.persist()
    columns = Columns("label", vector="features")
    base, columns = opened(df, columns, Plan("pa1:C=0.1", certify=bench.args.certify))
    width, reps = columns.width, bench.args.reps

    def timed(batches):
        from noregret import Learner
        from noregret.spark.columns import Columns
        from noregret.spark.task import learn
        from noregret.spark.vectors import SparseMatrix

        kept, columns = list(batches), Columns("label", vector="features", width=width)
        if not kept:
            return
        table = pa.Table.from_batches(kept).combine_chunks().to_batches()[0]
        matrix, labels = columns.rows(table), columns.labels(table)
        matrix = SparseMatrix(*map(np.array, (matrix.indptr, matrix.indices, matrix.data)),
                              matrix.shape)

        def task(learner):
            for batch in kept:
                learn(learner, columns, batch)

        def call(learner):
            learner.learn_many(matrix, labels)

        least = {task: np.inf, call: np.inf}
        for work in (task, call) * reps:
            learner = Learner.from_bytes(base)
            begun = time.thread_time()
            work(learner)
            least[work] = min(least[work], time.thread_time() - begun)
        yield pa.RecordBatch.from_pydict(
            {"rows": [len(labels)], "task": [least[task]], "call": [least[call]]}
        )

    found = df.drop(SHARD).mapInArrow(timed, "rows long, task double, call double").toArrow()
    each = {name: sum(found[name].to_pylist()) for name in found.column_names}
    ours, peer = (1e6 * each[name] / each["rows"] for name in ("task", "call"))
    print("| µs a row, CPU | | ratio | bar |\n|---|---|---|---|")
    print(f"| `learn_many`, one call for a shard | {peer:.3f} | 1 | |")
    print(f"| task, batches of Arrow | {ours:.3f} | {ours / peer:.2f} | <= 1.5 |")
    df.unpersist()


def wrong(learner, rows):
    said = np.array(learner.predict_many(rows.X), dtype=float)
    return 100 * float(np.mean(said != rows.y))


def sequential(choice, problem, rows, passes, certify):
    learner = nr.Learner(choice, problem=problem, certify=certify)
    for _ in range(passes):
        learner.learn_many(rows.X, rows.y)
    return learner


def sets(bench):
    whole = bench.sparse()
    cut = 4 * ROWS // 5
    yield "sparse", "binary", whole.part(slice(cut)), whole.part(slice(cut, None))
    train, test = fitted_to(bench.path("20news", "20news.train.svm.gz"),
                            bench.path("20news", "20news.test.svm.gz"))
    yield "20news", "multiclass", train, test


def mixing(bench):
    print("| set | learner | five passes | mixed, 5 rounds | points | bar |")
    print("|---|---|---|---|---|---|")
    for name, problem, train, test in sets(bench):
        df = bench.frame(train, name)
        for choice in bench.args.choices.split(","):
            alone = wrong(sequential(choice, problem, train, 5, "off"), test)
            model = fit(df, algorithm=choice, problem=problem, rounds=5, shards=SHARDS,
                        certify="off")
            mixed = wrong(model.learner_, test)
            points = mixed - alone
            print(f"| {name} | `{choice}` | {alone:.2f} | {mixed:.2f} | {points:+.2f} | <= 1.0 |",
                  flush=True)


def dual(bench):
    print("| set | C | % wrong, `hindsight` | `dual` | points | gap | rounds | seconds | bar |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in ("a9a", "w8a"):
        rows = read(bench.path(name, f"{name}.gz"))
        df = bench.frame(rows, name)
        for C in (0.01, 0.1):
            best = nr.hindsight(rows.X, rows.y, "pa1", C=C, gap=1e-3, bias=1.0, problem="binary")
            begun = time.perf_counter()
            model = fit(df, method="dual", C=C, gap=1e-3, shards=SHARDS, bias=1.0, rounds=300)
            seconds = time.perf_counter() - begun
            last = model.history_[-1]
            alone, found = wrong(best.learner, rows), wrong(model.learner_, rows)
            print(f"| {name} | {C} | {alone:.2f} | {found:.2f} | {found - alone:+.2f} "
                  f"| {last['gap']:.1e} | {last['round']} | {seconds:.0f} | within 0.1 |",
                  flush=True)


def merged(choice, problem, rows, shards, rounds, certify):
    """What Spark would give, round by round, computed here."""
    learner = nr.Learner(choice, problem=problem, certify=certify)
    learner.open(rows.X[:1000], rows.y[:1000])
    base = learner.to_bytes()
    for _ in range(rounds):
        states = []
        for k in range(shards):
            part = nr.Learner.from_bytes(base)
            part.learn_many(rows.X[k::shards], rows.y[k::shards])
            states.append(part.to_bytes())
        learner = nr.merge(base, states)
        base = learner.to_bytes()
        yield learner


def curve(bench):
    """Error on rows to come, and the bound on the loss that was proved, by shards and rounds."""
    rounds = (1, 2, 5, 10)
    for name, problem, train, test in sets(bench):
        norm = NORMS[name]
        print(f"\n{name}, `{bench.args.choice}`: % wrong on the test rows, and what no linear"
              f" model of norm {norm} goes below (loss a row, proved)\n")
        heads = (f"{count} round{'s' * (count > 1)}" for count in rounds)
        print("| shards | " + " | ".join(heads) + " |")
        print("|---|" + "---|" * len(rounds))
        for shards in (1, 2, 4, 8, 16, 32):
            cells = []
            made = merged(bench.args.choice, problem, train, shards, max(rounds), "off")
            for number, learner in enumerate(made, 1):
                if number in rounds:
                    proof = learner.certificate()
                    floor = proof.lower_bound(norm) / proof.rows
                    cells.append(f"{wrong(learner, test):.2f}, {floor:.4f}")
            print(f"| {shards} | " + " | ".join(cells) + " |", flush=True)


#: Norms at which a run proves something about the set.
NORMS = {"sparse": 10.0, "20news": 0.5}
PARTS = {"round": round_cost, "row": row_cost, "mixing": mixing, "dual": dual, "curve": curve}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", default=os.path.join(ROOT, "..", "shared", "data"))
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--certify", default="live")
    parser.add_argument("--choice", default="pa1")
    parser.add_argument("--choices", default="pa1,pa1:C=0.1")
    parser.add_argument("--only", default=",".join(PARTS))
    args = parser.parse_args()
    bench = Bench(args)
    for name in args.only.split(","):
        print(f"\n## {name}\n", flush=True)
        PARTS[name](bench)
    bench.spark().stop()


if __name__ == "__main__":
    main()
