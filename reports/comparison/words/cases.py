"""Tables of cases: which sentence is said when; and clauses that several sentences share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.metrics.resampling.settings import Correction, Method
from tallystick.reports.comparison.thresholds import MOST_WORDS
from tallystick.reports.wording import counted, counted_units, listed, units

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Difference,
        SignificanceTest,
        TestSet,
    )
    from tallystick.reports.comparison_over_sets.model import MetricOverSets

Terms: TypeAlias = Mapping[str, Any]
"""What is known of a subject, by the names that cases use."""

Cases: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""What is said if a term holds, in the order in which the terms are asked.

Several wordings begin with the most informative one. Names in braces are terms.
"""

ALWAYS = "otherwise"
"""The term that always holds."""

INNER = "\ue000"
"""Replaces a space inside the name of a system, which counts as one word."""


def wordings(cases: Cases, terms: Terms) -> tuple[str, ...]:
    """Return the wordings of the first case that holds; none if none holds.

    >>> cases = {"several": ("{number:,} systems lead", "Some lead"), "otherwise": "None leads"}
    >>> wordings(cases, {"several": True, "number": 1200})
    ('1,200 systems lead', 'Some lead')
    """
    for term, said in cases.items():
        if term == ALWAYS or terms[term]:
            every = (said,) if isinstance(said, str) else said
            return tuple(one.format_map(terms) for one in every)
    return ()


def sentence(cases: Cases, terms: Terms) -> str:
    """Return the first wording of the first case that holds, or ""."""
    return next(iter(wordings(cases, terms)), "")


def each_under(*wordings: str) -> tuple[str, ...]:
    """Return wordings that name the metrics, then their number, then neither, in place of {under}.

    >>> each_under("A leads{under}.")
    ('A leads{under}.', 'A leads{under_all}.', 'A leads.')
    """
    return tuple(
        one.replace("{under}", under)
        for one in wordings
        for under in ("{under}", "{under_all}", "")
    )


def first_short(wordings: Iterator[str] | tuple[str, ...], most: int = MOST_WORDS) -> str:
    """Return the first wording that is short enough, or the last one; "" if there is none."""
    said = ""
    for said in wordings:
        if len(said.split(" ")) <= most:
            break
    return said.replace(INNER, " ")


def titles(metrics: Sequence[ComparedMetric | MetricOverSets]) -> str:
    """Return the titles of metrics as a list in a sentence."""
    return listed([metric.title for metric in metrics])


def all_of(number: int) -> str:
    """Return "both" or "all 3"."""
    return "both" if number == 2 else f"all {number}"


def least_p_value(test: SignificanceTest, test_set: TestSet) -> float:
    """Return the smallest corrected p-value possible; 0 if it is unknown, as for emulated tests."""
    if test.method not in tuple(Method):
        return 0.0
    units = np.full(max(test.comparisons, 1), test_set.units)
    return float(least_p_values(units, cast("Correction", test.correction)).min())


def is_blind(pair: Difference, test: SignificanceTest) -> bool:
    """Return whether no difference could be significant in the units that differ, if any do."""
    limit = pair.p_value_limit
    return bool(pair.differing_units) and limit is not None and limit > test.significance_level


def too_few_differ(pair: Difference, test: SignificanceTest) -> bool:
    """Return whether no difference could be significant because of the units, not the resamples."""
    enough = pair.exact or not 0 < test.resamples < 2 ** ((pair.differing_units or 1) - 1)
    return enough and is_blind(pair, test)


def why_blind(pair: Difference, test: SignificanceTest, test_set: TestSet) -> str:
    """Return why no difference of a pair could be significant, as a clause."""
    number = pair.differing_units or 0
    few = f"with only {counted(test.resamples, 'resample')} no difference"
    if too_few_differ(pair, test):
        few = (
            f"only {number:,} of {counted_units(test_set)} differ{'s' * (number == 1)}, and no "
            f"difference in {number:,} {units(test_set, number)}"
        )
    return (
        f"{few} can be significant at {test.significance_level:g}: the smallest p-value "
        f"possible{after_correction(test)} is {pair.p_value_limit:.2g}"
    )


def after_correction(test: SignificanceTest) -> str:
    """Return " after the correction for 3 comparisons", or "" without a correction."""
    if not test.is_corrected:
        return ""
    return f" after the correction for {counted(test.comparisons, 'comparison')}"
