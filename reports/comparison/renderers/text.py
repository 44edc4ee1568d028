"""Plain text for a terminal: the verdict, a table for each metric, and what is left open.

Scores by groups of segments, of which there can be many screens, are left to the other formats.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tallystick.reports.comparison.renderers.tables import (
    TitledTable,
    length_table,
    score_tables,
    setting_line,
    signature_lines,
    suspicious_lines,
)
from tallystick.reports.comparison.words import own_title
from tallystick.reports.renderers.text import draw_table
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

WIDTH = 96


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as plain text."""
    headline, *rest = comparison.verdict or ("",)
    blocks = [
        _wrapped(headline),
        _listed(rest),
        _wrapped(own_title(comparison.title)),
        _wrapped(setting_line(comparison)),
        *map(_titled, score_tables(comparison, digits)),
        _section("Read before the scores are believed:", comparison.notes),
        _section("What this does not show:", comparison.caveats),
    ]
    lengths = length_table(comparison)
    if lengths:
        blocks.append(_titled(lengths))
    blocks.append(_section("Segments to look at:", suspicious_lines(comparison)))
    blocks.append(
        "\n".join(f"{visible(name)}: {visible(text)}" for name, text in signature_lines(comparison))
    )
    return "\n\n".join(block for block in blocks if block) + "\n"


def _titled(titled: TitledTable) -> str:
    notes = [_wrapped(note) for note in titled.notes]
    return "\n".join([visible(titled.title), "", draw_table(titled.table), *notes])


def _section(title: str, sentences: Iterable[str]) -> str:
    listed = _listed(sentences)
    return f"{title}\n{listed}" if listed else ""


def _listed(sentences: Iterable[str]) -> str:
    return "\n".join(_wrapped(sentence, "- ", "  ") for sentence in sentences)


def _wrapped(sentence: str, first: str = "", others: str = "") -> str:
    return textwrap.fill(
        visible(sentence),
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
