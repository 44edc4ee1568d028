"""What a comparison finds, indexed for what is said of it, and which systems lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

from tallystick.reports.comparison.facts.orientation import was_tested
from tallystick.reports.comparison.model import (
    Breakdown,
    ComparedMetric,
    Comparison,
    Difference,
    Doubt,
    SignificanceTest,
    SystemScore,
    TestSet,
    in_order,
    opponents_of,
)

OUTCOMES = ("better", "worse", "same", "untested")
_Pattern = TypeVar("_Pattern")


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
        return tuple(one for of_metric in self.differences.values() for one in of_metric)

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems with a score, the best first."""
        return [one.system for one in self.in_order_of(metric.metric) if one.score is not None]

    def in_order_of(self, metric: str) -> tuple[SystemScore, ...]:
        """Return the scores under one metric, the best first, undefined scores last."""
        [called] = [one for one in self.metrics if one.metric == metric]
        return in_order(self.scores.values(), called)

    def between(self, metric: ComparedMetric, system: str, other: str) -> Difference | None:
        """Return the difference of two systems under a metric."""
        return self._pairs[metric.metric].get(frozenset((system, other)))

    @cached_property
    def _pairs(self) -> dict[str, dict[frozenset[str], Difference]]:
        return {
            metric: {frozenset((one.system, one.other)): one for one in reversed(pairs)}
            for metric, pairs in self.differences.items()
        }

    def outcome(self, metric: ComparedMetric, system: str, other: str) -> str:
        """Return the outcome for `system`, one of `OUTCOMES`."""
        pair = self.between(metric, system, other)
        if pair is None or not was_tested(pair):
            return "untested"
        if pair.better is None:
            return "same"
        return "better" if pair.better == system else "worse"

    def by_outcome(self, system: str, other: str) -> dict[str, list[ComparedMetric]]:
        """Group metrics by the outcome for `system`."""
        outcomes: dict[str, list[ComparedMetric]] = {one: [] for one in OUTCOMES}
        for metric in self.metrics:
            outcomes[self.outcome(metric, system, other)].append(metric)
        return outcomes

    def against(self) -> list[tuple[ComparedMetric, tuple[tuple[str, ...], ...]]]:
        """Return for each metric the systems with an opponent by outcome, as in `OUTCOMES`."""
        found = []
        for metric in self.metrics:
            groups: dict[str, list[str]] = {one: [] for one in OUTCOMES}
            for system, opponent in self.opponents.items():
                groups[self.outcome(metric, system, opponent)].append(system)
            found.append((metric, tuple(tuple(group) for group in groups.values())))
        return found


def results_of(comparison: Comparison) -> Results:
    """Return what a finished comparison found."""
    return Results(
        test_set=comparison.test_set,
        test=comparison.test,
        metrics=comparison.metrics,
        runs={system.name: system.runs for system in comparison.systems},
        baseline=comparison.baseline,
        scores={(one.metric, one.system): one for one in comparison.scores},
        differences={
            metric.metric: comparison.differences_under(metric.metric)
            for metric in comparison.metrics
        },
        breakdowns=comparison.breakdowns,
        doubts=comparison.doubts,
        saved_report=comparison.saved_report,
    )


def shared(
    patterns: Sequence[tuple[ComparedMetric, _Pattern]],
) -> list[tuple[_Pattern, list[ComparedMetric]]]:
    """Group metrics with the same result."""
    found: dict[_Pattern, list[ComparedMetric]] = {}
    for metric, pattern in patterns:
        found.setdefault(pattern, []).append(metric)
    return list(found.items())


class Kind(StrEnum):
    """How the best system compares with the others."""

    FIRST = "better than all others"
    TOGETHER = "several that do not differ, each better than all others"
    ALONE = "best, but better than none"
    PARTLY = "best, and better than some"
    UNDEFINED = "no score"


class Standing(NamedTuple):
    """The best system, followed by those from which it does not differ significantly."""

    kind: Kind
    leaders: tuple[str, ...]
    beaten: frozenset[str] = frozenset()


def standing_under(results: Results, metric: ComparedMetric) -> Standing:
    """Return the systems that lead under a metric."""
    ranked = results.ranked(metric)
    if not ranked:
        return Standing(Kind.UNDEFINED, ())
    best, *others = ranked
    beaten = [one for one in others if results.outcome(metric, best, one) == "better"]
    leaders = tuple(one for one in ranked if one not in beaten)
    if len(leaders) == 1:
        return Standing(Kind.FIRST, leaders, frozenset(beaten))
    if not beaten:
        return Standing(Kind.ALONE, leaders)
    ahead = all(
        results.outcome(metric, one, other) == "better" for one in leaders for other in beaten
    )
    differ = any(
        results.outcome(metric, one, other) == "worse"
        for place, one in enumerate(leaders)
        for other in leaders[:place]
    )
    kind = Kind.TOGETHER if ahead and not differ else Kind.PARTLY
    return Standing(kind, leaders, frozenset(beaten))


def same_standings(results: Results) -> list[tuple[Standing, list[ComparedMetric]]]:
    """Group the metrics that have scores by how systems lead; the first metric orders them."""
    standings: dict[object, Standing] = {}
    metrics: dict[object, list[ComparedMetric]] = {}
    for metric in results.metrics:
        standing = standing_under(results, metric)
        if standing.leaders:
            best = "" if standing.kind is Kind.TOGETHER else standing.leaders[0]
            key = standing.kind, best, frozenset(standing.leaders), standing.beaten
            standings.setdefault(key, standing)
            metrics.setdefault(key, []).append(metric)
    return [(standings[key], metrics[key]) for key in standings]


def same_leaders(results: Results) -> list[tuple[tuple[str, ...], list[ComparedMetric]]]:
    """Group the metrics that have scores by leading systems; the first metric orders them."""
    groups: dict[frozenset[str], tuple[tuple[str, ...], list[ComparedMetric]]] = {}
    for standing, metrics in same_standings(results):
        key = frozenset(standing.leaders)
        groups.setdefault(key, (standing.leaders, []))[1].extend(metrics)
    return list(groups.values())


def common_leaders(results: Results) -> tuple[str, ...]:
    """Return the systems that lead under all metrics with scores, in the order of the first."""
    first, *others = [leaders for leaders, _ in same_leaders(results)] or [()]
    return tuple(one for one in first if all(one in group for group in others))


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
    return {one for leaders, _ in same_leaders(results) for one in leaders}
