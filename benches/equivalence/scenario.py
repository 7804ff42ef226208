"""A scenario: a short chain of commands that both programs run, each in a folder of its own.

A step is a line as typed after `noregret`, with `< FILE` at its end for standard input, or one of
the actions `@copy FROM TO`, `@cut FILE BYTES` (keep so many), `@flip FILE PLACE` (one byte),
`@folder NAME`.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Scenario:
    """Commands with a name, and what they are about (for the summary)."""
    name: str
    steps: tuple
    algorithm: str = "-"
    problem: str = "-"
    format: str = "-"


def chain(name, *steps, **about):
    return Scenario(name, steps, **about)


def each(prefix, lines, **about):
    """A scenario of one command for each line."""
    return [chain(f"{prefix}: {line}", line, **about) for line in lines]


def model(name, learn, more, **about):
    """A `learn` command whose model is then looked at, answers, and learns on."""
    return chain(name, f"learn {learn} -o m.nrm --json", "inspect m.nrm --json",
                 f"predict m.nrm {more} --scores", f"predict m.nrm {more} --json",
                 f"learn {more} --resume m.nrm -o n.nrm --json", "inspect n.nrm --json",
                 f"test n.nrm {more}", **about)
