"""The ledger of defects, read from the TOML files in this folder, and a search.

The heading of an entry is its id, and its fields are those of `Defect`, with four differences: a
field at the top of a file applies to all its entries; `recorded` may be only its source, with a
comment that names the notes in which the run is described; `options` is a table; and
`{ line = "a", times = 3 }` is the line "a a a".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tallystick.compat.defects.defect import Defect, Recorded
from tallystick.errors import OptionError, UnknownNameError
from tallystick.metrics.arguments.registry import closest, nearest

TABLES = (
    "nltk",
    "sacrebleu",
    "perl",
    "torch",
    "others",
    "nist",
    "rouge",
    "error_rates",
    "cider",
    "sari",
    "npm",
)


def read_table(text: str) -> Iterator[Defect]:
    """Yield the entries of a file in TOML."""
    table = tomllib.loads(text)
    entries = {name: value for name, value in table.items() if isinstance(value, dict)}
    shared = {name: value for name, value in table.items() if name not in entries}
    for name, entry in entries.items():
        yield _defect(name, {**shared, **entry})


def _defect(name: str, entry: Mapping[str, Any]) -> Defect:
    known = [field.name for field in fields(Defect)]
    for field in entry:
        if field not in known:
            raise OptionError(f"the defect {name} has a field {field!r}{nearest(field, known)}")
    values = {field: _plain(value) for field, value in entry.items()}
    values["options"] = tuple(entry.get("options", {}).items())
    try:
        if "recorded" in entry:
            recorded = entry["recorded"]
            whole = isinstance(recorded, dict)
            values["recorded"] = Recorded(**recorded) if whole else Recorded(recorded)
        return Defect(id=name, **values)
    except TypeError as error:  # a field is missing, or `recorded` has an unknown field
        raise OptionError(f"the defect {name} is incomplete: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, dict) and "times" in value:
        return " ".join([value["line"]] * value["times"])
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def by_id(defects: Iterable[Defect]) -> Mapping[str, Defect]:
    """Return a mapping of ids to defects, in the order given."""
    known: dict[str, Defect] = {}
    for defect in defects:
        if defect.id in known:
            raise OptionError(f"two defects have the id {defect.id!r}; rename one of them")
        known[defect.id] = defect
    return MappingProxyType(known)


DEFECTS: Mapping[str, Defect] = by_id(
    entry
    for table in TABLES
    for entry in read_table(Path(__file__).with_name(f"{table}.toml").read_text(encoding="utf-8"))
)
"""The ledger: NLTK, sacreBLEU, Moses and mteval, libraries for PyTorch, others, then NIST and
error rates."""


def defect(name: str) -> Defect:
    """Return the defect with an id.

    Raises:
        UnknownNameError: No defect has this id; the message suggests the nearest ids.

    >>> defect("promptfoo-rewards-brevity").fixed
    '0.123.1'
    """
    if name not in DEFECTS:
        remedy = closest(name, list(DEFECTS)) or "; see all with `tallystick list defects`"
        raise UnknownNameError(f"no defect has the id {name!r}{remedy}")
    return DEFECTS[name]


def search(words: Iterable[str]) -> list[Defect]:
    """Return the defects whose id, program, text, presets or links contain all the words.

    A word that is the name of a metric, such as "ter", selects the defects of that metric.

    >>> [defect.id for defect in search(["fairseq", "hash", "bigram"])]
    ['fairseq-bigrams-share-a-hash']
    >>> {defect.metric for defect in search(["ter"])}
    {'ter'}
    """
    wanted = {word.lower() for word in words}
    metrics = wanted & {defect.metric for defect in DEFECTS.values()}
    return [
        defect
        for defect in DEFECTS.values()
        if (not metrics or defect.metric in metrics)
        and all(word in defect.words.lower() for word in wanted - metrics)
    ]
