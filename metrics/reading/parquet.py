"""Parquet tables, read by DuckDB a block of segments at a time.

The columns are those of tab-separated tables. A null in a reference column is a missing reference.
Of the details of lighteval (`details_TASK_DATE.parquet`), the first response of the model is the
hypothesis, the choices that are right are the references, and the query is the source.
"""

from __future__ import annotations

import contextlib
import glob
import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any

from tallystick.errors import InputError, MissingExtraError
from tallystick.metrics.reading.columns import (
    base_of,
    named_columns,
    refuse_many_columns,
    refuse_missing,
)
from tallystick.metrics.reading.opening import FilePath, file_system, is_remote, is_standard_input
from tallystick.metrics.reading.testset import Table, TestSet

TEXTS = ("hypothesis", "reference", "source")
TEXT = "VARCHAR"
LIGHTEVAL = {"doc", "model_response", "metric"}
"""The columns of lighteval's details."""
BEFORE = datetime.fromtimestamp(0, UTC)


def connect(what: str) -> tuple[Any, Any]:
    """Return DuckDB and a connection to an empty database in memory, with one thread.

    Rows keep their order, and sums do not depend on the number of processors. `what` requires it.
    """
    try:
        duckdb = importlib.import_module("duckdb")
    except ImportError as error:
        raise MissingExtraError(
            f"{what} DuckDB, and importing it failed ({error}); install it with: "
            'pip install "tallystick[scale]"'
        ) from None
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    return duckdb, connection


class ParquetTable(Table):
    """A Parquet table of texts."""

    empty = "has no rows"

    def __init__(self, path: FilePath, given: Mapping[str, str] | None) -> None:
        super().__init__(path, given)
        if is_standard_input(path):
            raise InputError(f"{self.name} cannot be read as Parquet; save it to a file")
        self._duckdb, self._connection = connect(f"{self.name}: Parquet takes")
        if is_remote(path):
            store, _ = file_system(self.name, skip_instance_cache=True)
            store.modified = lambda path: BEFORE  # which some do not know
            self._connection.register_filesystem(store)
        file = glob.escape(self.name).replace("'", "''")
        self._table = f"read_parquet('{file}')"
        types = self._types()
        if types.keys() >= LIGHTEVAL:
            self._table = self._of_lighteval(types["doc"])
            types = self._types()
        self.header = list(types)
        refuse_many_columns(len(types), self.name)
        self._columns = named_columns(self.header, given, self.name)
        for name, (column, kind) in zip(self._columns, types.items(), strict=True):
            if base_of(name) in TEXTS and kind != TEXT:
                raise InputError(
                    f"{self.name}: the column {column!r} is of type {kind}; expected text ({TEXT})"
                )

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        return self.blocks_of(self._rows(length), self._columns, length)

    def _rows(self, length: int | None) -> Iterator[Sequence[str | None]]:
        quoted = [column.replace('"', '""') for column in self.header]
        cursor = self._connection.cursor()
        fetched = partial(cursor.fetchmany, length) if length is not None else cursor.fetchall
        with self._errors():
            cursor.execute(self._query([f'"{column}"::{TEXT}' for column in quoted]))
            for number, row in enumerate(chain.from_iterable(iter(fetched, [])), start=1):
                if None in row:
                    refuse_missing(row, self._columns, f"{self.name}, row {number:,}", "null")
                yield row

    def _query(self, columns: Sequence[str]) -> str:
        return f"SELECT {', '.join(columns)} FROM {self._table}"

    def _types(self) -> dict[str, str]:
        with self._errors():
            described = self._connection.execute(f"DESCRIBE {self._query(['*'])}").fetchall()
        return {name: kind for name, kind, *_ in described}

    def _of_lighteval(self, kind: str) -> str:
        """Return a table of the texts in lighteval's details; `kind` is the type of its `doc`."""
        right = "doc.gold_index" if re.search(r"gold_index \w+\[\]", kind) else "[doc.gold_index]"
        with self._errors():
            [most] = self._connection.execute(self._query([f"max(len({right}))"])).fetchone()
        numbers = range(1, (most or 1) + 1)  # NULL of no rows
        choices = (f"doc.choices[{right}[{n}] + 1] AS 'reference:{n}'" for n in numbers)
        responses = f"coalesce(model_response.text_post_processed::{TEXT}[], model_response.text)"
        columns = [f"{responses}[1] AS hypothesis", *choices, "doc.query AS source", "doc.id AS id"]
        return f"({self._query(columns)})"

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (self._duckdb.Error, OSError) as error:
            first, *others = str(error).partition("\n\n")[0].split("\n")
            said = others[-1] if others and first.startswith("Traceback") else first
            raise InputError(f"{self.name}: cannot be read as Parquet: {said}") from None
