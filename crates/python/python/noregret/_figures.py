"""Results whose attributes can also be read like the entries of a dict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field
from typing import Any, ClassVar


class Figures(Mapping[str, Any]):
    """Base of dataclasses that are mappings too: ``result["loss"]`` is ``result.loss``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __getitem__(self, name: str) -> Any:
        if name not in self.__dataclass_fields__:
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dataclass_fields__)

    def __len__(self) -> int:
        return len(self.__dataclass_fields__)
