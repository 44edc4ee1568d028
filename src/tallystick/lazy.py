"""Public names that a package imports when they are first used, so that a start stays cheap."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, which import its public names on first use.

    A type checker sees the names where the package imports them too, under `TYPE_CHECKING`.

    Args:
        package: The name of the package, its `__name__`.
        places: Public name to "module:name there".

    >>> get, _ = lazy_exports("tallystick", {"sqrt": "math:sqrt"})
    >>> get("sqrt")(9.0)
    3.0
    """

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, name_there = places[name].partition(":")
        return getattr(import_module(module), name_there)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return get, names
