"""The data model of a plan, independent of output formats.

As JSON, under the schema `tallystick/plan/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tallystick.metrics.interface.identity import Scale
from tallystick.reports.comparison.model import TestSet
from tallystick.reports.saving.data_report import DataReport

SCHEMA = "tallystick/plan/1"


@dataclass(frozen=True, slots=True)
class PlannedMetric:
    """A metric of a plan.

    Attributes:
        metric: The metric as requested, unique in a report.
        title: The name that is printed.
        scale: The range of its scores, and the number of decimals printed.
        signature: Everything its scores depend on.
        detectable: The smallest difference that this test set shows with a power of 80%, after the
            correction; the median of the pairs.
        margin: The difference from which on two systems are not equivalent, or None.
        to_show_equivalence: The segments that show with a power of 80% that equal systems are
            equivalent within the margin, the median of the pairs; None without a margin.
    """

    metric: str
    title: str
    scale: Scale
    signature: str
    detectable: float
    margin: float | None = None
    to_show_equivalence: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedDifference:
    """A true difference to find; numbers are the medians of the pairs.

    Attributes:
        metric: The metric.
        difference: The true difference, above 0, in units of the score.
        segments: The segments that find it with a power of 80%; None if systems have several runs.
        fewest: The same for the pair at the 10th percentile.
        most: The same for the pair at the 90th percentile.
        power: The chance, 0 to 1, that this test set finds it.
        exaggeration: How many times as large as it significant differences are on average.
    """

    metric: str
    difference: float
    segments: int | None
    fewest: int | None
    most: int | None
    power: float
    exaggeration: float


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """Two systems, and what follows if their observed difference is the true one.

    Attributes:
        metric: The metric.
        system: The first system.
        other: The second system.
        difference: The score of `system` minus that of `other`.
        standard_error: Its standard error.
        differing_units: The number of units of resampling in which the two differ.
        significant: Whether it is significant in the comparison.
        detectable: The smallest difference that this test set shows with a power of 80%.
        segments: The segments that find it with a power of 80%; None if it is 0, or a system has
            several runs.
        power: The chance, 0 to 1, that this test set finds it.
        exaggeration: How many times as large as it significant differences are on average; None if
            it is 0.
    """

    metric: str
    system: str
    other: str
    difference: float
    standard_error: float
    differing_units: int
    significant: bool
    detectable: float
    segments: int | None
    power: float
    exaggeration: float | None


@dataclass(frozen=True, slots=True)
class Plan(DataReport):
    """How many segments a comparison needs, from one that serves as a pilot.

    Attributes:
        version: The version of tallystick that made it.
        pilot: The title of the comparison.
        test_set: The test set of the comparison.
        power: The power that is planned for.
        significance_level: The level of the test before the correction.
        correction: The correction for the number of comparisons.
        comparisons: The number of comparisons corrected for.
        verdict: The plan in sentences.
        notes: What limits it.
        metrics: The metrics.
        differences: The true differences to find, by metric.
        pairs: The pairs in which enough units differ.
        left_out: The number of pairs and metrics in which too few units differ, or whose
            difference has no standard error.
    """

    version: str
    pilot: str
    test_set: TestSet
    power: float
    significance_level: float
    correction: str
    comparisons: int
    verdict: tuple[str, ...] = field(init=False)
    notes: tuple[str, ...] = field(init=False)
    metrics: tuple[PlannedMetric, ...]
    differences: tuple[PlannedDifference, ...]
    pairs: tuple[PlannedPair, ...]
    left_out: int

    kind: ClassVar[str] = "plan"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.planning.tables"

    def __post_init__(self) -> None:
        """Say the plan in sentences."""
        from tallystick.reports.planning import words

        object.__setattr__(self, "verdict", words.verdict(self))
        object.__setattr__(self, "notes", words.notes(self))
