"""Parquet tables, read by DuckDB a block of segments at a time.

The columns are those of tab-separated tables. A null in a reference column is a missing reference.
"""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.reading.duckdb_connection import connect
from tallystick.metrics.reading.opening import FilePath, display_name, is_standard_input
from tallystick.metrics.reading.remote import file_system, is_remote
from tallystick.metrics.reading.testset import TestSet, refuse_many_columns
from tallystick.metrics.reading.tsv import base_of, metadata_of, refuse_partly_labelled
from tallystick.metrics.references import References
from tallystick.metrics.text import Text

TEXTS = ("hypothesis", "reference", "source")
TEXT = "VARCHAR"
BEFORE = datetime.fromtimestamp(0, UTC)


class ParquetTable:
    """A Parquet table of texts.

    Args:
        path: The file.
        system: The name of the system of a column `hypothesis` without a label.

    Raises:
        InputError: It is no Parquet file, has no rows, or a column of texts has another type.
        MissingExtraError: DuckDB is not installed.
    """

    def __init__(self, path: FilePath, system: str) -> None:
        self.name = display_name(path)
        self._system = system
        if is_standard_input(path):
            raise InputError(f"{self.name} cannot be read as Parquet; save it to a file")
        self._duckdb, self._connection = connect(f"{self.name}: Parquet takes")
        if is_remote(path):
            store, _ = file_system(self.name, skip_instance_cache=True)
            store.modified = lambda path: BEFORE  # which some do not know
            self._connection.register_filesystem(store)
        with self._errors():
            found = self._connection.execute(f"DESCRIBE {self._query(['*'])}").fetchall()
        types = {name: kind for name, kind, *_ in found}
        self._columns = list(types)
        refuse_many_columns(len(types), self.name)
        refuse_partly_labelled(self._columns, self.name)
        for column, kind in types.items():
            if base_of(column) in TEXTS and kind != TEXT:
                raise InputError(
                    f"{self.name}: the column {column!r} is of type {kind}; expected text ({TEXT})"
                )

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        for begin, rows in self._rows(self._columns, length):
            yield self._block(dict(zip(self._columns, zip(*rows, strict=True), strict=True)), begin)

    def _references_of(self, columns: dict[str, Sequence[Any]], begin: int) -> References | None:
        chosen = [column for column in self._columns if base_of(column) == "reference"]
        if not chosen:
            return None
        if len(chosen) == 1 and None not in columns[chosen[0]]:
            return References.one_each(self._texts(chosen[0], columns[chosen[0]], begin))
        rows = list(zip(*(columns[column] for column in chosen), strict=True))
        for number, row in enumerate(rows, begin + 1):
            if row.count(None) == len(row):
                raise InputError(
                    f"{self.name}, row {number:,}: every reference is null, which means missing; "
                    "give at least one, or remove the row"
                )
        return References.per_segment(rows)

    def _block(self, columns: dict[str, Sequence[Any]], begin: int) -> TestSet:
        def text(column: str) -> Text:
            return self._texts(column, columns[column], begin)

        systems = [column for column in self._columns if base_of(column) == "hypothesis"]
        return TestSet(
            name=self.name,
            systems={column.partition(":")[2] or self._system: text(column) for column in systems},
            references=self._references_of(columns, begin),
            documents=tuple(text("doc")) if "doc" in columns else None,
            sources=text("source") if "source" in columns else None,
            metadata={column: tuple(text(column)) for column in metadata_of(self._columns)},
            columns=tuple(self._columns),
        )

    def _texts(self, column: str, values: Sequence[Any], begin: int) -> Text:
        if None in values:
            raise InputError(
                f"{self.name}, row {begin + values.index(None) + 1:,}: the column {column!r} is "
                "null, which means missing, but only a reference may be missing; write an empty "
                "text if that is meant"
            )
        return Text.from_lines(values)

    def _rows(
        self, columns: Sequence[str], length: int | None
    ) -> Iterator[tuple[int, Sequence[tuple[Any, ...]]]]:
        """Yield the rows of columns in blocks, with the number of rows before."""
        quoted = [column.replace('"', '""') for column in columns]
        begin = 0
        cursor = self._connection.cursor()
        with self._errors():
            cursor.execute(self._query([f'"{column}"::{TEXT}' for column in quoted]))
        while rows := self._fetched(cursor, length):
            yield begin, rows
            begin += len(rows)
        if not begin:
            raise InputError(f"{self.name} has no rows, so there is nothing to score")

    def _fetched(self, cursor: Any, length: int | None) -> Any:
        with self._errors():
            return cursor.fetchall() if length is None else cursor.fetchmany(length)

    def _query(self, columns: Sequence[str]) -> str:
        file = glob.escape(self.name).replace("'", "''")
        return f"SELECT {', '.join(columns)} FROM read_parquet('{file}')"

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (self._duckdb.Error, OSError) as error:
            first, *others = str(error).partition("\n\n")[0].split("\n")
            said = others[-1] if others and first.startswith("Traceback") else first
            raise InputError(f"{self.name}: cannot be read as Parquet: {said}") from None
