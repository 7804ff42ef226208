"""Differences that are meant: pattern of the scenario's name or command, of the diff, and why."""
import re

TABLE = (
    # (r"^help: learn --help", r"^\+.*--new-flag", "a flag was added"),
)


def reason(difference):
    """Why this difference is meant, or None."""
    where, diff = f"{difference.scenario}\n{difference.command}", "\n".join(difference.diff)
    for scenario, pattern, why in TABLE:
        if re.search(scenario, where, re.M) and re.search(pattern, diff, re.M):
            return why
    return None
