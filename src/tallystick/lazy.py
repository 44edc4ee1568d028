"""Lazy exports: names that a package imports only when they are used, for a fast start-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

TYPE_CHECKING = False  # `typing` takes longer to import than everything here
if TYPE_CHECKING:
    from typing import Any


NOTHING: Mapping[str, str] = MappingProxyType({})


def lazy_exports(
    namespace: dict[str, Any],
    modules: Mapping[str, str],
    packages: Sequence[str] = (),
    moved: Mapping[str, str] = NOTHING,
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` for a package.

    Write all three into the package's `__init__`; type checkers read `__init__.pyi`, which
    `tools/write_stubs.py` writes. `namespace` is the package's `globals()`; `modules` has for each
    module what to import from it, as an import statement has it; `moved` is like it, but gives a
    `DeprecationWarning`. `packages` are in the package, and not in `__all__`.

    >>> names, getattr_of, _ = lazy_exports({"__name__": "example"}, {"math": "tau, pi as half"})
    >>> names, round(getattr_of("half"), 2)
    (['half', 'tau'], 3.14)
    """
    places, old = _places(modules), _places(moved)

    def attribute(name: str) -> Any:
        from importlib import import_module

        if name in packages:
            return import_module(f"{namespace['__name__']}.{name}")
        if name in old:
            import warnings

            module, _ = old[name]
            said = f"{namespace['__name__']}.{name} is now {module}.{name}"
            warnings.warn(said, DeprecationWarning, stacklevel=2)
            return getattr(import_module(module), name)
        if name not in places:
            hint = "" if name.startswith("_") else _hint(name, places)
            raise AttributeError(
                f"module {namespace['__name__']!r} has no attribute {name!r}{hint}"
            )
        module, name_there = places[name]
        value = namespace[name] = getattr(import_module(module), name_there)
        return value

    shown = [name for name in namespace if name.startswith("__")]
    return sorted(places), attribute, lambda: sorted({*shown, *packages, *places})


def _places(modules: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return by name in the package the module and the name there."""
    places = {}
    for module, names in modules.items():
        for name in names.split(", "):
            name_there, _, name_here = name.partition(" as ")
            places[name_here or name_there] = module, name_there
    return places


def _hint(name: str, known: Iterable[str]) -> str:
    """Return the end of the error: how to use the metric of this name, or the name that is meant.

    A name is meant if it is a word of the wrong one, or has it as a word, or is like it.
    """
    from tallystick.metrics.arguments.catalogue import ALIASES, METRICS
    from tallystick.metrics.arguments.registry import closest

    if name in METRICS.built_in or name in ALIASES:
        call = f"tallystick.score(hypotheses=..., references=..., metrics={name!r})"
        return f", but the metric {name} can be used: write {call}"
    words = name.lower().split("_")
    contained = [other for other in known if other in words or name.lower() in other.split("_")]
    return f"; did you mean {contained[0]}?" if contained else closest(name, known)
