"""The data model of a plan, independent of output formats.

As JSON, under the schema `tallystick/plan/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tallystick.reports.comparison.model import TestSet
from tallystick.reports.saving.data_report import DataReport

SCHEMA = "tallystick/plan/1"


@dataclass(frozen=True, slots=True)
class PlannedDifference:
    """A difference, and what follows if it is the true one.

    Attributes:
        metric: The metric as requested.
        title: The name of the metric that is printed.
        system: The first system of an observed difference; None for a difference to find, whose
            numbers are the medians of all pairs.
        other: The second system, or None.
        difference: The difference, in units of the score; of an observed one `system` minus
            `other`.
        significant: Whether it was observed and significant.
        segments: The segments that find it with a power of 80%; None if it is 0.
        power: The chance, 0 to 1, that this test set finds it.
        exaggeration: How many times as large as it significant differences are on average; None if
            it is 0, or none is significant.
        detectable: The difference that this test set finds with a power of 80%.
    """

    metric: str
    title: str
    system: str | None
    other: str | None
    difference: float
    significant: bool
    segments: int | None
    power: float
    exaggeration: float | None
    detectable: float


@dataclass(frozen=True, slots=True)
class Plan(DataReport):
    """How many segments a comparison needs, from one that serves as a pilot.

    Attributes:
        version: The version of tallystick that made it.
        test_set: The test set of the pilot.
        significance_level: The level of the test before the correction.
        correction: The correction for the number of comparisons.
        comparisons: The number of comparisons corrected for.
        verdict: The plan in sentences.
        notes: What limits it.
        differences: For each metric the differences to find, then those observed.
    """

    version: str
    test_set: TestSet
    significance_level: float
    correction: str
    comparisons: int
    verdict: tuple[str, ...] = field(init=False)
    notes: tuple[str, ...] = field(init=False)
    differences: tuple[PlannedDifference, ...]

    kind: ClassVar[str] = "plan"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.planning.tables"

    def __post_init__(self) -> None:
        """Say the plan in sentences."""
        from tallystick.reports.planning import words

        object.__setattr__(self, "verdict", words.verdict(self))
        object.__setattr__(self, "notes", words.notes(self))
