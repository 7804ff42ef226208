"""Runs the steps of a scenario in a folder of its own, and masks what is a time."""
import dataclasses
import os
import re
import shlex
import shutil
import subprocess

LIMIT = 120  # seconds after which a command is ended
# Time of change of every file, so that caches of one source are the same; a copied source is newer.
MADE, COPIED = 1_700_000_000, 1_700_000_100
JSON_TIME = re.compile(rb'("(?:solving_)?seconds":)[-+.0-9e]+')
TEXT_TIME = re.compile(rb"\bin \d+\.\d+ s\b")
TABLE_TIME = re.compile(rb" +\d+\.\d{3}$")


@dataclasses.dataclass(frozen=True)
class Result:
    """What a command said: exit code and masked streams."""
    code: object
    stdout: bytes
    stderr: bytes


def masked_table(text):
    """The last column of a table of `compare` whose header ends in `seconds`."""
    lines, inside = text.split(b"\n"), False
    for at, line in enumerate(lines):
        if inside and TABLE_TIME.search(line):
            lines[at] = TABLE_TIME.sub(b"  TIME", line)
        else:
            inside = line.endswith(b"  seconds")
    return b"\n".join(lines)


def masked(text):
    text = TEXT_TIME.sub(b"in TIME s", JSON_TIME.sub(rb"\1TIME", text))
    return masked_table(text) if b"  seconds\n" in text else text


def words_of(step):
    """(arguments, file for standard input or None)."""
    words = shlex.split(step)
    if len(words) > 2 and words[-2] == "<":
        return words[:-2], words[-1]
    return words, None


def call(program, step, folder):
    words, source = words_of(step)
    # Usage messages name the program as it was called: both are called alike.
    environment = {"LC_ALL": "C", "PATH": os.environ.get("PATH", ""), "NOREGRET_DATA": "nowhere"}
    with open(os.path.join(folder, source) if source else os.devnull, "rb") as stdin:
        try:
            done = subprocess.run(["noregret", *words], executable=program, cwd=folder, stdin=stdin,
                                  capture_output=True, env=environment, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return Result("time limit", b"", b"")
    place = folder.encode()
    return Result(done.returncode, masked(done.stdout).replace(place, b"."),
                  masked(done.stderr).replace(place, b"."))


def act(step, folder):
    """An action on files; one on a file that is not there does nothing."""
    what, name, *rest = shlex.split(step)
    path = os.path.join(folder, name)
    if what == "@folder":
        os.mkdir(path)
    elif not os.path.exists(path):
        pass
    elif what == "@copy":
        goal = os.path.join(folder, rest[0])
        shutil.copy(path, goal)
        os.utime(goal, (COPIED, COPIED))
    elif what == "@cut":
        os.truncate(path, min(int(rest[0]), os.path.getsize(path)))
    elif what == "@flip":
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            data[int(rest[0]) % len(data)] ^= 0x20
            file.seek(0)
            file.write(data)
    else:
        raise ValueError(f"no action is called {what}")


def stamp(folder):
    """Gives what was just written the time of all data."""
    for entry in os.scandir(folder):
        if entry.is_file() and entry.stat().st_mtime not in (MADE, COPIED):
            os.utime(entry.path, (MADE, MADE))


class Stage:
    """The folder of one program for one scenario."""

    def __init__(self, program, folder, data, scenario):
        self.program, self.folder = program, folder
        os.makedirs(folder)
        for name in {word for step in scenario.steps for word in shlex.split(step)}:
            if os.path.isfile(os.path.join(data, name)):
                shutil.copy2(os.path.join(data, name), os.path.join(folder, name))

    def run(self, step):
        """The result of a command; None for an action."""
        if step.startswith("@"):
            return act(step, self.folder)
        result = call(self.program, step, self.folder)
        stamp(self.folder)
        return result

    def has(self, name):
        return os.path.exists(os.path.join(self.folder, name))

    def files(self):
        """Name -> bytes of every file that is left, at any depth."""
        found = {}
        for place, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found


def lay_out(catalogue, folder):
    """Writes the data files, all with one time of change."""
    os.makedirs(folder)
    for name, data in catalogue.items():
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(data)
        os.utime(path, (MADE, MADE))
