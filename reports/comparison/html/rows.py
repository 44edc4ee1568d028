"""Scores and differences as rows of plots, for pages and for files; what pages show of pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tallystick.reports.comparison.facts.results import (
    between,
    seen_from,
    sign_beside_zero,
    standard_called,
    standard_of,
)
from tallystick.reports.comparison.html.matrix import sign_of
from tallystick.reports.comparison.html.wording import (
    difference_text,
    interval_text,
    ratio_text,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Interval,
    SegmentOutcomes,
    bounds_of,
)
from tallystick.reports.comparison.thresholds import MOST_POINTS, MOST_ROWS
from tallystick.reports.document import IntervalPlot, PlottedRow
from tallystick.reports.renderers.axis import Axis, axis_over

ZERO = ("", 0.0)


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
    called = standard_called(comparison, metric.metric)
    return IntervalPlot(
        f"Differences from {called} under {metric.title}",
        "",
        tuple(_differences(comparison, metric)),
        (ZERO,),
    )


def _differences(comparison: Comparison, metric: ComparedMetric) -> Iterator[PlottedRow]:
    pairs = comparison.differences_under(metric.metric)
    for score in comparison.in_order_of(metric.metric):
        standard = standard_of(comparison, metric.metric, score.system)
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
    standard = standard_of(comparison, metric.metric, system)
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


@dataclass(frozen=True, slots=True)
class Scatter:
    """The distinct points of segment scores, and the axis of both systems."""

    points: tuple[tuple[int, int], ...]
    x: Axis
    y: Axis


@dataclass(frozen=True, slots=True)
class Against:
    """Everything about the differences from one system under one metric, the best system first."""

    metric: ComparedMetric
    place: int  # of the metric
    standard: str  # as it is called
    differences: IntervalPlot
    outcomes: tuple[SegmentOutcomes, ...]  # `other` is the standard


def against_standard(comparison: Comparison) -> tuple[Against, ...]:
    """Return the differences from the baseline, or the best system, under each metric."""
    return tuple(_against(comparison, one, n) for n, one in enumerate(comparison.metrics))


def _against(comparison: Comparison, metric: ComparedMetric, place: int) -> Against:
    outcomes = [one for one in comparison.segment_outcomes if one.metric == metric.metric]
    found = (
        (between(outcomes, one.system, standard), standard)
        for one in comparison.in_order_of(metric.metric)
        for standard in [standard_of(comparison, metric.metric, one.system)]
    )
    return Against(
        metric,
        place,
        standard_called(comparison, metric.metric),
        difference_rows(comparison, metric),
        tuple(_of(one, standard) for one, standard in found if one is not None),
    )


def _of(one: SegmentOutcomes, standard: str) -> SegmentOutcomes:
    """Return outcomes as those of the other system of the pair compared with the standard."""
    if one.other == standard:
        return one
    return replace(
        one,
        system=one.other,
        other=one.system,
        better=one.worse,
        worse=one.better,
        edges=tuple(-edge for edge in reversed(one.edges)),
        counts=one.counts[::-1],
    )


def histogram_bars(one: SegmentOutcomes, axis: Axis, foot: float, top: float) -> tuple[str, str]:
    """Return the paths of the bars below and above 0."""
    most = max(one.counts, default=0) or 1
    bars = [
        f"M{axis.at(left) + 0.5:.1f} {foot:g}V{foot - (foot - top) * count / most:.1f}"
        f"H{axis.at(right) - 0.5:.1f}V{foot:g}Z"
        for left, right, count in zip(one.edges, one.edges[1:], one.counts, strict=False)
        if count
    ]
    below = sum(1 for edge, count in zip(one.edges, one.counts, strict=False) if count and edge < 0)
    return "".join(bars[:below]), "".join(bars[below:])


def scatters(comparison: Comparison, against: Against, size: float) -> dict[str, Scatter]:
    """Return the segment scores of each system against the standard, unless there are too many."""
    segments = comparison.segments
    points = comparison.test_set.segments * len(against.differences.rows) * len(comparison.metrics)
    if segments is None or points > MOST_POINTS:
        return {}
    scores = segments.scores[against.metric.metric]
    return {
        one.name: _scatter(scores[standard], scores[one.name], size)
        for one in against.differences.rows
        for standard in [standard_of(comparison, against.metric.metric, one.name)]
    }


def _scatter(xs: Sequence[float | None], ys: Sequence[float | None], size: float) -> Scatter:
    pairs = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
    values = [value for pair in pairs for value in pair]
    across, up = axis_over(values, 0, size), axis_over(values, size, 0)
    return Scatter(
        tuple(sorted({(round(across.at(x)), round(up.at(y))) for x, y in pairs})), across, up
    )
