"""The programs of the field as data: for every metric a list of presets, found by name.

A dialect is a point in a space of conventions (`tallystick.metrics.nist.dialect` for NIST); a
preset gives such a point the name of the program that stands there. Metrics read the point alone:
no name of a program stands in a formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tallystick.errors import OptionError
from tallystick.metrics.preset import Dialect, Preset
from tallystick.metrics.registry import nearest

__all__ = ["Preset", "by_name", "preset_named", "preset_of"]


def by_name(presets: Iterable[Preset[Dialect]]) -> Mapping[str, Preset[Dialect]]:
    """Return presets by their names and aliases, in the order given.

    Raises:
        OptionError: Two presets share a name.

    >>> one = Preset("one", "a program", "1", {}, "read", "here", "None.", aliases=("uno",))
    >>> list(by_name([one]))
    ['one', 'uno']
    """
    found: dict[str, Preset[Dialect]] = {}
    for preset in presets:
        for name in (preset.name, *preset.aliases):
            if name in found:
                raise OptionError(f"two dialects are named {name!r}; rename one of them")
            found[name] = preset
    return MappingProxyType(found)


def preset_named(known: Mapping[str, Preset[Dialect]], name: str, metric: str) -> Preset[Dialect]:
    """Return the preset of this name or alias.

    Args:
        known: What `by_name` returns.
        name: The name asked for.
        metric: The metric's name as an error writes it, such as "NIST".

    Raises:
        OptionError: Nothing has this name; the message offers the nearest ones.

    >>> one = Preset("one", "a program", "1", {}, "read", "here", "None.")
    >>> preset_named(by_name([one]), "one", "NIST").program
    'a program'
    """
    if not isinstance(name, str) or name not in known:
        raise OptionError(
            f"no dialect of {metric} is named {name!r}{nearest(str(name), list(known))}"
        )
    return known[name]


def preset_of(known: Mapping[str, Preset[Dialect]], dialect: object) -> Preset[Dialect] | None:
    """Return the first preset with these conventions, or None where no known program has them.

    >>> one = Preset("one", "a program", "1", {"smooth": "none"}, "read", "here", "None.")
    >>> preset_of(by_name([one]), {"smooth": "none"}) is one, preset_of(by_name([one]), {})
    (True, None)
    """
    return next((preset for preset in known.values() if preset.dialect == dialect), None)
