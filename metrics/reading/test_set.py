"""A test set: references, the hypotheses of systems, sources, documents and metadata."""

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
"""Tables with more columns are refused: they are not tables of texts, and need much memory."""
SHOWN = 20  # names in a message

WITH_MEANING = frozenset({"hypothesis", "reference", "doc", "source"})


@dataclass(frozen=True, slots=True, eq=False)
class TestSet:
    """A test set as read; every column has one entry per segment.

    Attributes:
        name: The name of the file of references in messages.
        systems: The hypotheses of each system by its name; may be empty.
        references: The references of every segment; None if there are none.
        documents: The document of each segment, or None.
        sources: The source text of each segment, or None.
        metadata: All other columns by their names.
        columns: The names of all columns in the file.
    """

    __test__ = False  # pytest would collect a class of this name

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
            InputError: There are no references, or a column does not have one entry per segment.
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
    """A test set in consecutive parts, only one of which is in memory at a time.

    They are the input of `tallystick.metrics.scoring.score_systems`.

    Attributes:
        systems: The names of the systems.
        references: The references of each part; can be iterated over more than once.
        parts: The parts again, each with the name and the corpus of every system.
        documents: The document of every segment of all parts, or None.
    """

    __test__ = False

    systems: tuple[str, ...]
    references: Iterable[References]
    parts: Iterable[Iterable[tuple[str, Corpus]]]
    documents: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """The selection from a file that contains several references or languages.

    Args:
        translators: The translators whose references are taken, or None for all.
        language: The language of references and hypotheses, or None if there is only one.
    """

    translators: Sequence[str] | None = None
    language: str | None = None


def explain_absent(columns: Sequence[str], *wanted: str) -> str:
    """Return the message about a table that lacks columns.

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
    """Warn about metadata columns whose names look like misspelt names of other columns."""
    for column in columns[:MOST_COLUMNS]:
        base = column.partition(":")[0].lower()
        for meant in difflib.get_close_matches(base, WITH_MEANING, n=1, cutoff=0.8):
            warnings.warn(
                f"{where}: the column {column!r} is read as metadata; if {meant!r} is intended, "
                "rename it",
                TallystickWarning,
                stacklevel=2,
            )


def refuse_many_columns(number: int, where: str) -> None:
    """Refuse a table with too many columns.

    Raises:
        InputError: There are more than `MOST_COLUMNS`.
    """
    if number > MOST_COLUMNS:
        raise InputError(
            f"{where}: there are {counted(number, 'column')}, but at most {MOST_COLUMNS:,} are "
            "read; check that the file is a table, and leave out columns"
        )
