"""Soft pairwise accuracy: whether a metric is as sure of each pair of systems as humans are.

Thompson, Mathur, Deutsch and Khayrallah, "Improving Statistical Significance in Human Evaluation of
Automatic Metrics via Soft Pairwise Accuracy", WMT 2024. It compares one-sided p-values of the
paired randomisation test of humans and of a metric, both from scores of the same segments.

Intervals, and tests of two metrics, need the p-values of thousands of resamples. They use the
normal distribution in the place of random exchanges: a sum of differences with random signs has the
mean 0, and their squares add up to its variance.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.resampling.randomisation import one_sided_p_values
from tallystick.metrics.resampling.units import OneSet
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.settings import Draws

STEP, MOST_STEPS = 0.001, 6_000
ABOVE = np.array([NormalDist().cdf(-STEP * n) for n in range(-MOST_STEPS, MOST_STEPS + 1)])
"""The normal distribution in steps that change it by less than resamples do."""

CLOSE = 1e-9
"""Sums that differ by less than this share of the sum of absolute differences are equal."""


def soft_pairwise_accuracy(human: FloatArray, metric: FloatArray) -> float:
    """Return 1 less the mean distance of the two p-values of pairs of systems; NaN without any.

    P-values under humans are NaN for pairs without common segments, which do not count.
    """
    distances = np.abs(human - metric)
    known = distances[~np.isnan(distances)]
    return float(1 - known.mean()) if len(known) else float("nan")


def segment_p_values(scores: FloatArray, pairs: IntArray, draws: Draws) -> FloatArray:
    """Return the p-values of the first system of each pair being better, shape (pairs,).

    They are those of `one_sided_p_values` for the mean scores of the segments that both systems
    have a score of; NaN without any. Equal purposes of draws exchange the same segments.
    """
    known = ~np.isnan(scores)
    common = known[pairs[:, 0]] & known[pairs[:, 1]]
    rows: dict[tuple[int, bytes], FloatArray] = {}
    sides: list[list[tuple[int, bytes]]] = []
    for pair, both in zip(pairs.tolist(), common, strict=True):
        sides.append([(system, both.tobytes()) for system in pair])
        for key in sides[-1]:  # systems with the same segments in all pairs are exchanged once
            if key not in rows:
                rows[key] = np.stack([np.where(both, scores[key[0]], 0.0), both], axis=1)
    places = {key: place for place, key in enumerate(rows)}
    of_pairs = [(places[one], places[other]) for one, other in sides]
    resamples, seed, purpose, threads = draws
    one_set = OneSet(GivenScores("mean"), list(rows.values()), purpose)
    p = one_sided_p_values(one_set, of_pairs, resamples=resamples, seed=seed, threads=threads)
    return np.where(common.any(axis=1), p, np.nan)


def mixed_p_values(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return the p-value of each system under one metric being better than each under another.

    Both score (systems, segments) in the same scale. The p-values are approximated by the normal
    distribution, and 0.5 where all common segments have equal scores or there are none.
    """
    known, of_other = (~np.isnan(scores) * 1.0 for scores in (one, other))
    one, other = np.nan_to_num(one), np.nan_to_num(other)
    sums = one @ of_other.T - known @ other.T
    largest = one**2 @ of_other.T + known @ (other**2).T
    squares = largest - 2 * one @ other.T
    tied = squares <= CLOSE * largest  # what is left of sums that cancel is rounding
    return normal_p_values(np.where(tied, 0.0, sums), np.sqrt(np.where(tied, 1.0, squares)))


def normal_p_values(differences: FloatArray, errors: FloatArray) -> FloatArray:
    """Return the chances that a normal variable with these standard errors is larger."""
    reached = np.divide(differences, errors, out=np.zeros_like(differences), where=errors > 0)
    steps = np.clip(np.rint(reached / STEP), -MOST_STEPS, MOST_STEPS).astype(np.int64)
    return np.asarray(ABOVE[steps + MOST_STEPS], np.float64)


def resampled_p_values(means: FloatArray, scores: FloatArray, pairs: IntArray) -> FloatArray:
    """Return the p-values of each pair of systems in resamples, shape (resamples, pairs).

    Of scores of segments, shape (systems, segments), `means` are those in the resamples; NaN where
    a resample has no score of a system, whose mean then stays.
    """
    first, second = pairs.T
    differences = scores[first] - scores[second]
    numbers = np.maximum((~np.isnan(differences)).sum(axis=1), 1)
    errors = np.sqrt(np.nansum(differences**2, axis=1)) / numbers
    drawn = ~np.isnan(means)
    usual = np.nansum(means, axis=0) / np.maximum(drawn.sum(axis=0), 1)
    deviations = np.where(drawn, means - usual, 0.0)
    gaps = np.nansum(differences, axis=1) / numbers + deviations[:, first] - deviations[:, second]
    return normal_p_values(gaps, np.broadcast_to(errors, gaps.shape))
