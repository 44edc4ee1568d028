"""The data model of a meta-evaluation, independent of output formats.

As JSON, under the schema `tallystick/meta/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from tallystick.metrics.interface.identity import Citation
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.saving.data_report import DataReport

SCHEMA = "tallystick/meta/1"


class Grouping(StrEnum):
    """Which outputs are compared with each other."""

    SEGMENT = "segment"
    """Those of the systems for one segment."""
    SYSTEM = "system"
    """Those of one system."""
    DOCUMENT = "document"
    """Those of one document, if there is one system."""
    CHOICES = "choices"
    """The two of which humans chose one."""
    ALL = "none"
    """All outputs."""


def defined(value: float) -> float | None:
    """Return a number as the data model contains it: None for NaN."""
    return None if math.isnan(value) else float(value)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A coefficient, and what resampling says of it.

    Attributes:
        value: The coefficient; None if it is undefined.
        over_segments: Its interval if the segments, or documents, are drawn again; see
            `EvaluatedSet.human_resampled`. That of a coefficient of systems is corrected for the
            noise that resampling adds; that of a coefficient of outputs is computed from what each
            segment adds to it.
        over_both: Its percentile interval if the systems are drawn again too.
    """

    value: float | None
    over_segments: Interval | None = None
    over_both: Interval | None = None

    @property
    def as_share(self) -> Estimate:
        """The share that agrees and half of the ties, of a share that agrees less what does not.

        >>> Estimate(0.5, Interval(0.0, 1.0)).as_share
        Estimate(value=0.75, over_segments=Interval(low=0.5, high=1.0), over_both=None)
        """
        bounds = self.over_segments
        shares = None if bounds is None else Interval((1 + bounds.low) / 2, (1 + bounds.high) / 2)
        return Estimate(None if self.value is None else (1 + self.value) / 2, shares)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The pairs behind a coefficient.

    Attributes:
        concordant: Pairs that humans and the metric order in the same way.
        discordant: Pairs that they order in opposite ways.
        tied_human: Pairs that only humans tie.
        tied_metric: Pairs that only the metric ties.
        tied_both: Pairs that both tie.
    """

    concordant: int
    discordant: int
    tied_human: int
    tied_metric: int
    tied_both: int

    @property
    def decided(self) -> int:
        """The pairs that humans do not tie."""
        return self.concordant + self.discordant + self.tied_metric


@dataclass(frozen=True, slots=True)
class EvaluatedMetric:
    """A metric that is evaluated.

    Attributes:
        metric: The metric as requested, unique in a report.
        title: The name that is printed.
        higher_is_better: Whether a higher score is better; coefficients are positive where the
            metric agrees with humans in either case.
        citation: The work that defines it, or None.
        given: Whether its scores were given, so that it may be of any kind; otherwise it counts
            n-grams or edits.
        tokenizer: The tokenizer that it was asked to use; None if it has no such option.
        unfit: The names of the sets whose text its tokenizer does not fit.
        seconds_per_thousand: The time in which it scores 1,000 segments of the first system of the
            first set, in seconds and on one thread; None if it was not measured.
    """

    metric: str
    title: str
    higher_is_better: bool
    citation: Citation | None
    given: bool
    tokenizer: str | None
    unfit: tuple[str, ...]
    seconds_per_thousand: float | None


@dataclass(frozen=True, slots=True)
class EvaluatedSet:
    """A test set with human scores.

    Attributes:
        name: The name, such as a language pair, or an aspect.
        systems: The names of the judged systems.
        scores: Their human scores, a higher one better.
        intervals: The interval of each of these scores; None if they are not resampled.
        unjudged: The names of systems without human scores, which are left out.
        without_outputs: The names of judged systems without hypotheses, which are left out.
        segments: The number of segments.
        unit: What is resampled, "document" or "segment".
        units: The number of units; if humans scored outputs, of those with scores.
        human_resampled: Whether the human scores of systems are means of those of segments, which
            are drawn again with the metrics'; otherwise they are the same in all resamples.
        pairs: The number of pairs of systems.
        significant_pairs: The number of pairs of which one system is significantly better under
            humans, one-sided and without a correction; None without scores of segments.
        outliers: The systems whose human score is an outlier.
        best: The metrics of which none is significantly better on the set, the best first: in
            pairwise accuracy, or if there are fewer than three systems, in the coefficient of all
            outputs.
    """

    name: str
    systems: tuple[str, ...]
    scores: tuple[float, ...]
    intervals: tuple[Interval | None, ...]
    unjudged: tuple[str, ...]
    without_outputs: tuple[str, ...]
    segments: int
    unit: str
    units: int
    human_resampled: bool
    pairs: int
    significant_pairs: int | None
    outliers: tuple[str, ...]
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """How far the raters of a set agree; ratings of an output by the same rater are averaged.

    Attributes:
        raters: The number of raters.
        ratings: The number of their ratings.
        repeated: How many ratings repeat one of the same rater for the same output.
        ordinal: Whether ratings are grades, of which only the order counts in `alpha`.
        alpha: Krippendorff's alpha.
        crossed: Whether every rater rated every output.
        icc: The intraclass correlation of one rating, ICC(2,1) if raters are crossed, else
            ICC(1,1).
        icc_of_mean: The same of the mean of an output's ratings, ICC(2,k) or ICC(1,k).
        one_rater: The coefficient by which metrics are compared on outputs, of a rater's scores
            with the mean of the others', a mean over raters by their numbers of outputs.
        halves: The same coefficient of random halves of the ratings of each output.
        apart: The raters whose coefficient with the mean of the others is significantly below
            `one_rater`, corrected by Bonferroni's method.
    """

    raters: int
    ratings: int
    repeated: int
    ordinal: bool
    alpha: Estimate
    crossed: bool
    icc: Estimate
    icc_of_mean: Estimate
    one_rater: Estimate
    halves: float | None
    apart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HumanHealth:
    """How far the human scores of a set can be trusted.

    Attributes:
        set: The name of the set.
        judged_cells: The share of segments of systems that humans scored.
        judged_segments: The number of segments of which they scored any system.
        judgements: The mean number of scores of a scored segment; None without any.
        split_half: The share of pairs of systems that random halves of the segments order alike;
            None if it is undefined.
        other_scores: The share of pairs that the other human scores order alike; None without any.
        joins: The correlation with the metrics' segment scores, as given and under other numberings
            of the segments; the first must be the highest.
        raters: The agreement of raters; None if they are unknown, or rated no output together.
        other_judges: The share of choices that the majority of the other judges of two outputs
            makes too, of which a tie is one half; None without choices, or with one judge each.
    """

    set: str
    judged_cells: float
    judged_segments: int
    judgements: float | None
    split_half: float | None
    other_scores: float | None
    joins: Mapping[str, float | None]
    raters: RaterAgreement | None = None
    other_judges: float | None = None


@dataclass(frozen=True, slots=True)
class ComparedSystem:
    """How often a system was preferred to others.

    Attributes:
        set: The name of the set.
        system: The system.
        choices: The number of choices between an output of it and one of another system.
        won: The share of them that it won, a tie as half.
        strength: Its Bradley-Terry score, the mean of all systems 0; its odds against a system with
            a score lower by d are exp(d). None where scores are infinite.
        interval: The interval of this score if the items are drawn again.
        rank: The best and the worst rank that it may have; see `Together`. None without scores.
        unbeaten: Whether it is in a group to which no other system was preferred, nor tied with,
            so that scores are infinite.
        group: The number of its group; systems of different groups were never compared, also by
            way of others.
    """

    set: str
    system: str
    choices: int
    won: float
    strength: float | None
    interval: Interval | None
    rank: tuple[int, int] | None
    unbeaten: bool
    group: int = 0


@dataclass(frozen=True, slots=True)
class MetricOnSet:
    """What is known of a metric on a set.

    Attributes:
        set: The name of the set.
        metric: The metric.
    """

    set: str
    metric: str


@dataclass(frozen=True, slots=True)
class Sensitivity(MetricOnSet):
    """How small a difference a metric sees on a set.

    Attributes:
        significant_pairs: The number of pairs of systems that differ significantly under the
            metric, two-sided and without a correction, if segments are exchanged.
        standard_error: The median over the pairs of the standard error of their difference, in the
            metric's scale; None if it is undefined.
        visible_difference: The smallest difference that a test would detect with a power of 80%.
        variance_ratio: Doddington's F-ratio: the variance between systems over that between blocks
            of at least 10 segments; None if it is undefined.
        one_way_f: The F of a one-way analysis of variance of the same.
        two_way_f: The F without the effect of the blocks, which systems share.
        subsets: By a number of segments, the mean share of pairs of systems that so many random
            segments order like all segments.
    """

    significant_pairs: int
    standard_error: float | None
    visible_difference: float | None
    variance_ratio: float | None
    one_way_f: float | None
    two_way_f: float | None
    subsets: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class DifferenceBin:
    """How often differences of a size agree with humans, over all sets.

    Attributes:
        metric: The metric.
        smallest: The smallest difference of two systems in the bin.
        largest: The largest one.
        pairs: The number of pairs of systems.
        agreeing: The number of them that humans order in the same way.
        interval: The interval of the share of agreeing pairs, as if pairs were independent.
    """

    metric: str
    smallest: float
    largest: float
    pairs: int
    agreeing: int
    interval: Interval


@dataclass(frozen=True, slots=True)
class SystemLevel(MetricOnSet):
    """How well a metric orders the systems of a set.

    Attributes:
        signature: Everything its scores depend on.
        scores: Its score of each system, in the order of the set.
        intervals: The interval of each of these scores.
        pearson: Pearson's correlation.
        spearman: Spearman's correlation.
        kendall: Kendall's tau-b.
        accuracy: The share of pairs that it orders as humans do, or ties as they do.
        accuracy_significant: The same for the pairs that are significant under humans.
        soft_accuracy: The soft pairwise accuracy, from scores of segments that humans and the
            metric scored; None without human scores of segments. Its interval is about the mean of
            test sets of this size.
        pearson_without_outliers: Pearson's correlation without the outliers; None without any.
        pairs: The pairs behind `kendall` and `accuracy`.
    """

    signature: str
    scores: tuple[float | None, ...]
    intervals: tuple[Interval | None, ...]
    pearson: Estimate
    spearman: Estimate
    kendall: Estimate
    accuracy: Estimate
    accuracy_significant: float | None
    soft_accuracy: Estimate | None
    pearson_without_outliers: float | None
    pairs: PairCounts


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Coefficients of the agreement on outputs.

    Attributes:
        grouping: Which outputs are compared with each other.
        kendall: Kendall's tau-b; of choices, for which no other is defined, the share that the
            metric makes too less the share in which it makes the opposite one, that is WMT's
            variant of Kendall's tau in 2014 to 2016.
        tau_c: Stuart's tau-c.
        spearman: Spearman's correlation.
        pearson: Pearson's correlation.
    """

    grouping: Grouping
    kendall: Estimate
    tau_c: Estimate
    spearman: Estimate
    pearson: Estimate

    def of(self, coefficient: Correlation) -> Estimate:
        """Return a coefficient; of choices the only one."""
        of_choices = self.grouping is Grouping.CHOICES
        estimate: Estimate = self.kendall if of_choices else getattr(self, coefficient.field)
        return estimate

    def shown(self, coefficient: Correlation) -> Estimate:
        """Return the coefficient for people: of choices the share that the metric makes too."""
        return self.kendall.as_share if self.grouping is Grouping.CHOICES else self.of(coefficient)


@dataclass(frozen=True, slots=True)
class SegmentLevel(Coefficients):
    """How well a metric orders the outputs of a set; coefficients are means over groups.

    Attributes:
        set: The name of the set.
        metric: The metric.
        signature: Everything the metric's scores of segments depend on.
        groups: The number of groups.
        undefined_groups: The groups in which Kendall's tau-b is undefined because humans or the
            metric tie everything; they are left out of the averages.
        accuracy: The share of pairs that the metric orders as humans do, or ties as they do, after
            tie calibration; of choices the share that the metric makes too, of which a tie is one
            half. None for other groupings than "segment" and "choices".
        threshold: The largest difference that tie calibration counts as a tie.
        accuracy_untied: The share of concordant pairs among those that neither ties.
        pairs: The pairs of all groups.
    """

    set: str
    metric: str
    signature: str
    groups: int
    undefined_groups: int
    accuracy: Estimate | None
    threshold: float | None
    accuracy_untied: float | None
    pairs: PairCounts


@dataclass(frozen=True, slots=True)
class OnOutputs(Coefficients):
    """How well a metric orders outputs: means over all sets, each with the same weight.

    Attributes:
        metric: The metric.
        rank: The best and the worst rank by the tested coefficient that the metric may have; see
            `Together`.
        cluster: Its cluster, from 1 for the best.
    """

    metric: str
    rank: tuple[int, int]
    cluster: int


@dataclass(frozen=True, slots=True)
class TestedPair:
    """The test of two metrics' difference in agreement with humans.

    Attributes:
        metric: The better metric over all sets.
        other: The other metric.
        difference: The difference of the agreement of the first and of the other.
        p_value: Two-sided, of a permutation test.
        adjusted_p_value: The same, corrected for all tests of this kind by the step-down max-t
            procedure.
    """

    metric: str
    other: str
    difference: float
    p_value: float
    adjusted_p_value: float


@dataclass(frozen=True, slots=True)
class OutputDifference(TestedPair):
    """The test of two metrics' difference in the tested coefficient on outputs, over all sets.

    It reverses the signs of what random segments, or documents, add to the difference, on the
    outputs that humans and all metrics scored.

    Attributes:
        grouping: Which outputs are compared with each other.
        units_needed: About how many segments, or documents, would detect the difference with a
            power of 80%, if it is the true one; None if there is no difference.
    """

    grouping: Grouping
    units_needed: int | None


@dataclass(frozen=True, slots=True)
class DifferenceOnSet(MetricOnSet):
    """The tests of two metrics' difference in agreement with humans on a set, all two-sided.

    Attributes:
        other: The other metric.
        williams: The p-value of Williams' test of Pearson's correlations over systems; None if it
            is undefined.
        pearson: The p-value for Pearson's correlation over all outputs, from exchanges of single
            scores (PERM-BOTH of mt-metrics-eval); None without scores of segments.
        kendall: The p-value for Kendall's tau-b within segments, from exchanges of segments
            (PERM-INPUTS); None without scores of segments.
        adjusted: The three p-values, each corrected for all pairs of metrics: those of Williams'
            test by Holm's method, the others by the step-down max-t procedure.
    """

    other: str
    williams: float | None
    pearson: float | None
    kendall: float | None
    adjusted: tuple[float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Together:
    """How well a metric orders the systems of all sets together.

    Attributes:
        metric: The metric.
        accuracy: The share of the pairs of systems of all sets, each pair with the same weight.
        accuracy_significant: The same for the pairs that are significant under humans.
        soft_accuracy: The mean of the sets' soft pairwise accuracies.
        rank: The best and the worst rank by accuracy that the metric may have: 1 plus the number of
            metrics that are significantly better, and the number of metrics less that of those that
            are significantly worse.
        soft_rank: The same by soft accuracy.
        cluster: The cluster of the metric, from 1 for the best. All metrics of a cluster are
            significantly better in accuracy than all metrics of the clusters after it.
    """

    metric: str
    accuracy: Estimate
    accuracy_significant: float | None
    soft_accuracy: Estimate | None
    rank: tuple[int, int]
    soft_rank: tuple[int, int] | None
    cluster: int


@dataclass(frozen=True, slots=True)
class Task:
    """A statistic on a set, as in the tables of WMT's metrics tasks, or the mean of all of them.

    Attributes:
        statistic: The name of the statistic; "average" for the weighted mean.
        set: The name of the set; None for all sets together.
        weight: The share of the task in the weighted mean.
        values: By metric; None if it is undefined. In the mean, statistics from -1 to 1 count as
            from 0 to 1.
        ranks: By metric, from 1. A rank ends where a metric of it is significantly better than the
            next one, one-sided and without a correction.
    """

    statistic: str
    set: str | None
    weight: float
    values: Mapping[str, float | None]
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MeanOfSets:
    """A mean over sets, each with the same weight.

    Attributes:
        value: The mean.
        interval: Its interval if the sets are drawn again; None for fewer than five sets.
    """

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class AcrossSets:
    """How a metric does on one set after the other.

    Attributes:
        metric: The metric.
        accuracy: The mean of its pairwise accuracies on the sets.
        rank: The mean of its ranks by accuracy on the sets, 1 for the best metric; equal metrics
            have the mean of their ranks.
        best_on: The number of sets on which no metric has a higher accuracy.
        best_alone_on: The number of sets on which all other metrics have a lower accuracy.
    """

    metric: str
    accuracy: MeanOfSets
    rank: MeanOfSets
    best_on: int
    best_alone_on: int


@dataclass(frozen=True, slots=True)
class ReversedOrder(TestedPair):
    """A set on which the order of two metrics is not that over all sets.

    The difference is that of their accuracies on the set, which is negative. The test exchanges
    systems of the set, and is corrected for all pairs of metrics on all sets.

    Attributes:
        set: The name of the set.
        p_value_limit: The smallest corrected p-value that so many systems and resamples allow.
    """

    set: str
    p_value_limit: float


@dataclass(frozen=True, slots=True)
class MetricDifference(TestedPair):
    """The test of two metrics' difference in accuracy over all sets, which exchanges systems.

    Attributes:
        p_value_limit: The smallest corrected p-value that the systems on which metrics differ, and
            the resamples, allow.
        systems_needed: About how many systems would detect the difference with a power of 80%, if
            it is the true one; None if there is no difference.
        soft_difference: The difference of their soft accuracies; None without human scores of
            segments.
        soft_adjusted_p_value: Its corrected p-value, of the same test on p-values from normal
            distributions.
    """

    p_value_limit: float
    systems_needed: int | None
    soft_difference: float | None
    soft_adjusted_p_value: float | None


def wins(tests: Iterable[TestedPair], level: float) -> list[tuple[str, str]]:
    """Return the pairs of metrics of which the first is significantly better."""
    significant = (test for test in tests if test.adjusted_p_value <= level)
    return [(test.metric, test.other) for test in significant if test.difference > 0]


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """How far two metrics order the systems and the outputs of all sets alike.

    Attributes:
        metric: The metric.
        other: The other metric.
        accuracy: The share of pairs of systems that both order or tie alike; None if systems are
            not compared.
        kendall: Kendall's tau-b of the pairs of all sets; None if it is undefined.
        outputs: The mean over sets of Pearson's correlation of their scores of outputs, less the
            mean of the segment where a set has several systems; None if it is undefined.
    """

    metric: str
    other: str
    accuracy: float | None
    kendall: float | None
    outputs: float | None


@dataclass(frozen=True, slots=True)
class DisputedPair:
    """A pair of systems that more than half of the metrics order unlike humans.

    Attributes:
        set: The name of the set.
        better: The system that is better under humans.
        worse: The system that is worse under humans.
        difference: The difference of their human scores, in standard deviations of those of the
            systems of the set.
        significant: Whether it is significant under humans; None without scores of segments.
        metrics: The metrics under which the order is the opposite one.
    """

    set: str
    better: str
    worse: str
    difference: float
    significant: bool | None
    metrics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisputedSegment:
    """An output of which two metrics, or humans and metrics, think very differently.

    A percentile is the share of the outputs of the set with a lower score, and half of those with
    the same score, from 0 to 100; a higher one is better.

    Attributes:
        set: The name of the set.
        system: The system.
        segment: The number of the segment, from 1.
        metric: The metric; None for all metrics, of which the one nearest to humans counts.
        other: The other metric; None for humans.
        percentile: The percentile of the output under the metric.
        other_percentile: The percentile under the other one.
        hypothesis: The output.
        reference: Its first reference.
    """

    set: str
    system: str
    segment: int
    metric: str | None
    other: str | None
    percentile: float
    other_percentile: float
    hypothesis: str
    reference: str

    @property
    def gap(self) -> float:
        """The distance of the two percentiles."""
        return abs(self.percentile - self.other_percentile)


@dataclass(frozen=True, slots=True)
class Flattered(MetricOnSet):
    """A system whose score under a metric is far above what other metrics lead one to expect.

    Attributes:
        system: The system.
        rank: Its rank under the metric, 1 for the best system.
        systems: The number of systems.
        human_rank: Its rank under humans.
        best_other_rank: Its best rank under metrics that are not similar to this one.
        worst_other_rank: Its worst rank under them.
        excess: How much its score is better than expected, in the scale of the metric.
        adjusted_p_value: One-sided, of the studentised residual of a regression of the metric on
            the others, corrected by Bonferroni's method for all systems and metrics of the set.
    """

    system: str
    rank: int
    systems: int
    human_rank: int
    best_other_rank: int
    worst_other_rank: int
    excess: float
    adjusted_p_value: float


@dataclass(frozen=True, slots=True)
class UnderReferences:
    """The agreement of a metric with humans under some of the references of a set.

    Attributes:
        references: The numbers of the references, from 1.
        accuracy: The share of pairs of systems that the metric orders as humans do.
        order_kept: The share of pairs that it orders as with all references.
    """

    references: tuple[int, ...]
    accuracy: float
    order_kept: float


@dataclass(frozen=True, slots=True)
class ReferenceChoice(MetricOnSet):
    """How far the agreement of a metric with humans depends on the references of a set.

    Attributes:
        combinations: The agreement under each reference alone, then under several, and under all.
        alike: The share of pairs of systems that the metric orders alike under two single
            references, a mean over pairs of references.
        accuracy_by_number: By a number of references, the mean accuracy under so many.
    """

    combinations: tuple[UnderReferences, ...]
    alike: float
    accuracy_by_number: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class MetaEvaluation(DataReport):
    """How well metrics agree with humans.

    Attributes:
        version: The version of tallystick that made it.
        human: What the human scores are called.
        against: The metric whose scores take the place of human ones; None for humans. With it,
            everything that is said of humans here is true of this metric instead.
        resamples: The number of resamples of intervals and tests.
        seed: Their seed.
        confidence: The confidence of intervals.
        significance_level: The level of tests.
        coefficient: The coefficient by which metrics are compared on outputs.
        verdict: The result in sentences.
        recommendation: Which metric to use, and why, in sentences; nothing for one metric.
        notes: What limits it.
        metrics: The metrics, the best first.
        aspects: Whether the sets are aspects under which the same outputs were rated.
        sets: The sets.
        health: For each set with human scores of segments.
        system_level: For each set and metric.
        sensitivity: For each set and metric.
        segment_level: For each set with human scores of segments, metric and grouping.
        compared_systems: For each set with choices between systems, the best first.
        on_outputs: For each grouping that all sets have, and metric over all sets.
        output_differences: For each grouping and pair of metrics over all sets.
        together: For each metric over all sets; nothing if a set has fewer than three systems, as
            everything else about systems.
        tasks: The weighted mean of all tasks, then each task; nothing if none was asked for.
        across_sets: For each metric, if there are several sets.
        reversed_orders: For each set and pair of metrics whose order is not that over all sets.
        differences: For each pair of metrics over all sets.
        differences_on_sets: For each set and pair of metrics.
        metric_agreement: For each pair of metrics.
        disputed_pairs: The pairs of systems that most metrics order unlike humans, those on which
            most metrics do so first.
        disputed_segments: The most disputed outputs: of all metrics and humans, of each metric and
            humans, and of pairs of metrics.
        reference_choices: For each set with several references, and each metric.
        flattered: The systems that one metric ranks too high.
        difference_curve: For each metric, from the smallest differences to the largest; none of
            aspects, whose pairs of systems are the same.
        left_out: Sentences on candidates that were left out, which are among the notes.
    """

    version: str
    human: str
    against: str | None
    resamples: int
    seed: int
    confidence: float
    significance_level: float
    coefficient: Correlation
    verdict: tuple[str, ...] = field(init=False)
    recommendation: tuple[str, ...] = field(init=False)
    notes: tuple[str, ...] = field(init=False)
    metrics: tuple[EvaluatedMetric, ...]
    aspects: bool
    sets: tuple[EvaluatedSet, ...]
    health: tuple[HumanHealth, ...]
    system_level: tuple[SystemLevel, ...]
    sensitivity: tuple[Sensitivity, ...]
    segment_level: tuple[SegmentLevel, ...]
    compared_systems: tuple[ComparedSystem, ...]
    on_outputs: tuple[OnOutputs, ...]
    output_differences: tuple[OutputDifference, ...]
    together: tuple[Together, ...]
    tasks: tuple[Task, ...]
    across_sets: tuple[AcrossSets, ...]
    reversed_orders: tuple[ReversedOrder, ...]
    differences: tuple[MetricDifference, ...]
    differences_on_sets: tuple[DifferenceOnSet, ...]
    metric_agreement: tuple[MetricAgreement, ...]
    disputed_pairs: tuple[DisputedPair, ...]
    disputed_segments: tuple[DisputedSegment, ...]
    reference_choices: tuple[ReferenceChoice, ...]
    flattered: tuple[Flattered, ...]
    difference_curve: tuple[DifferenceBin, ...]
    left_out: tuple[str, ...] = ()

    kind: ClassVar[str] = "meta"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.meta_evaluation.tables.report"

    @property
    def titles(self) -> dict[str, str]:
        """The printed name of every metric."""
        return {metric.metric: metric.title for metric in self.metrics}

    @property
    def main_grouping(self) -> Grouping:
        """The grouping by which metrics are ranked on outputs: choices, or all outputs."""
        return self.on_outputs[-1].grouping if self.on_outputs else Grouping.ALL

    def __post_init__(self) -> None:
        """Say the result in sentences."""
        from tallystick.reports.meta_evaluation.words import recommendation, sentences

        object.__setattr__(self, "verdict", sentences.verdict(self))
        object.__setattr__(self, "recommendation", tuple(recommendation.recommendation(self)))
        object.__setattr__(self, "notes", (*sentences.notes(self), *self.left_out))
