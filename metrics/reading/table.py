"""Tables of texts, read a block of segments at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

from tallystick.errors import InputError
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.lines import stream_text
from tallystick.metrics.reading.opening import FilePath, State, display_name, split_name
from tallystick.metrics.reading.testset import (
    LABELLED,
    MEANINGS,
    TestSet,
    explain_misnamed,
    misnamed,
)

Item = TypeVar("Item")
QUOTED: Mapping[str, bool | None] = MappingProxyType(
    {"tsv": None, "tsv-plain": False, "tsv-quoted": True, "csv": True}
)
"""Formats of fields between delimiters, and whether fields can be quoted; None asks the file."""


class Table(Protocol):
    """A table of texts."""

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        ...


class Again(Generic[Item]):
    """What a function yields, anew in every iteration."""

    def __init__(self, make: Callable[[], Iterator[Item]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Item]:
        return self._make()


class LineTable:
    """A table with a line for every segment.

    Args:
        path: The file, which must not change between two readings.
        parse: Returns the blocks of chunks of lines, the name of the file in messages, and the name
            of a system that has none.
    """

    def __init__(
        self, path: FilePath, parse: Callable[[Iterable[Text], str, str], Iterator[TestSet]]
    ) -> None:
        self._path = path
        self._parse = parse
        self._states: dict[str, State | None] = {}

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        chunks = stream_text(self._path, length, self._states)
        return self._parse(chunks, display_name(self._path), split_name(self._path)[0])


def up_to_first_fault(parse: Callable[[Text, int], TestSet], lines: Text, begin: int) -> TestSet:
    """Parse lines, of which the first has the number `begin`.

    Raises:
        InputError: That of the first line that has a fault, however many lines are parsed at once.
    """
    with suppress(InputError):
        return parse(lines, begin)
    while len(lines) > 1:
        half = len(lines) // 2
        try:
            parse(lines[:half], begin)
            lines, begin = lines[half:], begin + half
        except InputError:
            lines = lines[:half]
    return parse(lines, begin)


def block_of(
    rows: Sequence[Sequence[str | None]], columns: Sequence[str], name: str, system: str
) -> TestSet:
    """Return rows of a table, with a text for each column, or None for a missing reference.

    `columns` is what the columns are read as, `name` the file in messages, and `system` the name of
    the system of a column `hypothesis` without a label.
    """
    values = dict(zip(columns, zip(*rows, strict=True), strict=True))

    def text(column: str) -> Text:
        return Text.from_lines(values[column])

    chosen = [values[column] for column in columns if base_of(column) == "reference"]
    return TestSet(
        name=name,
        systems={
            column.partition(":")[2] or system: text(column)
            for column in columns
            if base_of(column) == "hypothesis"
        },
        references=References.per_segment(list(zip(*chosen, strict=True))) if chosen else None,
        documents=tuple(text("doc")) if "doc" in values else None,
        sources=text("source") if "source" in values else None,
        metadata={column: tuple(text(column)) for column in _metadata_of(columns)},
        columns=tuple(columns),
    )


def refuse_missing(
    fields: Sequence[str | None], columns: Sequence[str], where: str, missing: str
) -> None:
    """Refuse a row in which a text that is no reference, or every reference, is missing."""
    for column, field in zip(columns, fields, strict=True):
        if field is None and base_of(column) != "reference":
            raise InputError(
                f"{where}: column {column!r} is {missing}, which means missing, but only a "
                "reference may be missing; write an empty text if that is meant, or write the "
                f"file as JSON Lines if {missing} is the text itself"
            )
    bases = map(base_of, columns)
    if {None} == {field for base, field in zip(bases, fields, strict=True) if base == "reference"}:
        hints = [
            f"{explain_misnamed(column, meant)}. Without it, "
            for column, meant in misnamed(_metadata_of(columns), columns, labels=True)
            if any(base_of(each) == "reference" for each in meant)
        ]
        raise InputError(
            f"{where}: {''.join(hints[:1])}every reference is missing ({missing}); give at least "
            "one, or remove the row"
        )


def base_of(column: str) -> str:
    """Return the name of a column without its label, if it has one."""
    base = column.partition(":")[0]
    return base if base in LABELLED else column


def _metadata_of(columns: Sequence[str]) -> list[str]:
    return [column for column in columns if base_of(column) not in MEANINGS]


def refuse_partly_labelled(columns: Sequence[str], where: str) -> None:
    """Refuse a table in which some of several systems, or references, have no label."""
    for base in LABELLED:
        labelled = [column for column in columns if column.startswith(f"{base}:")]
        if base in columns and labelled:
            raise InputError(
                f"{where}: the columns {base!r} and {labelled[0]!r} exclude each other; "
                f"label all of them, as in {base}:1"
            )
