"""Plain text for a terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from typing import TYPE_CHECKING

from tallystick.reports.document import Block, Bullets, Column, Entry, Labels, Paragraph, Table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

WIDTH = 96


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
    """Return a table in plain text, in line on a screen for wide characters too."""
    lines = [[visible(cell).strip() for cell in row] for row in (table.header, *table.rows)]
    widths = [
        max(_width(title) + 2, *map(_width, cells), 0) for title, *cells in zip(*lines, strict=True)
    ]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(map(_aligned, line, widths, table.columns)).rstrip() for line in lines
    )


def _aligned(cell: str, width: int, column: Column) -> str:
    padding = " " * (width - _width(cell))
    return padding + cell if column.numeric else cell + padding


def _width(text: str) -> int:
    """Return how many places of a screen a text takes: wide characters take two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in text)


def _wrapped(sentence: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(
        visible(sentence),
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
