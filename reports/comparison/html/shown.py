"""Scores, differences and names as pages show them: in text, rows of plots and cells of tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from tallystick.reports.comparison.facts.results import (
    best_called,
    between,
    is_paired,
    lengths_in_order,
    seen_from,
    sign_beside_zero,
    sign_of,
    standard_called,
    standard_of,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Difference,
    Interval,
    OrderPrecision,
    SegmentOutcomes,
    SignificanceTest,
    bounds_of,
)
from tallystick.reports.comparison.thresholds import MOST_POINTS, MOST_ROWS
from tallystick.reports.document import IntervalPlot, PlottedRow
from tallystick.reports.renderers.figures import Axis, axis_over
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import ABSENT, MINUS, p_value_of, signed
from tallystick.reports.wording import interval_text as interval_text
from tallystick.reports.wording import score_text as score_text

ZERO = ("", 0.0)


def difference_rows(comparison: Comparison, metric: ComparedMetric) -> IntervalPlot:
    """Return the differences of systems from the baseline or the best, the best system on top."""
    called = standard_called(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    rows = []
    for score in comparison.in_order_of(metric.metric):
        standard = standard_of(comparison, metric.metric, score.system)
        pair = between(pairs, score.system, standard)
        if pair is not None:
            difference, bounds = seen_from(pair, score.system)
            shown = difference_text(difference, metric)
            if difference is None or not math.isfinite(difference):
                difference = bounds = None
            low, high = bounds_of(bounds)
            aside, look = interval_text(bounds, metric), sign_of(pair, score.system)
            rows.append(PlottedRow(score.system, difference, low, high, shown, aside, look))
    title = f"Differences from {called} under {metric.title}"
    return IntervalPlot(title, "", tuple(rows), (ZERO,))


def group_rows(
    comparison: Comparison, metric: ComparedMetric, system: str, number: int, link: str
) -> IntervalPlot:
    """Return the largest `MOST_ROWS` differences of a system on groups, in the order of the groups.

    The sign is that of an interval without zero. Each row leads to the link with its group.
    """
    breakdown = comparison.breakdowns[number]
    places = {group.label: place for place, group in enumerate(breakdown.groups)}
    differences = [
        pair
        for pair in breakdown.differences
        if (pair.metric, pair.system) == (metric.metric, system) and pair.difference is not None
    ]
    differences.sort(key=lambda pair: -abs(pair.difference or 0.0))
    rows = tuple(
        PlottedRow(
            pair.group,
            pair.difference,
            low,
            high,
            difference_text(pair.difference, metric),
            interval_text(pair.interval, metric),
            sign_beside_zero(pair.interval, metric.higher_is_better),
            f"{link}{places[pair.group]}" if link else "",
        )
        for pair in sorted(differences[:MOST_ROWS], key=lambda pair: places[pair.group])
        for low, high in [bounds_of(pair.interval)]
    )
    standard = standard_of(comparison, metric.metric, system)
    title = f"{metric.title} by {breakdown.field}: {system} minus {standard}"
    return IntervalPlot(title, "", rows, (ZERO,))


def length_rows(comparison: Comparison) -> IntervalPlot:
    """Return the lengths of the hypotheses relative to the references, in the order of scores."""
    rows = tuple(
        PlottedRow(
            length.system,
            length.ratio,
            shown=ABSENT if length.ratio is None else f"{length.ratio:.3f}",
            aside=f"({length.hypothesis_length:,} tokens, references {length.reference_length:,})",
        )
        for length in lengths_in_order(comparison)
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
    columns: list[str]
    rows: Rows


def against(comparison: Comparison, metric: ComparedMetric, place: int) -> Against:
    """Return the differences from the baseline, or the best system, under a metric."""
    outcomes = [pair for pair in comparison.segment_outcomes if pair.metric == metric.metric]
    with_standards = (
        (between(outcomes, score.system, standard), standard)
        for score in comparison.in_order_of(metric.metric)
        for standard in [standard_of(comparison, metric.metric, score.system)]
    )
    return Against(
        metric,
        place,
        standard_called(comparison, metric.metric),
        difference_rows(comparison, metric),
        tuple(_of(pair, standard) for pair, standard in with_standards if pair is not None),
        *matrix_of(comparison, metric),
    )


def _of(pair: SegmentOutcomes, standard: str) -> SegmentOutcomes:
    """Return outcomes as those of the other system of the pair compared with the standard."""
    if pair.other == standard:
        return pair
    return replace(
        pair,
        system=pair.other,
        other=pair.system,
        better=pair.worse,
        worse=pair.better,
        edges=tuple(-edge for edge in reversed(pair.edges)),
        counts=pair.counts[::-1],
    )


def histogram_bars(pair: SegmentOutcomes, axis: Axis, foot: float, top: float) -> tuple[str, str]:
    """Return the paths of the bars below and above 0."""
    most = max(pair.counts, default=0) or 1
    bars = [
        f"M{axis.at(left) + 0.5:.1f} {foot:g}V{foot - (foot - top) * count / most:.1f}"
        f"H{axis.at(right) - 0.5:.1f}V{foot:g}Z"
        for left, right, count in zip(pair.edges, pair.edges[1:], pair.counts, strict=False)
        if count
    ]
    below = sum(
        1 for edge, count in zip(pair.edges, pair.counts, strict=False) if count and edge < 0
    )
    return "".join(bars[:below]), "".join(bars[below:])


def scatters(comparison: Comparison, against: Against, size: float) -> dict[str, Scatter]:
    """Return the segment scores of each system against the standard, unless there are too many."""
    segments = comparison.segments
    points = comparison.test_set.segments * len(against.differences.rows) * len(comparison.metrics)
    if segments is None or points > MOST_POINTS:
        return {}
    scores = segments.scores[against.metric.metric]
    return {
        row.name: _scatter(scores[standard], scores[row.name], size)
        for row in against.differences.rows
        for standard in [standard_of(comparison, against.metric.metric, row.name)]
    }


def _scatter(xs: Sequence[float | None], ys: Sequence[float | None], size: float) -> Scatter:
    pairs = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
    values = [value for pair in pairs for value in pair]
    across, up = axis_over(values, 0, size), axis_over(values, size, 0)
    return Scatter(
        tuple(sorted({(round(across.at(x)), round(up.at(y))) for x, y in pairs})), across, up
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """The system of the row minus that of the column."""

    pair: Difference
    place: int  # among the differences of the report
    turned: bool  # the report has column minus row
    difference: float | None
    interval: Interval | None
    sign: str
    words: str


Rows: TypeAlias = "list[tuple[str, tuple[Cell | None, ...]]]"
"""A name and cells for each system, the best first; None for a pair that was not compared."""


def matrix_of(comparison: Comparison, metric: ComparedMetric) -> tuple[list[str], Rows]:
    """Return the names of the columns, which is one for paired systems, and the rows."""
    test = comparison.test
    cells: dict[tuple[str, str], Cell] = {}
    for n, pair in enumerate(comparison.differences):
        if pair.metric == metric.metric:
            for row, column in ((pair.system, pair.other), (pair.other, pair.system)):
                cells[row, column] = _cell(pair, n, row, column, test)
    order = [score.system for score in comparison.in_order_of(metric.metric)]
    if not is_paired(comparison):
        return order, [(row, tuple(cells.get((row, column)) for column in order)) for row in order]
    standards = {row: standard_of(comparison, metric.metric, row) for row in order}
    rows: Rows = [
        (row, (cells.get((row, other)),)) for row, other in standards.items() if row != other
    ]
    return [standard_called(comparison, metric.metric)], rows


def _cell(pair: Difference, place: int, row: str, column: str, test: SignificanceTest) -> Cell:
    sign = sign_of(pair, row)
    if sign != "same":
        words = f"{row} is significantly {sign} than {column}"
    elif pair.identical_output:
        words = f"{row} and {column} have identical output"
    else:
        words = f"{row} and {column} do not differ significantly"
    words += f", adjusted p {adjusted_text(pair, test)}"
    return Cell(pair, place, row != pair.system, *seen_from(pair, row), sign, words)


class Standing(NamedTuple):
    """The texts of a cell; the column sorts by `value`."""

    sign: str
    words: str
    small: str = ""
    value: str = ""


def standing_of(
    comparison: Comparison, metric: ComparedMetric, system: str, against: str
) -> Standing:
    """Return how a system compares with another under a metric."""
    if system == against:
        called = "" if is_paired(comparison) else best_called(comparison, metric.metric)
        return Standing("none", called)
    pair = between(comparison.differences_under(metric.metric), system, against)
    if pair is None:
        return Standing("none", "not compared")
    if pair.identical_output:
        return Standing("same", "identical output")
    difference, bounds = seen_from(pair, system)
    sign = sign_of(pair, system)
    p = f"p {adjusted_text(pair, comparison.test)}"
    equivalent = pair.equivalence is not None and pair.equivalence.equivalent
    within = f"equivalent within \u00b1{metric.margin:g}" if equivalent else ""
    details = [interval_text(bounds, metric), p, "n.s." if sign == "same" else "", within]
    return Standing(
        sign,
        difference_text(difference, metric),
        " \u00b7 ".join(filter(None, details)),
        sort_text(difference),
    )


LONG_NAME, END_OF_NAME = 24, 8  # characters


def name_parts(name: str) -> tuple[str, ...]:
    """Return a name, or the two parts of a long one, the first of which is cut for lack of space.

    >>> name_parts("model"), name_parts("transformer-big-checkpoint-12"), name_parts(" ")
    (('model',), ('transformer-big-check', 'point-12'), ('(blank)',))
    """
    shown = visible(name) if name.strip() else "(blank)"
    if len(shown) <= LONG_NAME or not shown.isascii():
        return (shown,)
    return shown[:-END_OF_NAME], shown[-END_OF_NAME:]


def difference_text(difference: float | None, metric: ComparedMetric) -> str:
    """Return a difference with its sign; a dash if there is none."""
    if difference is None or not math.isfinite(difference):
        return ABSENT
    return signed(difference, metric.scale).replace("-", MINUS)


def adjusted_text(pair: Difference, test: SignificanceTest) -> str:
    """Return the adjusted p-value of a pair; a dash if there is none."""
    return ABSENT if pair.adjusted_p_value is None else p_value_of(pair.adjusted_p_value, test)


def uncorrected_text(pair: Difference, test: SignificanceTest) -> str:
    """Return the p-value of a pair before the correction; a dash if there is none."""
    return ABSENT if pair.p_value is None else p_value_of(pair.p_value, test)


def precision_text(precision: OrderPrecision | None) -> str:
    """Return the precision of one order in percent; a dash if it is undefined."""
    if precision is None or precision.precision is None:
        return ABSENT
    return f"{100 * precision.precision:.1f}"


def matches_text(precision: OrderPrecision | None) -> str:
    """Return how many n-grams of one order match; "" if there are none."""
    if precision is None or precision.precision is None:
        return ""
    return f"{count_text(precision.clipped_matches)} of {count_text(precision.total)}"


def sort_text(value: float | None) -> str:
    """Return the value that a column sorts by; "" if there is no number.

    >>> sort_text(33.25), sort_text(None), sort_text(float("nan"))
    ('33.25', '', '')
    """
    return "" if value is None or not math.isfinite(value) else repr(value)


def count_text(count: int) -> str:
    """Return a count with separated thousands."""
    return f"{count:,}"
