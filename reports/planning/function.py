"""`tallystick.plan`: how many segments a comparison needs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from types import MappingProxyType

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
from tallystick.reports.comparison.thresholds import FEWEST_TO_SEE
from tallystick.reports.planning.model import NO_SPREAD, Plan, PlannedDifference
from tallystick.reports.wording import units

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
