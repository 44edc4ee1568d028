r"""TSV: one table without quoting, numbers in full; a tab or line end in a name shows as \t, \n."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.renderers.comma_separated import data_table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.renderers.tables import Table
    from tallystick.reports.scores import ScoreReport


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as TSV; numbers are never rounded, a score that is undefined is empty.

    Raises:
        OptionError: The report holds scores of segments and of documents, which are two tables.
    """
    return write_table(data_table(report))


def write_table(table: Table) -> str:
    r"""Return a table as TSV.

    >>> from tallystick.reports.renderers.tables import Table
    >>> write_table(Table(("a", "b"), (("tab\there", ""),), 0))
    'a\tb\ntab\\there\t\n'
    """
    return "".join("\t".join(map(visible, row)) + "\n" for row in (table.header, *table.rows))
