"""A test set: references, the hypotheses of systems, sources, documents and metadata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar, cast

from tallystick.errors import InputError
from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.reading.columns import LABELLED, base_of, explain_absent, metadata_of
from tallystick.metrics.reading.opening import FilePath, State, display_name, split_name

Item = TypeVar("Item")


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TestSetParts:
    """A test set in consecutive parts, only one of which is in memory at a time.

    Each part has the name and the corpus of every system; `documents` are of all segments.
    """

    __test__ = False

    systems: tuple[str, ...]
    references: Iterable[References]
    parts: Iterable[Iterable[tuple[str, Corpus]]]
    documents: Iterable[str] | None
    has_sources: bool = False


class Choice(NamedTuple):
    """The selection from a file with several systems or references; None is usual."""

    systems: Sequence[str] | None = None
    translators: Sequence[str] | None = None
    language: str | None = None
    columns: Mapping[str, str] | None = None


class Again(Generic[Item]):
    """What a function yields, anew in every iteration; the first one goes on with `begun`."""

    def __init__(
        self, make: Callable[[], Iterator[Item]], begun: Iterator[Item] | None = None
    ) -> None:
        self._make = make
        self._begun = begun

    def __iter__(self) -> Iterator[Item]:
        begun, self._begun = self._begun, None
        return begun or self._make()


class Table:
    """A table of texts; `empty` is what is wrong with one that has no blocks.

    The file must not change between two readings. Its name is that of a system without a label.
    `remedy` is what else may help where its segments are not those of the `others`.
    """

    empty: str
    noun = "column"
    others = "tables"
    remedy = "; the parts of one corpus have one name, as in tallystick score 'corpus.{part}.tsv'"
    header: Sequence[str] = ()

    def __init__(self, path: FilePath, given: Mapping[str, str] | None) -> None:
        self.path = path
        self.name = display_name(path)
        self.system = split_name(path)[0]
        self.given = given
        self.states: dict[str, State | None] = {}

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        raise NotImplementedError

    def row(self, segment: int) -> int:
        """Return the row, from 1, of a segment, from 0."""
        return segment + 1

    def blocks_of(
        self, rows: Iterator[Sequence[str | None]], columns: Sequence[str], length: int | None
    ) -> Iterator[TestSet]:
        """Yield rows in blocks, with a text for each column; only references may be None."""
        hypotheses, references = (
            [column for column in columns if base_of(column) == base] for base in LABELLED
        )
        while block := list(islice(rows, length)):
            values: dict[str, Any] = dict(zip(columns, zip(*block, strict=True), strict=True))
            of_segments = zip(*map(values.__getitem__, references), strict=True)
            yield TestSet(
                name=self.name,
                systems={
                    column.partition(":")[2] or self.system: Text.from_lines(values[column])
                    for column in hypotheses
                },
                references=References.per_segment(list(of_segments)) if references else None,
                documents=values.get("doc"),
                sources=Text.from_lines(values["source"]) if "source" in values else None,
                metadata={column: values[column] for column in metadata_of(columns)},
                columns=tuple(columns),
            )


class RowsOfSystem(Table):
    """The rows of one system in a whole table, which names the system of each in a column."""

    others = "systems"
    remedy = "; rename the column if it does not say which system a row is of"

    def __init__(self, table: Table, system: str, whole: TestSet, rows: Sequence[int]) -> None:
        super().__init__(table.path, table.given)
        self.name = f"{table.name}, system {system!r}"
        self.noun = table.noun
        self.system = system
        self._whole = whole
        self._rows = rows

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the rows in blocks of at most `length` segments, or as a whole."""
        length = length or len(self._rows)
        for begin in range(0, len(self._rows), length):
            rows = self._rows[begin : begin + length]
            of_rows = {name: corpus.at(rows) for name, corpus in self._whole.corpora().items()}
            first = next(iter(of_rows.values()))
            yield replace(
                self._whole,
                systems={name: corpus.hypotheses for name, corpus in of_rows.items()},
                references=first.references,
                documents=first.documents,
                sources=cast("Text | None", first.sources),
                metadata=first.metadata,
            )

    def row(self, segment: int) -> int:
        """Return the row, from 1, of a segment of the system, from 0."""
        return self._rows[segment] + 1
