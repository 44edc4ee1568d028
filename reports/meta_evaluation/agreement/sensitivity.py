"""How small a difference of systems a metric sees, and how often differences agree with humans."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.resampling.draws import permutations, scores_of, weighted_sums
from tallystick.metrics.sums.arrays import FloatArray
from tallystick.reports.comparison.facts.scores_and_differences import smallest_visible_difference
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import DifferenceBin, Sensitivity, defined
from tallystick.reports.meta_evaluation.settings import (
    BINS_OF_DIFFERENCES,
    DRAWS_OF_A_SUBSET,
    PAIRS_OF_A_BIN,
    SEGMENTS_OF_A_BLOCK,
    SUBSETS,
    MetaSettings,
)


def random_subsets(judged: JudgedSet, settings: MetaSettings) -> dict[int, NDArray[np.int16]]:
    """Return by their number random segments of a set, 1 if drawn, shape (draws, segments)."""
    seed, segments = settings.seed, judged.segments
    subsets = {}
    for number in SUBSETS:
        if number < segments:
            keys = permutations(seed, f"{number} of {judged.name}", segments, DRAWS_OF_A_SUBSET)
            subsets[number] = (keys < number).astype(np.int16)
    return subsets


def sensitivity(
    judged: JudgedSet,
    metric: str,
    subsets: Mapping[int, NDArray[np.int16]],
    resampled: FloatArray,
    p_values: FloatArray,
    settings: MetaSettings,
) -> Sensitivity:
    """Return how small a difference the metric sees on a set.

    `resampled` are its scores in bootstrap resamples, shape (resamples, systems), and `p_values`
    the one-sided ones of pairs of systems.
    """
    errors = judged.differences(resampled.T).std(axis=1, ddof=1)
    error = float(np.median(errors))
    two_sided = 2 * np.minimum(p_values, 1 - p_values)
    variance_ratio, one_way, two_way = f_ratios(_scores_of_blocks(judged, metric))
    return Sensitivity(
        set=judged.name,
        metric=metric,
        significant_pairs=int((two_sided <= settings.significance_level).sum()),
        standard_error=defined(error),
        visible_difference=defined(smallest_visible_difference(error, settings.significance_level)),
        variance_ratio=variance_ratio,
        one_way_f=one_way,
        two_way_f=two_way,
        subsets={number: _kept(judged, metric, drawn) for number, drawn in subsets.items()},
    )


def _scores_of_blocks(judged: JudgedSet, metric: str) -> FloatArray:
    """Return the scores of blocks of documents, shape (systems, blocks)."""
    scored = judged.metrics[metric]
    sizes = np.bincount(judged.units.numbers, minlength=judged.units.number)
    blocks = np.empty(judged.units.number, np.int64)
    block = filled = 0
    for unit, size in enumerate(sizes):
        blocks[unit] = block
        filled += int(size)
        if filled >= SEGMENTS_OF_A_BLOCK:
            block, filled = block + 1, 0
    number = int(blocks.max()) + 1 if filled == 0 else max(1, block)
    blocks = np.minimum(blocks, number - 1)  # the last documents join the block before them
    sums = np.zeros((len(scored.rows), number, scored.rows.shape[2]))
    for place, rows in enumerate(scored.rows):
        np.add.at(sums[place], blocks[judged.units.numbers], rows)
    return np.asarray(scored.metric.formula(sums), np.float64)


def _kept(judged: JudgedSet, metric: str, drawn: NDArray[np.int16]) -> float:
    """Return the mean share of pairs whose order random segments keep."""
    scored = judged.metrics[metric]
    sums = weighted_sums([rows.astype(np.float64) for rows in scored.rows])(drawn)
    scores = scored.direction * scores_of(scored.metric, sums)
    kept = judged.order(scores) == judged.order(scored.systems)[:, np.newaxis]
    return float(kept.mean())


def f_ratios(scores: FloatArray) -> tuple[float | None, float | None, float | None]:
    """Return the three ratios of `Sensitivity`, or None, from scores, (systems, blocks)."""
    systems, documents = scores.shape
    if systems < 2 or documents < 2:
        return None, None, None
    means = scores.mean(axis=1)
    between = float(means.var(ddof=1))
    within = float(scores.var(axis=1, ddof=1).mean())
    residuals = scores - means[:, None] - scores.mean(axis=0) + scores.mean()
    unexplained = float((residuals**2).sum()) / ((systems - 1) * (documents - 1))
    return (
        between / within if within > 0 else None,
        documents * between / within if within > 0 else None,
        documents * between / unexplained if unexplained > 0 else None,
    )


def difference_curve(
    sets: Sequence[JudgedSet], metric: str, settings: MetaSettings
) -> list[DifferenceBin]:
    """Return the share of agreeing pairs by the size of the metric's difference.

    The pairs of all sets are divided into bins of about equal numbers, equal differences never.
    """
    sizes, agreed = [], []
    for judged in sets:
        difference = judged.differences(judged.metrics[metric].systems)
        sizes.append(np.abs(difference))
        agreed.append(np.sign(difference) == judged.order(judged.human.systems))
    size, agrees = np.concatenate(sizes), np.concatenate(agreed)
    order = np.argsort(size, kind="stable")
    size, agrees = size[order], agrees[order]
    number = max(1, min(BINS_OF_DIFFERENCES, len(size) // PAIRS_OF_A_BIN))
    edges = [0]
    for quantile in range(1, number):
        place = round(quantile * len(size) / number)
        edge = int(np.searchsorted(size, size[place]))
        if edge > edges[-1]:
            edges.append(edge)
    edges.append(len(size))
    return [
        DifferenceBin(
            metric=metric,
            smallest=float(size[start]),
            largest=float(size[stop - 1]),
            pairs=stop - start,
            agreeing=agreeing,
            interval=wilson_interval(agreeing, stop - start, settings.confidence),
        )
        for start, stop in itertools.pairwise(edges)
        for agreeing in [int(agrees[start:stop].sum())]
    ]


def wilson_interval(successes: float, trials: float, confidence: float) -> Interval:
    """Return the interval of a share; Wilson, "Probable Inference", JASA 22, 1927.

    Pairs of systems are not independent, so it is somewhat too narrow here.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    below = 1 + z * z / trials
    return Interval((middle - reach) / below, (middle + reach) / below)
