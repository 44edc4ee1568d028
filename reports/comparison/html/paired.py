"""Differences from the baseline or the best system, as plots with a line at zero."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tallystick.reports.comparison.facts.orientation import (
    between,
    seen_from,
    sign_beside_zero,
    standard_of,
)
from tallystick.reports.comparison.html.matrix import sign_of
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Interval,
    SegmentOutcomes,
)
from tallystick.reports.renderers.axis import Axis, axis_over

MOST_POINTS = 50_000
"""Plots with more points in total would make the page large."""

MOST_ROWS = 30  # of a plot of groups


@dataclass(frozen=True, slots=True)
class Effect:
    """A row of a plot: a difference from the standard, and its sign as in `sign_of`."""

    name: str
    difference: float | None
    interval: Interval | None
    sign: str
    place: int = 0  # of the group in its breakdown


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
    effects: tuple[Effect, ...]
    outcomes: tuple[SegmentOutcomes, ...]  # `other` is the standard


def against_standard(comparison: Comparison) -> tuple[Against, ...]:
    """Return the differences from the baseline, or the best system, under each metric."""
    return tuple(_against(comparison, one, n) for n, one in enumerate(comparison.metrics))


def _against(comparison: Comparison, metric: ComparedMetric, place: int) -> Against:
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    outcomes = [one for one in comparison.segment_outcomes if one.metric == metric.metric]
    effects, found = [], []
    for score in comparison.in_order_of(metric.metric):
        pair = between(pairs, score.system, standard)
        if pair is not None:
            difference, bounds = seen_from(pair, score.system)
            known = difference is not None and math.isfinite(difference)
            sign = sign_of(pair, score.system)
            effects.append(
                Effect(score.system, difference if known else None, bounds if known else None, sign)
            )
        outcome = between(outcomes, score.system, standard)
        if outcome is not None:
            found.append(_of(outcome, standard))
    return Against(metric, place, standard, tuple(effects), tuple(found))


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


def group_effects(
    comparison: Comparison, metric: ComparedMetric, system: str, number: int
) -> tuple[Effect, ...]:
    """Return the differences of a system on the groups of a breakdown, at most `MOST_ROWS`.

    Of more groups, those with the largest differences are returned. The sign is that of an
    interval without zero.
    """
    breakdown = comparison.breakdowns[number]
    places = {group.label: place for place, group in enumerate(breakdown.groups)}
    found = [
        Effect(
            one.group,
            one.difference,
            one.interval,
            sign_beside_zero(one.interval, metric.higher_is_better),
            places[one.group],
        )
        for one in breakdown.differences
        if (one.metric, one.system) == (metric.metric, system) and one.difference is not None
    ]
    found.sort(key=lambda one: -abs(one.difference or 0.0))
    return tuple(sorted(found[:MOST_ROWS], key=lambda one: one.place))


def effect_axis(effects: Iterable[Effect], start: float, end: float) -> Axis:
    """Return the axis of differences and their intervals, which contains 0."""
    values = [0.0]
    for one in effects:
        values += [] if one.difference is None else [one.difference]
        values += [] if one.interval is None else [one.interval.low, one.interval.high]
    return axis_over(values, start, end)


def histogram_axis(one: SegmentOutcomes, start: float, end: float) -> Axis:
    """Return the axis of differences of segment scores."""
    return axis_over((one.edges[0], one.edges[-1]), start, end)


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
    points = comparison.test_set.segments * len(against.effects) * len(comparison.metrics)
    if segments is None or points > MOST_POINTS:
        return {}
    scores = segments.scores[against.metric.metric]
    return {
        one.name: _scatter(scores[against.standard], scores[one.name], size)
        for one in against.effects
    }


def _scatter(xs: Sequence[float | None], ys: Sequence[float | None], size: float) -> Scatter:
    pairs = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
    values = [value for pair in pairs for value in pair]
    across, up = axis_over(values, 0, size), axis_over(values, size, 0)
    return Scatter(
        tuple(sorted({(round(across.at(x)), round(up.at(y))) for x, y in pairs})), across, up
    )
