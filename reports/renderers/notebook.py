"""The notebook representation: a fragment of HTML without scripts or style sheets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tallystick.reports import document
from tallystick.reports.renderers.figures import drawn
from tallystick.reports.renderers.visible import visible

LEFT = ' style="text-align:left"'
"""The style of text in a table, which notebooks align right."""


def _text(text: str) -> str:
    # isolated, because a name in a right-to-left script could reorder its neighbours
    return f"<bdi>{safe(text)}</bdi>"


def render(report: document.Report, digits: int | None = None) -> str:
    """Render a report as a fragment of HTML, without its longest tables."""
    return f'<div dir="ltr">{"".join(map(_block, report.document(digits)))}</div>\n'


def _block(block: document.Block) -> str:
    if isinstance(block, document.FIGURES):
        return drawn(block)
    match block:
        case (
            document.Heading()
            | document.Paragraph(text="")
            | document.Table(detail=True)
            | document.Paragraph(detail=True)
        ):
            return ""
        case document.Table():
            return _table(block)
        case document.Paragraph():
            text = _text(block.text)
            return f"<p><strong>{text}</strong></p>" if block.strong else f"<p>{text}</p>"
        case document.Bullets():
            title = f"<p>{_text(block.title)}:</p>" if block.title and block.sentences else ""
            return title + _listed(block.sentences)
        case document.Glossary():
            return f"<p>{_text(block.pointer)}</p>"
        case document.Labels():
            return _listed(f"{label}: {text}" for label, text in block.pairs)
        case document.Entry():
            name, remark = _text(block.name), _text(block.remark)
            return f"<p><strong>{name}</strong> {remark}</p>{_lines_of(block)}"


def _table(table: document.Table) -> str:
    titles = "".join(
        f'<th scope="col"{"" if column.numeric else LEFT}>{_text(column.title)}</th>'
        for column in table.columns
    )
    rows = [
        "".join(
            f"<td>{_text(row[place])}</td>"
            if column.numeric
            else f'<th scope="row"{LEFT}><bdi>{table.shown(number, place, safe, marked)}</bdi></th>'
            for place, column in enumerate(table.columns)
        )
        for number, row in enumerate(table.rows)
    ]
    notes = "".join(f"<p>{_text(note)}</p>" for note in table.notes)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f"<table><caption>{_text(table.title)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{body}</tbody></table>{notes}"
    )


def safe(text: str) -> str:
    """Return text that is safe in HTML."""
    return escape(visible(text))


def marked(text: str) -> str:
    """Return text that is emphasised without a style sheet."""
    return f"<mark><u><b>{safe(text)}</b></u></mark>"


def _lines_of(entry: document.Entry) -> str:
    if not entry.aligned:
        return _listed(entry.lines)
    lines = "\n".join(escape(visible(line)) for line in entry.lines)
    return f'<pre dir="ltr">{lines}</pre>'


def _listed(sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{_text(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""
