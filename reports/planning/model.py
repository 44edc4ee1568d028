"""The data model of a plan, independent of output formats, and its sentences.

As JSON, under the schema `tallystick/plan/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from statistics import median
from typing import ClassVar

from tallystick.reports.comparison.model import TestSet
from tallystick.reports.comparison.thresholds import FEW_FOR_VISIBILITY, FEWEST_TO_SEE, MOST_NAMED
from tallystick.reports.comparison.words import cases
from tallystick.reports.document import Block, Bullets, Paragraph, Table, table_of
from tallystick.reports.saving.data_report import DataReport
from tallystick.reports.wording import (
    MANY,
    UNDEFINED,
    about,
    correction_name,
    counted,
    few_digits,
    listed,
    names,
    units,
)

SCHEMA = "tallystick/plan/1"

LEAST_POWER = 0.005
"""A chance below this would be shown as 0%."""

MOST_TIMES = 10
"""An exaggeration above this says no more than that the test set is far too small."""


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
        detectable: The difference that this test set finds with a power of 80%; None if so few
            units differ that nothing can be significant.
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
    detectable: float | None


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
        unplanned: The names of metrics without a difference that can be planned with.
    """

    version: str
    test_set: TestSet
    significance_level: float
    correction: str
    comparisons: int
    verdict: tuple[str, ...] = field(init=False)
    notes: tuple[str, ...] = field(init=False)
    differences: tuple[PlannedDifference, ...]
    unplanned: tuple[str, ...] = ()

    kind: ClassVar[str] = "plan"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.planning.model"

    def __post_init__(self) -> None:
        """Say the plan in sentences."""
        object.__setattr__(self, "verdict", _verdict(self))
        object.__setattr__(self, "notes", _notes(self))


NO_SPREAD = (
    f"no two single runs differ in {FEWEST_TO_SEE} {{units}} or more, and by amounts that vary"
)
SHOWN: cases.Cases = {
    "detectable": (
        "This test set shows true differences of about {detectable:or} with a power of 80%."
    ),
    cases.ALWAYS: (
        "This test set can show no difference: too few of its {units} differ for a p-value that is "
        "significant after the correction for {comparisons}."
    ),
}
SEGMENTS = "Finding a true difference of {differences} {title} needs {segments} segments{median}."
OBSERVED: cases.Cases = {
    "several_pairs": "",
    "equal": "",
    "far_too_small": (
        "If {pair} really differ by {observed} {title}, as observed, this test set is far too "
        "small to show it."
    ),
    cases.ALWAYS: (
        "If {pair} really differ by {observed} {title}, as observed, {power} of such test "
        "sets find it, and show {times:.1f} times as much on average."
    ),
}
SUSPECTED: cases.Cases = {
    "none": "",
    cases.ALWAYS: (
        "Under {title}, the significant difference of {suspected} is smaller than what this test "
        "set shows reliably, and probably exaggerated; a second test set can confirm it."
    ),
}
CORRECTION: cases.Cases = {
    "one": "",
    "uncorrected": "The tests are not corrected for {comparisons}.",
    cases.ALWAYS: (
        "The tests are planned at the strictest step of {correction} for {comparisons}; some of "
        "several true differences are easier to find."
    ),
}


def _verdict(plan: Plan) -> tuple[str, ...]:
    by_metric: dict[str, list[PlannedDifference]] = {}
    for row in plan.differences:
        by_metric.setdefault(row.title, []).append(row)
    detectable = cases.Listed(
        f"{few_digits(median(known))} {title}"
        for title, of_metric in by_metric.items()
        if (known := [row.detectable for row in of_metric if row.detectable is not None])
    )
    terms = {
        "detectable": detectable,
        "units": units(plan.test_set),
        "comparisons": counted(plan.comparisons, "comparison"),
    }
    said = [cases.sentence(SHOWN, terms)]
    for title, of_metric in by_metric.items():
        said += cases.sentences((SEGMENTS, OBSERVED, SUSPECTED), _terms(title, of_metric))
    return tuple(said)


def _notes(plan: Plan) -> tuple[str, ...]:
    test_set = plan.test_set
    corrected = {
        "one": plan.comparisons == 1,
        "uncorrected": plan.correction == "none",
        "correction": correction_name(plan.correction),
        "comparisons": counted(plan.comparisons, "comparison"),
    }
    said = [
        f"The pilot has {counted(test_set.segments, 'segment')}; on other texts the same "
        "difference can take half or twice as many.",
        cases.sentence(CORRECTION, corrected),
        "An observed difference is rarely the true one: a significant one is probably too large, "
        "and one near 0 says little.",
    ]
    if plan.unplanned:
        why = NO_SPREAD.format(units=units(test_set))
        said.append(f"Nothing can be planned under {listed(plan.unplanned)}, because {why}.")
    if test_set.unit != "segment":
        length = test_set.segments / test_set.units
        said.append(
            f"Segments come in {units(test_set)}, of {few_digits(length, 3)} segments on average."
        )
    if test_set.units < FEW_FOR_VISIBILITY:
        said.append(f"So few {units(test_set)} may be wrong by a factor of two.")
    return tuple(filter(None, said))


def _terms(title: str, differences: list[PlannedDifference]) -> cases.Terms:
    to_find = [row for row in differences if row.system is None]
    pairs = [row for row in differences if row.system is not None]
    suspected = [
        row for row in pairs if row.significant and abs(row.difference) < (row.detectable or 0)
    ]
    named = [_names(row) for row in suspected[:MOST_NAMED]]
    more = len(suspected) - len(named)
    first, several = pairs[0], len(pairs) > 1
    return {
        "title": title,
        "several_pairs": several,
        "median": " for the median pair" * several,
        "differences": listed([f"{row.difference:g}" for row in to_find], "or"),
        "segments": listed([about(row.segments or 0) for row in to_find], "or"),
        "equal": first.exaggeration is None,
        "far_too_small": (first.exaggeration or 0) > MOST_TIMES,
        "pair": _names(first),
        "observed": few_digits(abs(first.difference)),
        "power": "fewer than 1%" if first.power < LEAST_POWER else f"{first.power:.0%}",
        "times": first.exaggeration or 1.0,
        "none": not suspected,
        "suspected": ", of ".join([*named, f"{more:,} more"] if more else named),
    }


def _names(pair: PlannedDifference) -> str:
    return names((pair.system or "", pair.other or ""))


TO_FIND = "to find, median pair"


def document(plan: Plan) -> list[Block]:
    """Return the plan for people, what this test set can show first."""
    first, *others = plan.verdict
    return [
        Paragraph(first, strong=True),
        Bullets("", tuple(others)),
        *(_table(plan, title) for title in dict.fromkeys(row.title for row in plan.differences)),
        Bullets("Notes", plan.notes),
    ]


def data_tables(plan: Plan) -> Mapping[str, Table]:
    """Return the table for programs, without rounding."""
    cells = {
        member.name: lambda row, name=member.name: _text(getattr(row, name))
        for member in fields(PlannedDifference)
    }
    return {"differences": table_of(plan.differences, cells, texts=4)}


def _table(plan: Plan, title: str) -> Table:
    rows = [row for row in plan.differences if row.title == title]
    star = f"* observed and significant at {plan.significance_level:g}; "
    return table_of(
        rows,
        {
            "pair": lambda row: TO_FIND if row.system is None else f"{row.system} - {row.other}",
            "true difference": lambda row: (
                f"{few_digits(row.difference, 3)}{'*' * row.significant}"
            ),
            "segments": lambda row: _up_to(MANY, row.segments, ",", ""),
            "found here": lambda row: "<1%" if row.power < LEAST_POWER else f"{row.power:.0%}",
            "exaggerated": lambda row: _up_to(MOST_TIMES, row.exaggeration, ".1f", " times"),
            "detectable here": lambda row: (
                UNDEFINED if row.detectable is None else few_digits(row.detectable)
            ),
        },
        title=f"If the true difference in {title} is",
        notes=(
            star
            * any(row.significant for row in rows)
            + "segments: those that find it with a power of 80%; found here: the chance that this "
            "test set finds it; exaggerated: the mean size of significant differences, relative to "
            "the true one; detectable here: what this test set finds with a power of 80%.",
        ),
    )


def _up_to(most: int, number: float | None, form: str, unit: str) -> str:
    """Return a number, or that it is larger than `most`."""
    if number is None:
        return UNDEFINED
    return f">{most:,}{unit}" if number > most else f"{number:{form}}{unit}"


def _text(value: object) -> str:
    return "" if value is None else str(value)
