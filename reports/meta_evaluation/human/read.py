"""The choice of the format of a file of human scores, and lists without a header.

A list has a system and a score on every line, as in mt-metrics-eval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tallystick.errors import InputError
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.error_annotations import (
    has_annotations,
    is_export,
    read_annotations,
    read_export,
)
from tallystick.reports.meta_evaluation.human.tables import (
    Judgement,
    Judgements,
    has_header,
    json_rows,
    read_rows,
    score_of,
    split_like,
    table_rows,
)


def read_judgements(path: FilePath, column: str | None, test_set: str | None) -> Judgements:
    """Read a file of human scores; its first line determines the format.

    Args:
        path: The file.
        column: The column of the scores in a table; by default the first known one.
        test_set: The test set, if the file may have scores of several.

    Raises:
        InputError: The file has another form, or no score of the test set.
    """
    name = display_name(path)
    lines = [str(line) for line in read_text(path)]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise InputError(f"{name}: is empty; expected human scores of systems or segments")
    first, where = lines[0], f"{name}, line 1"
    if first.startswith("{"):
        found = read_rows(list(json_rows(lines, name)), name, column, test_set)
    elif is_export(first, where):
        found = read_export(lines, name, test_set)
    elif has_header(first, where):
        rows = list(table_rows(lines, name))
        if not rows:
            raise InputError(f"{name}: there is no line below the header; expected scores")
        if column is None and has_annotations(rows[0][1]):
            found = read_annotations(rows, name)
        else:
            found = read_rows(rows, name, column, test_set)
    elif is_list(first):
        found = read_list(lines, name)
    else:
        raise InputError(
            f"{where}: there is no column 'system', only "
            f"{', '.join(split_like(first)(first, where))}; expected a header with system, segment "
            "and score, or a system and a score on every line"
        )
    if not found.judgements:
        raise InputError(f"{name}: there is no score in it; expected scores of systems or segments")
    return found


def is_list(first: str) -> bool:
    """Return whether a line has a system and a score."""
    fields = _fields(first)
    if len(fields) != 2:
        return False
    try:
        score_of(fields[1], "")
    except InputError:
        return False
    return True


def read_list(lines: Sequence[str], name: str) -> Judgements:
    """Read one line for each system, or one for each of its segments in their order.

    Raises:
        InputError: A line has another form.
    """
    seen: Counter[str] = Counter()
    found = []
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number:,}"
        fields = _fields(line)
        if len(fields) != 2:
            raise InputError(f"{where}: {line!r} is not a system and a score; expected both")
        seen[fields[0]] += 1
        found.append(Judgement(where, fields[0], seen[fields[0]], score_of(fields[1], where)))
    if max(seen.values()) == 1:
        found = [one._replace(segment=None) for one in found]
    return Judgements("score", found)


def _fields(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()
