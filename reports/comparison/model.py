"""What a comparison of systems holds, with no output format in mind.

Everything that a renderer shows is here, so that a saved report renders again without scoring.
As JSON, under the schema `tallystick/comparison/2`, every dataclass is an object with its fields,
every tuple a list; `reports/json_form.py` reads and writes it. Segments are numbered
from 1, like the lines of a file. A number that is not defined is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from tallystick.errors import UnknownNameError
from tallystick.metrics.identity import Citation, Scale
from tallystick.metrics.registry import nearest
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.metrics.wording import counted
from tallystick.reports.formats import render
from tallystick.reports.json_form import parsed, plain, read

if TYPE_CHECKING:
    from tallystick.reports.document import Block, Table

SCHEMA = "tallystick/comparison/2"

Kind = Literal["matched", "over-produced", "under-produced"]
Suspicion = Literal[
    "empty hypothesis",
    "empty reference",
    "copied source",
    "length ratio",
    "script",
    "duplicate",
]


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds between which a number lies with the report's confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A metric by which systems are compared.

    Attributes:
        metric: As it was asked for, such as "bleu:smooth=floor"; unique in a report.
        name: The name alone, such as "bleu".
        title: The name that is printed, such as "BLEU".
        scale: The range of its scores, and with how many digits they are printed.
        higher_is_better: Whether a higher score is better.
        signature: Everything its scores depend on.
        segment_signature: The same of the scores of single segments, where that differs; else "".
        citation: The work that defines it, or None.
    """

    metric: str
    name: str
    title: str
    scale: Scale
    higher_is_better: bool
    signature: str
    segment_signature: str = ""
    citation: Citation | None = None


@dataclass(frozen=True, slots=True)
class ComparedSystem:
    """A system; where it has several training runs, the texts shown are those of the first."""

    name: str
    runs: int = 1


@dataclass(frozen=True, slots=True)
class TestSet:
    """What the systems were compared on.

    Attributes:
        segments: How many segments.
        references: How many references each has, or None where the number varies.
        documents: How many documents, or None where they are not known.
        unit: What is resampled: "segment", "document", or the name of the field that groups.
        units: How many there are.
    """

    __test__: ClassVar[bool] = False  # pytest takes a class of this name for a test

    segments: int
    references: int | None
    documents: int | None
    unit: str
    units: int


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """How differences were tested.

    Attributes:
        method: "approximate randomisation", "centred bootstrap", "two-level test", or the
            title of another program's test.
        resamples: How many resamples.
        requested_resamples: How many were asked for; fewer where significance was out of reach.
        seed: What the random numbers start from.
        confidence: The confidence of intervals, such as 0.95.
        significance_level: The level below which an adjusted p-value is called significant.
        correction: "holm", "benjamini-hochberg", "max-t" or "none".
        comparisons: How many pairs are corrected for together, for each metric.
        signature: All of it in one line.
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


@dataclass(frozen=True, slots=True)
class SystemScore:
    """What one metric says of one system.

    Attributes:
        system: The system.
        metric: The metric, as it was asked for.
        score: The score of the whole test set; of several runs the mean.
        interval: Its interval under the bootstrap; None where there is a single unit.
        standard_error: The standard deviation of the score over bootstrap resamples.
        best: Whether no system of the report has a better score.
        rank: The first and the last rank that significant differences leave it, 1 the best.
        cluster: The number of its cluster, 1 the best: every system of a cluster is significantly
            better than every system of the next.
        run_scores: The score of each run, where there are several.
        run_deviation: Their standard deviation.
        details: The numbers the score is made of, by name; of the first run.
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


@dataclass(frozen=True, slots=True)
class Difference:
    """How two systems differ under one metric.

    Attributes:
        metric: The metric, as it was asked for.
        system: The first system; of a pair with the baseline the other one.
        other: The second system.
        difference: The score of `system` minus that of `other`.
        interval: Its interval under the paired bootstrap.
        standard_error: Its standard deviation under the paired bootstrap.
        p_value: The two-sided p-value of the test.
        adjusted_p_value: The same, corrected for the number of comparisons.
        significant: Whether it lies at or below the significance level.
        better: The significantly better system, or None.
        exact: Whether all resamples were enumerated.
        differing_segments: In how many segments their texts differ; of several runs the first's.
        identical_output: Whether the two systems' texts are the same in every segment.
        smallest_visible_difference: The difference that a test at the significance level, without
            correction, finds with a power of 80% on this test set; None where too few units differ
            to say.
        segments_needed: About how many segments of this kind it would take to find a difference
            as large as this one with that power; None where the difference is 0.
        corrected_visible_difference: The same as `smallest_visible_difference` at the first step of
            Holm's correction, the strictest; None where there is no such step.
        one_sided_bounds: Two bounds, each of which holds by itself with the report's confidence:
            the difference is at least the lower one, and it is at most the upper one.
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
    differing_segments: int
    identical_output: bool
    smallest_visible_difference: float | None
    segments_needed: int | None
    corrected_visible_difference: float | None = None
    one_sided_bounds: Interval | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two metrics that put the same two systems in opposite orders.

    Attributes:
        system: The system that `metric` prefers.
        other: The system that `other_metric` prefers.
        metric: The first metric.
        other_metric: The second metric.
        significant: Which of the two metrics find the difference significant.
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
    """Some of the segments.

    Attributes:
        label: What they have in common, such as "10-19" or the name of a document.
        segments: Their numbers.
        units: How many units of resampling they touch.
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
        score: The score; None where it is not defined or the group is too small.
        interval: Its interval, under the same conditions.
    """

    group: str
    system: str
    metric: str
    score: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Scores by groups of segments.

    Attributes:
        field: What the groups are made by: "reference length", "document", the name of a column of
            metadata, or "reference", where each group is all segments with one reference alone.
        minimum: How many segments a group needs for a score to be shown.
        groups: The groups, in order.
        cells: One for every group, system and metric.
    """

    field: str
    minimum: int
    groups: tuple[BreakdownGroup, ...]
    cells: tuple[BreakdownCell, ...]


@dataclass(frozen=True, slots=True)
class Tokenization:
    """How texts were split for lengths, n-grams and words.

    Attributes:
        tokenizer: The tokenizer.
        lowercase: How case was folded: "none" where it was not.
        order: The highest order of the n-grams whose precision is shown.
    """

    tokenizer: str
    lowercase: Lowercase
    order: int


@dataclass(frozen=True, slots=True)
class OrderPrecision:
    """How many n-grams of one order a system has right.

    Attributes:
        system: The system.
        order: The order, 1 for single tokens.
        clipped_matches: How many n-grams match, clipped by their count in the references.
        total: How many n-grams the hypotheses have.
        precision: Their quotient, 0 to 1; None where there are none.
    """

    system: str
    order: int
    clipped_matches: int
    total: int
    precision: float | None


@dataclass(frozen=True, slots=True)
class Length:
    """How long a system's hypotheses are.

    Attributes:
        system: The system.
        hypothesis_length: Tokens of all hypotheses.
        reference_length: Tokens of the references they are measured by, the closest in length.
        ratio: Their quotient; None where the references are empty.
    """

    system: str
    hypothesis_length: int
    reference_length: int
    ratio: float | None


@dataclass(frozen=True, slots=True)
class WordAccuracy:
    """How well a system gets the words of one frequency.

    Attributes:
        system: The system.
        frequency: How often the words occur in the references, such as "2-4"; words that do not
            are "0".
        matched: How many of them match, clipped per segment by the closest reference's count.
        in_hypotheses: How many the hypotheses have.
        in_references: How many the closest references have.
        precision: matched / in_hypotheses; None where there are none.
        recall: matched / in_references; None where there are none.
        f1: Their harmonic mean; None where neither is.
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
    """An n-gram that two systems treat differently.

    Attributes:
        system: The system that has more of it.
        other: The other system.
        kind: "matched" where it is right, "over-produced" where the references have fewer,
            "under-produced" where they have more of it than `system`, which misses more.
        ngram: Its tokens.
        count: How often so in `system`.
        other_count: How often so in `other`.
        documents: In how many documents (segments, where documents are not known) the counts of
            the two differ.
        p_value: The two-sided p-value of the sign test over these.
        adjusted_p_value: The same with the false-discovery rate controlled over the pair and kind.
        segments: Segments where the counts differ, the first few.
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


@dataclass(frozen=True, slots=True)
class SegmentDifference:
    """A segment in which two systems' scores are far apart.

    Attributes:
        metric: The metric.
        system: The system with the better score.
        other: The other.
        segment: The segment's number.
        difference: Score of `system` minus score of `other`.
    """

    metric: str
    system: str
    other: str
    segment: int
    difference: float


@dataclass(frozen=True, slots=True)
class SuspiciousSegment:
    """Something that should be looked at before the scores are believed.

    Attributes:
        suspicion: What kind.
        system: Whose hypothesis; None where the test set itself is meant.
        segment: The segment's number.
        detail: A few words, such as "3.4 times as long as the reference".
    """

    suspicion: Suspicion
    system: str | None
    segment: int
    detail: str


@dataclass(frozen=True, slots=True)
class Segments:
    """The texts, and what each metric says of each.

    Attributes:
        sources: The sources, or None where they are not known.
        references: For each segment its references.
        hypotheses: For each system its hypotheses; tokens, where tokens were given, joined by a
            space.
        documents: The document of each segment, or None where they are not known.
        metadata: The other columns, by name.
        scores: For each metric and each system the score of every segment.
        directions: "rtl" or "ltr", by the script of the references, for sources and targets:
            {"source": "ltr", "target": "rtl"}.
        language: The language of hypotheses and references as a tag of BCP 47 where it is known
            from their script, such as "ja"; else "".
    """

    sources: tuple[str, ...] | None
    references: tuple[tuple[str, ...], ...]
    hypotheses: Mapping[str, tuple[str, ...]]
    documents: tuple[str, ...] | None
    metadata: Mapping[str, tuple[str, ...]]
    scores: Mapping[str, Mapping[str, tuple[float | None, ...]]]
    directions: Mapping[str, str]
    language: str


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """A comparison of systems.

    Attributes:
        title: What the report is called.
        version: The version of tallystick that made it.
        verdict: Which systems differ significantly, a sentence each, the first the headline.
        caveats: What the test does not cover, a sentence each.
        methods: A paragraph for a paper.
        test_set: What the systems were compared on.
        test: How differences were tested.
        metrics: The metrics, in the order asked for.
        systems: The systems, in the order given.
        baseline: The system all others are compared with; None where all pairs are.
        scores: One for each metric and system.
        differences: One for each metric and pair.
        disagreements: Pairs about which metrics disagree.
        tokenization: How texts were split for what follows; None where nothing follows.
        orders: Precision by order, one for each system and order.
        lengths: One for each system.
        breakdowns: Scores by groups of segments.
        word_accuracy: One for each system and frequency.
        ngrams: N-grams that distinguish two systems.
        largest_differences: Segments with the largest differences.
        suspicious: Segments to look at.
        segments: The texts, or None where they were left out.
        notes: What happened on the way that a reader must know, a sentence each.
    """

    kind: ClassVar[str] = "comparison"

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
    word_accuracy: tuple[WordAccuracy, ...] = ()
    ngrams: tuple[DistinguishingNgram, ...] = ()
    largest_differences: tuple[SegmentDifference, ...] = ()
    suspicious: tuple[SuspiciousSegment, ...] = ()
    segments: Segments | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line, because all of it would fill a screen many times over."""
        return (
            f"<Comparison of {counted(len(self.systems), 'system')} by "
            f"{', '.join(metric.metric for metric in self.metrics)} on "
            f"{counted(self.test_set.segments, 'segment')}>"
        )

    def __str__(self) -> str:
        return str(render(self, "text")).removesuffix("\n")

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return str(render(self, "notebook"))

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows where it shows no HTML."""
        return str(render(self, "markdown"))

    def document(self, digits: int | None = None) -> list[Block]:
        """Return what people read, the verdict first."""
        from tallystick.reports.comparison.tables import document

        return document(self, digits)

    def data_tables(self) -> dict[str, Table]:
        """Return the scores, a row for each system and metric, and the differences of all pairs."""
        from tallystick.reports.comparison.data_tables import pair_rows, score_rows

        return {"scores": score_rows(self), "pairs": pair_rows(self)}

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON's own types, its schema first."""
        return {"schema": SCHEMA, **plain(self)}

    @classmethod
    def from_json(
        cls, report: str | bytes | Mapping[str, Any], name: str = "the comparison"
    ) -> Comparison:
        """Read a comparison back, from JSON text or from what it was parsed to.

        Args:
            report: The text, or the object.
            name: What errors call it, such as the name of its file.

        Raises:
            InputError: It is no comparison of this schema, a part is missing, of another type, or
                no finite number, or its parts contradict each other; the message says which.
        """
        from tallystick.reports.comparison.consistency import check_consistency

        comparison = read(parsed(report, name, SCHEMA), cls, name)
        check_consistency(comparison, name)
        return comparison

    def metric_called(self, name: str) -> ComparedMetric:
        """Return a metric by what the report calls it, or by its title, in any case.

        Raises:
            UnknownNameError: The report has no such metric, or several with this title.
        """
        for one in self.metrics:
            if one.metric == name:
                return one
        folded = str(name).casefold()
        found = [
            one for one in self.metrics if folded in (one.metric.casefold(), one.title.casefold())
        ]
        if len(found) == 1:
            return found[0]
        known = [one.metric for one in self.metrics]
        if found:
            raise UnknownNameError(
                f"several metrics of the report are called {name!r}; expected one of "
                f"{', '.join(known)}"
            )
        raise UnknownNameError(f"the report has no metric {name!r}{nearest(str(name), known)}")

    def score_of(self, system: str, metric: str) -> SystemScore:
        """Return what a metric says of a system.

        Raises:
            UnknownNameError: The report has no such system or metric.
        """
        label = self.metric_called(metric).metric
        for score in self.scores:
            if (score.system, score.metric) == (system, label):
                return score
        known = [one.name for one in self.systems]
        raise UnknownNameError(f"the report has no system {system!r}{nearest(str(system), known)}")

    def differences_under(self, metric: str) -> tuple[Difference, ...]:
        """Return the differences of all pairs under one metric.

        Raises:
            UnknownNameError: The report has no such metric.
        """
        label = self.metric_called(metric).metric
        return tuple(one for one in self.differences if one.metric == label)

    def in_order_of(self, metric: str) -> tuple[SystemScore, ...]:
        """Return the scores under one metric, the best first, those not defined last.

        Raises:
            UnknownNameError: The report has no such metric.
        """
        called = self.metric_called(metric)
        direction = -1 if called.higher_is_better else 1
        scores = [one for one in self.scores if one.metric == called.metric]
        return tuple(
            sorted(
                scores,
                key=lambda one: float("inf") if one.score is None else direction * one.score,
            )
        )
