"""Presets, the known programs of a metric: `presets.toml` in the folder of its dialect class.

The fields of a table `[[program]]` are those of `Preset`, and `presets` has a line for each dialect
of the program. A field in a line replaces that of the program, except that `variant` is appended to
`program`, and notes and defects are added to those of the program.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.dialect import Dialect

DialectT = TypeVar("DialectT", covariant=True)

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Preset(Generic[DialectT]):
    """A program whose dialect of a metric is known.

    Args:
        name: Its name in specs and signatures: lower-case letters, digits, `.`, `_` and `-`.
        program: The name of the program, as a paper would write it.
        version: The version, release or commit of the program.
        dialect: The dialect of the program.
        verified: How the dialect is known: the program was "run", or its source was "read".
        source: Where the program, or the text that defines it, is found.
        notes: Further remarks; its defects are in the ledger of defects.
        scale: The program's perfect score, if there is one: 1 or 100. Ours is 100.
        single_precision: Whether it computes in 32 bits; its scores agree with ours to about six
            digits.
        decimals: The number of decimals that it prints; None if it prints or returns all.
        single_reference: Whether it does not support several references.
        usual: Whether papers often report its scores.
        definition: Whether it is a text that defines the metric, such as a paper, not a program.
        aliases: Further names of the preset.
        defects: The ids of the entries in the ledger (`tallystick list defects`) that describe
            where the program differs from this dialect. Defects that the dialect reproduces are
            not included: their entries name the presets.

    Raises:
        OptionError: A name contains a character with a special meaning in a spec.

    >>> Preset("exact", "an example", "1.0", {"smooth": "none"}, "read", "here").name
    'exact'
    """

    name: str
    program: str
    version: str
    dialect: DialectT
    verified: Literal["run", "read"]
    source: str
    notes: str = ""
    scale: Literal[1, 100] = 1
    single_precision: bool = False
    decimals: int | None = None
    single_reference: bool = False
    usual: bool = False
    definition: bool = False
    aliases: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            if not _NAME.fullmatch(name):
                raise OptionError(
                    f"{name!r} cannot name a dialect; expected lower-case letters, digits, dots, "
                    "underscores and hyphens, as in the spec nist:dialect=nltk"
                )
        if self.verified not in ("run", "read"):
            raise OptionError(f"verified is {self.verified!r}; expected 'run' or 'read'")


Kind = TypeVar("Kind", bound=Dialect)


def presets(kind: type[Kind]) -> tuple[Preset[Kind], ...]:
    """Return the presets of a dialect class, in the order of its table.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> presets(NistDialect)[0].name
    'mteval'
    """
    return tuple(preset for name, preset in _known(kind).items() if name == preset.name)


def preset_named(kind: type[Kind], name: object) -> Preset[Kind]:
    """Return the preset of a dialect class with a name or alias, which are in lower case.

    Raises:
        OptionError: The name is unknown; the message suggests the nearest ones.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> preset_named(NistDialect, "mteval-sig").program
    'mteval-v13a-sig'
    """
    known = _known(kind)
    if not isinstance(name, str) or name.lower() not in known:
        offer = nearest(str(name), list(known), listed="dialects")
        raise OptionError(f"no dialect of {kind.title} is named {name!r}{offer}")
    return known[name.lower()]


def preset_of(dialect: Kind) -> Preset[Kind] | None:
    """Return the first preset with a dialect, or None if no known program has it."""
    kind: Any = type(dialect)  # a class, which type checkers do not consider hashable
    return _by_dialect(kind).get(dialect)


def resolved(kind: type[Kind], given: object) -> tuple[Any, Kind]:
    """Return the name and the value of a dialect given as a name, as text or as a value.

    A value has the name of its first preset, or is its own name if no known program has it.
    """
    if isinstance(given, str) and "=" in given:
        name, plus, axes = given.partition("+")
        if plus and name in _known(kind):
            options = re.sub(r"\+(?=[a-z_]+=)", ",", axes)
            raise OptionError(
                f"the dialect {given!r} changes the dialect {name}; give the changes as options "
                f"after a comma: dialect={name},{options}"
            )
        given = kind.parse(given)
    if isinstance(given, kind):
        preset = preset_of(given)
        return (given if preset is None else preset.name), given
    preset = preset_named(kind, given)
    return preset.name, preset.dialect


def by_name(given: Iterable[Preset[DialectT]]) -> Mapping[str, Preset[DialectT]]:
    """Return a mapping of names and aliases to presets; no two presets may share a name."""
    named: dict[str, Preset[DialectT]] = {}
    for preset in given:
        for name in (preset.name, *preset.aliases):
            if name in named:
                raise OptionError(f"two dialects are named {name!r}; rename one of them")
            named[name] = preset
    return MappingProxyType(named)


def _known(kind: type[Kind]) -> Mapping[str, Preset[Kind]]:
    key: Any = kind  # a class, which type checkers do not consider hashable
    return _read(key)


@cache
def _read(kind: type[Any]) -> Mapping[str, Preset[Any]]:
    import tomllib  # takes milliseconds to import, and the default dialects do not need it

    folder = os.path.dirname(inspect.getfile(kind))
    with open(os.path.join(folder, "presets.toml"), "rb") as file:
        return by_name(_in_table(kind, tomllib.load(file)))


@cache
def _by_dialect(kind: type[Any]) -> Mapping[Dialect, Preset[Any]]:
    """Return the first preset with each dialect."""
    return {preset.dialect: preset for preset in reversed(presets(kind))}


def _in_table(kind: type[Any], table: Mapping[str, Any]) -> Iterator[Preset[Any]]:
    for program in table["program"]:
        for name, line in program.pop("presets").items():
            facts = {**program, **line}
            facts["program"] = _joined(", ", program.get("program"), facts.pop("variant", None))
            facts["notes"] = _joined(" ", program.get("notes"), line.get("notes"))
            facts["defects"] = (*program.get("defects", ()), *line.get("defects", ()))
            facts["aliases"] = tuple(facts.get("aliases", ()))
            facts["dialect"] = kind.parse(facts["dialect"])
            yield Preset(name=name, **facts)


def _joined(separator: str, *parts: str | None) -> str:
    return separator.join(part for part in parts if part)
