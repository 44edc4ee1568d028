"""Differences from the baseline or the best system, as plots with a line at zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tallystick.reports.comparison.facts.orientation import (
    between,
    standard_of,
)
from tallystick.reports.comparison.html.rows import difference_rows
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    SegmentOutcomes,
)
from tallystick.reports.document import IntervalPlot
from tallystick.reports.renderers.axis import Axis, axis_over

MOST_POINTS = 50_000
"""Plots with more points in total would make the page large."""


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
    standard: str
    differences: IntervalPlot
    outcomes: tuple[SegmentOutcomes, ...]  # `other` is the standard


def against_standard(comparison: Comparison) -> tuple[Against, ...]:
    """Return the differences from the baseline, or the best system, under each metric."""
    return tuple(_against(comparison, one, n) for n, one in enumerate(comparison.metrics))


def _against(comparison: Comparison, metric: ComparedMetric, place: int) -> Against:
    standard = standard_of(comparison, metric.metric)
    outcomes = [one for one in comparison.segment_outcomes if one.metric == metric.metric]
    found = (
        between(outcomes, one.system, standard) for one in comparison.in_order_of(metric.metric)
    )
    return Against(
        metric,
        place,
        standard,
        difference_rows(comparison, metric),
        tuple(_of(one, standard) for one in found if one is not None),
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
        one.name: _scatter(scores[against.standard], scores[one.name], size)
        for one in against.differences.rows
    }


def _scatter(xs: Sequence[float | None], ys: Sequence[float | None], size: float) -> Scatter:
    pairs = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
    values = [value for pair in pairs for value in pair]
    across, up = axis_over(values, 0, size), axis_over(values, size, 0)
    return Scatter(
        tuple(sorted({(round(across.at(x)), round(up.at(y))) for x, y in pairs})), across, up
    )
