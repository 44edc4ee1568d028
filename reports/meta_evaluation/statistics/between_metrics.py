"""Tests of whether two metrics agree with humans equally well.

Williams' test compares Pearson's correlations of one vector. The permutation tests exchange the
standardised scores of the two metrics and compare any coefficient; Deutsch, Dror and Roth, "A
Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods", TACL 9, 2021.
What is exchanged decides to what the result generalises.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.student import two_sided_p_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Agreement = Callable[[NDArray[np.float64]], float]
    """A function from a metric's scores, shape (systems, segments), to a coefficient."""

TIE = 1e-9
LEAST_FOR_WILLIAMS = 4


class Exchange(Enum):
    """What a permutation test exchanges between two metrics."""

    CELLS = "cells"
    """Each score of a system for a segment: PERM-BOTH of mt-metrics-eval and SacreROUGE."""
    SEGMENTS = "segments"
    """All systems' scores of a segment: PERM-INPUTS."""
    SYSTEMS = "systems"
    """All scores of a system: PERM-SYSTEMS."""
    SYSTEMS_AND_SEGMENTS = "systems-and-segments"
    """Systems, then segments, where a score exchanged twice stays: PERM-BOTH of nlpstats."""


def williams_p_value(r12: float, r13: float, r23: float, systems: int) -> float | None:
    """Return the two-sided p-value of Williams' test; None where it is undefined.

    It is undefined for fewer than 4 systems and for correlations that no three vectors can have.
    Williams, "The Comparison of Regression Variables", JRSS B 21, 1959; for metrics Graham and
    Baldwin, "Testing for Significance of Increased Correlation with Human Judgment", EMNLP 2014.

    Args:
        r12: Pearson's correlation of humans with one metric.
        r13: Pearson's correlation of humans with the other metric.
        r23: Pearson's correlation of the two metrics.
        systems: The number of systems, or of scores in each of the three vectors.

    >>> round(williams_p_value(0.9, 0.8, 0.85, 10), 6)
    0.303225
    """
    if systems < LEAST_FOR_WILLIAMS or any(math.isnan(r) for r in (r12, r13, r23)):
        return None
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    below = 2 * k * (systems - 1) / (systems - 3) + mean**2 * (1 - r23) ** 3
    if k < 0 or below <= 0:
        return 1.0 if r12 == r13 else None
    t = (r12 - r13) * math.sqrt((systems - 1) * (1 + r23) / below)
    return two_sided_p_value(t, systems - 3)


def permutation_p_value(
    one: NDArray[np.float64],
    other: NDArray[np.float64],
    agreement: Agreement,
    exchange: Exchange,
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
) -> float:
    """Return the two-sided p-value of two metrics' difference in agreement with humans.

    The scores of each metric are standardised over all cells, so that scales do not mix. The
    observed arrangement is one of the exchanges. NaN if an agreement is undefined.

    Args:
        one: The scores of one metric, shape (systems, segments), a higher one better; NaN where
            humans or a metric gave none.
        other: The scores of the other metric, of the same shape and with the same holes.
        agreement: The coefficient of agreement with humans.
        exchange: What is exchanged.
        resamples: The number of random exchanges.
        seed: The seed.
        purpose: The purpose of the draws, such as the names of the metrics.
    """
    one, other = standardised(one), standardised(other)
    observed = abs(agreement(one) - agreement(other))
    if math.isnan(observed):
        return math.nan
    systems, segments = one.shape
    as_large = 0
    for number in range(resamples):
        draw = swaps(seed, purpose, _drawn(exchange, systems, segments), number, number + 1)[0] == 1
        moved = _moved(draw, exchange, systems, segments)
        first, second = np.where(moved, other, one), np.where(moved, one, other)
        difference = abs(agreement(first) - agreement(second))
        as_large += bool(difference >= observed - TIE) or math.isnan(difference)
    return (as_large + 1) / (resamples + 1)


def standardised(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores less their mean, divided by their standard deviation; NaN stays.

    >>> standardised(np.array([[1.0, 3.0]])).tolist()
    [[-1.0, 1.0]]
    """
    deviation = np.nanstd(scores)
    centred: NDArray[np.float64] = scores - np.nanmean(scores)
    return centred / deviation if deviation > 0 else centred


def _drawn(exchange: Exchange, systems: int, segments: int) -> int:
    return {
        Exchange.CELLS: systems * segments,
        Exchange.SEGMENTS: segments,
        Exchange.SYSTEMS: systems,
        Exchange.SYSTEMS_AND_SEGMENTS: systems + segments,
    }[exchange]


def _moved(
    draw: NDArray[np.bool_], exchange: Exchange, systems: int, segments: int
) -> NDArray[np.bool_]:
    match exchange:
        case Exchange.CELLS:
            return draw.reshape(systems, segments)
        case Exchange.SEGMENTS:
            return draw[np.newaxis, :]
        case Exchange.SYSTEMS:
            return draw[:, np.newaxis]
        case Exchange.SYSTEMS_AND_SEGMENTS:
            return draw[:systems, np.newaxis] ^ draw[np.newaxis, systems:]
