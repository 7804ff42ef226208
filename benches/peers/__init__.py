"""Other programs on the same rows: each module runs one library at its defaults, predicting before it learns.

A module offers `peers()`: a list of `Peer`, empty if the library is not installed in this Python.
"""
from dataclasses import dataclass
from typing import Callable


@dataclass
class Peer:
    """One way to run a library; `run` takes a `sets.Set` and returns what `score` made of it."""

    name: str
    version: str
    tasks: tuple
    run: Callable
    skip: Callable = lambda _set: ""  # why this peer is left out of a set, or nothing


def installed():
    """(peers of this Python, names of the libraries that are missing)."""
    from . import river_online, sklearn_online, vw

    found, missing = [], []
    for module in (vw, sklearn_online, river_online):
        peers = module.peers()
        found += peers
        if not peers:
            missing.append(module.LIBRARY)
    return found, missing
