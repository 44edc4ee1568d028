"""What a comparison finds, indexed for what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tallystick.reports.comparison.facts.orientation import was_tested

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        Breakdown,
        ComparedMetric,
        Comparison,
        Difference,
        Doubt,
        SignificanceTest,
        SystemScore,
        TestSet,
    )

OUTCOMES = ("better", "worse", "same", "untested")
_Pattern = TypeVar("_Pattern")


@dataclass(frozen=True)
class Results:
    """What is known of systems before anything is said of them.

    Attributes:
        test_set: The test set.
        test: The significance test.
        metrics: The metrics, in the order requested.
        runs: The number of training runs of each system, by its name, in the order given.
        baseline: The system that all others are compared with; None for all pairs.
        scores: The score of each metric and system.
        differences: The differences of all pairs, by metric.
        breakdowns: Scores by groups of segments.
        doubts: What undermines the headline, the most serious first.
        saved_report: The name of the saved report that contains the baseline, or "".
    """

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
    def pairs(self) -> tuple[Difference, ...]:
        """The differences under all metrics."""
        return tuple(one for of_metric in self.differences.values() for one in of_metric)

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems with a score, the best first."""
        direction = -1 if metric.higher_is_better else 1
        scored = [
            (direction * score, place, system)
            for place, system in enumerate(self.systems)
            if (score := self.scores[metric.metric, system].score) is not None
        ]
        return [system for _, _, system in sorted(scored)]

    def best(self, metric: ComparedMetric) -> str:
        """Return the best system, or the first one if none has a score."""
        return next(iter(self.ranked(metric)), self.systems[0])

    def standard(self, metric: ComparedMetric) -> str:
        """Return the system that others are compared with; see `orientation.standard_of`."""
        if self.baseline is not None:
            return self.baseline
        if len(self.systems) == 2:
            return next(one for one in self.systems if one != self.best(self.metrics[0]))
        return self.best(metric)

    def between(self, metric: ComparedMetric, system: str, other: str) -> Difference | None:
        """Return the difference of two systems under a metric."""
        return self._pairs[metric.metric].get(frozenset((system, other)))

    @cached_property
    def _pairs(self) -> dict[str, dict[frozenset[str], Difference]]:
        """The differences under each metric, by their systems."""
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

    def against(self, baseline: str) -> list[tuple[ComparedMetric, tuple[tuple[str, ...], ...]]]:
        """Return for each metric the other systems by outcome, in the order of `OUTCOMES`."""
        found = []
        for metric in self.metrics:
            groups: dict[str, list[str]] = {one: [] for one in OUTCOMES}
            for system in self.systems:
                if system != baseline:
                    groups[self.outcome(metric, system, baseline)].append(system)
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
