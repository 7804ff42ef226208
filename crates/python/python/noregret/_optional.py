"""Packages that are used if they are there."""

import importlib
from typing import Any


def optional(module: str, use: str, package: str | None = None) -> Any:
    """Imports a module, or says who needs it.

    Parameters
    ----------
    module
        What to import.
    use
        What needs it, in words.
    package
        What to install, if it is called otherwise.

    Examples
    --------
    >>> optional("math", "an example").sqrt(4.0)
    2.0
    >>> optional("no_such_module", "an example")
    Traceback (most recent call last):
    ...
    ImportError: an example needs no_such_module: pip install no_such_module
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = package or module.partition(".")[0]
        raise ImportError(f"{use} needs {name}: pip install {name}") from error
