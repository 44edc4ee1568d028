"""Consistency checks of a saved comparison: names, numbers of segments, ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError, counted
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.sums.symbols import is_step
from tallystick.reports.comparison.model import Comparison, Segments, SegmentStatistics
from tallystick.reports.comparison.saved.derived import contradictions

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
    yield from contradictions(comparison)


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
