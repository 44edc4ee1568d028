"""The notebook representation: a fragment of HTML without scripts or style sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from tallystick.reports.document import (
    Block,
    Bullets,
    Entry,
    IntervalPlot,
    Labels,
    Paragraph,
    ScatterPlot,
    Span,
    Table,
)
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report


LEFT = ' style="text-align:left"'
"""The style of text in a table, which notebooks align right."""


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as a fragment of HTML, without its longest tables."""
    return f'<div dir="ltr">{"".join(map(short_block, report.document(digits)))}</div>\n'


def short_block(block: Block) -> str:
    """Return a block as HTML, or nothing for details."""
    return "" if getattr(block, "detail", False) else whole_block(block)


def whole_block(block: Block) -> str:
    """Return a block as HTML, with details."""
    match block:
        case IntervalPlot() | ScatterPlot():
            return ""
        case Paragraph(text=""):
            return ""
        case Table():
            return _table(block)
        case Paragraph():
            text = _shown(block.text)
            return f"<p><strong>{text}</strong></p>" if block.strong else f"<p>{text}</p>"
        case Bullets():
            title = f"<p>{_shown(block.title)}:</p>" if block.title and block.sentences else ""
            return title + listed(block.sentences)
        case Labels():
            return listed(f"{label}: {text}" for label, text in block.pairs)
        case Entry():
            name, remark = _shown(block.name), _shown(block.remark)
            return f"<p><strong>{name}</strong> {remark}</p>{lines_of(block)}"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_shown(title)}</th>' for title in table.header)
    rows = [
        "".join(
            f"<td>{_shown(cell)}</td>"
            if column.numeric
            else f'<th scope="row"{LEFT}>{_marked(cell, spans)}</th>'
            for column, cell, spans in (
                (column, row[place], table.marks.get((number, place), ()))
                for place, column in enumerate(table.columns)
            )
        )
        for number, row in enumerate(table.rows)
    ]
    notes = "".join(f"<p>{_shown(note)}</p>" for note in table.notes)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f"<table><caption>{_shown(table.title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{notes}"
    )


def _marked(cell: str, spans: Sequence[Span]) -> str:
    """Return a cell with parts of it in bold and underlined."""
    shown, end = "", 0
    for first, last in spans:
        shown += escape(visible(cell[end:first]))
        shown += f"<mark><u><b>{escape(visible(cell[first:last]))}</b></u></mark>"
        end = last
    return f"<bdi>{shown}{escape(visible(cell[end:]))}</bdi>"


def lines_of(entry: Entry) -> str:
    """Return the lines of an entry as HTML."""
    if not entry.aligned:
        return listed(entry.lines)
    lines = "\n".join(escape(visible(line)) for line in entry.lines)
    return f'<pre dir="ltr">{lines}</pre>'


def listed(sentences: Iterable[str]) -> str:
    """Return sentences as a list in HTML, or nothing without any."""
    items = "".join(f"<li>{_shown(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _shown(text: str) -> str:
    # isolated, because a name in a right-to-left script could reorder its neighbours
    return f"<bdi>{escape(visible(text))}</bdi>"
