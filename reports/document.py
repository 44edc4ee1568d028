"""What people read of a report, before it is laid out in a format: titles, sentences and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias


class Column(NamedTuple):
    """The head of a column, and whether it holds numbers, which are aligned at the right."""

    title: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of cells that are written already.

    Attributes:
        columns: The columns.
        rows: The cells, one for each column.
        title: What is above the table; "" for nothing.
        notes: What explains it below, a sentence each.
        detail: Whether formats for a small space, such as a terminal, leave it out.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    detail: bool = False

    @property
    def header(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return tuple(column.title for column in self.columns)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together.

    Attributes:
        text: The sentences.
        strong: Whether they are emphasised.
        label: What they are introduced by; "" for nothing.
        detail: Whether formats for a small space leave them out.
    """

    text: str
    strong: bool = False
    label: str = ""
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences under each other, with a title or without one."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Labels:
    """Short texts, each behind its label.

    Attributes:
        pairs: Label and text.
        code: Whether the texts are for machines too, such as signatures.
    """

    pairs: tuple[tuple[str, str], ...]
    code: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is known by a name: the name, a remark behind it and lines below it."""

    name: str
    remark: str = ""
    lines: tuple[str, ...] = ()


Block: TypeAlias = "Table | Paragraph | Bullets | Labels | Entry"


class Report(Protocol):
    """What a command found: plain data that every format can show."""

    @property
    def kind(self) -> str:
        """What it is about, such as "comparison": formats for one kind of report name it."""

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return what people read; `digits` as for `tallystick.reports.formats.Format`."""

    def data_tables(self) -> Mapping[str, Table]:
        """Return what programs read, by the name of the table, the main one first.

        Numbers are in full; one that is not defined is "".
        """

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON's own types, its schema first."""


def columns(names: Iterable[str], numbers: int = 0) -> tuple[Column, ...]:
    """Return columns of which the last ones hold numbers.

    >>> columns(["system", "score"], numbers=1)
    (Column(title='system', numeric=False), Column(title='score', numeric=True))
    """
    titles = tuple(names)
    return tuple(
        Column(title, place >= len(titles) - numbers) for place, title in enumerate(titles)
    )
