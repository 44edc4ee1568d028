r"""Tables whose fields are separated by tabs or commas, with a header line.

The header names the columns: `hypothesis`, or `hypothesis:NAME` for each of several systems;
`reference`, or `reference:1`, `reference:2`, ... (any label; the order is that of the columns);
`doc`; `source`; or usual names of these. Every other column is metadata. An empty field is an empty
text; `\N` in a reference column marks a missing reference. Fields of .csv tables can be quoted;
whether those of a .tsv table are, the whole file says (`quoting`). Otherwise they are taken
literally, and a text that contains a tab or a line feed, or is `\N`, requires JSON Lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from tallystick.errors import InputError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.columns import (
    base_of,
    explain_absent,
    named_columns,
    refuse_many_columns,
    refuse_missing,
)
from tallystick.metrics.reading.lines import stream_text
from tallystick.metrics.reading.opening import (
    FilePath,
    can_be_read_again,
    open_bytes,
)
from tallystick.metrics.reading.quoting import Row, is_quoted, quoted_rows
from tallystick.metrics.reading.testset import Table, TestSet

MISSING = r"\N"
LINES_AT_ONCE = 1000


class SeparatedTable(Table):
    """A table of fields that are separated by a character.

    Args:
        path: The file. A pipe is kept in memory if the whole of it must say whether its fields are
            quoted.
        given: See `Table`.
        delimiter: The character; None takes the one that separates most known columns.
        is_quoted: Whether fields can be quoted; None asks the file.
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
        """Return whether the fields of the file are quoted."""
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
        if len(header) == 1 and "," in header[0]:
            raise InputError(
                f"{where}: the columns are separated by commas, but tabs are expected; give the "
                "file a name that ends in .csv"
            )
        if not {"hypothesis", "reference"} & set(map(base_of, columns)):
            absent = explain_absent(columns, "hypothesis", "reference")
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
