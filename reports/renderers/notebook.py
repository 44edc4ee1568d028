"""The notebook representation: a fragment of HTML without scripts or style sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING

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
from tallystick.reports.renderers.figures import heat_map, interval_plot, line_plot, scatter_plot
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report


LEFT = ' style="text-align:left"'
"""The style of text in a table, which notebooks align right."""


def shown_text(text: str) -> str:
    """Return text as HTML."""
    # isolated, because a name in a right-to-left script could reorder its neighbours
    return f"<bdi>{_safe(text)}</bdi>"


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as a fragment of HTML, without its longest tables."""
    return f'<div dir="ltr">{"".join(map(short_block, report.document(digits)))}</div>\n'


def short_block(block: Block) -> str:
    """Return a block as HTML, or nothing for details."""
    return "" if getattr(block, "detail", False) else whole_block(block)


def whole_block(block: Block, head: Callable[[str], str] = shown_text) -> str:
    """Return a block as HTML, with details.

    Args:
        block: The block.
        head: A function that returns the title of a column as HTML.
    """
    match block:
        case IntervalPlot():
            return interval_plot(block)
        case LinePlot():
            return line_plot(block)
        case ScatterPlot():
            return scatter_plot(block)
        case HeatMap():
            return heat_map(block)
        case Paragraph(text=""):
            return ""
        case Table():
            return _table(block, head)
        case Paragraph():
            text = shown_text(block.text)
            return f"<p><strong>{text}</strong></p>" if block.strong else f"<p>{text}</p>"
        case Bullets():
            title = f"<p>{shown_text(block.title)}:</p>" if block.title and block.sentences else ""
            return title + listed(block.sentences)
        case Glossary():
            return f"<p>{shown_text(block.pointer)}</p>"
        case Labels():
            return listed(f"{label}: {text}" for label, text in block.pairs)
        case Entry():
            name, remark = shown_text(block.name), shown_text(block.remark)
            return f"<p><strong>{name}</strong> {remark}</p>{lines_of(block)}"


def _table(table: Table, head: Callable[[str], str]) -> str:
    titles = "".join(
        f'<th scope="col"{"" if column.numeric else LEFT}>{head(column.title)}</th>'
        for column in table.columns
    )
    rows = [
        "".join(
            f"<td>{shown_text(row[place])}</td>"
            if column.numeric
            else f'<th scope="row"{LEFT}>'
            f"<bdi>{table.shown(number, place, _safe, _marked)}</bdi></th>"
            for place, column in enumerate(table.columns)
        )
        for number, row in enumerate(table.rows)
    ]
    notes = "".join(f"<p>{shown_text(note)}</p>" for note in table.notes)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f"<table><caption>{shown_text(table.title)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{body}</tbody></table>{notes}"
    )


def _safe(text: str) -> str:
    return escape(visible(text))


def _marked(text: str) -> str:
    return f"<mark><u><b>{_safe(text)}</b></u></mark>"


def lines_of(entry: Entry) -> str:
    """Return the lines of an entry as HTML."""
    if not entry.aligned:
        return listed(entry.lines)
    lines = "\n".join(escape(visible(line)) for line in entry.lines)
    return f'<pre dir="ltr">{lines}</pre>'


def listed(sentences: Iterable[str]) -> str:
    """Return sentences as a list in HTML, or nothing without any."""
    items = "".join(f"<li>{shown_text(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""
