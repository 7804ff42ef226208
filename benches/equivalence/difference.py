"""Where two programs differ: streams of commands, files they leave, bytes of models and caches."""
import dataclasses
import difflib
import json
import os
import re
import shutil
import tempfile

from . import intended
from .execute import Stage

SHOWN_LINES, SHOWN_WIDTH = 15, 220
NUMBER = re.compile(r"\d+(\.\d+)?(e-?\d+)?")
BINARY = {"models": (".nrm", ".partial"), "caches": (".nrc",)}


@dataclasses.dataclass
class Difference:
    """One command, or one file, that is not the same."""
    scenario: str
    command: str
    stream: str
    diff: list
    reason: str | None = None

    def changed(self):
        """The lines of the diff that are on one side only."""
        return [line for line in self.diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]

    def cause(self):
        """The changed lines without their numbers: the same for differences of one kind."""
        return "\n".join([self.stream, *(NUMBER.sub("#", line) for line in self.changed()[:4])])

    def lines(self):
        """The diff, cut to what is read."""
        cut = [line[:SHOWN_WIDTH] + "…" * (len(line) > SHOWN_WIDTH) for line in self.diff]
        left = len(cut) - SHOWN_LINES
        return cut[:SHOWN_LINES] + ([f"… {left} more lines"] if left > 0 else [])


@dataclasses.dataclass
class Outcome:
    """What became of a scenario."""
    scenario: object
    runs: list  # (command, exit code of the old program)
    differences: list
    identical: dict  # models, caches -> [identical, all]


def text_lines(data):
    return data.decode("utf-8", "backslashreplace").split("\n")


def readable(data):
    """Lines to compare by eye: a JSON object of a line is spread over several."""
    lines = []
    for line in text_lines(data):
        try:
            lines += json.dumps(json.loads(line.replace(":TIME", ":0")), indent=1).split("\n")
        except ValueError:
            lines.append(line)
    return lines


def unified(old, new):
    """A unified diff, of the lines as they are if spreading JSON hides the difference."""
    for lines in (readable, text_lines):
        before, after = lines(old), lines(new)
        found = list(difflib.unified_diff(before, after, "old", "new", lineterm="", n=1))
        if found:
            return found
    return ["-bytes differ", f"+lengths {len(old)} and {len(new)}"]


def first_byte(old, new):
    """Where two binary files part."""
    at = next((at for at, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return [f"-{len(old)} bytes", f"+{len(new)} bytes, other from byte {at} on"]


def of_results(scenario, step, old, new):
    """The first stream of a command that differs, if one does."""
    if old == new:
        return []
    for stream in ("stdout", "stderr"):
        before, after = getattr(old, stream), getattr(new, stream)
        if before != after:
            diff, codes = unified(before, after), ""
            if old.code != new.code:
                codes = f", exit code {old.code} -> {new.code}"
                diff.insert(0, f"new stderr: {text_lines(new.stderr)[0]}")
            return [Difference(scenario.name, step, stream + codes, diff)]
    return [Difference(scenario.name, step, "exit code", [f"-{old.code}", f"+{new.code}"])]


def kind_of(name):
    return next((kind for kind, ends in BINARY.items() if name.endswith(ends)), None)


def writer(scenario, name):
    """The last command that writes the file, else that names it, else the last of all."""
    words = {step: step.split() for step in scenario.steps}
    naming = [step for step in words if name in words[step]]
    writing = [step for step in naming
               if any(words[step][at] == name for at in outputs(words[step]))]
    return (writing or naming or scenario.steps)[-1]


def of_files(scenario, old, new, strict, identical):
    """Files of one program only, and files that differ; models and caches are counted."""
    found = []
    for name in sorted(old.keys() | new.keys()):
        kind, before, after = kind_of(name), old.get(name), new.get(name)
        both = before is not None and after is not None
        if kind and both:
            identical[kind][0] += before == after
            identical[kind][1] += 1
        if before == after or kind and both and not strict:
            continue
        if not both:
            diff = [f"{'-' if after is None else '+'}it is there"]
        else:
            diff = first_byte(before, after) if kind else unified(before, after)
        command = writer(scenario, name)
        found.append(Difference(scenario.name, command, f"file {name}", diff))
    return found


def outputs(words):
    """Places in a command of the names of what it writes for others to read."""
    named = {at for at in range(1, len(words)) if words[at - 1] == "-o"}
    return named | ({2} if words[:1] == ["convert"] and len(words) > 2 else set())


def lacks_input(before, step, stages):
    """Whether a step reads what an earlier one should have written, and neither program did."""
    written = {words[at] for words in map(str.split, before) for at in outputs(words)}
    words = step.split()
    read = [word for at, word in enumerate(words) if word in written and at not in outputs(words)]
    return any(not any(stage.has(word) for stage in stages) for word in read)


def tried(scenario, programs, data, work, strict):
    """Runs a scenario with both programs, each step with one and then the other."""
    folder = tempfile.mkdtemp(dir=work)
    stages = [Stage(program, os.path.join(folder, side), data, scenario)
              for program, side in zip(programs, ("a", "b"))]
    outcome = Outcome(scenario, [], [], {kind: [0, 0] for kind in BINARY})
    for at, step in enumerate(scenario.steps):
        if lacks_input(scenario.steps[:at], step, stages):
            continue
        old, new = (stage.run(step) for stage in stages)
        if old is not None:
            outcome.runs.append((step, old.code))
            outcome.differences += of_results(scenario, step, old, new)
    before, after = (stage.files() for stage in stages)
    outcome.differences += of_files(scenario, before, after, strict, outcome.identical)
    shutil.rmtree(folder)
    for difference in outcome.differences:
        difference.reason = intended.reason(difference)
    return outcome
