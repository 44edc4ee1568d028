"""Markdown: tables as GitHub and most others read them, then the signatures as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.renderers.numbers import rounded
from tallystick.reports.renderers.tables import Table, signatures, tables
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport

SPECIAL = frozenset("\\`*_{}[]<>#|~&$!")


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as Markdown."""
    blocks = [
        draw_table(table)
        for table in tables(report, lambda score, scale: rounded(score, scale, digits))
    ]
    # inside a code span nothing is special but the backtick, which no signature holds
    listed = [f"- {escape(name)}: `{text}`" for name, text in signatures(report)]
    return "\n\n".join([*blocks, "\n".join(listed)]) + "\n"


def escape(text: str) -> str:
    r"""Return text that Markdown shows as it is.

    >>> print(escape("a|b_<script>"))
    a\|b\_\<script\>
    """
    return "".join(
        f"\\{character}" if character in SPECIAL else character for character in visible(text)
    )


def draw_table(table: Table) -> str:
    """Return a table in Markdown, with cells that show as they are."""
    names = len(table.header) - table.numbers
    ruler = ["---"] * names + ["---:"] * table.numbers
    rows = [[escape(cell) for cell in row] for row in (table.header, *table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], ruler, *rows[1:]))
