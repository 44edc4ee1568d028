"""Names that a package exports but imports only when they are used, so that a start stays cheap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def lazy_exports(
    namespace: dict[str, Any], places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package.

    Write both into the package's `__init__`, and the same imports under `TYPE_CHECKING` for type
    checkers:

        __getattr__, __dir__ = lazy_exports(globals(), {"Corpus": "tallystick.metrics.corpus"})

    Args:
        namespace: The package's `globals()`.
        places: For each name the module that has it; "module:name" where it has another name there.

    >>> getattr_of, dir_of = lazy_exports({"__name__": "example"}, {"tau": "math", "e": "math:pi"})
    >>> round(getattr_of("tau"), 2), round(getattr_of("e"), 2)
    (6.28, 3.14)
    """

    def attribute(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, name_there = places[name].partition(":")
        value = getattr(import_module(module), name_there or name)
        namespace[name] = value
        return value

    def names() -> list[str]:
        return sorted({*namespace, *places})

    return attribute, names
