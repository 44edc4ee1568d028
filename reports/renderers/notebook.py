"""The notebook representation: a fragment of HTML without scripts or style sheets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from tallystick.reports.document import Block, Bullets, Entry, Labels, Paragraph, Table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as a fragment of HTML, without its longest tables."""
    return f'<div dir="ltr">{"".join(map(_block, report.document(digits)))}</div>\n'


def _block(block: Block) -> str:
    match block:
        case Table(detail=True) | Paragraph(detail=True) | Paragraph(text=""):
            return ""
        case Table():
            return _table(block)
        case Paragraph():
            text = _shown(block.text)
            return f"<p><strong>{text}</strong></p>" if block.strong else f"<p>{text}</p>"
        case Bullets():
            title = f"<p>{_shown(block.title)}:</p>" if block.title and block.sentences else ""
            return title + _list(block.sentences)
        case Labels():
            return _list(f"{label}: {text}" for label, text in block.pairs)
        case Entry():
            return f"<p><strong>{_shown(block.name)}</strong> {_shown(block.remark)}</p>" + _list(
                block.lines
            )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_shown(title)}</th>' for title in table.header)
    rows = [
        "".join(
            f"<td>{_shown(cell)}</td>"
            if column.numeric
            else f'<th scope="row" style="text-align:left">{_shown(cell)}</th>'
            for column, cell in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    ]
    notes = "".join(f"<p>{_shown(note)}</p>" for note in table.notes)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f"<table><caption>{_shown(table.title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{notes}"
    )


def _list(sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{_shown(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _shown(text: str) -> str:
    # isolated, because a name in a right-to-left script could reorder its neighbours
    return f"<bdi>{escape(visible(text))}</bdi>"
