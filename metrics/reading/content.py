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


def explain_absent(names: Sequence[str], wanted: str) -> str:
    """Return what to say about a table that lacks a column.

    >>> explain_absent(["hyp", "reference"], "hypothesis")
    "has no 'hypothesis'; found 'hyp', 'reference'. Did you mean 'hyp'?"
    """
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.4)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"has no {wanted!r}; found {', '.join(map(repr, names))}.{hint}"
