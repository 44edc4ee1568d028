"""What a table holds, whatever format it is written in."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.metrics.references import References
from tallystick.metrics.text import Text, Tokens


@dataclass(frozen=True, slots=True)
class TableContent:
    """The columns of a table by their meaning, all with one entry for every segment.

    Args:
        systems: The hypotheses of each system by its name; empty for a table of references alone.
        references: The references of every segment, or None for a table without.
        documents: The document of each segment, or None.
        sources: The source text of each segment, or None.
        metadata: All other columns.
        names: All columns as the file names them.
    """

    systems: Mapping[str, Text | Tokens]
    references: References | None
    documents: tuple[str, ...] | None
    sources: Text | None
    metadata: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]


WITH_MEANING = frozenset({"hypothesis", "reference", "doc", "source"})


def explain_absent(names: Sequence[str], *wanted: str) -> str:
    """Return what to say about a table that lacks columns.

    >>> explain_absent(["hyp", "reference"], "hypothesis")
    "has no 'hypothesis'; found 'hyp', 'reference'; rename the column 'hyp' to 'hypothesis'"
    """
    bases = {name.partition(":")[0]: name for name in reversed(names)}
    others = {base: name for base, name in bases.items() if base not in WITH_MEANING}
    renamings = []
    for each in wanted:
        for base in difflib.get_close_matches(each, list(others), n=1, cutoff=0.4):
            label = others[base].removeprefix(base)
            renamings.append(f"{others.pop(base)!r} to {each + label!r}")
    absent = " or ".join(map(repr, wanted))
    mend = f"; rename the column {' and '.join(renamings)}" if renamings else ""
    return f"has no {absent}; found {', '.join(map(repr, names))}{mend}"
