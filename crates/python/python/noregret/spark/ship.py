"""The package as an archive for the executors: their images need not have it."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path
from typing import Any

import noregret

#: What the unpacked archive is called where a task runs.
FOLDER = "noregret.archive"
#: The applications that have it.
_SENT: set[str] = set()


def ship(spark: Any) -> None:
    """Sends this package to the executors of a session, now and whenever one joins.

    `LearnerEstimator.fit` and `LearnerModel.transform` do so by themselves, unless tasks run on
    this machine in the environment of the driver. What is sent is the installed package with its
    compiled module, which fits every Python from 3.11 on. NumPy and pyarrow, which `mapInArrow`
    needs anyway, have to be there.
    """
    context = spark.sparkContext
    if is_local(context.master) or context.applicationId in _SENT:
        return
    context.addArchive(f"{archive()}#{FOLDER}")
    _SENT.add(context.applicationId)


def is_local(master: str) -> bool:
    """Whether tasks run as processes of the driver's machine, and find what it has installed."""
    return master == "local" or master.startswith("local[")


def archive() -> str:
    """Writes the installed package into a zip file, and says where that is."""
    package = Path(noregret.__file__).parent
    file = Path(tempfile.mkdtemp(prefix="noregret-"), "noregret.zip")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                zipped.write(path, Path("noregret", path.relative_to(package)))
    return str(file)
