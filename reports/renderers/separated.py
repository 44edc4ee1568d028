r"""CSV and TSV: one table with unrounded numbers.

CSV is quoted if necessary. In both formats, a tab, line end or other control character in a name
is written as an escape, such as \t, \n. Names are otherwise unchanged, even if they begin like a
formula (=, +, -, @): import the column as text if the names are not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tallystick.reports.document import Report
from tallystick.reports.renderers.visible import visible


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
