"""Correcting p-values for the number of comparisons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.resampling.settings import Correction


def holm(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values adjusted so that the chance of any false discovery is controlled.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
    Statistics 6, 1979. Valid however the tests depend on each other.

    Args:
        p_values: Shape (comparisons,), 0 to 1.

    Returns:
        Shape (comparisons,), 0 to 1, in the same order.

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    remaining = np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * remaining), 1.0)
    return adjusted


def benjamini_hochberg(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values adjusted so that the share of false discoveries is controlled.

    Benjamini and Hochberg, "Controlling the False Discovery Rate", Journal of the Royal
    Statistical Society B 57, 1995. For independent or positively dependent tests.

    Args:
        p_values: Shape (comparisons,), 0 to 1.

    Returns:
        Shape (comparisons,), 0 to 1, in the same order.

    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.04, 0.04]
    """
    order = np.argsort(p_values, kind="stable")[::-1]
    ranks = np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    raised = p_values[order] * len(p_values) / ranks
    adjusted[order] = np.minimum(np.minimum.accumulate(raised), 1.0)
    return adjusted


def resamples_needed(comparisons: int, correction: Correction, significance_level: float) -> int:
    """Return how many resamples it takes for one pair to be able to reach significance.

    Of N resamples the smallest p-value is 1 / (N + 1).

    >>> resamples_needed(780, "holm", 0.05), resamples_needed(780, "max-t", 0.05)
    (15599, 19)
    """
    together = comparisons if correction in ("holm", "benjamini-hochberg") else 1
    return math.ceil(max(together, 1) / significance_level - 1e-9) - 1
