"""What a notebook shows of a comparison: the verdict and a small table, without any script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tallystick.reports.comparison.renderers.tables import (
    score_tables,
    setting_line,
)
from tallystick.reports.comparison.words import own_title
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison
    from tallystick.reports.comparison.renderers.tables import TitledTable


def notebook_html(comparison: Comparison) -> str:
    """Return the verdict, a table for each metric and the caveats as a fragment of HTML."""
    headline, *rest = comparison.verdict or ("",)
    title = own_title(comparison.title)
    tables = [_titled(table) for table in score_tables(comparison)]
    parts = [
        f"<p><strong>{_shown(headline)}</strong></p>" if headline else "",
        _listed(rest),
        f"<p><strong>{_shown(title)}</strong></p>" if title else "",
        f"<p>{_shown(setting_line(comparison))}</p>",
        *tables,
        _section("Read before the scores are believed", comparison.notes),
        _section("What this does not show", comparison.caveats),
    ]
    return f'<div dir="ltr">{"".join(parts)}</div>'


def summary(comparison: Comparison) -> str:
    """Return the one line that stands for a comparison at the prompt.

    >>> from types import SimpleNamespace as Any
    >>> summary(Any(systems="AB", metrics=[Any(metric="bleu")], test_set=Any(segments=20)))
    '<Comparison of 2 systems by bleu on 20 segments>'
    """
    from tallystick.reports.comparison.words import counted, listed

    metrics = listed([metric.metric for metric in comparison.metrics])
    return (
        f"<Comparison of {counted(len(comparison.systems), 'system')} by {metrics} on "
        f"{counted(comparison.test_set.segments, 'segment')}>"
    )


def _titled(titled: TitledTable) -> str:
    table = titled.table
    names = len(table.header) - table.numbers
    head = "".join(f'<th scope="col">{_shown(cell)}</th>' for cell in table.header)
    rows = [
        "<tr>"
        + "".join(
            f'<th scope="row" style="text-align:left">{_shown(cell)}</th>'
            if place < names
            else f"<td>{_shown(cell)}</td>"
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in table.rows
    ]
    notes = "".join(f"<p>{_shown(note)}</p>" for note in titled.notes)
    return (
        f"<table><caption>{_shown(titled.title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{notes}"
    )


def _section(title: str, sentences: tuple[str, ...]) -> str:
    return f"<p>{_shown(title)}:</p>{_listed(sentences)}" if sentences else ""


def _listed(sentences: list[str] | tuple[str, ...]) -> str:
    items = "".join(f"<li>{_shown(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""


def _shown(text: str) -> str:
    # an element of its own, so that a name in a right-to-left script moves no other cell
    return f"<bdi>{escape(visible(text))}</bdi>"
