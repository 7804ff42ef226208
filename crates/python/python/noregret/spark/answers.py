"""What tasks send to the driver: one row for each shard."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

_TYPES = {
    "int": pa.int32(),
    "long": pa.int64(),
    "double": pa.float64(),
    "binary": pa.binary(),
    "string": pa.string(),
}
_ABOUT = {"shard": "int", "rows": "long", "failure": "string"}
#: How many rows a shard has, and what it has become.
STATE = {**_ABOUT, "state": "binary"}
#: What the rows of a shard lose and their dual variables gain; what a step changes.
STEP = {**_ABOUT, "loss": "double", "gain": "double", "delta": "binary", "alpha": "binary"}


def ddl(kind: dict[str, str]) -> str:
    """The columns of such rows, as Spark spells them."""
    return ", ".join(f"{name} {type_}" for name, type_ in kind.items())


def row(kind: dict[str, str], **values: Any) -> Any:
    """One row; what is not given is null."""
    columns = [pa.array([values.get(name)], _TYPES[type_]) for name, type_ in kind.items()]
    return pa.RecordBatch.from_arrays(columns, list(kind))
