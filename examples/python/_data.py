"""Where data is found: in this repository, or in a folder of public sets."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def public(name: str, folder: str | None = None) -> Path | None:
    """The file of a public set; `None` if it is not there.

    The folder is the one given, else $NOREGRET_DATA, else ../shared/data beside the repository.
    """
    known = folder or os.environ.get("NOREGRET_DATA") or ROOT.parent / "shared" / "data"
    path = Path(known, name)
    if folder and not path.exists():
        raise SystemExit(f"{path} is not there")
    return path if path.exists() else None


def own(name: str) -> Path:
    """A file of examples/."""
    return ROOT / "examples" / name
