"""`tallystick.plan`: how many segments a comparison needs, as a data model and its sentences.

As JSON, under the schema `tallystick/plan/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from statistics import median
from types import MappingProxyType
from typing import ClassVar

from tallystick import __version__
from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import check_type, whole_number
from tallystick.metrics.arguments.options import positive_number
from tallystick.reports.comparison.checks.condition import metric_called, refuse_off_scale
from tallystick.reports.comparison.facts.scores_and_differences import (
    exaggeration,
    fewest_differing,
    power_of,
    segments_needed,
    smallest_visible_difference,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference, TestSet
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


STEPS = (1, 2, 5)
"""Differences that are planned for by default begin with one of these digits."""


def plan(
    comparison: Comparison,
    *,
    differences: Mapping[str, float | Sequence[float]] = MappingProxyType({}),
    comparisons: int | None = None,
) -> Plan:
    """Return how many segments find a difference with a power of 80%, from a comparison.

    The comparison serves as a pilot: standard errors fall with the square root of the number of
    segments. Tests are those of single runs, at the strictest step of the correction.

    Args:
        comparison: A comparison of two systems or more, also one without texts.
        differences: By metric, the true differences to find, above 0 and in units of the score; by
            default three round numbers near the detectable difference.
        comparisons: The number of pairs that the planned test is corrected for; by default that of
            the comparison.

    Raises:
        InputError: The comparison has no pair of single runs in which enough units differ.
        OptionError: A difference is not above 0, exceeds the scale of its metric, or is of a metric
            that the comparison lacks; or `comparisons` is not a whole number above 0.

    >>> import tallystick
    >>> systems = {"one": ["the cat sat on a mat", "it is raining"] * 50}
    >>> systems["other"] = ["the cat is on the mat", "it rains"] * 50
    >>> references = ["the cat sat on the mat", "it is raining"] * 50
    >>> pilot = tallystick.compare(systems=systems, references=references, metrics="bleu")
    >>> to_find, observed = plan(pilot, differences={"bleu": 1}).differences
    >>> to_find.segments, observed.segments
    (698, 8)
    """
    check_type(
        comparison, Comparison, "write plan(comparison), with what tallystick.compare returns"
    )
    test = comparison.test
    number = (
        test.comparisons if comparisons is None else whole_number("comparisons", comparisons, 1)
    )
    level = test.significance_level / (1 if test.correction == "none" else max(number, 1))
    titles = {metric.metric: metric.title for metric in comparison.metrics}
    scales = {metric.metric: metric.scale for metric in comparison.metrics}
    wanted: dict[str, list[float]] = {}
    for name, given in differences.items():
        what = f"the difference of {name!r}"
        metric = metric_called(name, list(titles), titles, what)
        listed = given if isinstance(given, Sequence) else [given]
        wanted[metric] = [positive_number(f"the difference of {name}", size) for size in listed]
        for size in wanted[metric]:
            refuse_off_scale(what, size, scales[metric], is_change=True)
    planned: list[PlannedDifference] = []
    for compared in comparison.metrics:
        planned += _planned(comparison, compared, wanted.get(compared.metric, ()), level)
    if not planned:
        systems = len(comparison.systems)
        if systems == 1:
            raise InputError(
                "nothing can be planned from this comparison of 1 system, because a plan begins "
                "with a difference; compare two systems or more"
            )
        if sum(system.runs == 1 for system in comparison.systems) < 2:
            raise InputError(
                "nothing can be planned from this comparison, because a plan begins with the "
                "difference of two single runs, and systems have several; more segments do not "
                "reduce the variance between runs: compare one run of each system"
            )
        raise InputError(
            f"nothing can be planned from this comparison of {systems} systems, because "
            f"{NO_SPREAD.format(units=units(comparison.test_set))}; compare on more segments, or "
            "resample smaller units"
        )
    return Plan(
        version=__version__,
        test_set=comparison.test_set,
        significance_level=test.significance_level,
        correction=test.correction,
        comparisons=number,
        differences=tuple(planned),
        unplanned=tuple(
            metric.title
            for metric in comparison.metrics
            if all(row.metric != metric.metric for row in planned)
        ),
    )


def _planned(
    comparison: Comparison, metric: ComparedMetric, wanted: Sequence[float], level: float
) -> Iterator[PlannedDifference]:
    # more segments do not reduce the variance between training runs
    single = {system.name for system in comparison.systems if system.runs == 1}
    pairs = [
        pair
        for pair in comparison.differences_under(metric.metric)
        if pair.standard_error
        and (pair.differing_units or 0) >= FEWEST_TO_SEE
        and {pair.system, pair.other} <= single
    ]
    test_set = comparison.test_set
    observed = [_if_true(metric, pair, pair.difference or 0.0, test_set, level) for pair in pairs]
    if observed and not wanted:
        wanted = _near(
            median(smallest_visible_difference(*_test_of(pair, level)) for pair in pairs)
        )
    for true in wanted if pairs else ():
        of_pairs = [_if_true(metric, pair, true, test_set, level) for pair in pairs]
        sizes = [planned.exaggeration for planned in of_pairs if planned.exaggeration is not None]
        # None is larger than any difference
        ends = (math.inf if row.detectable is None else row.detectable for row in of_pairs)
        detectable = median(ends)
        yield replace(
            of_pairs[0],
            system=None,
            other=None,
            significant=False,
            segments=math.ceil(median(planned.segments or 0 for planned in of_pairs)),
            power=median(planned.power for planned in of_pairs),
            exaggeration=median(sizes) if sizes else None,
            detectable=None if math.isinf(detectable) else detectable,
        )
    yield from observed


def _test_of(pair: Difference, level: float) -> tuple[float, float, float]:
    """Return the standard error, the level and the degrees of freedom of a test."""
    return pair.standard_error or 0.0, level, (pair.differing_units or 0) - 1.0


def _if_true(
    metric: ComparedMetric, pair: Difference, true: float, test_set: TestSet, level: float
) -> PlannedDifference:
    """Return what follows if the difference of a pair is truly this large."""
    differing, test = pair.differing_units or 0, _test_of(pair, level)
    shows = differing >= fewest_differing(level)
    return PlannedDifference(
        metric=metric.metric,
        title=metric.title,
        system=pair.system,
        other=pair.other,
        difference=true,
        significant=pair.significant,
        segments=segments_needed(test_set, differing, test[0], true, level),
        power=power_of(true, *test) if shows else 0.0,
        exaggeration=exaggeration(true, *test) if shows else None,
        detectable=smallest_visible_difference(*test) if shows else None,
    )


def _near(difference: float) -> list[float]:
    """Return the largest round number up to a difference, the one below and the one above.

    >>> _near(1.3), _near(0.09)
    ([0.5, 1.0, 2.0], [0.02, 0.05, 0.1])
    """
    exponent = math.floor(math.log10(difference))
    steps = [float(f"{step}e{exponent + power}") for power in (-1, 0, 1) for step in STEPS]
    place = max(place for place, step in enumerate(steps) if step <= difference)
    return steps[place - 1 : place + 2]
