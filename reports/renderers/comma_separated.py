"""CSV: one table, quoted where needed, numbers in full, the signatures in columns of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import OptionError
from tallystick.reports.renderers.numbers import full
from tallystick.reports.renderers.tables import Table, corpus_table, document_table, segment_table

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as CSV; numbers are never rounded, a score that is undefined is empty.

    Raises:
        OptionError: The report holds scores of segments and of documents, which are two tables.
    """
    return write_table(data_table(report))


def write_table(table: Table) -> str:
    r"""Return a table as CSV.

    >>> from tallystick.reports.renderers.tables import Table
    >>> write_table(Table(("a", "b"), (("1, 2", ""),), 0))
    'a,b\n"1, 2",\n'
    """
    return "".join(",".join(map(_quoted, row)) + "\n" for row in (table.header, *table.rows))


def _quoted(cell: str) -> str:
    # the writer of Python 3.11 leaves a lone carriage return unquoted, and rows break there
    if any(character in cell for character in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def data_table(report: ScoreReport) -> Table:
    """Return the one table that a format of one table can hold.

    Raises:
        OptionError: The report holds scores of segments and of documents, which are two tables.
    """

    def write(score: float | None, scale: str) -> str:
        return full(score)

    segments, documents = segment_table(report, write), document_table(report, write)
    if segments and documents:
        raise OptionError(
            "CSV and TSV hold one table, but scores of segments and of documents are asked for; "
            "ask for one of them, or for --format json"
        )
    table = segments or documents
    if table:
        return table
    table = corpus_table(report, write)
    return Table(
        (*table.header, *(f"{metric} signature" for metric in report.metrics)),
        tuple(
            (*row, *(entry.signature for entry in report.of_system(system)))
            for row, system in zip(table.rows, report.systems, strict=True)
        ),
        table.numbers,
    )
