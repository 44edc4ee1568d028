"""Soft pairwise accuracy: whether a metric is as sure of each pair of systems as humans are.

Thompson, Mathur, Deutsch and Khayrallah, "Improving Statistical Significance in Human Evaluation of
Automatic Metrics via Soft Pairwise Accuracy", WMT 2024. It compares one-sided p-values of the
paired randomisation test: those of humans come from the function below, those of a metric from the
statistics of its segments, by `tallystick.metrics.resampling.randomisation.one_sided_p_values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.parts import in_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLOSE = 1e-9
"""Sums that differ by less than this share of the sum of absolute differences are equal."""


def soft_pairwise_accuracy(human: NDArray[np.float64], metric: NDArray[np.float64]) -> float:
    """Return the soft pairwise accuracy, between 0 and 1; NaN without a pair.

    It is 1 less the mean distance of the two p-values of a pair.

    Args:
        human: The p-value of each pair of systems under humans, shape (pairs,); NaN for pairs
            without common segments, which do not count.
        metric: The p-values under the metric, shape (pairs,).

    >>> soft_pairwise_accuracy(np.array([0.25, np.nan]), np.array([0.5, 1.0]))
    0.75
    """
    distances = np.abs(human - metric)
    known = distances[~np.isnan(distances)]
    return float(1 - known.mean()) if len(known) else float("nan")


def segment_p_values(
    scores: NDArray[np.float64],
    pairs: NDArray[np.int64],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the p-values of the first system of each pair being better, shape (pairs,).

    The test exchanges the scores of segments at random. Segments that lack a score of one of the
    systems do not count. Mid-p-values as those of `one_sided_p_values`; NaN without common
    segments.

    Args:
        scores: The scores of humans, shape (systems, segments); NaN where there is none.
        pairs: The two systems of each pair, shape (pairs, 2).
        resamples: The number of random exchanges.
        seed: The seed.
        purpose: The purpose of the draws; equal purposes exchange the same segments.
        threads: The number of threads; the result does not depend on it.

    >>> human = np.array([[3.0, 2.0, np.nan], [1.0, 1.0, 5.0]])
    >>> p = segment_p_values(human, np.array([[0, 1], [1, 0]]), resamples=99, seed=1)
    >>> p.sum().item(), bool(p[0] < p[1])
    (1.0, True)
    """
    differences = (scores[pairs[:, 0]] - scores[pairs[:, 1]]).T
    units = len(differences)
    known = ~np.isnan(differences)
    differences = np.where(known, differences, 0.0)
    tolerance = CLOSE * np.abs(differences).sum(axis=0)

    def part(start: int, stop: int) -> NDArray[np.float64]:
        # the sum falls by twice the differences of the exchanged segments
        fall = swaps(seed, purpose, units, start, stop).astype(np.float64) @ differences
        counts: NDArray[np.float64] = ((fall < -tolerance) + 0.5 * (np.abs(fall) <= tolerance)).sum(
            axis=0
        )
        return counts

    counts = np.sum(in_parts(part, resamples, units + len(pairs), threads), axis=0)
    return np.where(known.any(axis=0), (counts + 0.5) / (resamples + 1), np.nan)
