"""The data: made once under target/bench by gen.c, with the same rows in every format, and as a cache where there is one."""
import os
import subprocess

from . import machine

KINDS = {
    "sparse": ["sparse"],
    "classes": ["sparse", "-c", "50"],
    "dense": ["dense"],
}


class Files:
    """Paths of the data sets, made when first asked for."""

    def __init__(self, rows):
        self.gen = machine.compile_c("gen", "-O2")
        self.rows = {"sparse": rows, "classes": rows, "dense": 3 * rows // 10}

    def path(self, kind, ending):
        return os.path.join(machine.WORK, f"{kind}-{self.rows[kind]}.{ending}")

    def text(self, kind, ending="svm"):
        path = self.path(kind, ending)
        if not os.path.exists(path):
            subprocess.check_call([self.gen, *KINDS[kind], "-n", str(self.rows[kind]), "-f", ending, "-o", path + ".new"])
            os.replace(path + ".new", path)
        return path

    def twice(self, kind):
        path = self.path(kind, "twice.svm")
        if not os.path.exists(path):
            with open(path, "wb") as out:
                for _ in range(2):
                    with open(self.text(kind), "rb") as part:
                        out.write(part.read())
        return path

    def cache(self, kind):
        """`noregret convert` to its cache, written anew: the format belongs to the program. None if it has none."""
        path = self.path(kind, "nrc")
        done = machine.run([machine.release("noregret"), "convert", self.text(kind), path])
        return path if done else None
