"""Scores with their intervals, a line for each system, the best on top."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.axis import Axis, axis_over
from tallystick.reports.comparison.html.wording import interval_text, score_text, shortened
from tallystick.reports.comparison.model import ComparedMetric, Comparison

WIDTH = 440
NAMES = 132
NUMBERS = 52
ROW = 25
TOP = 6
FOOT = 26


@dataclass(frozen=True, slots=True)
class Line:
    """A system's score and interval, as positions; None where it is not defined."""

    name: str
    label: str
    middle: float
    score: float | None
    low: float | None
    high: float | None
    text: str
    words: str
    best: bool
    starts_cluster: bool
    cluster: int


@dataclass(frozen=True, slots=True)
class IntervalPlot:
    """The plot of one metric."""

    metric: ComparedMetric
    axis: Axis
    lines: tuple[Line, ...]
    width: int
    height: int
    foot: float


def interval_plots(comparison: Comparison) -> tuple[IntervalPlot, ...]:
    """Lay out one plot for each metric."""
    return tuple(_plot(comparison, metric) for metric in comparison.metrics)


def _plot(comparison: Comparison, metric: ComparedMetric) -> IntervalPlot:
    scores = comparison.in_order_of(metric.metric)
    values = [one.score for one in scores if one.score is not None]
    for one in scores:
        if one.interval is not None:
            values += [one.interval.low, one.interval.high]
    axis = axis_over(values, NAMES, WIDTH - NUMBERS)
    lines = []
    cluster = scores[0].cluster if scores else 1
    for n, one in enumerate(scores):
        interval = one.interval
        text = score_text(one.score, metric)
        lines.append(
            Line(
                name=one.system,
                label=shortened(one.system, 17),
                middle=TOP + ROW * (n + 0.5),
                score=None if one.score is None else axis.at(one.score),
                low=None if interval is None else axis.at(interval.low),
                high=None if interval is None else axis.at(interval.high),
                text=text,
                words=f"{one.system}: {text} {interval_text(interval, metric)}",
                best=one.best,
                starts_cluster=one.cluster != cluster,
                cluster=one.cluster,
            )
        )
        cluster = one.cluster
    foot = TOP + ROW * len(scores)
    return IntervalPlot(metric, axis, tuple(lines), WIDTH, foot + FOOT, foot)
