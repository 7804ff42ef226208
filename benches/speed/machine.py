"""Building programs and measuring one run of one: CPU seconds, wall seconds, peak memory, what it printed."""
import json
import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "target", "bench")


@dataclass
class Run:
    cpu: float
    wall: float
    peak_mb: float
    text: str

    def last_json(self):
        """The last JSON object printed, or an empty one."""
        lines = [line for line in self.text.splitlines() if line.startswith("{")]
        return json.loads(lines[-1]) if lines else {}


def release(name):
    """A built program of this workspace."""
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", name)


def build():
    os.makedirs(WORK, exist_ok=True)
    subprocess.check_call(["cargo", "build", "--release", "-q", "-p", "noregret-cli", "-p", "noregret-bench"], cwd=ROOT)


def compile_c(name, *flags, out=None):
    os.makedirs(WORK, exist_ok=True)
    exe, source = os.path.join(WORK, out or name), os.path.join(ROOT, "benches", name + ".c")
    if not os.path.exists(exe) or os.path.getmtime(exe) < os.path.getmtime(source):
        subprocess.check_call(["cc", *flags, "-o", exe, source, "-lm", "-pthread"])
    return exe


def high_water(pid):
    """The high-water mark of the resident set so far: wait4's would count pages of this script."""
    try:
        with open(f"/proc/{pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
    except (OSError, AttributeError):
        return 0.0


def run(command):
    """Runs to the end; None if it failed."""
    env = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with tempfile.TemporaryFile() as out:
        start, peak = time.perf_counter(), 0.0
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=WORK, env=env)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, high_water(child.pid))
            time.sleep(0.002)
        wall = time.perf_counter() - start
        child.returncode = status
        out.seek(0)
        text = out.read().decode(errors="replace")
    return None if status else Run(usage.ru_utime + usage.ru_stime, wall, peak, text)
