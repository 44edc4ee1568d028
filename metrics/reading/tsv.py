r"""Tables whose fields are separated by tabs or commas, with a header line.

The header names the columns: `hypothesis`, or `hypothesis:NAME` for each of several systems;
`reference`, or `reference:1`, `reference:2`, ... (any label; the order is that of the columns);
`doc`; `source`; or usual names of these. Every other column is metadata. An empty field is an empty
text; `\N` in a reference column marks a missing reference. Fields of .csv tables can be quoted;
whether those of a .tsv table are, the whole file says. Otherwise they are taken literally, and a
text that contains a tab or a line feed, or is `\N`, requires JSON Lines.

A field in quotation marks, as pandas, Python's csv module and spreadsheets write it, can contain
the delimiter and line ends; a quotation mark in it is doubled. Programs quote every field, or those
that need it. In a tab-separated table quotation marks can be text instead, and the whole file
decides:

- A mark in a field that does not begin with one, or that ends a field too early, is text.
- A header whose names are all quoted, or a doubled mark in a quoted field, comes from a program.

A table with both is refused. A table without either is plain, unless its quoted fields follow a
rule of some programs: all of a column, empty ones, or exactly those with a comma, semicolon, space,
tab or line end.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, pairwise
from typing import NamedTuple, NoReturn

from tallystick.errors import InputError, counted
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.columns import (
    MISSING,
    base_of,
    explain_absent,
    meaning_of,
    named_columns,
    refuse_many_columns,
    refuse_missing,
)
from tallystick.metrics.reading.lines import stream_text
from tallystick.metrics.reading.opening import FilePath, can_be_read_again, open_bytes
from tallystick.metrics.reading.testset import Table, TestSet

LINES_AT_ONCE = 1000
DELIMITERS = ",;\t"
SHOWN = 60  # characters of a line in a message


class SeparatedTable(Table):
    """A table of separated fields; a delimiter or quoting of None is asked of the file.

    A pipe is kept in memory if the whole of it must say whether its fields are quoted.
    """

    empty = "has a header but no segment"

    def __init__(
        self,
        path: FilePath,
        given: Mapping[str, str] | None,
        delimiter: str | None,
        is_quoted: bool | None,
    ) -> None:
        super().__init__(path, given)
        self._delimiter = delimiter
        self._quoted = is_quoted
        self._kept: Sequence[Text] | None = None

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        rows = self._rows(length)
        header = next(rows, None)
        if header is None:
            raise InputError(f"{self.name} is empty; expected a header line that names the columns")
        columns = self._columns(header)
        yield from self.blocks_of(self._texts(rows, columns), columns, length)

    def _rows(self, length: int | None) -> Iterator[Row]:
        if self._quoted is None:
            self._quoted = self._asked()
        chunks: Iterable[Text] = self._kept or stream_text(self.path, length, self.states)
        if self._quoted:
            return quoted_rows(chunks, self._delimiter, self.given)
        return map(Row, count(1), (line.split("\t") for chunk in chunks for line in chunk))

    def _asked(self) -> bool:
        if not can_be_read_again(self.path):
            self._kept = list(stream_text(self.path, None))
            return is_quoted(self._kept, self.name)
        with open_bytes(self.path) as file:
            if not any(b'"' in block for block in file.blocks()):
                return False
        return is_quoted(stream_text(self.path, LINES_AT_ONCE, self.states), self.name)

    def _columns(self, row: Row) -> list[str]:
        where = f"{self.name}, line 1"
        header = row.fields or row.refuse(self.name)
        refuse_many_columns(len(header), where)
        seen: set[str] = set()
        for k, column in enumerate(header, start=1):
            if not column or (column.endswith(":") and base_of(column) != column):
                raise InputError(
                    f"{where}: column {k} has no name; found {column!r}; name it, or leave it out "
                    "(in pandas, to_csv(index=False))"
                )
            if column in seen:
                raise InputError(
                    f"{where}: the column {column!r} occurs twice; name every column once, or add "
                    "the header line if it is missing"
                )
            seen.add(column)
        columns = named_columns(header, self.given, where)
        self.header = header
        if len(header) == 1 and "," in header[0]:
            raise InputError(
                f"{where}: the columns are separated by commas, but tabs are expected; give the "
                "file a name that ends in .csv"
            )
        if not {"hypothesis", "reference"} & set(map(base_of, columns)):
            absent = explain_absent(columns, "hypothesis", "reference", header=header)
            raise InputError(f"{where}: {absent}; add the header line if it is missing")
        return columns

    def _texts(self, rows: Iterable[Row], columns: Sequence[str]) -> Iterator[Sequence[str | None]]:
        for row in rows:
            if len(row.fields) == len(columns) and MISSING not in row.fields:
                yield row.fields
                continue
            if row.fault:
                row.refuse(self.name)
            where = f"{self.name}, line {row.line:,}"
            if len(row.fields) != len(columns):
                protected = "" if self._quoted else ", and quotation marks do not protect a tab"
                raise InputError(
                    f"{where}: found {counted(len(row.fields), 'field')}, but the header names "
                    f"{counted(len(columns), 'column')}; one delimiter separates two "
                    f"fields{protected}"
                )
            fields = [None if field == MISSING else field for field in row.fields]
            refuse_missing(fields, columns, where, MISSING)
            yield fields


def comma_separated(line: str, where: str, comma: str = ",") -> list[str]:
    """Return the fields of a line, of which some may be quoted; `comma` separates them."""
    try:
        return next(csv.reader([line], delimiter=comma), [""])
    except csv.Error as error:
        raise InputError(
            f"{where}: cannot be split at commas ({error}); expected fields of up to "
            f"{csv.field_size_limit():,} characters without carriage returns"
        ) from None


class Row(NamedTuple):
    """A row: its first line, its fields, its lines with their ends, and why it has no fields."""

    line: int
    fields: list[str]
    raw: Sequence[str] = ()
    fault: str = ""

    def refuse(self, name: str) -> NoReturn:
        """Refuse a row that has no fields."""
        raise InputError(
            f"{name}, line {self.line:,}: cannot be split into quoted fields ({self.fault}); "
            "expected every quotation mark inside a quoted field doubled, and fields of up to "
            f"{csv.field_size_limit():,} characters; write the file as JSON Lines if it has others"
        )

    def marked(self) -> list[bool]:
        """Return whether each field is quoted."""
        raw, begin, quoted = "".join(self.raw), 0, list[bool]()
        for field in self.fields:
            quoted.append(raw.startswith('"', begin))
            begin += len(field) + 1 + (2 + field.count('"') if quoted[-1] else 0)
        return quoted


def quoted_rows(
    chunks: Iterable[Text], delimiter: str | None, given: Mapping[str, str] | None = None
) -> Iterator[Row]:
    """Yield the rows of a table with quoted fields; see `named_columns` for `given`."""
    raw: list[str] = []
    lines: Iterator[str] = (
        chunk.data[begin:end].decode()
        for chunk in chunks
        for begin, end in pairwise([*chunk.starts.tolist(), len(chunk.data)])
    )
    if delimiter is None:
        header = next(lines, "")
        lines = chain([header] if header else [], lines)
        known = set((given or {}).values())
        delimiter = max(
            DELIMITERS,
            key=lambda each: (
                sum(
                    column in known or meaning_of(column) is not None
                    for column in header.rstrip().replace('"', "").split(each)
                ),
                header.count(each),
            ),
        )

    def kept(line: str) -> str:
        raw.append(line)
        return line

    reader = csv.reader(map(kept, lines), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            row = Row(line, next(reader) or [""], tuple(raw))
            if f'{delimiter} "' in raw[0] and any(
                field.startswith(' "') and not is_marked
                for field, is_marked in zip(row.fields, row.marked(), strict=True)
            ):
                row = Row(line, [], tuple(raw), f"a space between {delimiter!r} and a quoted field")
        except StopIteration:
            return
        except csv.Error as error:
            row = Row(line, [], tuple(raw), str(error))
        yield row
        line += len(raw)
        raw.clear()


def is_quoted(chunks: Iterable[Text], name: str) -> bool:
    """Return whether the fields of a tab-separated table are quoted; refuse one of both kinds."""
    rows = quoted_rows(chunks, "\t")
    header = next(rows)
    tabs = header.raw[0].count("\t")
    if header.fields and all(header.marked()):
        return True
    plain: Row | None = None  # the first row that no program that quotes writes
    needed: Row | None = None  # the first that only such a program writes
    spare: Row | None = None  # the first with a field that could do without
    ragged = rule = False
    always, sometimes = set[int](), set[int]()  # columns that are quoted, and not
    causes = set(", ;")  # characters of all quoted fields, and of no other
    for row in rows:
        ragged = ragged or any(line.count("\t") != tabs for line in row.raw)
        if '"' not in row.raw[0]:
            sometimes.update(range(tabs + 1))
            causes.difference_update(row.raw[0])
            continue
        if len(row.raw) == 1 and len(row.raw[0]) > csv.field_size_limit():
            row.refuse(name)  # what is too long says nothing of its quotation marks
        if len(row.fields) != tabs + 1:
            plain = plain or row
            continue
        for column, (field, is_marked) in enumerate(zip(row.fields, row.marked(), strict=True)):
            if not is_marked:
                sometimes.add(column)
                causes.difference_update(field)
                plain = plain or (row if '"' in field else None)
            elif '"' in field and len(row.raw) == 1 and "\t" not in field:
                needed = needed or row
            else:
                spare = spare or row
                always.add(column)
                causes.intersection_update(field)
                rule = rule or not field or not {"\t", "\n", "\r"}.isdisjoint(field)
    if needed and plain:
        raise _both(name, needed, plain)
    if not plain and not needed and spare and not ragged and (rule or causes or always - sometimes):
        raise _both(name, spare, spare)
    return needed is not None or (plain is None and spare is not None and ragged)


def _both(name: str, quoted: Row, plain: Row) -> InputError:
    def shown(text: str) -> str:
        return text if len(text) <= SHOWN else text[:SHOWN] + "..."

    first = f"line {quoted.line:,}, {shown(repr(quoted.raw[0].rstrip()))}"
    if quoted is plain:
        what = (
            f"{first}, can be read with its quotation marks as text, or as the quoted fields "
            f"{shown(repr(quoted.fields))}"
        )
    else:
        second = f"line {plain.line:,}, {shown(repr(plain.raw[0].rstrip()))}"
        what = f"{first}, has a quoted field, but in {second}, quotation marks are text"
    return InputError(
        f"{name}: {what}; say which is meant with --table FILE --table-format tsv-plain (marks are "
        "text) or tsv-quoted (in Python format='tsv-plain' or 'tsv-quoted')"
    )
