r"""CSV, TSV and JSON: what programs read, with unrounded numbers.

CSV is quoted if necessary. In CSV and TSV, a tab, line end or other control character in a name is
written as an escape, such as \t, \n. Names are otherwise unchanged, even if they begin like a
formula (=, +, -, @): import the column as text if the names are not trusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from tallystick.errors import InputError
from tallystick.reports.document import Report
from tallystick.reports.renderers.visible import visible

LINE_ENDS = {end: f"\\u{ord(end):04x}" for end in "\u2028\u2029\u0085"}


def csv(report: Report, digits: int | None = None, table: str | None = None) -> str:
    """Render a table of a report as CSV, by default the main one; `digits` is ignored."""
    return _text(report, table, ",", _quoted)


def tsv(report: Report, digits: int | None = None, table: str | None = None) -> str:
    """Render a table of a report as TSV, by default the main one; `digits` is ignored."""
    return _text(report, table, "\t", visible)


pairs_csv, sets_csv = (partial(csv, table=table) for table in ("pairs", "sets"))
pairs_tsv, sets_tsv = (partial(tsv, table=table) for table in ("pairs", "sets"))


def _text(
    report: Report, table: str | None, separator: str, cell_text: Callable[[str], str]
) -> str:
    tables = report.data_tables()
    chosen = tables[table] if table else next(iter(tables.values()))
    rows = (chosen.header, *chosen.rows)
    return "".join(f"{separator.join(map(cell_text, row))}\n" for row in rows)


def _quoted(cell: str) -> str:
    shown = visible(cell)
    if "," in shown or '"' in shown:
        return '"' + shown.replace('"', '""') + '"'
    return shown


def json_object(report: Report, digits: int | None = None) -> str:
    """Render a report as one JSON object, a line for each key and each entry of a list."""
    parts = [f"{_dumped(name)}: {_part(part)}" for name, part in report.to_json().items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def json_lines(report: Report, digits: int | None = None) -> str:
    """Render the entries of a report's list as JSON Lines, one object per line."""
    [entries] = [part for part in report.to_json().values() if isinstance(part, list)]
    return "".join(f"{_dumped(entry)}\n" for entry in entries)


def flat_json(report: Any, digits: int | None = None) -> str:
    """Render scores as one object, `{"bleu": 33.3}`, or one for each of several systems."""
    systems = {
        system: {entry.metric: entry.score for entry in report.of_system(system)}
        for system in report.systems
    }
    [flat] = systems.values() if len(systems) == 1 else [systems]
    return _dumped(flat) + "\n"


def _part(part: Any) -> str:
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(map(_dumped, part)) + "\n]"
    return _dumped(part)


def _dumped(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise InputError(
            f"the report contains a number that JSON cannot represent: {error}; an undefined "
            "number must be None"
        ) from None
    # some readers, such as Python's splitlines, end a line at these characters
    for end, escape in LINE_ENDS.items():  # many times as fast as str.translate
        text = text.replace(end, escape)
    return text
