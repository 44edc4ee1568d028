"""A test set: what systems translated, what they wrote, and all else that is known of it."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tallystick.errors import InputError, TallystickWarning
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text, Tokens
from tallystick.metrics.wording import counted

MOST_COLUMNS = 10_000
"""A table of more is no table of texts, and each column costs memory of its own."""
SHOWN = 20  # names in a message

WITH_MEANING = frozenset({"hypothesis", "reference", "doc", "source"})


@dataclass(frozen=True, slots=True, eq=False)
class TestSet:
    """A test set as it was read; every column has one entry for each segment.

    Attributes:
        name: What messages call the file that the references are in.
        systems: The hypotheses of each system by its name; may be empty.
        references: The references of every segment; None where a file has none.
        documents: The document of each segment, or None.
        sources: The source text of each segment, or None.
        metadata: All other columns by their names.
        columns: All columns as the file names them.
    """

    __test__ = False  # pytest takes classes of this name for tests

    name: str
    systems: Mapping[str, Text | Tokens]
    references: References | None
    documents: tuple[str, ...] | None = None
    sources: Text | None = None
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    columns: tuple[str, ...] = ()

    def corpora(self) -> dict[str, Corpus]:
        """Return the corpus of every system; all of them share the references.

        Raises:
            InputError: There are no references, or a column has not one entry for each segment.
        """
        references = self.references
        if references is None:
            raise InputError(f"{self.name} {explain_absent(self.columns, 'reference')}")
        return {
            system: Corpus(hypotheses, references, self.documents, self.sources, self.metadata)
            for system, hypotheses in self.systems.items()
        }


@dataclass(frozen=True, slots=True, eq=False)
class TestSetParts:
    """A test set in consecutive parts, of which one at a time is in memory.

    `tallystick.metrics.scoring.score_systems` takes them.

    Attributes:
        systems: The names of the systems.
        references: The references of each part; can be iterated over more than once.
        parts: The same parts with the segments of every system: its name and its corpus.
        documents: The document of every segment of all parts, or None.
    """

    __test__ = False

    systems: tuple[str, ...]
    references: Iterable[References]
    parts: Iterable[Iterable[tuple[str, Corpus]]]
    documents: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What to take of a file that holds several test sets in one.

    Args:
        translators: The references to take, or None for all.
        language: The language of references and hypotheses, or None where there is but one.
    """

    translators: Sequence[str] | None = None
    language: str | None = None


def explain_absent(columns: Sequence[str], *wanted: str) -> str:
    """Return what to say about a table that lacks columns.

    >>> explain_absent(["hyp", "reference"], "hypothesis")
    "has no 'hypothesis'; found 'hyp', 'reference'; rename the column 'hyp' to 'hypothesis'"
    """
    bases = {column.partition(":")[0]: column for column in reversed(columns)}
    others = {base: column for base, column in bases.items() if base not in WITH_MEANING}
    renamings = []
    for each in wanted:
        for base in difflib.get_close_matches(each, list(others), n=1, cutoff=0.4):
            label = others[base].removeprefix(base)
            renamings.append(f"{others.pop(base)!r} to {each + label!r}")
    absent = " or ".join(map(repr, wanted))
    how = f"; rename the column {' and '.join(renamings)}" if renamings else ""
    found = ", ".join(map(repr, columns[:SHOWN])) or "no columns"
    if len(columns) > SHOWN:
        found += f" and {len(columns) - SHOWN:,} more"
    return f"has no {absent}; found {found}{how}"


def warn_of_misspelt(columns: Sequence[str], where: str) -> None:
    """Warn of columns of metadata whose names look like misspelt names of other columns."""
    for column in columns[:MOST_COLUMNS]:
        base = column.partition(":")[0].lower()
        for meant in difflib.get_close_matches(base, WITH_MEANING, n=1, cutoff=0.8):
            warnings.warn(
                f"{where}: the column {column!r} is read as metadata; if it is meant as {meant!r}, "
                "rename it",
                TallystickWarning,
                stacklevel=2,
            )


def refuse_many_columns(number: int, where: str) -> None:
    """Refuse a table with more columns than any table of texts has.

    Raises:
        InputError: There are more than `MOST_COLUMNS`.
    """
    if number > MOST_COLUMNS:
        raise InputError(
            f"{where}: there are {counted(number, 'column')}, but at most {MOST_COLUMNS:,} are "
            "read; check that the file is a table, and leave out columns"
        )
