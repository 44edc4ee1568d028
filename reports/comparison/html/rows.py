"""Scores and differences as rows of plots, for pages and for files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from tallystick.reports.comparison.facts.orientation import (
    between,
    far_system,
    is_ranked,
    seen_from,
    sign_beside_zero,
    standard_of,
)
from tallystick.reports.comparison.html.matrix import sign_of
from tallystick.reports.comparison.html.wording import (
    difference_text,
    interval_text,
    ratio_text,
    score_text,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Interval,
    bounds_of,
)
from tallystick.reports.document import IntervalPlot, PlottedRow

MOST_ROWS = 30  # of a plot of groups
ZERO = ("", 0.0)


def score_rows(comparison: Comparison, metric: ComparedMetric) -> IntervalPlot:
    """Return the scores of the systems, the best on top; lines separate their clusters."""
    scores = comparison.in_order_of(metric.metric)
    ranked = is_ranked(comparison)
    rows = tuple(
        _row(
            one.system,
            one.score,
            one.interval,
            shown=score_text(one.score, metric),
            aside=interval_text(one.interval, metric) + f", cluster {one.cluster}" * ranked,
            look="best" if one.best else "",
        )
        for one in scores
    )
    clusters = pairwise(one.cluster for one in scores)
    cuts = [place for place, (above, below) in enumerate(clusters, 1) if ranked and above != below]
    title = f"Scores under {metric.title} with intervals"
    return IntervalPlot(title, "", rows, cuts=tuple(cuts), outside=far_system(scores))


def _row(
    name: str,
    value: float | None,
    interval: Interval | None,
    shown: str,
    aside: str,
    look: str,
    link: str = "",
) -> PlottedRow:
    low, high = bounds_of(interval)
    return PlottedRow(name, value, low, high, shown, aside, look, link)


def difference_rows(comparison: Comparison, metric: ComparedMetric) -> IntervalPlot:
    """Return the differences of systems from the baseline or the best, the best system on top."""
    standard = standard_of(comparison, metric.metric)
    return IntervalPlot(
        f"Differences from {standard} under {metric.title}",
        "",
        tuple(_differences(comparison, metric, standard)),
        (ZERO,),
    )


def _differences(
    comparison: Comparison, metric: ComparedMetric, standard: str
) -> Iterator[PlottedRow]:
    pairs = comparison.differences_under(metric.metric)
    for score in comparison.in_order_of(metric.metric):
        pair = between(pairs, score.system, standard)
        if pair is not None:
            difference, bounds = seen_from(pair, score.system)
            known = difference is not None and math.isfinite(difference)
            yield _row(
                score.system,
                difference if known else None,
                bounds if known else None,
                shown=difference_text(difference, metric),
                aside=interval_text(bounds if known else None, metric),
                look=sign_of(pair, score.system),
            )


def group_rows(
    comparison: Comparison, metric: ComparedMetric, system: str, number: int, link: str
) -> IntervalPlot:
    """Return the differences of a system on the groups of a breakdown, at most `MOST_ROWS`.

    Of more groups, those with the largest differences are returned. The sign is that of an
    interval without zero. Each row leads to the link with the number of its group.
    """
    breakdown = comparison.breakdowns[number]
    places = {group.label: place for place, group in enumerate(breakdown.groups)}
    found = [
        one
        for one in breakdown.differences
        if (one.metric, one.system) == (metric.metric, system) and one.difference is not None
    ]
    found.sort(key=lambda one: -abs(one.difference or 0.0))
    rows = tuple(
        _row(
            one.group,
            one.difference,
            one.interval,
            shown=difference_text(one.difference, metric),
            aside=interval_text(one.interval, metric),
            look=sign_beside_zero(one.interval, metric.higher_is_better),
            link=f"{link}{places[one.group]}" if link else "",
        )
        for one in sorted(found[:MOST_ROWS], key=lambda one: places[one.group])
    )
    standard = standard_of(comparison, metric.metric)
    title = f"{metric.title} by {breakdown.field}: {system} minus {standard}"
    return IntervalPlot(title, "", rows, (ZERO,))


def length_rows(comparison: Comparison) -> IntervalPlot:
    """Return the lengths of the hypotheses relative to the references, in the order of scores."""
    lengths = {one.system: one for one in comparison.lengths}
    order = [one.system for one in comparison.in_order_of(comparison.metrics[0].metric)]
    rows = tuple(
        PlottedRow(
            one.system,
            one.ratio,
            shown=ratio_text(one.ratio),
            aside=f"({one.hypothesis_length:,} tokens, references {one.reference_length:,})",
        )
        for one in (lengths[system] for system in order if system in lengths)
    )
    title = "Length of hypotheses over length of references"
    return IntervalPlot(title, "", rows, (("", 1.0),), stems=True)
