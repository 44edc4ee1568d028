"""Whether a test set has enough units of resampling for a significant difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.metrics.resampling.settings import Method
from tallystick.reports.wording import counted

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Correction
    from tallystick.reports.comparison.model import SignificanceTest, TestSet


def least_p_value(test: SignificanceTest, test_set: TestSet) -> float:
    """Return the smallest corrected p-value possible; 0 if it is unknown, as for emulated tests."""
    if test.method not in tuple(Method):
        return 0.0
    units = np.full(max(test.comparisons, 1), test_set.units)
    return float(least_p_values(units, cast("Correction", test.correction)).min())


def after_correction(test: SignificanceTest) -> str:
    """Return " after the correction for 3 comparisons", or "" without a correction."""
    if not test.is_corrected:
        return ""
    return f" after the correction for {counted(test.comparisons, 'comparison')}"
