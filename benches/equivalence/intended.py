"""Differences that are meant.

A row: pattern of the scenario's name or command, pattern that every changed line of the diff
matches (so that a meant change hides no other), why.
"""
import re

TABLE = (
    (r".", r'^\+ *("bias": \{|"coordinate": \d+,|"value": -?[\d.e-]+|\},?)$',
     "the constant feature is in the composition, which JSON shows"),
    (r"^help", r"else by name and first line", "the formats are those of the list, in its order"),
    (r"^help", r"repro", "the published experiments are a program of their own"),
    (r"^(list|help: (help )?list)", r"", "metrics are listed, as any axis"),
    (r"^(completions|repro|help: help repro)", r"", "the published experiments are a program of their own"),
    (r"^wrong model of", r"m\.nrm:", "a model read as data: what is said depends on its bytes"),
)


def reason(difference):
    """Why this difference is meant, or None."""
    where = f"{difference.scenario}\n{difference.command}"
    for scenario, pattern, why in TABLE:
        lines = (re.search(pattern, line) for line in difference.changed())
        if re.search(scenario, where, re.M) and all(lines):
            return why
    return None
