"""Tables of rows in Parquet files, written and read by DuckDB, with their own digest.

Damage is found before anything is read.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from tallystick.errors import InputError, TallystickError
from tallystick.metrics.reading.opening import BLOCK, display_name, not_opened
from tallystick.metrics.reading.parquet import connect
from tallystick.reports.saving.json_form import plain, read
from tallystick.reports.saving.written_files import replaced_file
from tallystick.reports.statistics_files.model import SCHEMA, Description, SavedMetric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = Mapping[str, NDArray[Any] | Sequence[Any]]

KEY = "tallystick"
MEMORY = "250MB"
"""Tables that need more memory are spilled to temporary files."""

ROWS_IN_MEMORY = 50_000
"""More rows that are divided are written."""


class Database:
    """An empty database in memory, which spills to temporary files."""

    def __init__(self) -> None:
        self._duckdb, self._connection = connect("files of statistics require")
        self._connection.execute(f"SET memory_limit = '{MEMORY}'")
        self._connection.execute(f"SET temp_directory = {text(tempfile.gettempdir())}")
        self._connection.execute(f"SET partitioned_write_flush_threshold = {ROWS_IN_MEMORY}")

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *raised: object) -> None:
        self._connection.close()

    def create(self, table: str, columns: Mapping[str, str]) -> None:
        """Create a table with these columns, each of a type of SQL."""
        defined = ", ".join(f"{quoted(name)} {kind}" for name, kind in columns.items())
        self._connection.execute(f"CREATE TABLE {table} ({defined})")

    def insert(self, table: str, rows: Rows, **same: str) -> None:
        """Append rows, given as columns, to a table; `same` are columns of one text each."""
        self._connection.register("rows_to_insert", rows)
        columns = "".join(f"{text(value)} AS {quoted(name)}, " for name, value in same.items())
        query = f"INSERT INTO {table} BY NAME SELECT {columns}* FROM rows_to_insert"
        with self._errors("the rows cannot be kept"):
            self._connection.execute(query)
        self._connection.unregister("rows_to_insert")

    def write(self, query: str, path: str, description: Description) -> None:
        """Write the rows of a query to a Parquet file with a description."""
        content = json.dumps({"schema": SCHEMA, **plain(description)})
        with replaced_file(path) as file:
            with self._errors(f"{path}: cannot be written"):
                self._connection.execute(
                    f"COPY ({query}) TO {text(file)} (FORMAT parquet, COMPRESSION zstd, "
                    f"KV_METADATA {{{KEY}: {text(content)}, seal: {text(UNSEALED)}}})"
                )
            seal(file)

    def descriptions(self, paths: Sequence[str]) -> list[Description]:
        """Return what each file contains; refuse one that is damaged or of another version."""
        if not paths:
            return []
        for path in paths:
            check_seal(path)
        values = dict.fromkeys(paths, b"")
        query = f"SELECT file_name, value FROM parquet_kv_metadata({{files}}) WHERE key = '{KEY}'"
        values |= dict(self.rows(query, files=paths))
        return [_description(path, value) for path, value in values.items()]

    def rows(self, query: str, **files: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the rows of a query, in which `{NAME}` is the list of files of this name."""
        with self._errors("the files cannot be read"):
            return list(self._connection.execute(_with_files(query, files)).fetchall())

    def columns(self, query: str, **files: Sequence[str]) -> dict[str, Any]:
        """Return the columns of a query, in which `{NAME}` is the list of files of this name."""
        with self._errors("the files cannot be read"):
            return dict(self._connection.execute(_with_files(query, files)).fetchnumpy())

    def divided(
        self, query: str, column: str, number: int, folder: str, **files: Sequence[str]
    ) -> dict[int, str]:
        """Return queries for the rows of each remainder of a column, which a new folder has."""
        if number == 1:
            return {0: _with_files(query, files)}
        with self._errors(f"temporary files in {folder} cannot be written"):
            self._connection.execute(
                f"COPY (SELECT *, {column} % {number} AS part FROM ({_with_files(query, files)})) "
                f"TO {text(folder)} (FORMAT parquet, COMPRESSION lz4, PARTITION_BY (part))"
            )
        parts = sorted(int(name.partition("=")[2]) for name in os.listdir(folder))
        pattern = os.path.join(glob.escape(folder), "part={}", "*")
        return {
            part: f"FROM read_parquet({text(pattern.format(part))}, hive_partitioning = false)"
            for part in parts
        }

    @contextlib.contextmanager
    def _errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except self._duckdb.Error as error:
            said, full = str(error), os.strerror(errno.ENOSPC)
            cause = full if full in said else said.partition("\n")[0]
            raise TallystickError(f"{what}: {cause}") from None


def _with_files(query: str, files: Mapping[str, Sequence[str]]) -> str:
    """Return a query with the lists of files whose names are in braces."""
    for name, paths in files.items():
        listed = ", ".join(text(glob.escape(path)) for path in paths)
        query = query.replace(f"{{{name}}}", f"[{listed}]")
    return query


def quoted(name: str) -> str:
    """Return the name of a column as SQL."""
    return '"' + name.replace('"', '""') + '"'


def sums_of(metrics: Sequence[SavedMetric]) -> str:
    """Return the sums of the columns of metrics, each under the name of the column, as SQL."""
    return "".join(
        f", {'sum' if metric.counts else 'fsum'}({quoted(column)})"
        f"{'::BIGINT' if metric.counts else ''} AS {quoted(column)}"
        for metric in metrics
        for column in metric.stored_columns()
    )


def text(content: str) -> str:
    """Return a string as SQL."""
    return "'" + content.replace("'", "''") + "'"


def _description(path: str, value: bytes) -> Description:
    name = display_name(path)
    try:
        saved = json.loads(value)
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict):
        raise InputError(f"{name}: has no description; write it again with tallystick statistics")
    if saved.get("schema") != SCHEMA:
        raise InputError(
            f"{name}: was written by tallystick {saved.get('version')} in another version of this "
            f"format, {saved.get('schema')}; expected {SCHEMA}; write it again with this version"
        )
    return read(saved, Description, name)


DIGITS = 32
MARK = b"tallystick-digest-"
PARQUET = b"PAR1"
LENGTH = 4
"""Parquet ends in its metadata, their length in so many bytes, and these letters."""
UNSEALED = MARK.decode() + "0" * DIGITS
"""What a file contains until it is sealed; `seal` replaces the zeros by the digest."""


def seal(path: str) -> None:
    """Write the digest of a file that contains `UNSEALED` in the place of the zeros."""
    try:
        with open(path, "r+b") as file:
            begin = _place_of_digest(file)
            digest = _digest(file, begin)
            file.seek(begin)
            file.write(digest)
    except OSError as error:
        raise TallystickError(f"{path}: cannot be written: {error.strerror or error}") from None


def has_seal(path: str) -> bool:
    """Return whether a file ends in the metadata of Parquet with a seal, as of statistics."""
    try:
        with open(path, "rb") as file:
            file.seek(-len(PARQUET) - LENGTH, os.SEEK_END)
            length = int.from_bytes(file.read(LENGTH), "little")
            if file.read() != PARQUET:
                return False
            file.seek(-len(PARQUET) - LENGTH - length, os.SEEK_END)
            return MARK in file.read(length)
    except OSError:  # no file, or a shorter one
        return False


def check_seal(path: str) -> None:
    """Refuse a file that is not sealed, or has changed since."""
    name = display_name(path)
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{name} is not a regular file; expected a file of statistics")
    try:
        with open(path, "rb") as file:
            begin = _place_of_digest(file)
            file.seek(max(begin, 0))
            sealed, digest = begin >= 0, file.read(DIGITS)
            whole = sealed and digest == _digest(file, begin)
    except OSError as error:
        raise not_opened(name, error) from None
    if not sealed:
        raise InputError(
            f"{name} is not a whole file of statistics; expected one that tallystick statistics "
            "wrote; if it was one, delete it and run tallystick statistics again"
        )
    if not whole:
        raise InputError(
            f"{name} is damaged: it has changed since it was written; delete it and run "
            "tallystick statistics again"
        )


def _place_of_digest(file: BinaryIO) -> int:
    """Return where the digest begins, behind the last mark, or -1."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        begin = max(end - BLOCK, 0)
        file.seek(begin)
        place = file.read(end - begin + len(MARK)).rfind(MARK)
        if place >= 0:
            return begin + place + len(MARK)
        end = begin
    return -1


def _digest(file: BinaryIO, begin: int) -> bytes:
    """Return the digest of everything but the digest itself, as hexadecimal digits.

    It is read and not mapped into memory: if a mapped file becomes shorter, the process ends.
    """
    digest = hashlib.blake2b(digest_size=DIGITS // 2)
    file.seek(0)
    for start in range(0, begin, BLOCK):
        digest.update(file.read(min(BLOCK, begin - start)))
    file.seek(begin + DIGITS)
    while block := file.read(BLOCK):
        digest.update(block)
    return digest.hexdigest().encode()
