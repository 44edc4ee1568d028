"""Plain text for a terminal: tables, then what one system's scores are made of, then signatures."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from tallystick.reports.renderers.numbers import detail, rounded
from tallystick.reports.renderers.tables import Table, signatures, tables
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport

FILLER = "\0"  # no name holds it: `visible` writes it as an escape


def render(report: ScoreReport, digits: int | None = None) -> str:
    """Render a score report as plain text."""
    blocks = [
        draw_table(table)
        for table in tables(report, lambda score, scale: rounded(score, scale, digits))
    ]
    if len(report.systems) == 1 and report.entries[0].segments is None:
        details = [
            f"{visible(entry.metric)}: "
            + ", ".join(f"{name} {detail(value)}" for name, value in entry.details.items())
            for entry in report.entries
            if entry.details
        ]
        blocks.append("\n".join(details))
    blocks.append("\n".join(f"{visible(name)}: {text}" for name, text in signatures(report)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def draw_table(table: Table) -> str:
    """Return a table in plain text, in line on a screen for wide characters too."""
    from tabulate import tabulate  # costs as much to import as a small job takes

    columns = len(table.header)
    drawn: str = tabulate(
        [[_as_wide_as_shown(cell) for cell in row] for row in table.rows],
        [_as_wide_as_shown(cell) for cell in table.header],
        tablefmt="simple",
        disable_numparse=True,  # else the name 1e5 becomes the number 100000.0
        colalign=["left"] * (columns - table.numbers) + ["right"] * table.numbers,
    )
    return "\n".join(line.rstrip() for line in drawn.replace(FILLER, "").split("\n"))


def _as_wide_as_shown(cell: str) -> str:
    """Fill up a cell so that its length is its width on a screen, which is what tabulate needs."""
    shown = visible(cell)
    if shown.isascii():
        return shown
    return "".join(
        character + FILLER if unicodedata.east_asian_width(character) in "WF" else character
        for character in shown
    )
