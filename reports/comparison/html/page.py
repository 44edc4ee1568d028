"""The page: templates, style, scripts and data in one file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from tallystick.reports.comparison.facts.orientation import is_paired, is_ranked, standard_of
from tallystick.reports.comparison.html import wording
from tallystick.reports.comparison.html.groups import group_tables
from tallystick.reports.comparison.html.matrix import matrices, standing_of
from tallystick.reports.comparison.html.payload import packed
from tallystick.reports.comparison.html.rows import (
    against_standard,
    group_rows,
    histogram_bars,
    length_rows,
    scatters,
    score_rows,
)
from tallystick.reports.comparison.model import Comparison, OrderPrecision, SystemScore
from tallystick.reports.comparison.tables.document import (
    failed_first,
    outcome,
    result,
    tokenization_note,
)
from tallystick.reports.comparison.tables.trend import trend_blocks
from tallystick.reports.document import Block
from tallystick.reports.renderers.axis import Axis, axis_over
from tallystick.reports.renderers.page import FUNCTIONS as OF_BLOCKS
from tallystick.reports.renderers.page.frame import Functions, framed, read
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import (
    MINUS,
    component,
    correction_name,
    detail,
    is_saved,
    of_one_pair,
    percent,
    units,
)

PANEL, GAP = 104, 34  # of the orders of n-grams, side by side
STYLES = ("controls", "opening", "tables", "plots", "segments", "print")
SCRIPTS = (  # in the order of their definitions
    *("elements", "theme", "tables", "tokens", "report", "state", "links", "matrix", "scatter"),
    *("filters", "scores", "cards", "browser", "examples", "breakdowns", "words", "ngrams"),
    *("findings", "start"),
)

NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")


def detail_names(scores: Sequence[SystemScore]) -> tuple[str, ...]:
    """Return the names of the components of scores, in the order of the first system."""
    return tuple(dict.fromkeys(name for one in scores for name in one.details))


def unbroken_names(sentence: str, names: Iterable[str]) -> Markup:
    """Return a sentence in which a line ends inside a name only if the name is too long.

    Negative numbers get a real minus sign.

    >>> unbroken_names("a differs from b-2 by -1.5", ["a", "b-2"]).striptags()
    'a differs from b-2 by −1.5'
    """
    longest_first = sorted(map(visible, names), key=len, reverse=True)
    alternatives = "|".join(re.escape(name) for name in longest_first if name.strip())
    # punctuation behind a name must not begin a line
    pattern = rf"(?<!\w)((?:{alternatives})(?!\w)[,;:.]*)" if alternatives else "()(?!)"
    parts = re.split(pattern, visible(sentence))
    whole = Markup('<span class="unbroken">{}</span>')
    return Markup("").join(
        whole.format(part) if place % 2 else NEGATIVE.sub(MINUS, part)
        for place, part in enumerate(parts)
    )


def order_axes(precisions: Collection[OrderPrecision], start: float) -> dict[int, Axis]:
    """Return the axis of each order's panel, in percent."""
    axes = {}
    for order in sorted({one.order for one in precisions}):
        values = [
            100 * one.precision
            for one in precisions
            if one.order == order and one.precision is not None
        ]
        axes[order] = axis_over(values, start, start + PANEL, marks=2)
        start += PANEL + GAP
    return axes


FUNCTIONS: Functions = {
    **OF_BLOCKS,
    "component": component,
    "detail": detail,
    "detail_names": detail_names,
    "check_result": result,
    "checks_outcome": outcome,
    "failed_first": failed_first,
    "histogram_bars": histogram_bars,
    "is_saved": is_saved,
    "order_axes": order_axes,
    "percent": percent,
    "group_rows": group_rows,
    "length_rows": length_rows,
    "scatters": scatters,
    "score_rows": score_rows,
    "standard_of": standard_of,
    "standing_of": standing_of,
    "unbroken_names": unbroken_names,
    "wording": wording,
}
"""Functions that the templates call."""


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Return a comparison as one HTML file; `digits` is ignored, as each metric has its own."""
    test = comparison.test
    return framed(
        "page",
        __package__ or "",
        STYLES,
        FUNCTIONS,
        _script(),
        version=comparison.version,
        title=comparison.title,
        report=comparison,
        against=against_standard(comparison),
        matrices=matrices(comparison),
        paired=is_paired(comparison),
        places={one.name: n for n, one in enumerate(comparison.systems)},
        precisions_of={
            metric.metric: {
                (one.system, one.order): one
                for one in comparison.orders
                if one.metric == metric.metric
            }
            for metric in comparison.metrics
        },
        group_tables=group_tables(comparison),
        names=[
            *(system.name for system in comparison.systems),
            *(one.title for one in comparison.metrics if not one.title.isalnum()),  # ROUGE-1
        ],
        ranked=is_ranked(comparison),
        disagreements=_disagreements(comparison),
        of_one_pair=of_one_pair(test),
        correction=correction_name(test.correction) if test.is_corrected else "",
        data=Markup(packed(comparison)),
        trends=_trends(comparison),
        tokenization=" ".join(tokenization_note(comparison)),
        units=units(comparison.test_set),
    )


def _trends(comparison: Comparison) -> list[tuple[Block, Block]]:
    """Return the plot and the table of each metric."""
    shown = trend_blocks(comparison)
    return list(zip(shown[1::2], shown[::2], strict=True))


def _disagreements(comparison: Comparison) -> list[dict[str, Any]]:
    systems = [one.name for one in comparison.systems]
    metrics = {one.metric: n for n, one in enumerate(comparison.metrics)}
    titles = {one.metric: one.title for one in comparison.metrics}
    return [
        {
            "system": one.system,
            "other": one.other,
            "metric": titles[one.metric],
            "other_metric": titles[one.other_metric],
            "significant": [titles[metric] for metric in one.significant],
            "segments": len(one.segments),
            "link": f"#metric={metrics[one.metric]}&pair={systems.index(one.system)}"
            f".{systems.index(one.other)}&only=disagreement.{n}",  # read by state.js
        }
        for n, one in enumerate(comparison.disagreements)
    ]


@cache
def _script() -> str:
    parts = "\n".join(read(__package__ or "", f"script/{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();\n'
