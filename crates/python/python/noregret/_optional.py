"""Packages that are needed for some features only."""

import importlib
from typing import Any


def optional(module: str, use: str, package: str | None = None) -> Any:
    """Imports a module; if it is not installed, the error says what needs it.

    Parameters
    ----------
    module
        What to import.
    use
        The feature that needs it, in words.
    package
        The package to install, if it has another name.

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
