"""The content of a report for people, independent of a format: titles, sentences and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar


class Column(NamedTuple):
    """The title of a column, and whether it contains numbers, which are right-aligned."""

    title: str
    numeric: bool = False


Span: TypeAlias = tuple[int, int]
"""The first character of a part of a text, and the one after its last."""


class Table(NamedTuple):
    """A table of formatted cells.

    Attributes:
        columns: The columns.
        rows: The cells, one for each column.
        title: The title above the table, or "".
        notes: The explanations below the table, one sentence each.
        detail: Whether formats for a small space, such as a terminal, omit the table.
        marks: Parts of cells that are emphasised where a format can, by row and column.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    detail: bool = False
    marks: Mapping[tuple[int, int], tuple[Span, ...]] = MappingProxyType({})

    @property
    def header(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return tuple(column.title for column in self.columns)

    def shown(
        self, row: int, place: int, plain: Callable[[str], str], marked: Callable[[str], str]
    ) -> str:
        """Return a cell whose parts are shown by functions, those that are emphasised by another.

        >>> table = Table((Column("a"),), (("one two three",),), marks={(0, 0): ((4, 7),)})
        >>> table.shown(0, 0, str, str.upper)
        'one TWO three'
        """
        cell, shown, end = self.rows[row][place], "", 0
        for first, last in self.marks.get((row, place), ()):
            shown += plain(cell[end:first]) + marked(cell[first:last])
            end = last
        return shown + plain(cell[end:])


class PlottedRow(NamedTuple):
    """A row of an interval plot.

    Attributes:
        name: The name of the row.
        value: The number, or None.
        low: The lower bound of its interval, or None.
        high: The upper bound of its interval, or None.
        shown: The number as text.
        aside: What else is said of the number where it is read aloud.
        look: "" or what sets the row apart: "best", or "better", "worse" or "same" in differences.
        link: The address to which the row leads on a page, or "".
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    shown: str = ""
    aside: str = ""
    look: str = ""
    link: str = ""


class IntervalPlot(NamedTuple):
    """A plot of numbers with their intervals, which formats without figures omit.

    Attributes:
        title: The title above the plot.
        label: What the numbers are.
        rows: The numbers, from the top.
        lines: Numbers that all are compared with, each with its name.
        cuts: The rows, from 0, above which a line separates groups.
        outside: The name of the row whose number is far from all others, or None.
        stems: Whether numbers are drawn as distances from the first of the lines.
    """

    title: str
    label: str
    rows: tuple[PlottedRow, ...]
    lines: tuple[tuple[str, float], ...] = ()
    cuts: tuple[int, ...] = ()
    outside: str | None = None
    stems: bool = False

    @property
    def numbers(self) -> list[float]:
        """The numbers and bounds that an axis contains: all but those outside."""
        inside = [row for row in self.rows if row.name != self.outside]
        ends = [end for row in inside for end in (row.value, row.low, row.high) if end is not None]
        return [*ends, *(value for _, value in self.lines)]


class Point(NamedTuple):
    """A point of a scatter plot, with the bounds of its intervals, or None.

    It is hollow to set it apart, such as an outlier.
    """

    name: str
    x: float
    y: float
    hollow: bool = False
    across: tuple[float, float] | None = None
    up: tuple[float, float] | None = None


class ScatterPlot(NamedTuple):
    """A plot of named points, which formats without figures omit.

    Attributes:
        title: The title above the plot.
        across: What x is.
        up: What y is.
        points: The points.
    """

    title: str
    across: str
    up: str
    points: tuple[Point, ...]


class HeatMap(NamedTuple):
    """A matrix of numbers, coloured by their size, which formats without figures omit.

    A cell has the fuller colour the further its number is from 0; the colour depends on the sign.

    Attributes:
        title: The title above the plot.
        label: What the numbers are.
        rows: The names of the rows, from the top.
        columns: The names of the columns.
        values: The numbers of each row; None where there is none.
        full: The number that has the full colour, as have larger ones; None if the best number of
            each column has it, and the worst none.
        digits: The number of decimals in cells.
        marks: Texts behind numbers, such as an asterisk, by row and column.
        notes: Texts below numbers, such as a rank, by row and column.
        targets: The further reports to which cells lead, each with a fragment of its address, by
            row and column.
        higher_is_better: Whether the highest number of a column is its best.
    """

    title: str
    label: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    full: float | None
    digits: int = 2
    marks: Mapping[tuple[int, int], str] = MappingProxyType({})
    notes: Mapping[tuple[int, int], str] = MappingProxyType({})
    targets: Mapping[tuple[int, int], tuple[str, str]] = MappingProxyType({})
    higher_is_better: bool = True

    def fullness(self, row: int, column: int) -> float | None:
        """Return the share of the full colour that a cell has, -1 to 1; None without a number.

        >>> plot = HeatMap("", "", ("A", "B"), ("x",), ((-1.0,), (3.0,)), full=2.0)
        >>> plot.fullness(0, 0), plot.fullness(1, 0), plot._replace(full=None).fullness(0, 0)
        (-0.5, 1.0, 0.0)
        """
        value = self.values[row][column]
        if value is None:
            return None
        if self.full is not None:
            return max(-1.0, min(value / self.full, 1.0))
        numbers = [values[column] for values in self.values]
        known = [number for number in numbers if number is not None]
        low, high = min(known), max(known)
        share = 0.0 if high == low else (value - low) / (high - low)
        return share if self.higher_is_better else 1 - share


class Measured(NamedTuple):
    """A number that depends on another one, with the bounds of its interval, or None."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class LinePlot(NamedTuple):
    """A plot of numbers that depend on another one, which formats without figures omit.

    Attributes:
        title: The title above the plot.
        across: What x is.
        up: What y is.
        lines: For each line its name, which is shown if there are several, and its numbers.
        places: The names of x = 1, 2, ...; empty if x is a quantity.
    """

    title: str
    across: str
    up: str
    lines: tuple[tuple[str, tuple[Measured, ...]], ...]
    places: tuple[str, ...] = ()


FIGURES = (IntervalPlot, LinePlot, ScatterPlot, HeatMap)
"""Blocks that formats without figures omit."""

Figure: TypeAlias = IntervalPlot | LinePlot | ScatterPlot | HeatMap


class Heading(NamedTuple):
    """The title of a section of a page; formats with less room omit it."""

    title: str


class Paragraph(NamedTuple):
    """A paragraph of sentences.

    Attributes:
        text: The sentences.
        strong: Whether they are emphasised.
        label: The text that introduces them, or "".
        detail: Whether formats for a small space omit them.
    """

    text: str
    strong: bool = False
    label: str = ""
    detail: bool = False


class Bullets(NamedTuple):
    """A list of sentences, with an optional title.

    Attributes:
        title: The title, or "".
        sentences: The sentences.
        doubts: Whether they say why not to trust the report, so that pages set them apart.
    """

    title: str
    sentences: tuple[str, ...]
    doubts: bool = False


class Labels(NamedTuple):
    """Short texts, each with a label.

    Attributes:
        pairs: Pairs of label and text.
        code: Whether the texts are shown as code, such as signatures.
    """

    pairs: tuple[tuple[str, str], ...]
    code: bool = False


class Term(NamedTuple):
    """A term, what it means in a sentence without its subject, and the work that defines it."""

    name: str
    definition: str
    source: str = ""

    @property
    def text(self) -> str:
        """The definition with its source."""
        return f"{self.definition} {self.source}." if self.source else self.definition


class Glossary(NamedTuple):
    """The terms of a report. On a page, the column whose title begins with a term links to it.

    Attributes:
        terms: The terms.
        pointer: The sentence that formats for a small space show instead.
    """

    terms: tuple[Term, ...]
    pointer: str

    def term_of(self, title: str) -> Term | None:
        """Return the longest term with which the title of a column begins, or None.

        >>> kendall = Term("Kendall", "tau-b"), Term("Kendall within segments", "a mean")
        >>> Glossary(kendall, "").term_of("Kendall within segments [95%]").definition
        'a mean'
        """
        begins = [term for term in self.terms if f"{title} ".startswith(f"{term.name} ")]
        return max(begins, key=lambda term: len(term.name), default=None)


class Entry(NamedTuple):
    """An entry of a list.

    Attributes:
        name: Its name.
        remark: A remark after the name.
        lines: Lines below the name.
        aligned: Whether columns of the lines correspond, so that they need a font of fixed width.
        address: The address to which the name leads, or "".
    """

    name: str
    remark: str = ""
    lines: tuple[str, ...] = ()
    aligned: bool = False
    address: str = ""


Block: TypeAlias = Heading | Table | Paragraph | Bullets | Labels | Glossary | Entry | Figure
"""A part of a report, which every format renders."""


class Report(Protocol):
    """The result of a command, as plain data that every format can render."""

    @property
    def kind(self) -> str:
        """The kind of report, such as "comparison"."""

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the blocks for people; `digits` as for `tallystick.reports.formats.Format`."""

    def data_tables(self) -> Mapping[str, Table]:
        """Return the tables for programs by name, the main table first.

        Numbers are not rounded; an undefined number is "".
        """

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""


def columns(names: Iterable[str], numbers: int = 0) -> tuple[Column, ...]:
    """Return columns, the last `numbers` of them numeric.

    >>> columns(["system", "score"], numbers=1)
    (Column(title='system', numeric=False), Column(title='score', numeric=True))
    """
    titles = tuple(names)
    return tuple(
        Column(title, place >= len(titles) - numbers) for place, title in enumerate(titles)
    )


Thing = TypeVar("Thing")


def table_of(
    things: Iterable[Thing],
    cells: Mapping[str, Callable[[Thing], str]],
    texts: int = 1,
    **options: Any,
) -> Table:
    """Return a table with a row for each thing.

    `cells` has the title of each column and what a thing has there. The first `texts` columns are
    of text, the others of numbers; `options` are the title, notes and so on of the table.

    >>> table_of(["one", "three"], {"word": str, "length": lambda word: str(len(word))}).rows
    (('one', '3'), ('three', '5'))
    """
    rows = tuple(tuple(cell(thing) for cell in cells.values()) for thing in things)
    return Table(columns(cells, len(cells) - texts), rows, **options)
