"""The data model of a challenge, independent of output formats.

As JSON, under the schema `tallystick/challenge/1`, every dataclass is an object with its fields,
every tuple a list. An undefined number is null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tallystick.metrics.interface.identity import Citation
from tallystick.reports.comparison.model import Interval
from tallystick.reports.saving.data_report import DataReport

SCHEMA = "tallystick/challenge/1"


@dataclass(frozen=True, slots=True)
class ChallengedMetric:
    """A metric that is challenged.

    Attributes:
        metric: The metric as requested, unique in a report.
        title: The name that is printed.
        signature: Everything its scores depend on.
        higher_is_better: Whether a higher score is better.
        digits: The number of decimals of a score that are printed.
        score: The score of the corpus without changes.
        faults_noticed: The mean over the faults of the share of segments whose score becomes worse.
        harmless_noticed: The same of the harmless changes; None without any.
        separation: The share of pairs of a fault and a harmless change in which the relative drop
            of the fault is larger, to which equal ones add a half; None without such pairs.
        separation_interval: Its interval over segments and what is planted in them.
        severity_order: The share of pairs of faults of different severity in which the relative
            drop of the more severe one is larger, to which equal ones add a half; None without.
        severity_interval: Its interval, like that of the separation.
        preferred: The mean over the faults of the share of texts without the fault that have the
            better score, to which ties add a half.
        preferred_interval: Its interval over segments.
        aces_score: The weighted score of ACES, -29.1 to 29.1; None without its phenomena.
        correlation: The mean over the faults of the correlation with their number; None without
            any.
        citation: The work that defines it, or None.
    """

    metric: str
    title: str
    signature: str
    higher_is_better: bool
    digits: int
    score: float
    faults_noticed: float | None
    harmless_noticed: float | None
    separation: float | None
    separation_interval: Interval | None
    severity_order: float | None
    severity_interval: Interval | None
    preferred: float | None
    preferred_interval: Interval | None
    aces_score: float | None
    correlation: float | None
    citation: Citation | None


@dataclass(frozen=True, slots=True)
class PlantedChange:
    """A change that is planted.

    Attributes:
        change: The name.
        is_fault: Whether a metric should notice it; otherwise the change is harmless.
        severity: How bad the fault is: "minor", "major" or "critical", or "".
        description: What is done.
        segments: The number of segments in which one was planted.
        segments_with_several: The number of segments in which several were planted too.
        left_out: Why metrics are not challenged with it, or "".
        example: The number of the segment, from 1, whose text is the example; None without any.
        before: The text of the example.
        after: The text with the change.
    """

    change: str
    is_fault: bool
    severity: str
    description: str
    segments: int
    segments_with_several: int
    left_out: str
    example: int | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a metric reacts to a change.

    All numbers are those of the segments in which the change was planted.

    Attributes:
        metric: The metric.
        change: The change.
        noticed: The share of segments whose score becomes worse; None if no score is defined.
        improved: The share of segments whose score becomes better.
        preferred: The share of segments whose score is better without the change, to which equal
            ones add a half.
        preferred_interval: Its interval over segments.
        drop: How much worse the corpus score becomes, in points, with the change in every segment;
            positive is worse, also where lower scores are better. None if it is undefined.
        drop_interval: Its interval over segments.
        relative: The drop as a multiple of that of one dropped word in each of these segments; None
            if that is no drop.
        relative_interval: Its interval over segments.
        correlation: Kendall's tau-a between the number of changes in a segment and how bad its
            score is, averaged over the segments in which several were planted; None without these.
        series: Numbers of changes in each of these segments, and their corpus score.
    """

    metric: str
    change: str
    noticed: float | None
    improved: float | None
    preferred: float | None
    preferred_interval: Interval | None
    drop: float | None
    drop_interval: Interval | None
    relative: float | None
    relative_interval: Interval | None
    correlation: float | None
    series: tuple[tuple[int, float | None], ...]


@dataclass(frozen=True, slots=True)
class PreferenceTest:
    """Whether two metrics prefer texts without a fault equally often.

    Attributes:
        metric: A metric.
        other: Another one.
        difference: The difference of `preferred` of the two.
        p_value: Its two-sided p-value, with the metrics exchanged in random segments.
        adjusted: The same, corrected for all pairs of metrics.
    """

    metric: str
    other: str
    difference: float
    p_value: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Challenge(DataReport):
    """How metrics react to planted faults and to harmless changes, or to the faults of items.

    Attributes:
        is_planted: Whether the changes are planted; else they are the phenomena of given items.
        items_left_out: The number of given items that were not used.
        unknown_severities: What given items have in the place of a severity, which does not count.
        version: The version of tallystick that made it.
        language: The language of the texts; "" if it is not known.
        segments: The number of segments.
        unchanged: The number of segments that equal one of their references before the changes.
        seed: The seed of the planted changes and of the resamples.
        resamples: The number of resamples of intervals.
        confidence: The confidence of intervals.
        verdict: The result in sentences.
        notes: What limits it.
        metrics: The metrics.
        changes: The changes.
        reactions: For each metric and each change that is not left out.
        tests: For each pair of metrics.
    """

    is_planted: bool
    items_left_out: int
    unknown_severities: tuple[str, ...]
    version: str
    language: str
    segments: int
    unchanged: int
    seed: int
    resamples: int
    confidence: float
    verdict: tuple[str, ...] = field(init=False)
    notes: tuple[str, ...] = field(init=False)
    metrics: tuple[ChallengedMetric, ...]
    changes: tuple[PlantedChange, ...]
    reactions: tuple[Reaction, ...]
    tests: tuple[PreferenceTest, ...]

    kind: ClassVar[str] = "challenge"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.challenge_sets.tables"

    def __post_init__(self) -> None:
        """Say the result in sentences."""
        from tallystick.reports.challenge_sets import verdict

        object.__setattr__(self, "verdict", tuple(verdict.verdict(self)))
        object.__setattr__(self, "notes", tuple(verdict.notes(self)))
