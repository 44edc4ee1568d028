"""The results of a comparison, indexed for its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tallystick.reports.comparison.facts.orientation import was_tested
from tallystick.reports.wording import listed

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Comparison,
        Difference,
        SignificanceTest,
        SystemScore,
        TestSet,
    )

OUTCOMES = ("better", "worse", "same", "untested")
_Pattern = TypeVar("_Pattern")


@dataclass(frozen=True)
class Results:
    """The results of a comparison by metric and system."""

    comparison: Comparison
    metrics: tuple[ComparedMetric, ...]
    systems: tuple[str, ...]
    scores: dict[tuple[str, str], SystemScore]
    differences: dict[str, tuple[Difference, ...]]
    test: SignificanceTest
    test_set: TestSet
    baseline: str | None

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems with a score, the best first."""
        direction = -1 if metric.higher_is_better else 1
        scored = [
            (direction * score, place, system)
            for place, system in enumerate(self.systems)
            if (score := self.scores[metric.metric, system].score) is not None
        ]
        return [system for _, _, system in sorted(scored)]

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
    """Index the results of a comparison."""
    return Results(
        comparison=comparison,
        metrics=comparison.metrics,
        systems=tuple(system.name for system in comparison.systems),
        scores={(one.metric, one.system): one for one in comparison.scores},
        differences={
            metric.metric: comparison.differences_under(metric.metric)
            for metric in comparison.metrics
        },
        test=comparison.test,
        test_set=comparison.test_set,
        baseline=comparison.baseline,
    )


def shared(
    patterns: Sequence[tuple[ComparedMetric, _Pattern]],
) -> list[tuple[_Pattern, list[ComparedMetric]]]:
    """Group metrics with the same result."""
    found: dict[_Pattern, list[ComparedMetric]] = {}
    for metric, pattern in patterns:
        found.setdefault(pattern, []).append(metric)
    return list(found.items())


def titles(metrics: Sequence[ComparedMetric]) -> str:
    """Return the titles of metrics as a list in a sentence."""
    return listed([metric.title for metric in metrics])


def all_of(number: int) -> str:
    """Return "both" or "all 3"."""
    return "both" if number == 2 else f"all {number}"
