"""Rules on the parts of a saved comparison that follow from other parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from tallystick.metrics.resampling.settings import Method
from tallystick.metrics.resampling.student import quantile
from tallystick.metrics.resampling.units import SAME
from tallystick.metrics.sums.sum_formula import scores_of_steps
from tallystick.reports.comparison.model import Comparison, Difference, Interval, SystemScore
from tallystick.reports.comparison.saved.kept_statistics import columns_in, differ


def contradictions(comparison: Comparison) -> Iterator[str]:
    """Yield what contradicts other parts of a comparison with known names and numbers of values."""
    for rule in RULES:
        yield from rule(comparison)


def _differences(comparison: Comparison) -> Iterator[str]:
    scores = {(score.system, score.metric): score.score for score in comparison.scores}
    for place, pair in enumerate(comparison.differences):
        one, other = (scores[name, pair.metric] for name in (pair.system, pair.other))
        if one is None or other is None or pair.difference is None:
            continue
        if abs(pair.difference - (one - other)) > SAME * max(abs(one), abs(other)):
            yield (
                f"differences[{place}].difference is {pair.difference:g}, but the scores are "
                f"{one:g} and {other:g}"
            )


def _numbers(comparison: Comparison) -> Iterator[str]:
    test_set, segments = comparison.test_set, comparison.segments
    documents = segments.documents if segments is not None else None
    if documents is not None and len(set(documents)) != test_set.documents:
        yield f"test_set.documents is {test_set.documents}, but {len(set(documents)):,} are named"
    units = {"segment": test_set.segments, "document": test_set.documents}
    if test_set.units != units.get(test_set.unit, test_set.units):
        yield f"test_set.units is {test_set.units:,}, but there are {units[test_set.unit]}"


def _ratios(comparison: Comparison) -> Iterator[str]:
    for place, length in enumerate(comparison.lengths):
        hypothesis, reference = length.hypothesis_length, length.reference_length
        if length.ratio is not None and not math.isclose(length.ratio * reference, hypothesis):
            yield (
                f"lengths[{place}].ratio is {length.ratio:g}, but the lengths are {hypothesis:,} "
                f"and {reference:,}"
            )


def _intervals(comparison: Comparison) -> Iterator[str]:
    """Check that intervals are Student's, which are symmetric except at the limits of the scale.

    Their degrees of freedom are at least 1 and, with single runs, fewer than the units.
    """
    test = comparison.test
    if test.method not in list(Method) or not 0 < test.confidence < 1:
        return  # another program has intervals of its own
    single = all(system.runs == 1 for system in comparison.systems)
    degrees = max(comparison.test_set.units - 1, 1) if single else math.inf
    least, most = (quantile((1 + test.confidence) / 2, each) for each in (degrees, 1))
    limits = {}
    for metric in comparison.metrics:
        low = -math.inf if metric.scale.low is None else metric.scale.low
        high = math.inf if metric.scale.high is None else metric.scale.high
        limits[metric.metric] = (low, high), (low - high, high - low)
    numbers: list[tuple[str, SystemScore | Difference, float | None]] = [
        *((f"scores[{n}]", each, each.score) for n, each in enumerate(comparison.scores)),
        *((f"differences[{n}]", of, of.difference) for n, of in enumerate(comparison.differences)),
    ]
    for where, each, number in numbers:
        interval, error = each.interval, each.standard_error
        if number is None or interval is None or error is None:
            continue
        bounds = limits[each.metric][isinstance(each, Difference)]
        if not _is_student(number, interval, error * least, error * most, bounds):
            yield (
                f"{where}.interval is {interval.low:g} to {interval.high:g}, which does "
                f"not follow from {number:g}, its standard error {error:g} and the confidence "
                f"{test.confidence:g}"
            )


def _is_student(
    number: float, interval: Interval, least: float, most: float, limits: tuple[float, float]
) -> bool:
    """Return whether an interval reaches equally far to both sides, between two distances."""
    ends = (number - interval.low, interval.low), (interval.high - number, interval.high)
    reaches = [reach for (reach, bound), limit in zip(ends, limits, strict=True) if bound != limit]
    slack = SAME * max(abs(number), abs(interval.low), abs(interval.high))
    return (
        all(reach >= -slack for reach, _ in ends)
        and all(least - slack <= reach <= most + slack for reach in reaches)
        and max(reaches, default=0.0) - min(reaches, default=0.0) <= slack
    )


def _statistics(comparison: Comparison) -> Iterator[str]:
    """Check scores, those of segments, and numbers in details by the statistics of segments."""
    scores = {(score.metric, score.system): score for score in comparison.scores}
    of_segments = comparison.segments and comparison.segments.scores
    saved = comparison.kept or comparison.segments
    by_metric = {} if saved is None else saved.statistics
    for metric in comparison.metrics:
        statistics = by_metric.get(metric.metric)
        if statistics is None or not statistics.steps:
            continue  # no formula is declared, or an earlier version named it
        for system in statistics.values:
            label = f"of {system!r} under {metric.metric!r}"
            columns = columns_in(statistics, system)
            if not columns:
                yield f"the statistics {label} are not numbers"
                continue
            *computed, total, size = scores_of_steps(
                statistics.steps,
                {
                    name: np.array([*values, values.sum(), np.abs(values).sum()])
                    for name, values in columns.items()
                },
            ).tolist()
            score = scores[metric.metric, system]
            own = score.run_scores[0] if score.run_scores else score.score
            if own is not None and differ(own, total, size):
                yield f"the score {label} is {own:g}, but its statistics give {total:g}"
            for name, values in columns.items():
                detail, total = score.details.get(name), values.sum()
                if isinstance(detail, (int, float)) and differ(detail, total):
                    yield f"the {name} {label} is {detail:g}, but its statistics give {total:g}"
            if of_segments and not metric.segment_signature:
                given = np.array(of_segments[metric.metric][system], np.float64)
                for place in np.flatnonzero(differ(given, computed)):
                    yield (
                        f"the score of segment {place + 1:,} {label} is {given[place]:g}, but its "
                        f"statistics give {computed[place]:g}"
                    )


RULES: Sequence[Callable[[Comparison], Iterator[str]]] = (
    _numbers,
    _statistics,
    _differences,
    _intervals,
    _ratios,
)
