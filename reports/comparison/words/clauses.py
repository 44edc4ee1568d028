"""Clauses that several sentences share, such as why no difference can be significant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.metrics.resampling.settings import Correction, Method
from tallystick.reports.wording import counted, counted_units, listed, system_name, units

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Difference,
        SignificanceTest,
        TestSet,
    )
    from tallystick.reports.comparison_over_sets.model import MetricOverSets


def titles(metrics: Sequence[ComparedMetric | MetricOverSets]) -> str:
    """Return the titles of metrics as a list in a sentence."""
    return listed([metric.title for metric in metrics])


def all_of(number: int) -> str:
    """Return "both" or "all 3"."""
    return "both" if number == 2 else f"all {number}"


def opponents_called(results: Results, systems: int, *, again: bool = False) -> str:
    """Return what a number of systems are compared with: the baseline, or their saved versions."""
    if results.baseline is not None:
        return "it" if again else f"the baseline {system_name(results.baseline)}"
    versions = "its version" if systems == 1 else "their versions"
    return versions if again else f"{versions} in {system_name(results.saved_report)}"


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
