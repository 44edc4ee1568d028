"""The choice of the format of a file of human scores."""

from __future__ import annotations

from tallystick.errors import InputError
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name
from tallystick.reports.meta_evaluation.human.error_annotations import (
    has_annotations,
    read_annotations,
)
from tallystick.reports.meta_evaluation.human.error_spans import is_export, read_export
from tallystick.reports.meta_evaluation.human.judgement import Judgements
from tallystick.reports.meta_evaluation.human.lists import is_list, read_list
from tallystick.reports.meta_evaluation.human.tables import (
    has_header,
    json_rows,
    read_rows,
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
