r"""CSV and TSV: one table with unrounded numbers.

CSV is quoted if necessary. In both formats, a tab, line end or other control character in a name
is written as an escape, such as \t, \n. Names are otherwise unchanged, even if they begin like a
formula (=, +, -, @): import the column as text if the names are not trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report, Table


def csv(report: Report, digits: int | None = None) -> str:
    """Render the main table of a report as CSV."""
    return _text(next(iter(report.data_tables().values())), ",", _quoted)


def tsv(report: Report, digits: int | None = None) -> str:
    """Render the main table of a report as TSV."""
    return _text(next(iter(report.data_tables().values())), "\t", visible)


def pairs_csv(report: Report, digits: int | None = None) -> str:
    """Render the pairs of a comparison as CSV."""
    return _text(report.data_tables()["pairs"], ",", _quoted)


def pairs_tsv(report: Report, digits: int | None = None) -> str:
    """Render the pairs of a comparison as TSV."""
    return _text(report.data_tables()["pairs"], "\t", visible)


def sets_csv(report: Report, digits: int | None = None) -> str:
    """Render the scores on each set of a comparison over sets as CSV."""
    return _text(report.data_tables()["sets"], ",", _quoted)


def sets_tsv(report: Report, digits: int | None = None) -> str:
    """Render the scores on each set of a comparison over sets as TSV."""
    return _text(report.data_tables()["sets"], "\t", visible)


def _text(table: Table, separator: str, cell_text: Callable[[str], str]) -> str:
    rows = (table.header, *table.rows)
    return "".join(f"{separator.join(map(cell_text, row))}\n" for row in rows)


def _quoted(cell: str) -> str:
    shown = visible(cell)
    if "," in shown or '"' in shown:
        return '"' + shown.replace('"', '""') + '"'
    return shown
