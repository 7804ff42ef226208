"""A standalone cluster on this machine: a master and workers, each with its own process group."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class Cluster:
    """A master and some workers of one core each; all are killed in the end."""

    def __init__(self, folder: Path, workers: int) -> None:
        import pyspark

        self.folder = folder
        self.home = Path(pyspark.__file__).parent
        self.master = f"spark://127.0.0.1:{free_port()}"
        self.wanted = workers
        self.workers: list[subprocess.Popen[Any]] = []
        self._master: subprocess.Popen[Any] | None = None

    def __enter__(self) -> Cluster:
        host, port = self.master.removeprefix("spark://").split(":")
        about = ["--host", host, "--port", port, "--webui-port", str(free_port())]
        self._master = self._start("master.Master", about)
        self._listens(int(port))
        for number in range(self.wanted):
            own = ["-c", "1", "-m", "800M", "-h", host, "-d", str(self.folder / f"w{number}")]
            own += ["--webui-port", str(free_port()), self.master]
            self.workers.append(self._start("worker.Worker", own))
        return self

    def _start(self, name: str, arguments: list[str]) -> subprocess.Popen[Any]:
        command = [str(self.home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
        environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_DAEMON_MEMORY": "256m",
            "PYSPARK_PYTHON": sys.executable,
        }
        with open(self.folder / f"{name}.{len(self.workers)}.log", "w") as log:
            return subprocess.Popen(
                [*command, *arguments], env=environment, stdout=log, stderr=log,
                start_new_session=True,
            )

    def _listens(self, port: int) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(f"no master listens to {self.master}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in [*self.workers, *([self._master] if self._master else [])]:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
