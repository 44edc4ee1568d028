"""The known programs of a metric: a table in the metric's folder, read when it is first needed.

`presets.toml` lies beside the module of the metric's dialect class. Facts of a program are given
once, in a table `[[program]]`, whose `presets` hold a line for each dialect of the program:

    [[program]]
    program = "sacreBLEU"
    version = "2.6.0"
    verified = "run"
    source = "PyPI, sacrebleu"
    [program.presets]
    sacrebleu = { variant = "corpus_bleu", dialect = "smooth=exp+no_match=zero+tokenize=13a" }

The fields are those of `Preset`; a field in a line replaces the program's, but `variant` is added
to `program`, and notes and defects to the program's own.
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from tallystick.errors import OptionError
from tallystick.metrics.preset import DialectT, Preset
from tallystick.metrics.registry import nearest

Kind = TypeVar("Kind", bound=Hashable)


def presets(kind: type[Kind]) -> tuple[Preset[Kind], ...]:
    """Return the presets of a class of dialects, in the order of its table.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> presets(NistDialect)[0].name
    'mteval'
    """
    return tuple(one for name, one in _read(kind).items() if name == one.name)


def preset_named(kind: type[Kind], name: str, metric: str) -> Preset[Kind]:
    """Return the preset of this name or alias.

    Args:
        kind: The class of the metric's dialects.
        name: The name asked for.
        metric: The metric's name as an error writes it, such as "NIST".

    Raises:
        OptionError: Nothing has this name; the message offers the nearest ones.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> preset_named(NistDialect, "mteval-sig", "NIST").program
    'mteval-v13a-sig'
    """
    known = _read(kind)
    if not isinstance(name, str) or name not in known:
        raise OptionError(
            f"no dialect of {metric} is named {name!r}{nearest(str(name), list(known))}"
        )
    return known[name]


def preset_of(dialect: Kind) -> Preset[Kind] | None:
    """Return the first preset with these conventions, or None where no known program has them.

    >>> from tallystick.metrics.nist.dialect import NistDialect
    >>> preset_of(NistDialect()).name, preset_of(NistDialect(order=3))
    ('mteval', None)
    """
    return next((one for one in presets(type(dialect)) if one.dialect == dialect), None)


def by_name(given: Iterable[Preset[DialectT]]) -> Mapping[str, Preset[DialectT]]:
    """Return presets by their names and aliases, in the order given.

    Raises:
        OptionError: Two presets share a name.

    >>> one = Preset("one", "a program", "1", {}, "read", "here", aliases=("uno",))
    >>> list(by_name([one]))
    ['one', 'uno']
    """
    found: dict[str, Preset[DialectT]] = {}
    for preset in given:
        for name in (preset.name, *preset.aliases):
            if name in found:
                raise OptionError(f"two dialects are named {name!r}; rename one of them")
            found[name] = preset
    return MappingProxyType(found)


@cache
def _read(kind: type[Any]) -> Mapping[str, Preset[Any]]:
    import tomllib  # takes milliseconds, and the default dialects do without a table

    table = Path(inspect.getfile(kind)).with_name("presets.toml")
    return by_name(_in_table(kind, tomllib.loads(table.read_text(encoding="utf-8"))))


def _in_table(kind: type[Any], table: Mapping[str, Any]) -> Iterator[Preset[Any]]:
    for program in table["program"]:
        lines = program.pop("presets")
        for name, line in lines.items():
            facts = {**program, **line}
            facts["program"] = _joined(", ", program.get("program"), facts.pop("variant", None))
            facts["notes"] = _joined(" ", program.get("notes"), line.get("notes"))
            facts["defects"] = (*program.get("defects", ()), *line.get("defects", ()))
            facts["aliases"] = tuple(facts.get("aliases", ()))
            facts["dialect"] = kind.parse(facts["dialect"])
            yield Preset(name=name, **facts)


def _joined(separator: str, *parts: str | None) -> str:
    return separator.join(part for part in parts if part)
