"""Plain text for a terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from typing import TYPE_CHECKING

from tallystick.reports.document import Block, Bullets, Entry, Labels, Paragraph, Table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

WIDTH = 96
FILLER = "\0"  # cannot occur in a name: `visible` writes it as an escape


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as plain text, without its longest tables."""
    text, close = "", True
    for block in report.document(digits):
        shown = _block(block)
        if shown:
            short = isinstance(block, Entry) and len(block.lines) < 2
            text += ("" if not text else "\n" if short and close else "\n\n") + shown
            close = short
    return text + "\n"


def _block(block: Block) -> str:
    match block:
        case Table(detail=True) | Paragraph(detail=True):
            return ""
        case Table():
            title = [visible(block.title), ""] if block.title else []
            return "\n".join([*title, draw_table(block), *map(_wrapped, block.notes)])
        case Paragraph():
            return _wrapped(f"{block.label} {block.text}".strip())
        case Bullets():
            lines = [_wrapped(sentence, "- ", "  ") for sentence in block.sentences]
            return "\n".join([f"{block.title}:"] * bool(block.title and lines) + lines)
        case Labels():
            return "\n".join(f"{visible(label)}: {visible(text)}" for label, text in block.pairs)
        case Entry():
            return "\n".join(
                [
                    visible(f"{block.name}  {block.remark}".rstrip()),
                    *(f"    {visible(line)}" for line in block.lines),
                ]
            )


def draw_table(table: Table) -> str:
    """Return a table in plain text, aligned for wide characters too."""
    from tabulate import tabulate  # slow to import

    drawn: str = tabulate(
        [[_as_wide_as_shown(cell) for cell in row] for row in table.rows],
        [_as_wide_as_shown(title) for title in table.header],
        tablefmt="simple",
        disable_numparse=True,  # otherwise the name 1e5 becomes the number 100000.0
        colalign=["right" if column.numeric else "left" for column in table.columns],
    )
    return "\n".join(line.rstrip() for line in drawn.replace(FILLER, "").split("\n"))


def _as_wide_as_shown(cell: str) -> str:
    """Pad a cell so that its length equals its width on a screen, as tabulate expects."""
    shown = visible(cell)
    if shown.isascii():
        return shown
    return "".join(
        character + FILLER if unicodedata.east_asian_width(character) in "WF" else character
        for character in shown
    )


def _wrapped(sentence: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(
        visible(sentence),
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
