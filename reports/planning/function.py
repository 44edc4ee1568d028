"""`tallystick.plan`: how many segments a comparison needs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.arguments.options import positive_number
from tallystick.metrics.resampling.power import (
    FEWEST_TO_SEE,
    POWER,
    exaggeration,
    power_of,
    smallest_visible_difference,
    units_needed,
    units_to_show_equivalence,
)
from tallystick.reports.comparison.checks.condition import metric_called
from tallystick.reports.planning.model import Plan, PlannedDifference, PlannedMetric, PlannedPair

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference

STEPS = (1.0, 2.0, 5.0)
"""Differences that are planned for by default begin with one of these digits."""


def plan(
    comparison: Comparison,
    *,
    differences: Mapping[str, float | Sequence[float]] = MappingProxyType({}),
    comparisons: int | None = None,
) -> Plan:
    """Return how many segments find a difference with a power of 80%, from a comparison.

    The comparison serves as a pilot: its standard errors become smaller with the square root of the
    number of segments. The test is corrected at its strictest step, as for the smallest p-value of
    all pairs.

    Args:
        comparison: A comparison of two systems or more, also one without texts.
        differences: By metric, the true differences to find, above 0 and in units of the score; by
            default three round numbers near the detectable difference.
        comparisons: The number of pairs that the planned test is corrected for; by default that of
            the comparison.

    Raises:
        InputError: The comparison has one system, or no pair in which enough units differ.
        OptionError: A difference is not above 0, or of a metric that the comparison lacks, or
            `comparisons` is not a whole number above 0.

    >>> import tallystick
    >>> references = ["the cat sat on the mat", "it is raining"] * 50
    >>> comparison = tallystick.compare(
    ...     systems={
    ...         "one": ["the cat sat on a mat", "it is raining"] * 50,
    ...         "other": ["the cat is on the mat", "it rains"] * 50,
    ...     },
    ...     references=references,
    ...     metrics="bleu",
    ... )
    >>> [found] = plan(comparison, differences={"bleu": 1}).differences
    >>> found.segments
    1304
    """
    test = comparison.test
    number = (
        test.comparisons if comparisons is None else whole_number("comparisons", comparisons, 1)
    )
    level = test.significance_level / (1 if test.correction == "none" else max(number, 1))
    names = [one.metric for one in comparison.metrics]
    titles = {one.metric: one.title for one in comparison.metrics}
    wanted: dict[str, list[float]] = {}
    for name, given in differences.items():
        metric = metric_called(name, names, titles, f"the difference of {name!r}")
        listed = given if isinstance(given, Sequence) else [given]
        wanted[metric] = [positive_number(f"the difference of {name}", one) for one in listed]
    if len(comparison.systems) < 2:
        raise InputError(
            f"a plan needs a comparison of two systems or more, but this is one of "
            f"{comparison.systems[0].name} alone; compare it with another one"
        )
    planned = [
        (metric, [_Pair(comparison, one, level) for one in usable])
        for metric in comparison.metrics
        if (usable := [one for one in comparison.differences_under(metric.metric) if _usable(one)])
    ]
    if not planned:
        raise InputError(
            f"nothing can be planned from this comparison, because in no pair {FEWEST_TO_SEE} or "
            f"more {comparison.test_set.unit}s differ; compare on more segments, or resample "
            "smaller units"
        )
    return Plan(
        version=__version__,
        pilot=comparison.title,
        test_set=comparison.test_set,
        power=POWER,
        significance_level=test.significance_level,
        correction=test.correction,
        comparisons=number,
        metrics=tuple(_metric(metric, pairs) for metric, pairs in planned),
        differences=tuple(
            _difference(metric.metric, pairs, true)
            for metric, pairs in planned
            for true in wanted.get(metric.metric) or _near(_detectable(pairs))
        ),
        pairs=tuple(one.planned() for _, pairs in planned for one in pairs),
        left_out=len(comparison.differences) - sum(len(pairs) for _, pairs in planned),
    )


def _usable(one: Difference) -> bool:
    """Return whether enough units differ to estimate a standard error."""
    return bool(one.standard_error) and (one.differing_units or 0) >= FEWEST_TO_SEE


class _Pair:
    """The difference of two systems in a pilot, and the level at which it is tested."""

    def __init__(self, pilot: Comparison, one: Difference, level: float) -> None:
        self.one, self.level = one, level
        self.error, self.differing = one.standard_error or 0.0, one.differing_units or 0
        self.test_set = pilot.test_set
        runs = {system.name: system.runs for system in pilot.systems}
        # more segments do not reduce the variance between training runs
        self.grows = runs[one.system] == runs[one.other] == 1
        degrees = self.differing - 1.0
        self.how = self.error, level, degrees
        self.detectable = smallest_visible_difference(*self.how)

    def segments(self, difference: float, *, equivalence: bool = False) -> int | None:
        """Return the number of segments that find a true difference, or show equivalence."""
        if not self.grows:
            return None
        units, size = self.test_set.units, self.test_set.segments
        find = units_to_show_equivalence if equivalence else units_needed
        needed = find(units, self.differing, self.error, difference, self.level)
        return None if needed is None else math.ceil(needed * size / units)

    def planned(self) -> PlannedPair:
        """Return what follows if the observed difference is the true one."""
        difference = self.one.difference or 0.0
        return PlannedPair(
            metric=self.one.metric,
            system=self.one.system,
            other=self.one.other,
            difference=difference,
            standard_error=self.error,
            differing_units=self.differing,
            significant=self.one.significant,
            detectable=self.detectable,
            segments=self.segments(difference),
            power=power_of(difference, *self.how),
            exaggeration=exaggeration(difference, *self.how),
        )


def _detectable(pairs: Sequence[_Pair]) -> float:
    return float(np.median([one.detectable for one in pairs]))


def _metric(metric: ComparedMetric, pairs: Sequence[_Pair]) -> PlannedMetric:
    needed = []
    if metric.margin is not None:
        needed = [one.segments(metric.margin, equivalence=True) for one in pairs]
    return PlannedMetric(
        metric=metric.metric,
        title=metric.title,
        scale=metric.scale,
        signature=metric.signature,
        detectable=_detectable(pairs),
        margin=metric.margin,
        to_show_equivalence=_quantile(needed, 0.5),
    )


def _difference(metric: str, pairs: Sequence[_Pair], true: float) -> PlannedDifference:
    needed = [one.segments(true) for one in pairs]
    return PlannedDifference(
        metric=metric,
        difference=true,
        segments=_quantile(needed, 0.5),
        fewest=_quantile(needed, 0.1),
        most=_quantile(needed, 0.9),
        power=float(np.median([power_of(true, *one.how) for one in pairs])),
        exaggeration=float(np.median([exaggeration(true, *one.how) or 1 for one in pairs])),
    )


def _quantile(numbers: Sequence[int | None], share: float) -> int | None:
    known = [one for one in numbers if one is not None]
    return math.ceil(np.quantile(known, share)) if known else None


def _near(difference: float) -> list[float]:
    """Return the largest round number up to a difference, the one below and the one above.

    >>> _near(1.3), _near(0.09)
    ([0.5, 1.0, 2.0], [0.02, 0.05, 0.1])
    """
    exponent = math.floor(math.log10(difference))
    steps = [float(f"{step}e{exponent + power}") for power in (-1, 0, 1) for step in STEPS]
    place = max(place for place, step in enumerate(steps) if step <= difference)
    return steps[place - 1 : place + 2]
