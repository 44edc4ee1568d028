"""The choice of the format of a file of human scores, and lists without a header.

A list has a system and a score on every line, as in mt-metrics-eval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tallystick.errors import InputError
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.error_annotations import (
    has_annotations,
    is_export,
    read_annotations,
    read_export,
)
from tallystick.reports.meta_evaluation.human.preferences import in_halves
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


def read_judgements(
    path: FilePath,
    columns: Mapping[str, str],
    test_set: str | None,
    only: str | None = None,
) -> Judgements:
    """Read a file of human scores; its first line determines the format.

    Args:
        path: The file.
        columns: The columns of a table, for some of `tables.MEANINGS`.
        test_set: The test set, if the file may have scores of several.
        only: The only system, of which are scores that do not name one; None for several.

    Raises:
        InputError: The file has another form, or no score of the test set.
    """
    name = display_name(path)
    lines = lines_of(path)
    first, where = lines[0], f"{name}, line 1"
    if first.startswith("{"):
        rows, columns = in_halves(list(json_rows(lines, name)), name, columns)
        found = read_rows(rows, name, columns, test_set, only)
    elif is_export(first, where):
        found = read_export(lines, name, test_set)
    elif has_header(first, where, columns, only):
        rows = list(table_rows(lines, name))
        if not columns and has_annotations(rows[0][1]):
            found = read_annotations(rows, name)
        else:
            rows, columns = in_halves(rows, name, columns)
            found = read_rows(rows, name, columns, test_set, only)
    elif is_list(first):
        found = read_list(lines, name)
    elif only is not None and is_score(first):
        numbers = enumerate(lines, start=1)
        scores = (
            Judgement(where, only, place, score_of(line, where))
            for place, line in numbers
            for where in [f"{name}, line {place:,}"]
        )
        found = Judgements("score", list(scores), in_order=True)
    else:
        raise InputError(
            f"{where}: there is no column 'system', only "
            f"{', '.join(split_like(first)(first, where))}; expected a header with system, "
            "segment and score, or for choices with system_a, system_b, segment and winner, or "
            "columns that --columns names, as in system=model; a system and a score on every line; "
            "or, of one system, a score on every line"
        )
    if not found.judgements:
        raise InputError(f"{name}: there is no score in it; expected scores of systems or segments")
    return found


def lines_of(path: FilePath) -> list[str]:
    """Return the lines of a file without blank ones at its end.

    Raises:
        InputError: There is none.
    """
    lines = [str(line) for line in read_text(path)]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        name = display_name(path)
        raise InputError(f"{name}: is empty")
    return lines


def is_list(first: str) -> bool:
    """Return whether a line has a system and a score."""
    fields = _fields(first)
    return len(fields) == 2 and is_score(fields[1])


def is_score(text: str) -> bool:
    """Return whether a text is a score."""
    try:
        score_of(text, "")
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
