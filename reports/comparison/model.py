"""The data model of a comparison of systems, independent of output formats.

It contains everything that renderers show, so a saved report can be rendered without scoring.
As JSON, under the schema `tallystick/comparison/3`, every dataclass is an object with its fields,
every tuple a list; `reports/json_form.py` reads and writes it. Segments are numbered
from 1, like the lines of a file. An undefined number is null.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

from tallystick.errors import UnknownNameError, counted
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.identity import Citation, Scale
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.reports.document import Block, Table
from tallystick.reports.formats import render
from tallystick.reports.saving.data_report import DataReport
from tallystick.reports.wording import saved_name

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import MeanScore, MetricOverSets

_Score = TypeVar("_Score", bound="SystemScore | MeanScore")

SCHEMA = "tallystick/comparison/3"
SHORT_COMMIT = 7  # characters

Kind = Literal["matched", "over-produced", "under-produced"]
Suspicion = Literal[
    "empty hypothesis",
    "empty reference",
    "copied source",
    "too short",
    "too long",
    "script",
    "duplicate",
]
DoubtKind = Literal[
    "winner depends on reference",
    "unsuited metric",
    "contradicting metrics",
    "empty references",
    "lower case",
    "capitals",
    "Unicode form",
    "byte order mark",
    "empty outputs",
    "garbled characters",
    "HTML entities",
    "special tokens",
    "subword marks",
    "copied sources",
    "repeated outputs",
    "misplaced outputs",
    "wrong script",
    "wrong language",
    "cut off",
    "too long",
    "unusual lengths",
    "no commas",
    "no quotation marks",
    "no accents",
    "same beginnings",
    "unusual references",
    "equals reference",
    "near-copies",
]
"""What a doubt about a result is about."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a number at the report's confidence."""

    low: float
    high: float


def bounds_of(interval: Interval | None) -> tuple[float, float] | tuple[None, None]:
    """Return the bounds of an interval, or None twice if there is none."""
    return (None, None) if interval is None else (interval.low, interval.high)


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A metric by which systems are compared.

    Attributes:
        metric: The metric as requested, such as "bleu:smooth=floor"; unique in a report.
        name: The name without options, such as "bleu".
        title: The name that is printed, with options, such as "BLEU (smooth=floor)"; see
            `Score.name`.
        scale: The range of its scores, and the number of decimals printed.
        higher_is_better: Whether a higher score is better.
        signature: Everything its scores depend on.
        segment_signature: The signature of the segment scores if it differs, else "".
        citation: The work that defines it, or None.
        note: A sentence below its scores, such as which segments humans judged, or "".
        margin: The difference from which on two systems are not equivalent, in units of the score;
            None if equivalence was not tested.
    """

    metric: str
    name: str
    title: str
    scale: Scale
    higher_is_better: bool
    signature: str
    segment_signature: str = ""
    citation: Citation | None = None
    note: str = ""
    margin: float | None = None


@dataclass(frozen=True, slots=True)
class ComparedSystem:
    """A system; if it has several training runs, the texts shown are those of the first run."""

    name: str
    runs: int = 1


@dataclass(frozen=True, slots=True)
class TestSet:
    """The test set.

    Attributes:
        segments: The number of segments.
        references: The number of references of each segment, or None if it varies.
        documents: The number of documents, or None if they are not known.
        unit: The unit of resampling: "segment", "document", the name of the grouping column, or
            "part" for the parts of files of statistics.
        units: The number of units.
    """

    __test__: ClassVar[bool] = False  # pytest would collect a class of this name

    segments: int
    references: int | None
    documents: int | None
    unit: str
    units: int


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """The significance test of the differences.

    Attributes:
        method: "approximate randomisation", "centred bootstrap", "two-level test", or the
            title of another program's test.
        resamples: The number of resamples of the tests; fewer for pairs that are decided earlier.
        requested_resamples: The number requested or, by default, the number for intervals.
        seed: The seed of the random numbers.
        confidence: The confidence of intervals, such as 0.95.
        significance_level: The level at or below which an adjusted p-value is significant.
        correction: "holm", "benjamini-hochberg", "max-t" or "none".
        comparisons: The number of pairs corrected for, for each metric.
        signature: The test and its parameters in one line.
    """

    method: str
    resamples: int
    requested_resamples: int
    seed: int
    confidence: float
    significance_level: float
    correction: str
    comparisons: int
    signature: str

    @property
    def is_corrected(self) -> bool:
        """Whether p-values are corrected for more than one comparison."""
        return self.comparisons > 1 and self.correction != "none"


@dataclass(frozen=True, slots=True)
class SystemScore:
    """The score of one system under one metric.

    Attributes:
        system: The system.
        metric: The metric, as requested.
        score: The score of the whole test set; the mean of several runs.
        interval: Its interval; None if there is a single unit.
        standard_error: Its standard error.
        best: Whether no system of the report has a better score.
        rank: The best and the worst rank consistent with the significant differences, from 1.
        cluster: The number of its cluster, 1 the best: every system of a cluster is significantly
            better than every system of the next.
        run_scores: The score of each run, if there are several.
        run_deviation: Their standard deviation.
        details: The components of the score of the first run, by name.
        non_inferiority_p_value: The corrected p-value of the one-sided tests against every other
            system, or the baseline, being better by the metric's margin or more; None for the
            baseline, without a margin, or where a difference has no standard error.
    """

    system: str
    metric: str
    score: float | None
    interval: Interval | None
    standard_error: float | None
    best: bool
    rank: tuple[int, int]
    cluster: int
    run_scores: tuple[float | None, ...] = ()
    run_deviation: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    non_inferiority_p_value: float | None = None


def in_order(
    scores: Iterable[_Score], metric: ComparedMetric | MetricOverSets
) -> tuple[_Score, ...]:
    """Return the scores under a metric, the best first, undefined ones last."""
    direction = -1 if metric.higher_is_better else 1
    return tuple(
        sorted(
            (score for score in scores if score.metric == metric.metric),
            key=lambda score: math.inf if score.score is None else direction * score.score,
        )
    )


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The one-sided tests of whether two systems differ by less than the margin of the metric.

    Attributes:
        low_p_value: The p-value against a difference of -margin or less.
        high_p_value: The p-value against a difference of the margin or more.
        adjusted_p_value: The larger of the two, corrected for the number of comparisons.
        equivalent: Whether it is at or below the significance level.
    """

    low_p_value: float
    high_p_value: float
    adjusted_p_value: float
    equivalent: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two systems under one metric.

    Attributes:
        metric: The metric, as requested.
        system: The first system; in a pair with the baseline, the other system.
        other: The second system.
        difference: The score of `system` minus that of `other`.
        interval: Its interval.
        standard_error: Its standard error.
        p_value: The two-sided p-value of the test.
        adjusted_p_value: The p-value corrected for the number of comparisons.
        significant: Whether the corrected p-value is at or below the significance level.
        better: The significantly better system, or None.
        exact: Whether all resamples were enumerated.
        differing_segments: The number of segments in which the texts (of the first runs) differ;
            None if the texts are not known.
        identical_output: Whether the two systems' texts are the same in every segment.
        smallest_visible_difference: The difference that a test at the significance level, without
            correction, detects with a power of 80% on this test set; None if too few units differ
            to estimate it.
        segments_needed: The approximate number of such segments needed to detect a difference as
            large as this one with that power; None if the difference is 0.
        corrected_visible_difference: The same as `smallest_visible_difference` at the first step of
            Holm's correction, the strictest; None if there is no such step.
        one_sided_bounds: Two one-sided bounds, each at the report's confidence: the difference is
            at least the lower bound; the difference is at most the upper bound.
        p_value_limit: The smallest adjusted p-value that this pair can have, given the number of
            resamples, that of the units that differ, and the p-values of the other pairs; None if
            the pair was not tested, or another program's test is emulated.
        differing_units: The number of units of resampling in which the statistics differ; None if
            it is not known.
        equivalence: The tests of equivalence; None without a margin or a standard error.
    """

    metric: str
    system: str
    other: str
    difference: float | None
    interval: Interval | None
    standard_error: float | None
    p_value: float | None
    adjusted_p_value: float | None
    significant: bool
    better: str | None
    exact: bool
    differing_segments: int | None
    identical_output: bool
    smallest_visible_difference: float | None
    segments_needed: int | None
    corrected_visible_difference: float | None = None
    one_sided_bounds: Interval | None = None
    p_value_limit: float | None = None
    differing_units: int | None = None
    equivalence: Equivalence | None = None

    @property
    def detectable_difference(self) -> float | None:
        """The difference that the test detects with a power of 80%, after Holm's correction."""
        return self.corrected_visible_difference or self.smallest_visible_difference


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two metrics that rank two systems in opposite orders.

    Attributes:
        system: The system that `metric` prefers.
        other: The system that `other_metric` prefers.
        metric: The first metric.
        other_metric: The second metric.
        significant: The metrics under which the difference is significant.
        segments: The segments where the two metrics disagree most about the pair.
    """

    system: str
    other: str
    metric: str
    other_metric: str
    significant: tuple[str, ...]
    segments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BreakdownGroup:
    """A group of segments.

    Attributes:
        label: The label of the group, such as "10-19" or the name of a document.
        segments: The numbers of the segments.
        units: The number of units of resampling with segments of the group.
    """

    label: str
    segments: tuple[int, ...]
    units: int


@dataclass(frozen=True, slots=True)
class BreakdownCell:
    """The score of a system on a group of segments.

    Attributes:
        group: The label of the group.
        system: The system.
        metric: The metric.
        score: The score; None if it is undefined or the group is too small.
        interval: Its interval, under the same conditions.
    """

    group: str
    system: str
    metric: str
    score: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """The difference of two systems on a group of segments.

    Attributes:
        group: The label of the group.
        system: The system.
        other: The system that it is compared with: the baseline, or the best of the test set; of
            two systems the worse.
        metric: The metric.
        difference: The score of `system` minus that of `other`; None if a score is undefined or
            the group is too small.
        interval: Its interval, under the same conditions.
        differing_units: The number of units in which the statistics differ; None if there is no
            difference, or it is not known.
    """

    group: str
    system: str
    other: str
    metric: str
    difference: float | None
    interval: Interval | None
    differing_units: int | None = None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Scores by groups of segments.

    Attributes:
        field: The field of the groups: "reference length", "document", the name of a column of
            metadata, or "reference", where each group is all segments with a single reference.
        minimum: The number of segments that a group needs for a score to be shown.
        groups: The groups, in order.
        cells: A cell for every group, system and metric.
        differences: A difference for every group, metric and system other than the baseline or, if
            there is none, the best system of the metric.
    """

    field: str
    minimum: int
    groups: tuple[BreakdownGroup, ...]
    cells: tuple[BreakdownCell, ...]
    differences: tuple[GroupDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class Tokenization:
    """The tokenization for lengths, words and distinguishing n-grams.

    Attributes:
        tokenizer: The tokenizer.
        lowercase: The case folding, or "none".
    """

    tokenizer: str
    lowercase: Lowercase


@dataclass(frozen=True, slots=True)
class OrderPrecision:
    """The precision of a system's n-grams of one order, of the tokens of a metric.

    Attributes:
        metric: The metric, as requested.
        system: The system.
        order: The order, 1 for single tokens.
        clipped_matches: The number of matching n-grams, clipped by their count in the references.
        total: The number of n-grams in the hypotheses.
        precision: clipped_matches / total, 0 to 1; None if total is 0.
    """

    metric: str
    system: str
    order: int
    clipped_matches: int
    total: int
    precision: float | None


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a system's hypotheses.

    Attributes:
        system: The system.
        hypothesis_length: The number of tokens in all hypotheses.
        reference_length: The number of tokens in the references closest in length.
        ratio: hypothesis_length / reference_length; None if the references are empty.
    """

    system: str
    hypothesis_length: int
    reference_length: int
    ratio: float | None


@dataclass(frozen=True, slots=True)
class WordAccuracy:
    """The accuracy of a system on words of one frequency.

    Attributes:
        system: The system.
        frequency: The frequency of the words in the references, such as "2-4"; "0" for words that
            do not occur in them.
        matched: The number of matches, clipped per segment by the closest reference's count.
        in_hypotheses: The number of such words in the hypotheses.
        in_references: The number of such words in the closest references.
        precision: matched / in_hypotheses; None if in_hypotheses is 0.
        recall: matched / in_references; None if in_references is 0.
        f1: Their harmonic mean; None if both are undefined.
    """

    system: str
    frequency: str
    matched: int
    in_hypotheses: int
    in_references: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class DistinguishingNgram:
    """An n-gram that distinguishes two systems.

    Attributes:
        system: The system with the higher count.
        other: The other system.
        kind: "matched" for matches with the references, "over-produced" for occurrences beyond
            those in the references, "under-produced" for occurrences missing from the hypothesis.
        ngram: Its tokens.
        count: The count of this kind in `system`.
        other_count: The count of this kind in `other`.
        documents: The number of documents (segments, if documents are not known) in which the
            counts of the two systems differ.
        p_value: The two-sided p-value of the sign test over these.
        adjusted_p_value: The p-value adjusted for the false-discovery rate over the pair and kind.
        segments: The first few segments in which `system` has a higher count.
        text: The n-gram as it is written in one of these segments, if it was found there.
    """

    system: str
    other: str
    kind: Kind
    ngram: tuple[str, ...]
    count: int
    other_count: int
    documents: int
    p_value: float
    adjusted_p_value: float
    segments: tuple[int, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class NgramDifference:
    """An n-gram whose counts differ much between two systems; the difference is not tested.

    Attributes:
        system: The system with the higher count.
        other: The other system.
        kind: The kind of the counts, as in `DistinguishingNgram`.
        ngram: Its tokens.
        text: The n-gram as it is written in one of the segments, if it was found there.
        count: The count of this kind in `system`.
        other_count: The count of this kind in `other`.
        differing_segments: The number of segments in which the counts of the two differ.
        z_score: The log-odds ratio with an informative Dirichlet prior, divided by its standard
            deviation; above 0.
        segments: The first few segments in which `system` has a higher count.
    """

    system: str
    other: str
    kind: Kind
    ngram: tuple[str, ...]
    text: str
    count: int
    other_count: int
    differing_segments: int
    z_score: float
    segments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SegmentOutcomes:
    """The segment scores of two systems compared.

    Attributes:
        metric: The metric.
        system: The first system.
        other: The second system.
        better: The number of segments in which `system` has the better score.
        equal: The number of segments in which the scores are equal.
        worse: The number of segments in which `other` has the better score.
        edges: The edges of a histogram of the score of `system` minus that of `other`: round
            numbers, symmetric about 0; none if all scores are equal.
        counts: The number of segments between each two edges. A difference at an edge is counted
            on the side of 0, and a difference of 0 is not counted.
    """

    metric: str
    system: str
    other: str
    better: int
    equal: int
    worse: int
    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A segment that contributes much to the difference of two systems.

    Attributes:
        metric: The metric.
        system: The first system.
        other: The second system.
        segment: The segment's number.
        contribution: The difference of the two scores of the test set, `system` minus `other`,
            minus what it is without the segment.
        difference: The segment score of `system` minus that of `other`; None if it is undefined.
    """

    metric: str
    system: str
    other: str
    segment: int
    contribution: float
    difference: float | None


@dataclass(frozen=True, slots=True)
class SuspiciousSegment:
    """A segment to check before relying on the scores.

    Attributes:
        suspicion: The kind of suspicion.
        system: The system of the hypothesis; None if the test set itself is meant.
        segment: The segment's number.
        detail: A few words, such as "3.4 times as long as the reference".
    """

    suspicion: Suspicion
    system: str | None
    segment: int
    detail: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A finding that undermines the headline or the scores behind it.

    Attributes:
        kind: The kind of doubt.
        systems: The systems that it is about, the one named first in `sentence` first; empty if
            it is about the test set or a metric.
        metric: The metric; None if it is about all metrics.
        segments: The numbers of the segments that show it; empty if all do.
        sentence: What was found, with its numbers, in a sentence or two.
    """

    kind: DoubtKind
    systems: tuple[str, ...]
    metric: str | None
    segments: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckedCondition:
    """What came of a condition under which a system fails, such as "bleu worsens".

    Attributes:
        condition: The condition as it was given.
        requirement: What holds if the system passes, such as "bleu does not worsen".
        system: The system.
        passed: Whether the condition does not hold.
        sentence: The result in words.
        metric: The metric; None if the condition is about lengths or suspicious segments.
        against: The system that `system` is compared with, which can be one of a saved report;
            None if the condition limits a number.
        score: The score of `system`, or the number that is limited; None if it is undefined.
        other_score: The score of `against`.
        difference: score - other_score.
        interval: The interval of the difference, if it was tested.
        p_value: The corrected p-value of the difference, if it was tested.
    """

    condition: str
    requirement: str
    system: str
    passed: bool
    sentence: str
    metric: str | None = None
    against: str | None = None
    score: float | None = None
    other_score: float | None = None
    difference: float | None = None
    interval: Interval | None = None
    p_value: float | None = None


@dataclass(frozen=True, slots=True)
class SegmentStatistics:
    """The statistics of every segment under a metric, whose sums give the score of any selection.

    Attributes:
        columns: The names of the columns that the formula reads.
        values: By system, the values of each column, one for each segment, separated by spaces;
            numbers have up to 8 significant digits.
        steps: The formula that makes a score of sums: ["column", name], ["number", value], or an
            operation and the places of the steps on whose results it works; the last result is the
            score. A number that JSON lacks is "NaN", "Infinity" or "-Infinity". None in reports
            that named formulas.
    """

    columns: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    steps: tuple[tuple[Any, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptStatistics:
    """What a report without texts keeps, so that its systems can be tested against later ones.

    Attributes:
        references: A digest of the references of all segments.
        units: The number of the unit of resampling to which each segment belongs.
        statistics: The statistics by metric, as in `Segments`.
    """

    references: str
    units: tuple[int, ...]
    statistics: Mapping[str, SegmentStatistics]


@dataclass(frozen=True, slots=True)
class Origin:
    """What the user says of the systems of a report.

    Attributes:
        date: The date in ISO 8601, such as "2026-03-02" or "2026-03-02T04:30Z", or "".
        commit: The revision from which the systems were made, or "".
        languages: The languages, such as "en-de", or "".
    """

    date: str = ""
    commit: str = ""
    languages: str = ""

    @property
    def when(self) -> str:
        """The date and the beginning of the commit, as people write them, or "".

        >>> Origin("2026-03-02", "a1b2c3d4e5").when, Origin(commit="a1b2c3d4e5").when
        ('2026-03-02 (a1b2c3d)', 'a1b2c3d')
        """
        return self.with_commit(SHORT_COMMIT)

    def with_commit(self, length: int) -> str:
        """Return the date and so many characters of the commit, or ""."""
        commit = self.commit[:length]
        return f"{self.date} ({commit})" if self.date and commit else self.date or commit


NO_ORIGIN = Origin()


@dataclass(frozen=True, slots=True)
class Segments:
    """The texts and their scores.

    Attributes:
        sources: The sources, or None if they are not known.
        references: The references of each segment.
        hypotheses: The hypotheses by system; tokens, if given, are joined by spaces.
        documents: The document of each segment, or None if documents are not known.
        metadata: The other columns, by name.
        scores: The score of every segment, by metric and system.
        directions: "rtl" or "ltr", by the script of the references, for sources and targets:
            {"source": "ltr", "target": "rtl"}.
        language: The language of hypotheses and references as a BCP 47 tag if it is known
            from their script, such as "ja"; else "".
        statistics: The statistics by metric, for metrics that declare their formula; those of
            the first run of each system.
        notes: The notes of readers, by the first reference of the segments that they are on.
    """

    sources: tuple[str, ...] | None
    references: tuple[tuple[str, ...], ...]
    hypotheses: Mapping[str, tuple[str, ...]]
    documents: tuple[str, ...] | None
    metadata: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, Mapping[str, tuple[float | None, ...]]]
    directions: Mapping[str, str]
    language: str
    statistics: Mapping[str, SegmentStatistics] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


def opponents_of(
    systems: Sequence[str], baseline: str | None, saved_report: str
) -> Mapping[str, str]:
    """Return the system that each is compared with: the baseline, or its saved version."""
    if baseline is not None:
        return {system: baseline for system in systems if system != baseline}
    versions = {system: saved_name(system) for system in systems if saved_report}
    return {new: saved for new, saved in versions.items() if saved in systems}


@dataclass(frozen=True, repr=False)
class Comparison(DataReport):
    """A comparison of systems.

    Attributes:
        title: The title of the report.
        version: The version of tallystick that made it.
        verdict: The sentences on which systems differ significantly; the first is the headline.
        caveats: The sentences on what the test does not cover.
        methods: The methods paragraph for a paper.
        test_set: The test set.
        test: The significance test.
        metrics: The metrics, in the order requested.
        systems: The systems, in the order given.
        baseline: The system all others are compared with; None if all pairs are compared.
        scores: A score for each metric and system.
        differences: A difference for each metric and pair.
        disagreements: Pairs about which metrics disagree.
        tokenization: The tokenization of the following analyses; None if there are none.
        orders: The precision for each metric that counts n-grams of tokens, system and order.
        lengths: The length of each system's hypotheses.
        breakdowns: Scores by groups of segments.
        breakdown_notes: Groups that `breakdowns` omits, one sentence each.
        word_accuracy: The accuracy for each system and frequency.
        ngrams: N-grams that distinguish two systems, by a sign test.
        ngram_differences: N-grams with the largest differences between two systems, not tested.
        segment_outcomes: The segment scores of two systems compared, for each metric and pair; of
            many systems only pairs with the baseline or the best system.
        examples: The segments with the largest contributions to the difference of two systems, in
            either direction, by metric and pair, the largest first; of the same pairs.
        suspicious: Segments to check.
        segments: The texts, or None if they were omitted.
        notes: Footnotes on this comparison, one sentence each.
        doubts: What undermines the headline, the most serious first.
        checks: What came of the conditions under which systems fail.
        origin: The date, the commit and the languages, if they were given.
        kept: The statistics that are kept if texts are omitted, or None.
        saved_report: The name of the saved report that contains the baseline, or an earlier version
            of each system, without its folder; "" if there is none.
    """

    kind: ClassVar[str] = "comparison"
    schema: ClassVar[str] = SCHEMA

    title: str
    version: str
    verdict: tuple[str, ...]
    caveats: tuple[str, ...]
    methods: str
    test_set: TestSet
    test: SignificanceTest
    metrics: tuple[ComparedMetric, ...]
    systems: tuple[ComparedSystem, ...]
    baseline: str | None
    scores: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]
    disagreements: tuple[Disagreement, ...] = ()
    tokenization: Tokenization | None = None
    orders: tuple[OrderPrecision, ...] = ()
    lengths: tuple[Length, ...] = ()
    breakdowns: tuple[Breakdown, ...] = ()
    breakdown_notes: tuple[str, ...] = ()
    word_accuracy: tuple[WordAccuracy, ...] = ()
    ngrams: tuple[DistinguishingNgram, ...] = ()
    ngram_differences: tuple[NgramDifference, ...] = ()
    segment_outcomes: tuple[SegmentOutcomes, ...] = ()
    examples: tuple[Example, ...] = ()
    suspicious: tuple[SuspiciousSegment, ...] = ()
    segments: Segments | None = None
    notes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    checks: tuple[CheckedCondition, ...] = ()
    origin: Origin = NO_ORIGIN
    kept: KeptStatistics | None = None
    saved_report: str = ""

    @property
    def opponents(self) -> Mapping[str, str]:
        """The system that each is compared with; empty if all pairs are compared."""
        names = [system.name for system in self.systems]
        return opponents_of(names, self.baseline, self.saved_report)

    @property
    def signatures(self) -> tuple[tuple[str, str], ...]:
        """The name and the signature of each metric, and of the test."""
        of_metrics = tuple((metric.title, metric.signature) for metric in self.metrics)
        return (*of_metrics, ("test", self.test.signature))

    def __repr__(self) -> str:
        """Return one line, because the full contents are very long."""
        return (
            f"<Comparison of {counted(len(self.systems), 'system')} by "
            f"{', '.join(metric.metric for metric in self.metrics)} on "
            f"{counted(self.test_set.segments, 'segment')}>"
        )

    def _repr_markdown_(self) -> str:
        """Return the Markdown representation for notebooks without HTML."""
        return str(render(self, "markdown"))

    def document(self, digits: int | None = None) -> list[Block]:
        """Return the blocks for people, the verdict first."""
        from tallystick.reports.comparison.tables.document import document

        return document(self, digits)

    def data_tables(self) -> dict[str, Table]:
        """Return the table of scores and that of the differences of all pairs."""
        from tallystick.reports.comparison.tables.data_tables import data_tables

        return data_tables(self.kind, self.to_dict())

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return the tables of scores and of pairs as records, with unrounded numbers.

        The keys are "scores" and "pairs". The bounds of an interval are `low` and `high`, and an
        undefined number is None.
        """
        from tallystick.reports.comparison.tables.data_tables import records

        return records(self)

    def to_frame(self, table: str = "scores", library: str = "pandas") -> Any:
        """Return the table "scores" or "pairs" as a frame; see `tallystick.frame`."""
        from tallystick.reports.saving.frames import frame

        return frame(self, table, library)

    @classmethod
    def from_json(
        cls, report: str | bytes | Mapping[str, Any], name: str = "the comparison"
    ) -> Self:
        """Read a comparison from JSON text or from the parsed object.

        Args:
            report: The text, or the object.
            name: The name of the report in errors, such as its file.

        Raises:
            InputError: The JSON is not a comparison of this schema, a part is missing, has the
                wrong type or is not a finite number, or the parts contradict each other.
        """
        from tallystick.reports.comparison.saved.consistency import check_consistency

        comparison = super().from_json(report, name)
        check_consistency(comparison, name)
        return comparison

    def metric_called(self, name: str) -> ComparedMetric:
        """Return a metric by its name in the report, or by its title, ignoring case.

        Raises:
            UnknownNameError: The report has no such metric, or several with this title.
        """
        folded = str(name).casefold()
        called = [metric for metric in self.metrics if metric.metric == name] or [
            metric
            for metric in self.metrics
            for title in [metric.title.casefold()]
            if folded in (metric.metric.casefold(), title, title.partition(" (")[0])
        ]
        if len(called) == 1:
            return called[0]
        known = [metric.metric for metric in self.metrics]
        if called:
            raise UnknownNameError(
                f"several metrics of the report are called {name!r}; expected one of "
                f"{', '.join(known)}"
            )
        raise UnknownNameError(f"the report has no metric {name!r}{nearest(str(name), known)}")

    def score_of(self, system: str, metric: str) -> SystemScore:
        """Return the score of a system under a metric.

        Raises:
            UnknownNameError: The report has no such system or metric.
        """
        label = self.metric_called(metric).metric
        for score in self.scores:
            if (score.system, score.metric) == (system, label):
                return score
        known = [compared.name for compared in self.systems]
        raise UnknownNameError(f"the report has no system {system!r}{nearest(str(system), known)}")

    def differences_under(self, metric: str) -> tuple[Difference, ...]:
        """Return the differences of all pairs under one metric.

        Raises:
            UnknownNameError: The report has no such metric.
        """
        label = self.metric_called(metric).metric
        return tuple(pair for pair in self.differences if pair.metric == label)

    def in_order_of(self, metric: str) -> tuple[SystemScore, ...]:
        """Return the scores under one metric, the best first, undefined scores last.

        Raises:
            UnknownNameError: The report has no such metric.
        """
        return in_order(self.scores, self.metric_called(metric))
