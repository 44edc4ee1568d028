r"""CSV and TSV: one table, numbers in full.

CSV is quoted where needed. In both, a tab, line end or other control character in a name shows as
an escape, such as \t, \n. Names are otherwise exact: one that begins as a formula does (=, +, -, @)
is not changed, so import the column as text where strangers chose the names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report, Table


def csv(report: Report, digits: int | None = None) -> str:
    """Render the main table of a report as CSV."""
    return csv_table(_main(report))


def tsv(report: Report, digits: int | None = None) -> str:
    """Render the main table of a report as TSV."""
    return tsv_table(_main(report))


def pairs_csv(report: Report, digits: int | None = None) -> str:
    """Render the pairs of a comparison as CSV."""
    return csv_table(report.data_tables()["pairs"])


def pairs_tsv(report: Report, digits: int | None = None) -> str:
    """Render the pairs of a comparison as TSV."""
    return tsv_table(report.data_tables()["pairs"])


def csv_table(table: Table) -> str:
    r"""Return a table as CSV.

    >>> from tallystick.reports.document import Table, columns
    >>> csv_table(Table(columns(["a", "b"]), (("1, 2", ""),)))
    'a,b\n"1, 2",\n'
    """
    return _lines(
        ",".join(_quoted(visible(cell)) for cell in row) for row in (table.header, *table.rows)
    )


def tsv_table(table: Table) -> str:
    r"""Return a table as TSV.

    >>> from tallystick.reports.document import Table, columns
    >>> tsv_table(Table(columns(["a", "b"]), (("tab\there", ""),)))
    'a\tb\ntab\\there\t\n'
    """
    return _lines("\t".join(map(visible, row)) for row in (table.header, *table.rows))


def _main(report: Report) -> Table:
    return next(iter(report.data_tables().values()))


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _quoted(cell: str) -> str:
    if "," in cell or '"' in cell:
        return '"' + cell.replace('"', '""') + '"'
    return cell
