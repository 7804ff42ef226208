"""Reads files into a sparse matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noregret import _engine
from noregret._optional import optional


_HELD = ("indptr", "indices", "data", "shape", "y", "weight", "groups", "feature_names")
"""What data has, however it was made."""


class Data:
    """The content of a file: a sparse matrix, labels, weights, groups and column names.

    It can be given to `Learner.learn_many` as it is, without SciPy, and to estimators: columns are
    then matched by name. `X` is the same memory as a SciPy matrix. `X, y = data` takes it apart.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "rows.svm")
    >>> _ = file.write_text("1 3:0.5 7:1\\n-1 3:2\\n")
    >>> data = read(file)
    >>> data
    Data(rows=2, columns=2, entries=3)
    >>> data.X.toarray(), data.y
    (array([[0.5, 1. ],
           [2. , 0. ]]), array([ 1., -1.]))
    >>> data.feature_names
    [3, 7]
    """

    def __init__(self, dataset: _engine.Dataset) -> None:
        self._dataset = dataset

    @cached_property
    def indptr(self) -> NDArray[np.int32] | NDArray[np.int64]:
        """Where each row starts in `indices` and `data`, as in SciPy's CSR matrices."""
        return self._dataset.indptr

    @cached_property
    def indices(self) -> NDArray[np.int32] | NDArray[np.int64]:
        """The column of each entry."""
        return self._dataset.indices

    @cached_property
    def data(self) -> NDArray[np.float64]:
        """The value of each entry."""
        return self._dataset.data

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._dataset.shape

    @cached_property
    def X(self) -> Any:
        """The rows as a `scipy.sparse.csr_matrix`; it shares the memory.

        Raises
        ------
        ImportError
            If SciPy is not installed.
        """
        sparse = optional("scipy.sparse", "Data.X")
        parts = (self.data, self.indices, self.indptr)
        return sparse.csr_matrix(parts, shape=self.shape, copy=False)

    @cached_property
    def y(self) -> NDArray[Any] | list[Any]:
        """The labels: an array of numbers or names, or a list if rows have sets of labels."""
        return self._dataset.y

    @cached_property
    def weight(self) -> NDArray[np.float64] | None:
        """The weights of the rows, if the file has any."""
        return self._dataset.weight

    @cached_property
    def groups(self) -> NDArray[np.int64] | None:
        """The query or group of each row, if the file has any."""
        return self._dataset.groups

    @cached_property
    def feature_names(self) -> list[str | int]:
        """The names of the columns in the file, for `names` of `Learner.learn_many`."""
        return self._dataset.feature_names

    def reindex(self, columns: Sequence[str | int]) -> Any:
        """The rows as a `scipy.sparse.csr_matrix` with these columns.

        Parameters
        ----------
        columns
            Names of features; those that the file has besides are left out, those that it has not
            are 0.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "rows.svm")
        >>> _ = file.write_text("1 3:0.5 7:1\\n-1 3:2\\n")
        >>> read(file).reindex([2, 3]).toarray()
        array([[0. , 0.5],
               [0. , 2. ]])
        """
        columns = list(columns)
        if columns == self.feature_names:
            return self.X
        places = {str(name): place for place, name in enumerate(columns)}
        if len(places) != len(columns):
            raise ValueError("two of the columns have one name")
        sparse = optional("scipy.sparse", "Data.reindex")
        moved = [places.get(str(name), -1) for name in self.feature_names]
        at = np.array(moved, dtype=np.int64)[self.indices]
        is_kept = at >= 0
        ends = np.concatenate([[0], np.cumsum(is_kept)])[self.indptr]
        shape = (len(self), len(columns))
        rows = sparse.csr_matrix((self.data[is_kept], at[is_kept], ends), shape=shape)
        rows.sort_indices()
        return rows

    def __getstate__(self) -> dict[str, Any]:
        """Everything the file held, without the compiled object that it was read into."""
        return {name: getattr(self, name) for name in _HELD}

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        """`X, y = data`."""
        yield self.X
        yield self.y

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"Data(rows={rows}, columns={columns}, entries={len(self.data)})"


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    label: str | None = None,
    weight: str | None = None,
    group: str | None = None,
    text: Sequence[str] | None = None,
    columns: Sequence[str | int] | None = None,
    **options: Any,
) -> Data:
    """Reads a file of any format that the program reads, also compressed.

    Parameters
    ----------
    path
        The file.
    format
        "svmlight", "vw", "csv", "tsv", "jsonl" or "conll"; told by the name and the first lines if
        not given.
    label, weight, group
        Columns of a table that are not features.
    text
        Columns of a table that are split into words.
    columns
        The features that columns are to be, as `feature_names` of other data; others are left out.
        Without it every file has columns of its own.
    **options
        `categorical` (columns whose numbers are categories), `delimiter`, `missing` (words for a
        missing value), `templates` (features of CoNLL tokens), `limit` (rows), `threads`.

    Returns
    -------
    Data
        The rows. Columns that are no numbers are categories: a feature `name=value` of value 1.

    Raises
    ------
    NoRegretError
        If a line cannot be read; it says which.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "mail.tsv")
    >>> _ = file.write_text("folder\\tbody\\nwork\\tplan for monday\\nhome\\tdinner on monday\\n")
    >>> data = read(file, label="folder", text=["body"])
    >>> list(data.y), len(data.feature_names)
    (['work', 'home'], 5)
    >>> _ = file.write_text("folder\\tbody\\nhome\\tmonday off\\n")
    >>> read(file, label="folder", text=["body"], columns=data.feature_names).X.toarray()
    array([[0., 1., 0., 0., 0.]])
    """
    named = {
        "format": format,
        "label": label,
        "weight": weight,
        "group": group,
        "text": text,
        "columns": columns,
    }
    given = {name: value for name, value in named.items() if value is not None}
    return Data(_engine.read(path, **given, **options))
