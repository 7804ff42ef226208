"""Differences that are meant.

A row: pattern of the scenario's name or command, pattern that every changed line of the diff
matches (so that a meant change hides no other), why.
"""
import re

TABLE = (
    # (r"^help: learn --help", r"--new-flag", "a flag was added"),
)


def reason(difference):
    """Why this difference is meant, or None."""
    where = f"{difference.scenario}\n{difference.command}"
    for scenario, pattern, why in TABLE:
        lines = (re.search(pattern, line) for line in difference.changed())
        if re.search(scenario, where, re.M) and all(lines):
            return why
    return None
