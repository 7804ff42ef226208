"""The model does not depend on who computes it: how many executors, in which order, or lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import Cluster
from sessions import digest, elsewhere, frame

from noregret.spark import fit

FIT = """
import json, time
from sessions import digest, session
from noregret.spark import fit

spark = session({master!r}, **{conf!r})
df = spark.read.parquet({data!r})
model = fit(df, rounds=3, shards=5, algorithm="pa1:C=0.1")
places = df.rdd.context._jsc.sc().getExecutorMemoryStatus().size()
spark.stop()
print(json.dumps([digest(model.learner_), places]))
"""


@pytest.fixture(scope="module")
def stored(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Rows in files, and the bytes of the model that this session has learned from them."""
    path = str(tmp_path_factory.mktemp("data") / "rows.parquet")
    frame(spark, count=600).repartition(3).write.parquet(path)
    model = fit(spark.read.parquet(path), rounds=3, shards=5, algorithm="pa1:C=0.1")
    return path, digest(model.learner_)


def test_one_thread_has_the_same_bytes(stored: tuple[str, str]) -> None:
    said = elsewhere(FIT.format(master="local[1]", conf={}, data=stored[0]))
    assert json.loads(said)[0] == stored[1]


#: Hides the installed package from Pythons that executors start.
HIDE = """
import importlib.machinery, sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name != "noregret":
            return None
        places = [place for place in sys.path if place.endswith("noregret.archive")]
        spec = importlib.machinery.PathFinder.find_spec(name, places) if places else None
        if spec is None:
            raise ModuleNotFoundError("hidden", name=name)
        with open({found!r}, "a") as file:
            file.write(spec.origin + "\\n")
        return spec

sys.meta_path.insert(0, Hidden())
"""


def test_executors_that_lack_the_package_have_the_same_bytes(
    stored: tuple[str, str], tmp_path: Path
) -> None:
    found = tmp_path / "found"
    (tmp_path / "sitecustomize.py").write_text(HIDE.format(found=str(found)))
    conf = {"spark.executorEnv.PYTHONPATH": str(tmp_path), "spark.executor.memory": "800m"}
    said = elsewhere(FIT.format(master="local-cluster[2,1,1024]", conf=conf, data=stored[0]))
    bytes_, places = json.loads(said)
    assert bytes_ == stored[1]
    assert places == 3  # The driver is one of them.
    origins = found.read_text().split()
    assert origins and all("noregret.archive" in origin for origin in origins)


def late(delays: list[float]) -> Any:
    """Partitions that are late by so many seconds."""

    def wait(batches: Iterator[Any]) -> Iterator[Any]:
        import time

        from pyspark import TaskContext

        context = TaskContext.get()
        time.sleep(delays[context.partitionId()] if context is not None else 0.0)
        yield from batches

    return wait


def test_the_order_in_which_tasks_end_does_not_matter(spark: Any) -> None:
    df = frame(spark, count=300).repartition(4, "features")
    digests = set()
    for delays in ([0.0, 0.4, 0.8, 0.0], [0.8, 0.0, 0.0, 0.4], [0.0] * 4):
        delayed = df.mapInArrow(late(delays), df.schema)
        digests.add(digest(fit(delayed, rounds=1, algorithm="pa1:C=0.1").learner_))
    assert len(digests) == 1


#: Makes tasks slow, and lets them say that they have begun.
SLOW = """
import os, time, uuid
from noregret.spark import task

learn_shards = task.learn_shards

def slowly(*arguments):
    open(os.path.join({folder!r}, uuid.uuid4().hex), "w").close()
    time.sleep(0.6)
    yield from learn_shards(*arguments)

task.learn_shards = slowly
"""
KILLED = """
import json, os, signal, threading, time
from sessions import digest, session
from noregret.spark import fit

spark = session({master!r}, **{conf!r})
status = spark.sparkContext._jsc.sc().getExecutorMemoryStatus
begun = time.time()
while status().size() < 3 and time.time() - begun < 60:
    time.sleep(0.1)
before = status().size()

def kill():
    # The fifth shard of round 1 is the fifth task; the seventh runs while the sixth does.
    while len(os.listdir({folder!r})) < 7:
        time.sleep(0.01)
    time.sleep(0.1)
    os.killpg({victim}, signal.SIGKILL)

threading.Thread(target=kill, daemon=True).start()
model = fit(spark.read.parquet({data!r}), rounds=3, shards=5, algorithm="pa1:C=0.1")
tasks = len(os.listdir({folder!r}))
after = status().size()
spark.stop()
print(json.dumps([digest(model.learner_), before, after, tasks]))
"""


def test_a_worker_that_is_killed_in_a_round_changes_nothing(
    stored: tuple[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "begun"
    folder.mkdir()
    (tmp_path / "sitecustomize.py").write_text(SLOW.format(folder=str(folder)))
    with Cluster(tmp_path, workers=2) as cluster:
        conf = {
            "spark.executorEnv.PYTHONPATH": str(tmp_path),
            "spark.executor.memory": "700m",
            "spark.cores.max": "2",
        }
        code = KILLED.format(
            master=cluster.master, conf=conf, folder=str(folder), victim=cluster.workers[0].pid,
            data=stored[0],
        )
        bytes_, before, after, tasks = json.loads(elsewhere(code, timeout=180))
    assert (before, after) == (3, 2)  # The driver is one of them.
    assert tasks > 3 * 5  # Some were repeated.
    assert bytes_ == stored[1]
