"""Plain text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from tallystick.reports.document import (
    Block,
    Bullets,
    Entry,
    Glossary,
    HeatMap,
    IntervalPlot,
    Labels,
    LinePlot,
    Paragraph,
    ScatterPlot,
    Table,
)
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

WIDTH = 96
GAP = "  "
MARGIN = 2  # a column is wider than its title by at least this


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
        case IntervalPlot() | LinePlot() | ScatterPlot() | HeatMap():
            return ""
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
        case Glossary():
            return _wrapped(block.pointer)
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
    header, *rows = ([visible(cell) for cell in row] for row in (table.header, *table.rows))
    widths = [
        max(screen_width(title) + MARGIN, *map(screen_width, cells))
        for title, *cells in zip(header, *rows, strict=True)
    ]
    numeric = [column.numeric for column in table.columns]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(GAP.join(map(_padded, line, widths, numeric)).rstrip() for line in lines)


def _padded(cell: str, width: int, right: bool) -> str:
    padding = " " * (width - screen_width(cell))
    return padding + cell if right else cell + padding


def screen_width(cell: str) -> int:
    """Return the number of columns that a cell takes on a screen."""
    if cell.isascii():
        return len(cell)
    return sum(
        0 if combining(character) else 1 + (east_asian_width(character) in "WF")
        for character in cell
    )


def _wrapped(sentence: str, first: str = "", others: str = "") -> str:
    import textwrap  # a table of scores has no sentences

    return textwrap.fill(
        visible(sentence),
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
