"""Progress of a batch: a bar of tqdm, or a line on standard error."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any, TextIO


class ProgressBar:
    """A callable for `Learner.learn_many(progress=...)`; made by `progress_bar`.

    Calls say how many rows were done since the batch began. The same bar can be given to several
    batches one after another: where the number falls, a new batch has begun.
    """

    def __init__(self, total: int | None, description: str, file: TextIO, bar: Any) -> None:
        self.total = total
        self.description = description
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
        self._file.write(f"{self.description}: {self.done:,}{of} rows{rate}   {end}")
        self._file.flush()

    def close(self) -> None:
        """Ends the bar, or the line; does nothing the second time."""
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
) -> ProgressBar:
    """A bar for `Learner.learn_many(progress=...)`; nothing is shown unless one is given.

    Parameters
    ----------
    total
        How many rows there are, if that is known.
    description
        What stands before the numbers.
    file
        Where to write: standard error if not given.
    tqdm
        Whether to use tqdm; if not given, it is used where it is installed.

    Returns
    -------
    ProgressBar
        A callable and a context manager.

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
    bar = None if tqdm is False else _tqdm(total, description, out)
    if bar is None and tqdm:
        raise ImportError("progress_bar(tqdm=True) needs tqdm: pip install tqdm")
    return ProgressBar(total, description, out, bar)


def _tqdm(total: int | None, description: str, file: TextIO) -> Any:
    """A bar of tqdm; `None` where it is not installed."""
    try:
        module = importlib.import_module("tqdm.auto" if file is sys.stderr else "tqdm")
    except ImportError:
        return None
    return module.tqdm(total=total, desc=description, unit=" rows", unit_scale=True, file=file)
