"""Markdown for chat, GitHub and notebooks: the verdict, tables, caveats, the methods paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tallystick.reports.comparison.renderers.tables import (
    TitledTable,
    breakdown_tables,
    length_table,
    score_tables,
    setting_line,
    signature_lines,
    suspicious_lines,
)
from tallystick.reports.comparison.words import own_title
from tallystick.reports.renderers.markdown import draw_table, escape
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

# what would begin a list, a rule or a heading at the start of a line
BEGINS_A_BLOCK = re.compile(r"(?P<mark>[-+=]|\d+(?=[.)]))")


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as Markdown."""
    headline, *rest = comparison.verdict or ("",)
    title = own_title(comparison.title)
    blocks = [
        f"**{escape(headline).strip()}**" if headline else "",
        _listed(rest),
        f"**{escape(title)}**" if title else "",
        _line(setting_line(comparison)),
        *(_titled(table) for table in score_tables(comparison, digits)),
        _section("Read before the scores are believed", comparison.notes),
        _section("What this does not show", comparison.caveats),
    ]
    lengths = length_table(comparison)
    if lengths:
        blocks.append(_titled(lengths))
    blocks += [_titled(table) for table in breakdown_tables(comparison, digits)]
    blocks.append(_section("Segments to look at", suspicious_lines(comparison)))
    if comparison.methods:
        blocks.append(f"**Methods.** {escape(comparison.methods)}")
    blocks.append(
        "\n".join(f"- {escape(name)}: {_code(text)}" for name, text in signature_lines(comparison))
    )
    return "\n\n".join(block for block in blocks if block) + "\n"


def _titled(titled: TitledTable) -> str:
    blocks = [f"**{escape(titled.title)}**", draw_table(titled.table)]
    blocks += [_line(note) for note in titled.notes]
    return "\n\n".join(blocks)


def _section(title: str, sentences: Iterable[str]) -> str:
    listed = _listed(sentences)
    return f"**{title}**\n\n{listed}" if listed else ""


def _listed(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {_line(sentence)}" for sentence in sentences)


def _line(sentence: str) -> str:
    r"""Return a sentence as it is, whatever it begins with.

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
    """Return text as a code span, in which nothing is special but the backtick."""
    shown = visible(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    padding = " " if "`" in shown or not shown else ""
    return f"{fence}{padding}{shown}{padding}{fence}"
