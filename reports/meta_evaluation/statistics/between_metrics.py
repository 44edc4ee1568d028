"""Tests of whether two metrics agree with humans equally well.

Williams' test compares Pearson's correlations of one vector. The permutation tests exchange the
standardised scores of the two metrics; Deutsch, Dror and Roth, "A Statistical Analysis of
Summarization Evaluation Metrics Using Resampling Methods", TACL 9, 2021. What is exchanged decides
to what the result generalises. The observed arrangement is one of the exchanges.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.parts import in_parts
from tallystick.metrics.resampling.student import two_sided_p_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Summed = Callable[[NDArray[np.int16], int, int], NDArray[np.float64]]

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


def pearson_p_values(
    human: NDArray[np.float64],
    metrics: NDArray[np.float64],
    pairs: NDArray[np.int64],
    exchange: Exchange,
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the two-sided p-values of differences in Pearson's correlation over all cells.

    Cells that humans or any metric did not score do not count. NaN where a correlation is
    undefined.

    Args:
        human: The human scores, shape (systems, segments); NaN where there is none.
        metrics: The scores of the metrics, shape (metrics, systems, segments).
        pairs: The two metrics of each pair, shape (pairs, 2).
        exchange: What is exchanged.
        resamples: The number of random exchanges.
        seed: The seed.
        purpose: The purpose of the draws.
        threads: The number of threads; the result does not depend on it.

    Returns:
        Shape (pairs,).
    """
    systems, segments = human.shape
    known = ~(np.isnan(human) | np.isnan(metrics).any(axis=0))
    of_human = _standardised(human[np.newaxis], known)[0]
    scores = _standardised(metrics, known)
    cells = int(known.sum())
    # of each metric the scores, their squares and their products with those of humans
    parts = np.stack([scores, scores**2, of_human * scores], axis=1)
    totals = parts.sum(axis=(2, 3))
    starts, ends = totals[pairs[:, 0]], totals[pairs[:, 1]]
    drawn, summed = _drawn(exchange, parts)

    def part(start: int, stop: int) -> NDArray[np.int64]:
        draw = swaps(seed, purpose, drawn, start, stop)
        of_metrics = summed(draw, systems, segments).reshape(stop - start, len(metrics), 3)
        moved = of_metrics[:, pairs[:, 1]] - of_metrics[:, pairs[:, 0]]
        found = _correlations(starts + moved, cells) - _correlations(ends - moved, cells)
        counts: NDArray[np.int64] = (~(np.abs(found) < observed - TIE)).sum(axis=0)
        return counts

    with np.errstate(invalid="ignore", divide="ignore"):
        observed = np.abs(_correlations(starts, cells) - _correlations(ends, cells))
        counts = np.sum(in_parts(part, resamples, drawn + 6 * len(pairs), threads), axis=0)
    return np.where(np.isnan(observed), np.nan, (counts + 1) / (resamples + 1))


def mean_p_values(
    groups: NDArray[np.float64],
    pairs: NDArray[np.int64],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the two-sided p-values of differences in the mean coefficient of segments.

    The scores of whole segments are exchanged (`Exchange.SEGMENTS`), which exchanges the
    coefficients within them. Segments in which either coefficient is undefined do not count.

    Args:
        groups: The coefficient of each metric within each segment, shape (metrics, segments).
        pairs: The two metrics of each pair, shape (pairs, 2).
        resamples: The number of random exchanges.
        seed: The seed.
        purpose: The purpose of the draws.
        threads: The number of threads; the result does not depend on it.

    Returns:
        Shape (pairs,); NaN without common segments.
    """
    differences = (groups[pairs[:, 0]] - groups[pairs[:, 1]]).T
    known = ~np.isnan(differences)
    differences = np.where(known, differences, 0.0)
    total = differences.sum(axis=0)

    def part(start: int, stop: int) -> NDArray[np.int64]:
        draw = swaps(seed, purpose, len(differences), start, stop).astype(np.float64)
        found = np.abs(total - 2 * (draw @ differences))
        counts: NDArray[np.int64] = (found >= np.abs(total) - TIE).sum(axis=0)
        return counts

    counts = np.sum(in_parts(part, resamples, len(differences), threads), axis=0)
    return np.where(known.any(axis=0), (counts + 1) / (resamples + 1), np.nan)


def _standardised(scores: NDArray[np.float64], known: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return scores less their mean over known cells, over their deviation; 0 elsewhere."""
    values = np.where(known, scores, 0.0)
    number = max(int(known.sum()), 1)
    means = values.sum(axis=(1, 2), keepdims=True) / number
    values = np.where(known, values - means, 0.0)
    deviations = np.sqrt((values**2).sum(axis=(1, 2), keepdims=True) / number)
    standardised: NDArray[np.float64] = np.divide(
        values, deviations, out=np.full_like(values, np.nan), where=deviations > 0
    )
    return standardised


def _correlations(sums: NDArray[np.float64], cells: int) -> NDArray[np.float64]:
    """Return correlations from the sums of scores, of squares and of products with humans."""
    mean = sums[..., 0] / cells
    found: NDArray[np.float64] = (sums[..., 2] / cells) / np.sqrt(sums[..., 1] / cells - mean**2)
    return found


def _drawn(exchange: Exchange, parts: NDArray[np.float64]) -> tuple[int, Summed]:
    """Return how many things are exchanged, and the function from draws to sums over them."""
    systems, segments = parts.shape[2:]
    flat = parts.reshape(-1, systems, segments)
    match exchange:
        case Exchange.CELLS:
            by_cell = flat.reshape(len(flat), -1).T
            return systems * segments, lambda draw, *_: draw.astype(np.float64) @ by_cell
        case Exchange.SEGMENTS:
            by_segment = flat.sum(axis=1).T
            return segments, lambda draw, *_: draw.astype(np.float64) @ by_segment
        case Exchange.SYSTEMS:
            by_system = flat.sum(axis=2).T
            return systems, lambda draw, *_: draw.astype(np.float64) @ by_system

    def of_both(draw: NDArray[np.int16], systems: int, segments: int) -> NDArray[np.float64]:
        moved = draw[:, :systems, np.newaxis] ^ draw[:, np.newaxis, systems:]
        return moved.reshape(len(draw), -1).astype(np.float64) @ flat.reshape(len(flat), -1).T

    return systems + segments, of_both
