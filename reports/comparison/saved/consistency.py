"""Consistency checks of a saved comparison: names, numbers of segments, ranges, derived numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError, counted
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.resampling.settings import Method
from tallystick.metrics.resampling.student import quantile
from tallystick.metrics.resampling.units import SAME
from tallystick.metrics.sums.sum_formula import scores_of_steps
from tallystick.metrics.sums.symbols import is_step
from tallystick.reports.comparison.model import (
    Comparison,
    Difference,
    Interval,
    Segments,
    SegmentStatistics,
    SystemScore,
)
from tallystick.reports.comparison.saved.kept_statistics import columns_in, differ

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets

SHARES = frozenset(
    {"adjusted_p_value", "confidence", "f1", "p_value", "p_value_limit", "precision", "recall"}
    | {"significance_level", "low_p_value", "high_p_value", "non_inferiority_p_value"}
)
"""Fields that lie between 0 and 1."""

SYSTEMS = frozenset({"baseline", "better", "other", "system"})
METRICS = frozenset({"metric", "other_metric"})


def check_consistency(comparison: Comparison, name: str) -> None:
    """Refuse a comparison whose parts contradict each other, such as a truncated or edited one."""
    _refuse(_problems(comparison), name)


def check_consistency_over_sets(report: ComparisonOverSets, name: str) -> None:
    """Refuse a comparison over sets whose parts contradict each other."""
    metrics = [metric.metric for metric in report.metrics]
    for part in report.sets:
        check_consistency(part.comparison, f"{name}, {part.name}")
        _refuse(_other_names("metrics", "metric", part.signatures, metrics), f"{name}, {part.name}")
    known = _Known(report.systems, metrics, 0)
    _refuse(_wrong_fields(replace(report, sets=()), "", known), name)
    if len(report.systems) > 1:  # a single system is not compared over sets, so has no scores there
        _refuse(_wrong_scores(report, known), name)


def _refuse(problems: Iterator[str], name: str) -> None:
    for problem in problems:
        raise InputError(
            f"{name}: {problem}; it was truncated, or edited by hand; save the report again"
        )


@dataclass(frozen=True, slots=True)
class _Known:
    systems: Sequence[str]
    metrics: Sequence[str]
    segments: int


def _problems(comparison: Comparison) -> Iterator[str]:
    known = _Known(
        [system.name for system in comparison.systems],
        [metric.metric for metric in comparison.metrics],
        comparison.test_set.segments,
    )
    for kind, names in (("systems", known.systems), ("metrics", known.metrics)):
        if not names:
            yield f"{kind} is empty; expected at least one"
        yield from _repeated(kind, names)
    yield from _wrong_fields(comparison, "", known)
    yield from _wrong_scores(comparison, known)
    orders = [(order.metric, order.system, order.order) for order in comparison.orders]
    yield from _repeated("orders", orders)
    yield from _repeated("lengths", [length.system for length in comparison.lengths])
    for place, breakdown in enumerate(comparison.breakdowns):
        labels = [group.label for group in breakdown.groups]
        yield from _repeated(f"breakdowns[{place}].groups", labels)
        for kind in ("cells", "differences"):
            for entry in getattr(breakdown, kind):
                if entry.group not in labels:
                    yield f"breakdowns[{place}].{kind} names an unknown group, {entry.group!r}"
    for place, outcomes in enumerate(comparison.segment_outcomes):
        expected = max(len(outcomes.edges) - 1, 0)
        if len(outcomes.counts) != expected:
            yield (
                f"segment_outcomes[{place}].counts has {counted(len(outcomes.counts), 'number')}; "
                f"expected {expected}, one between each two edges"
            )
    if comparison.segments is not None:
        yield from _wrong_segments(comparison.segments, known)
    if comparison.kept is not None:
        columns: dict[str, Sequence[Any] | None] = {"units": comparison.kept.units}
        if not set(comparison.kept.units) <= set(range(comparison.test_set.units)):
            yield f"kept.units has other numbers than 0 to {comparison.test_set.units - 1:,}"
        yield from _wrong_statistics("kept", comparison.kept.statistics, known, columns)
        yield from _wrong_lengths("kept", columns, known)
    for rule in (_numbers, _statistics, _differences, _intervals, _ratios):
        yield from rule(comparison)


def _wrong_scores(report: Comparison | ComparisonOverSets, known: _Known) -> Iterator[str]:
    """Check that each system has one score under each metric, and each pair one difference."""
    pairs = [(pair.metric, *sorted((pair.system, pair.other))) for pair in report.differences]
    yield from _repeated("differences", pairs)
    scores = [(score.system, score.metric) for score in report.scores]
    yield from _repeated("scores", scores)
    missing = {(name, label) for name in known.systems for label in known.metrics} - set(scores)
    if missing:
        system, metric = min(missing)
        yield f"scores has no entry of the system {system!r} under the metric {metric!r}"


def _repeated(where: str, names: Iterable[Hashable]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{where} has {name!r} {times} times; expected it once"


def _wrong_fields(value: Any, where: str, known: _Known) -> Iterator[str]:
    for field in fields(value):
        part, place = getattr(value, field.name), f"{where}.{field.name}" if where else field.name
        if is_dataclass(part):
            if place != "segments":
                yield from _wrong_fields(part, place, known)
        elif isinstance(part, tuple) and part and is_dataclass(part[0]):
            for number, item in enumerate(part):
                yield from _wrong_fields(item, f"{place}[{number}]", known)
        elif field.name in SYSTEMS and isinstance(part, str):
            yield from _unknown(place, "system", part, known.systems)
        elif field.name == "systems" and isinstance(part, tuple):
            for name in part:
                yield from _unknown(place, "system", name, known.systems)
        elif field.name in METRICS and part is not None:
            yield from _unknown(place, "metric", part, known.metrics)
        elif field.name in SHARES and part is not None and not 0 <= part <= 1:
            yield f"{place} is {part!r}; expected 0 to 1"
        elif type(part) is int and part < 0:
            yield f"{place} is {part}; expected 0 or more"
        elif field.name == "segment" or (field.name == "segments" and isinstance(part, tuple)):
            for number in part if isinstance(part, tuple) else (part,):
                if not 1 <= number <= known.segments:
                    yield (f"{place} names the segment {number}; expected 1 to {known.segments:,}")


def _unknown(where: str, kind: str, name: str, known: Sequence[str]) -> Iterator[str]:
    if name not in known:
        guess = nearest(name, list(known))
        yield f"{where} is {name!r}, which is not a {kind} of the report{guess}"


def _wrong_segments(segments: Segments, known: _Known) -> Iterator[str]:
    """Check that every column has a value for each segment, and every system its columns."""
    columns: dict[str, Sequence[Any] | None] = {
        "sources": segments.sources,
        "references": segments.references,
        "documents": segments.documents,
    }
    columns |= {f"metadata[{name!r}]": values for name, values in segments.metadata.items()}
    columns |= {f"hypotheses[{name!r}]": texts for name, texts in segments.hypotheses.items()}
    yield from _other_names("segments.hypotheses", "system", segments.hypotheses, known.systems)
    yield from _other_names("segments.scores", "metric", segments.scores, known.metrics)
    for metric, scores in segments.scores.items():
        yield from _other_names(f"segments.scores[{metric!r}]", "system", scores, known.systems)
        columns |= {f"scores[{metric!r}][{name!r}]": values for name, values in scores.items()}
    yield from _wrong_statistics("segments", segments.statistics, known, columns)
    yield from _wrong_lengths("segments", columns, known)


def _wrong_statistics(
    where: str,
    statistics: Mapping[str, SegmentStatistics],
    known: _Known,
    columns: dict[str, Sequence[Any] | None],
) -> Iterator[str]:
    for metric, of_metric in statistics.items():
        place = f"statistics[{metric!r}].values"
        yield from _unknown(f"{where}.statistics", "metric", metric, known.metrics)
        yield from _other_names(f"{where}.{place}", "system", of_metric.values, known.systems)
        for n, step in enumerate(of_metric.steps):
            if not is_step(step, n, of_metric.columns):
                yield (
                    f"{where}.statistics[{metric!r}].steps[{n}] is {step!r}; expected a column, a "
                    "number, or an operation on results of earlier steps"
                )
        for name, texts in of_metric.values.items():
            if len(texts) != len(of_metric.columns):
                yield (
                    f"{where}.{place}[{name!r}] has {counted(len(texts), 'column')}; expected "
                    f"{len(of_metric.columns)}"
                )
            columns |= {f"{place}[{name!r}][{n}]": text.split(" ") for n, text in enumerate(texts)}


def _wrong_lengths(
    where: str, columns: Mapping[str, Sequence[Any] | None], known: _Known
) -> Iterator[str]:
    for name, values in columns.items():
        if values is not None and len(values) != known.segments:
            yield (
                f"{where}.{name} has {counted(len(values), 'value')}; expected one for each of "
                f"{counted(known.segments, 'segment')}"
            )


def _other_names(
    where: str, kind: str, given: Mapping[str, object], known: Sequence[str]
) -> Iterator[str]:
    for name in given:
        yield from _unknown(f"a key of {where}", kind, name, known)
    for name in known:
        if name not in given:
            yield f"{where} lacks the {kind} {name!r}"


# What follows from other parts


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
