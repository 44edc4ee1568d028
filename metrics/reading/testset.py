"""A test set: references, the hypotheses of systems, sources, documents and metadata."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from tallystick.errors import InputError, warn
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text, Tokens
from tallystick.metrics.wording import counted

MOST_COLUMNS = 10_000
"""Tables with more columns are refused: they are not tables of texts, and need much memory."""
SHOWN = 20  # names in a message

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "hypothesis": "hypotheses",
        "reference": "references",
        "doc": "documents",
        "source": "sources",
    }
)
"""The columns that are not metadata, and what they contain."""
LABELLED = ("hypothesis", "reference")
"""The columns of which a table can have several."""
SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("hyp", "hyps"), "hypothesis"),
        **dict.fromkeys(("ref", "refs"), "reference"),
        **dict.fromkeys(("document", "documents", "docid", "doc_id"), "doc"),
        "src": "source",
    }
)
"""Common names of columns, each with the name that is read."""


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

    def __len__(self) -> int:
        """Return the number of segments that have references."""
        return 0 if self.references is None else len(self.references)

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

    They are the input of `tallystick.metrics.score_parts`.

    Attributes:
        systems: The names of the systems.
        references: The references of each part; see `stream_test_set` for how often they can be
            iterated over.
        parts: The parts again, each with the name and the corpus of every system.
        documents: The document of every segment of all parts, or None.
        has_sources: Whether the corpora have sources.
    """

    __test__ = False

    systems: tuple[str, ...]
    references: Iterable[References]
    parts: Iterable[Iterable[tuple[str, Corpus]]]
    documents: Iterable[str] | None
    has_sources: bool = False


class Choice(NamedTuple):
    """The selection from a file with several references or languages; None selects all."""

    translators: Sequence[str] | None = None
    language: str | None = None


def explain_absent(columns: Sequence[str], *wanted: str, noun: str = "column") -> str:
    """Return the message about a table that lacks columns; JSON Lines have keys instead."""
    from difflib import get_close_matches  # only needed for an error

    bases = {column.partition(":")[0]: column for column in reversed(columns)}
    others = {base: column for base, column in bases.items() if base not in MEANINGS}
    renamings = []
    for each in wanted:
        for base in get_close_matches(each, list(others), n=1, cutoff=0.4):
            label = others[base].removeprefix(base)
            renamings.append(f"{others.pop(base)!r} to {each + label!r}")
    absent = " or ".join(map(repr, wanted))
    how = f"; rename the {noun} {' and '.join(renamings)}" if renamings else ""
    found = ", ".join(map(repr, columns[:SHOWN])) or f"no {noun}s"
    if len(columns) > SHOWN:
        found += f" and {len(columns) - SHOWN:,} more"
    return f"has no {absent}; found {found}{how}"


def misnamed(
    metadata: Iterable[str], columns: Collection[str], *, labels: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield columns of metadata that look misnamed, each with the names that it may need.

    With `labels`, a label can follow a name, as in `hypothesis:NAME`.
    """
    if not metadata:
        return
    from difflib import get_close_matches  # only needed for further columns

    single = {"doc", "source"}.intersection(columns)
    for column in metadata:
        base, _, label = column.partition(":")
        labelled = labels and base and label
        lowered = base.lower()
        alike = get_close_matches(lowered, MEANINGS, n=1, cutoff=0.8)
        meant = alike or ([SYNONYMS[lowered]] if lowered in SYNONYMS else [])
        if labelled and not meant:
            meant = get_close_matches(lowered, LABELLED, n=1, cutoff=0.4) or list(LABELLED)
        names = tuple(
            f"{name}:{label}" if labelled and name in LABELLED else name
            for name in meant
            if name not in single
        )
        if names:
            yield column, names


def explain_misnamed(column: str, names: Sequence[str], noun: str = "column") -> str:
    """Return the message about a column found by `misnamed`; JSON Lines have keys instead."""
    advice = (
        f"if {MEANINGS[name.partition(':')[0]]} are meant, rename it {name!r}" for name in names
    )
    return f"the {noun} {column!r} is read as metadata; {'; '.join(advice)}"


def warn_of_misnamed(table: TestSet, noun: str) -> None:
    """Warn about the columns of a table, or the keys of JSON Lines, that `misnamed` finds."""
    for column, names in misnamed(table.metadata, table.columns, labels=noun == "column"):
        warn(f"{table.name}: {explain_misnamed(column, names, noun)}")


def refuse_many_columns(number: int, where: str) -> None:
    """Refuse a table with more than `MOST_COLUMNS` columns."""
    if number > MOST_COLUMNS:
        raise InputError(
            f"{where}: there are {counted(number, 'column')}, but at most {MOST_COLUMNS:,} are "
            "read; check that the file is a table, and leave out columns"
        )
