"""Tables of human scores with a header, and lines of JSON with the same names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from tallystick.errors import InputError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.reading.tsv import comma_separated
from tallystick.reports.meta_evaluation.human.judgement import (
    Judgement,
    Judgements,
    check_one_set,
    score_of,
    whole,
)

SYSTEM = ("system", "SYS", "sys", "system_id", "system-id")
SEGMENT = ("segment", "line", "SID", "seg_id", "segment_id", "seg-id", "id")
FROM_0 = ("line_id",)
TEST_SET = ("set", "pair", "lp", "langs")
SCORE = ("score", "z", "Z.SCR", "Z", "mqm_avg_score", "esa", "esa_score", "da", "mqm")
NUMBER = ("judgements", "N", "judgments")
"""Names of columns; the first one that a table has is used. Those of `FROM_0` count from 0."""

Row = tuple[str, Mapping[str, str]]
"""Where a row is, and its fields."""


def split_like(first: str) -> Callable[[str, str], list[str]]:
    """Return a function of a line and its place that splits a table, given its first line."""
    if "\t" in first:
        return lambda line, where: line.split("\t")
    if "," in first:
        return comma_separated
    return lambda line, where: line.split()


def has_header(first: str, where: str) -> bool:
    """Return whether a line is the header of a table with a column of systems."""
    return first_of(SYSTEM, split_like(first)(first, where)) is not None


def table_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """Yield the rows of a table.

    Raises:
        InputError: A row has another number of fields than the header.
    """
    split = split_like(lines[0])
    header = split(lines[0], f"{name}, line 1")
    for number, line in enumerate(lines[1:], start=2):
        where = f"{name}, line {number:,}"
        fields = split(line, where)
        if len(fields) != len(header):
            raise InputError(
                f"{where}: {counted(len(fields), 'field')}; expected {len(header)}, as in the "
                "header"
            )
        yield where, dict(zip(header, fields, strict=True))


def json_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """Yield the rows of JSON Lines, their values as text.

    Raises:
        InputError: A line is not an object of JSON.
    """
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        try:
            given = json.loads(line)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise InputError(f"{where}: is not a JSON object; expected system, segment and score")
        yield where, {key: str(value) for key, value in given.items()}


def read_rows(
    rows: Sequence[Row], name: str, column: str | None, test_set: str | None
) -> Judgements:
    """Read the scores of rows, all of which have the fields of the first one.

    Args:
        rows: The rows, at least one.
        name: The name of the file.
        column: The column of the scores; by default the first known one.
        test_set: The test set whose rows count.

    Raises:
        InputError: A field is missing or invalid.
    """
    columns = list(rows[0][1])
    system = first_of(SYSTEM, columns)
    if system is None:
        raise InputError(f"{name}: there is no key 'system', only {', '.join(columns)}")
    segment, from_0 = first_of(SEGMENT, columns), first_of(FROM_0, columns)
    number, of_set = first_of(NUMBER, columns), first_of(TEST_SET, columns)
    score = _score_column(columns, column, name)
    used = [one for one in (system, segment or from_0, number, of_set, score) if one is not None]
    for where, row in rows:
        for key in used:
            if key not in row:
                raise InputError(f"{where}: there is no {key!r}; expected it on every line")
    if of_set is not None:
        check_one_set(name, (row[of_set] for _, row in rows), test_set)
    found = []
    for where, row in rows:
        if of_set is not None and test_set is not None and row[of_set] != test_set:
            continue
        place = None
        if segment is not None:
            place = whole(row[segment], "segment", where)
        elif from_0 is not None:
            place = whole(row[from_0], "line", where) + 1
        times = 1 if number is None else whole(row[number], "number", where)
        if times:
            found.append(Judgement(where, row[system], place, score_of(row[score], where), times))
    return Judgements(score, found)


def first_of(names: Sequence[str], columns: Sequence[str]) -> str | None:
    """Return the first of some names that a table has, or None."""
    return next((one for one in names if one in columns), None)


def _score_column(columns: Sequence[str], wanted: str | None, name: str) -> str:
    if wanted is not None:
        if wanted not in columns:
            raise InputError(
                f"{name}, line 1: there is no column {wanted!r}{nearest(wanted, list(columns))}"
            )
        return wanted
    found = first_of(SCORE, columns)
    if found is None:
        raise InputError(
            f"{name}, line 1: none of the columns {', '.join(columns)} is known to contain scores; "
            "name it with --human-column"
        )
    return found
