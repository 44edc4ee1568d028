"""What a comparison finds, indexed for what is said of it: who leads, and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tallystick.reports.comparison.model import (
    Breakdown,
    ComparedMetric,
    Comparison,
    Difference,
    Doubt,
    Interval,
    Length,
    SignificanceTest,
    SystemScore,
    TestSet,
    bounds_of,
    in_order,
    opponents_of,
)
from tallystick.reports.comparison.thresholds import FEWEST_OTHER_SCORES
from tallystick.reports.wording import are_equal

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import GroupDifference, SegmentOutcomes
    from tallystick.reports.comparison_over_sets.model import (
        DifferenceOverSets,
        MeanScore,
        ResultsOverSets,
    )


_Pair = TypeVar(
    "_Pair", bound="Difference | DifferenceOverSets | GroupDifference | SegmentOutcomes"
)


def between(pairs: Iterable[_Pair], system: str, other: str) -> _Pair | None:
    """Return the first pair of two systems in either order, or None."""
    sought = ((system, other), (other, system))
    return next((pair for pair in pairs if (pair.system, pair.other) in sought), None)


def seen_from(
    pair: Difference | DifferenceOverSets | GroupDifference, system: str
) -> tuple[float | None, Interval | None]:
    """Return the score of a system of a pair minus that of the other one, and its interval."""
    if pair.system == system:
        return pair.difference, pair.interval
    return None if pair.difference is None else -pair.difference, turned(pair.interval)


def turned(bounds: Interval | None) -> Interval | None:
    """Return the bounds of a difference after a change of its sign."""
    return None if bounds is None else Interval(-bounds.high, -bounds.low)


def is_near_best(pairs: Iterable[Difference | DifferenceOverSets], system: str, best: str) -> bool:
    """Return whether a system is the best, or not significantly worse than it."""
    if system == best:
        return True
    pair = between(pairs, system, best)
    return pair is not None and pair.better != best


def sign_of(pair: Difference | DifferenceOverSets, system: str) -> str:
    """Return "better" or "worse" if a system of the pair significantly is, else "same"."""
    if pair.better is None:
        return "same"
    return "better" if pair.better == system else "worse"


def sign_beside_zero(bounds: Interval | None, higher_is_better: bool) -> str:
    """Return "better" or "worse" if the interval of a difference excludes 0, else "same"."""
    if bounds is None or bounds.low <= 0 <= bounds.high:
        return "same"
    return "better" if (bounds.low > 0) == higher_is_better else "worse"


def was_tested(pair: Difference | None) -> bool:
    """Return whether a pair has a p-value."""
    return pair is not None and pair.difference is not None and pair.p_value is not None


def standard_of(
    report: Comparison | Results | ResultsOverSets, metric: str, system: str = ""
) -> str:
    """Return what a system is compared with: the baseline, its saved version, else the best system.

    It is the system itself if this is the standard of others. Of two systems without a baseline it
    is the worse under the first metric, so that all differences are those of the better one.
    """
    if report.opponents:
        return report.opponents.get(system, report.baseline or system)
    if len(report.systems) == 2:
        return report.in_order_of(report.metrics[0].metric)[-1].system
    return report.in_order_of(metric)[0].system


def standard_called(report: Comparison | ResultsOverSets, metric: str) -> str:
    """Return what titles call the systems that others are compared with."""
    if report.baseline is None and isinstance(report, Comparison) and report.opponents:
        return report.saved_report
    return standard_of(report, metric)


def lengths_in_order(comparison: Comparison) -> list[Length]:
    """Return the lengths of the outputs of systems, the best system first."""
    order = [score.system for score in comparison.in_order_of(comparison.metrics[0].metric)]
    return sorted(comparison.lengths, key=lambda length: order.index(length.system))


def best_called(report: Comparison | ResultsOverSets, metric: str) -> str:
    """Return what the best system under a metric is called in tables."""
    first, *others = (row.score for row in report.in_order_of(metric))
    equal = sum(score == first or are_equal(score, first) for score in others)
    return "best" if not equal else "equal" if equal == len(others) else "equal best"


def is_ranked(report: Comparison | ResultsOverSets) -> bool:
    """Return whether ranks and clusters are known, for which all pairs must be tested."""
    return not is_paired(report)


def is_paired(report: Comparison | ResultsOverSets) -> bool:
    """Return whether each system is compared with one other: not all pairs of three or more."""
    return len(report.systems) <= 2 or bool(report.opponents)


def far_system(scores: Iterable[SystemScore | MeanScore]) -> str | None:
    """Return the system whose score plots replace by an arrow at their edge, or None.

    The gap between it and the others is wider than what these extend over with their intervals.

    >>> rows = [("a", 30.0), ("b", 29.0), ("c", 27.5), ("d", 0.1)]
    >>> scores = [SystemScore(name, "bleu", x, None, None, False, (1, 1), 1) for name, x in rows]
    >>> far_system(scores), far_system(scores[:3])
    ('d', None)
    """
    spans = [
        ([end for end in (row.score, *bounds_of(row.interval)) if end is not None], row.system)
        for row in scores
        if row.score is not None
    ]
    if len(spans) <= FEWEST_OTHER_SCORES:
        return None
    for sign in (1, -1):
        signed = [([sign * value for value in values], system) for values, system in spans]
        (_, end, far), *others = sorted((min(ends), max(ends), system) for ends, system in signed)
        lowest = others[0][0]
        extent = max(highest for _, highest, _ in others) - lowest
        if 0 < extent < lowest - end:
            return far
    return None


OUTCOMES = ("better", "worse", "same", "untested")
_Thing = TypeVar("_Thing")
_Key = TypeVar("_Key")


@dataclass(frozen=True)
class Results:
    """What is known of systems before anything is said of them; see `Comparison`."""

    test_set: TestSet
    test: SignificanceTest
    metrics: tuple[ComparedMetric, ...]
    runs: Mapping[str, int]
    baseline: str | None
    scores: Mapping[tuple[str, str], SystemScore]
    differences: Mapping[str, tuple[Difference, ...]]
    breakdowns: tuple[Breakdown, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    saved_report: str = ""

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.runs)

    @cached_property
    def opponents(self) -> Mapping[str, str]:
        """The system that each is compared with; empty if all pairs are compared."""
        return opponents_of(self.systems, self.baseline, self.saved_report)

    @cached_property
    def pairs(self) -> tuple[Difference, ...]:
        """The differences under all metrics."""
        return tuple(pair for of_metric in self.differences.values() for pair in of_metric)

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems with a score, the best first."""
        return [row.system for row in self.in_order_of(metric.metric) if row.score is not None]

    def in_order_of(self, metric: str) -> tuple[SystemScore, ...]:
        """Return the scores under one metric, the best first, undefined scores last."""
        [called] = [candidate for candidate in self.metrics if candidate.metric == metric]
        return in_order(self.scores.values(), called)

    def between(self, metric: ComparedMetric, system: str, other: str) -> Difference | None:
        """Return the difference of two systems under a metric."""
        return self._pairs[metric.metric].get(frozenset((system, other)))

    @cached_property
    def _pairs(self) -> dict[str, dict[frozenset[str], Difference]]:
        return {
            metric: {frozenset((pair.system, pair.other)): pair for pair in reversed(pairs)}
            for metric, pairs in self.differences.items()
        }

    def outcome(self, metric: ComparedMetric, system: str, other: str) -> str:
        """Return the outcome for `system`, one of `OUTCOMES`."""
        pair = self.between(metric, system, other)
        if pair is None or not was_tested(pair):
            return "untested"
        return sign_of(pair, system)

    def by_outcome(self, system: str, other: str) -> dict[str, list[ComparedMetric]]:
        """Group metrics by the outcome for `system`."""
        outcomes: dict[str, list[ComparedMetric]] = {outcome: [] for outcome in OUTCOMES}
        for metric in self.metrics:
            outcomes[self.outcome(metric, system, other)].append(metric)
        return outcomes

    def against(self) -> list[tuple[ComparedMetric, tuple[tuple[str, ...], ...]]]:
        """Return for each metric the systems with an opponent by outcome, as in `OUTCOMES`."""
        by_metric = []
        for metric in self.metrics:
            groups: dict[str, list[str]] = {outcome: [] for outcome in OUTCOMES}
            for system, opponent in self.opponents.items():
                groups[self.outcome(metric, system, opponent)].append(system)
            by_metric.append((metric, tuple(tuple(group) for group in groups.values())))
        return by_metric


def results_of(comparison: Comparison) -> Results:
    """Return what a finished comparison found."""
    return Results(
        test_set=comparison.test_set,
        test=comparison.test,
        metrics=comparison.metrics,
        runs={system.name: system.runs for system in comparison.systems},
        baseline=comparison.baseline,
        scores={(score.metric, score.system): score for score in comparison.scores},
        differences={
            metric.metric: comparison.differences_under(metric.metric)
            for metric in comparison.metrics
        },
        breakdowns=comparison.breakdowns,
        doubts=comparison.doubts,
        saved_report=comparison.saved_report,
    )


def shared(pairs: Iterable[tuple[_Thing, _Key]]) -> list[tuple[_Key, list[_Thing]]]:
    """Group things, such as metrics, that share what follows them in pairs."""
    groups: dict[_Key, list[_Thing]] = {}
    for thing, key in pairs:
        groups.setdefault(key, []).append(thing)
    return list(groups.items())


class Kind(StrEnum):
    """How the best system compares with the others."""

    FIRST = "better than all others"
    TOGETHER = "several that do not differ, each better than all others"
    ALONE = "best, but better than none"
    PARTLY = "best, and better than some"
    UNRANKED = "no score, or the same"


class Standing(NamedTuple):
    """The best system, followed by those from which it does not differ significantly."""

    kind: Kind
    leaders: tuple[str, ...]
    beaten: frozenset[str] = frozenset()


def is_level(results: Results, metric: ComparedMetric) -> bool:
    """Return whether two or more systems all have the same score under a metric."""
    scores = [row.score for row in results.in_order_of(metric.metric)]
    return len(scores) > 1 and are_equal(scores[0], scores[-1])


def standing_under(results: Results, metric: ComparedMetric) -> Standing:
    """Return the systems that lead under a metric; none if all score the same."""
    ranked = results.ranked(metric)
    if not ranked or is_level(results, metric):
        return Standing(Kind.UNRANKED, ())
    best, *others = ranked
    beaten = [system for system in others if results.outcome(metric, best, system) == "better"]
    leaders = tuple(system for system in ranked if system not in beaten)
    if len(leaders) == 1:
        return Standing(Kind.FIRST, leaders, frozenset(beaten))
    if not beaten:
        return Standing(Kind.ALONE, leaders)
    ahead = all(
        results.outcome(metric, leader, other) == "better" for leader in leaders for other in beaten
    )
    differ = any(
        results.outcome(metric, leader, other) == "worse"
        for place, leader in enumerate(leaders)
        for other in leaders[:place]
    )
    kind = Kind.TOGETHER if ahead and not differ else Kind.PARTLY
    return Standing(kind, leaders, frozenset(beaten))


def same_standings(results: Results) -> list[tuple[Standing, list[ComparedMetric]]]:
    """Group the metrics that rank systems by how these lead; the first metric orders them."""
    groups: dict[object, tuple[Standing, list[ComparedMetric]]] = {}
    for metric in results.metrics:
        standing = standing_under(results, metric)
        if standing.leaders:
            best = "" if standing.kind is Kind.TOGETHER else standing.leaders[0]
            key = standing.kind, best, frozenset(standing.leaders), standing.beaten
            groups.setdefault(key, (standing, []))[1].append(metric)
    return list(groups.values())


def same_leaders(results: Results) -> list[tuple[tuple[str, ...], list[ComparedMetric]]]:
    """Group the metrics that rank systems by those that lead; the first metric orders them."""
    groups: dict[frozenset[str], tuple[tuple[str, ...], list[ComparedMetric]]] = {}
    for standing, metrics in same_standings(results):
        key = frozenset(standing.leaders)
        groups.setdefault(key, (standing.leaders, []))[1].extend(metrics)
    return list(groups.values())


def common_leaders(results: Results) -> tuple[str, ...]:
    """Return the systems that lead under all metrics that rank, in the order of the first."""
    first, *others = [leaders for leaders, _ in same_leaders(results)] or [()]
    return tuple(system for system in first if all(system in group for group in others))


def leaders_of_all(results: Results) -> tuple[str, ...]:
    """Return the common leaders of three or more systems if all pairs are compared, or none."""
    return common_leaders(results) if len(results.systems) > 2 and not results.opponents else ()


def headline_systems(results: Results) -> set[str]:
    """Return the systems whose faults concern the headline."""
    if len(results.systems) < 3 or (results.opponents and results.baseline is None):
        return set(results.systems)
    if results.baseline is not None:
        beating = [set(better) for _, (better, *_) in results.against()]
        return {results.baseline} | (set.intersection(*beating) or set.union(*beating))
    return {leader for leaders, _ in same_leaders(results) for leader in leaders}
