"""The data model of a comparison over several test sets, independent of output formats.

As JSON, under the schema `tallystick/comparison-over-sets/1`, every dataclass is an object with its
fields, every tuple a list. An undefined number is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tallystick.metrics.interface.identity import Scale
from tallystick.reports.comparison.model import (
    Comparison,
    Equivalence,
    Interval,
    SignificanceTest,
    in_order,
    opponents_of,
)
from tallystick.reports.document import Block, Table
from tallystick.reports.saving.data_report import DataReport

SCHEMA = "tallystick/comparison-over-sets/1"


@dataclass(frozen=True, slots=True)
class ComparisonOnSet:
    """The comparison of the systems of one test set.

    Attributes:
        name: The name of the set.
        comparison: The comparison on this set alone.
    """

    name: str
    comparison: Comparison

    @property
    def signatures(self) -> dict[str, str]:
        """The signature of each metric."""
        return {metric.metric: metric.signature for metric in self.comparison.metrics}


@dataclass(frozen=True, slots=True)
class MetricOverSets:
    """A metric by which systems are compared over sets.

    Attributes:
        metric: The metric as requested; unique in a report.
        title: The name that is printed.
        scale: The range of its scores, and the number of decimals printed.
        higher_is_better: Whether a higher score is better.
        margin: The difference of mean scores from which on two systems are not equivalent; None if
            equivalence was not tested.
    """

    metric: str
    title: str
    scale: Scale
    higher_is_better: bool
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The mean score of a system over the sets, each of which has the same weight.

    Attributes:
        metric: The metric, as requested.
        system: The system.
        score: The mean of its scores on the sets; None if one is undefined.
        interval: Its interval; None if a set has a single segment, or document.
        standard_error: Its standard error.
        mean_rank: The mean of its ranks by score among the systems of all sets, 1 for the best;
            systems with equal scores share the mean of their ranks.
        rank: The best and the worst rank over all sets consistent with the significant differences.
        cluster: The number of its cluster, 1 the best.
        non_inferiority_p_value: The corrected p-value of the one-sided tests against the mean score
            of every other system, or of the baseline, being better by the margin or more; None for
            the baseline, without a margin, or where a difference has no standard error.
    """

    metric: str
    system: str
    score: float | None
    interval: Interval | None
    standard_error: float | None
    mean_rank: float | None
    rank: tuple[int, int]
    cluster: int
    non_inferiority_p_value: float | None = None


@dataclass(frozen=True, slots=True)
class DifferenceOnOtherSets:
    """What differences on the sets say of other sets, if all were drawn at random from the same.

    Student's t test of paired samples, with a set as the unit; see
    `tallystick.metrics.resampling.intervals.intervals_of_other_sets`.

    Attributes:
        interval: The interval of the mean difference; None if a score is undefined.
        p_value: The two-sided p-value.
        adjusted_p_value: The p-value corrected for the number of comparisons.
        better: The system that is significantly better, or None.
    """

    interval: Interval | None
    p_value: float | None
    adjusted_p_value: float | None
    better: str | None


@dataclass(frozen=True, slots=True)
class DifferenceOverSets:
    """The difference of two systems over the sets under one metric.

    Attributes:
        metric: The metric, as requested.
        system: The first system; in a pair with the baseline, the other system.
        other: The second system.
        difference: The mean over the sets of the score of `system` minus that of `other`.
        interval: Its interval; None if a set has a single segment, or document.
        p_value: The two-sided p-value of the test within each set.
        adjusted_p_value: The p-value corrected for the number of comparisons.
        p_value_limit: The smallest adjusted p-value that this pair can have, given the number of
            resamples, that of the units that differ, and the p-values of the other pairs.
        better: The system that is significantly better over the sets, or None.
        better_on: The sets on which `system` is significantly better: the p-values of all pairs on
            all sets are corrected together by Holm's method, so that the chance of any false set is
            at most the significance level.
        worse_on: The sets on which it is significantly worse, in the same way.
        other_sets: What the differences say of other sets; None if there are fewer than five.
        equivalence: The tests of equivalence of the mean scores; None without a margin or a
            standard error.
        equivalent_on: The sets on which the two are equivalent: the larger p-values of all pairs on
            all sets are corrected together by Holm's method.
    """

    metric: str
    system: str
    other: str
    difference: float | None
    interval: Interval | None
    p_value: float | None
    adjusted_p_value: float | None
    p_value_limit: float | None
    better: str | None
    better_on: tuple[str, ...]
    worse_on: tuple[str, ...]
    other_sets: DifferenceOnOtherSets | None = None
    equivalence: Equivalence | None = None
    equivalent_on: tuple[str, ...] = ()

    def sets_seen_from(self, system: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the sets on which one of the two is significantly better, and worse."""
        sets = self.better_on, self.worse_on
        return sets if system == self.system else sets[::-1]

    @property
    def significant(self) -> bool:
        """Whether one of the two is significantly better."""
        return self.better is not None


@dataclass(frozen=True, slots=True)
class LeadWithoutSet:
    """The best two systems by the mean score over all sets but one.

    Attributes:
        metric: The metric, as requested.
        without: The set that is left out.
        system: The system with the best mean; with a baseline, the best of the others.
        other: The second best, or the baseline.
        difference: The mean score of `system` minus that of `other`.
        interval: Its interval; None if a set has a single segment, or document.
    """

    metric: str
    without: str
    system: str
    other: str
    difference: float
    interval: Interval | None


@dataclass(frozen=True)
class ResultsOverSets:
    """What is known before anything is said of it; `ComparisonOverSets` describes the fields."""

    test: SignificanceTest
    metrics: tuple[MetricOverSets, ...]
    systems: tuple[str, ...]
    missing: Mapping[str, tuple[str, ...]]
    baseline: str | None
    scores: tuple[MeanScore, ...]
    differences: tuple[DifferenceOverSets, ...]
    without_each: tuple[LeadWithoutSet, ...]
    sets: tuple[ComparisonOnSet, ...]

    @property
    def opponents(self) -> Mapping[str, str]:
        """The system that each is compared with; empty if all pairs are compared."""
        return opponents_of(self.systems, self.baseline, "")

    def in_order_of(self, metric: str) -> tuple[MeanScore, ...]:
        """Return the mean scores under one metric, the best first, undefined ones last."""
        [called] = [candidate for candidate in self.metrics if candidate.metric == metric]
        return in_order(self.scores, called)

    def differences_under(self, metric: str) -> tuple[DifferenceOverSets, ...]:
        """Return the differences of all pairs under one metric."""
        return tuple(pair for pair in self.differences if pair.metric == metric)

    def leads_under(self, metric: str) -> tuple[LeadWithoutSet, ...]:
        """Return who leads without each set under one metric."""
        return tuple(lead for lead in self.without_each if lead.metric == metric)

    def signatures(self, metric: str) -> dict[str, str]:
        """Return the signature of one metric on each set."""
        return {on_set.name: on_set.signatures[metric] for on_set in self.sets}

    def sets_by_signature(self, metric: str) -> dict[str, tuple[str, ...]]:
        """Return the sets of each signature of one metric; none if all have the same."""
        by_set = self.signatures(metric)
        sets = {
            signature: tuple(name for name in by_set if by_set[name] == signature)
            for signature in by_set.values()
        }
        return sets if len(sets) > 1 else dict.fromkeys(sets, ())


@dataclass(frozen=True)
class _Words:
    """What is said of the results; these fields come first in a report."""

    title: str
    version: str
    verdict: tuple[str, ...]
    against: tuple[str, ...]
    notes: tuple[str, ...]
    methods: str


@dataclass(frozen=True)
class ComparisonOverSets(ResultsOverSets, _Words, DataReport):
    """Systems compared on several test sets, and over all of them.

    Attributes:
        title: The title of the report.
        version: The version of tallystick that made it.
        verdict: The result in sentences, the headline first.
        against: What single sets say against it, what concerns the best systems first.
        notes: What limits the result.
        methods: A methods paragraph for a paper.
        test: The test over all sets; without comparisons if fewer than two systems are in all.
        metrics: The metrics.
        systems: The systems that are in all sets.
        missing: The systems that are not in all sets, with the sets that lack them.
        baseline: The system that all others are compared with; None for all pairs.
        scores: The mean score of each system under each metric.
        differences: The difference of each pair under each metric.
        without_each: Who leads without each set under each metric; empty if there are two sets, or
            if a score is undefined.
        sets: The comparison on each set.
    """

    kind: ClassVar[str] = "comparison-over-sets"
    schema: ClassVar[str] = SCHEMA

    @classmethod
    def from_json(cls, report: str | bytes | Mapping[str, Any], name: str = "the report") -> Self:
        """Read a report from JSON text or from the parsed object.

        Raises:
            InputError: The JSON is no report of this schema, a part is missing or has the wrong
                type, or the parts contradict each other.
        """
        from tallystick.reports.comparison.saved.consistency import check_consistency_over_sets

        comparison = super().from_json(report, name)
        check_consistency_over_sets(comparison, name)
        return comparison

    def document(self, digits: int | None = None) -> list[Block]:
        """Return the report for people."""
        from tallystick.reports.comparison.tables.over_sets import document

        return document(self, digits)

    def data_tables(self) -> Mapping[str, Table]:
        """Return the tables for programs: mean scores, differences, and the scores on each set."""
        from tallystick.reports.comparison.tables.data_tables import data_tables

        return data_tables(self.kind, self.to_dict())

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return the tables for programs as records, with unrounded numbers.

        The keys are "means", "pairs" and "sets", the scores on each set. The bounds of an interval
        are `low` and `high`, and an undefined number is None.
        """
        from tallystick.reports.comparison.tables.data_tables import records_over_sets

        return records_over_sets(self)

    def to_frame(self, table: str = "means", library: str = "pandas") -> Any:
        """Return the table "means", "pairs" or "sets" as a frame; see `tallystick.frame`."""
        from tallystick.reports.saving.frames import frame

        return frame(self, table, library)
