"""Progress of a batch: a tqdm bar, or a line on standard error."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any, TextIO


class ProgressBar:
    """A callable for `Learner.learn_many(progress=...)`; made by `progress_bar`.

    It is called with the number of rows done since the batch began. One bar can serve several
    batches one after another: when the number falls, a new batch has begun.
    """

    def __init__(
        self, total: int | None, description: str, file: TextIO, bar: Any, unit: str = "rows"
    ) -> None:
        self.total = total
        self.description = description
        self.unit = unit
        self.done = 0
        self._file = file
        self._bar = bar
        self._batch = 0
        self._begun = time.monotonic()
        self._shown = -1.0

    def __call__(self, rows: int) -> None:
        more = rows - self._batch if rows >= self._batch else rows
        self._batch = rows
        self.done += more
        if self._bar is not None:
            self._bar.update(more)
        else:
            now = time.monotonic() - self._begun
            if now - self._shown >= 0.1:
                self._shown = now
                self._line(now, "\r")

    def _line(self, seconds: float, end: str) -> None:
        of = f" of {self.total:,}" if self.total else ""
        rate = f", {self.done / seconds:,.0f} a second" if seconds > 0 else ""
        self._file.write(f"{self.description}: {self.done:,}{of} {self.unit}{rate}   {end}")
        self._file.flush()

    def close(self) -> None:
        """Ends the bar or the line; calling it again does nothing."""
        if self._bar is not None:
            self._bar.close()
        elif self._shown >= 0.0:
            self._line(time.monotonic() - self._begun, "\n")
            self._shown = -1.0

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def progress_bar(
    total: int | None = None,
    *,
    description: str = "learn",
    file: TextIO | None = None,
    tqdm: bool | None = None,
    unit: str = "rows",
) -> ProgressBar:
    """A progress bar for `Learner.learn_many(progress=...)`, which shows none by itself.

    Parameters
    ----------
    total
        The number of rows, if it is known.
    description
        The text before the numbers.
    file
        Where to write; standard error if not given.
    tqdm
        Whether to use tqdm; if not given, it is used if it is installed.
    unit
        What is counted.

    Returns
    -------
    ProgressBar
        A callable that is also a context manager.

    Examples
    --------
    >>> import io
    >>> out = io.StringIO()
    >>> with progress_bar(2000, file=out, tqdm=False) as bar:
    ...     bar(1000)
    ...     bar(2000)
    >>> out.getvalue().splitlines()[-1].split(" rows")[0]
    'learn: 2,000 of 2,000'
    """
    out = sys.stderr if file is None else file
    bar = None if tqdm is False else _tqdm(total, description, out, unit)
    if bar is None and tqdm:
        raise ImportError("progress_bar(tqdm=True) needs tqdm: pip install tqdm")
    return ProgressBar(total, description, out, bar, unit)


def _tqdm(total: int | None, description: str, file: TextIO, unit: str) -> Any:
    """A bar of tqdm; `None` if it is not installed."""
    try:
        module = importlib.import_module("tqdm.auto" if file is sys.stderr else "tqdm")
    except ImportError:
        return None
    return module.tqdm(
        total=total, desc=description, unit=f" {unit}", unit_scale=True, file=file
    )
