"""Markdown for chat, GitHub and notebooks."""

from __future__ import annotations

import re

from tallystick.reports import document
from tallystick.reports.renderers.visible import visible

# no tag begins with < and a space or digit
SPECIAL = re.compile(r"[\\`*_{}\[\]>#|~&$!]|<(?![ \d])")
# begins a list, a rule or a heading at the start of a line
BEGINS_A_BLOCK = re.compile(r"(?P<mark>[-+=]|\d+(?=[.)]))")


def render(report: document.Report, digits: int | None = None) -> str:
    """Render a report as Markdown."""
    blocks = map(draw_block, report.document(digits))
    return "\n\n".join(block for block in blocks if block) + "\n"


def escape(text: str) -> str:
    r"""Return text with the special characters of Markdown escaped.

    >>> print(escape("a|b_<script>"))
    a\|b\_\<script\>
    """
    return SPECIAL.sub(r"\\\g<0>", visible(text))


def draw_table(table: document.Table) -> str:
    """Return a table in Markdown with escaped cells."""
    from tabulate import tabulate  # slow to import

    drawn: str = tabulate(
        [
            [table.shown(number, place, escape, _strong) for place in range(len(row))]
            for number, row in enumerate(table.rows)
        ],
        [escape(title) for title in table.header],
        tablefmt="pipe",
        disable_numparse=True,  # otherwise the name 1e5 becomes the number 100000.0
        colalign=["right" if column.numeric else "left" for column in table.columns],
    )
    return drawn


def draw_block(block: document.Block) -> str:
    """Return a block in Markdown, or "" if it is not shown."""
    if isinstance(block, document.FIGURES):
        return ""
    match block:
        case document.Heading() | document.Paragraph(text=""):
            return ""
        case document.Table():
            notes = map(_line, block.notes)
            return "\n\n".join([_strong(block.title), draw_table(block), *notes]).lstrip("\n")
        case document.Paragraph(strong=True):
            return _strong(block.text)
        case document.Paragraph(label=""):
            return _line(block.text)
        case document.Paragraph():
            return f"{_strong(block.label)} {escape(block.text)}"
        case document.Bullets():
            lines = [f"- {_line(sentence)}" for sentence in block.sentences]
            title = [_strong(block.title), ""] if block.title and lines else []
            return "\n".join([*title, *lines])
        case document.Glossary():
            return "\n".join(f"- {_strong(term.name)}: {escape(term.text)}" for term in block.terms)
        case document.Labels():
            shown = _code if block.code else escape
            return "\n".join(f"- {escape(label)}: {shown(text)}" for label, text in block.pairs)
        case document.Entry():
            name = _strong(block.name)
            linked = f"[{name}]({block.address})" if block.address else name
            head = f"- {linked} {escape(block.remark)}".rstrip()
            if block.aligned:
                # indented code, in which no character is special
                lines = [f"      {visible(line)}".rstrip() for line in block.lines]
                return "\n".join([head, "", *lines])
            return "  \n".join([head, *(f"  {escape(line)}" for line in block.lines)])


def _strong(text: str) -> str:
    return f"**{escape(text).strip()}**" if text else ""


def _line(sentence: str) -> str:
    r"""Return a sentence that Markdown does not read as a list item or heading.

    >>> print(_line("1. FC scores best."))
    1\. FC scores best.
    """
    escaped = escape(sentence).lstrip()
    begins = BEGINS_A_BLOCK.match(escaped)
    if begins is None:
        return escaped
    mark = begins["mark"]
    if mark.isdigit():
        return f"{mark}\\{escaped[len(mark) :]}"
    return f"\\{escaped}"


def _code(text: str) -> str:
    """Return text as a code span, in which only the backtick is special."""
    shown = visible(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    padding = " " if "`" in shown or not shown else ""
    return f"{fence}{padding}{shown}{padding}{fence}"
