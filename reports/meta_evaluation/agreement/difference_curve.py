"""How often a difference of a size agrees with humans."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.model import DifferenceBin
from tallystick.reports.meta_evaluation.thresholds import BINS_OF_DIFFERENCES, PAIRS_OF_A_BIN

if TYPE_CHECKING:
    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.settings import MetaSettings


def difference_curve(
    sets: Sequence[JudgedSet], metric: str, settings: MetaSettings
) -> list[DifferenceBin]:
    """Return the share of agreeing pairs by the size of the metric's difference.

    The pairs of systems of all sets are divided into bins of about equal numbers, of which pairs
    with the same difference are never divided.
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
    for one in range(1, number):
        place = round(one * len(size) / number)
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


def wilson_interval(successes: int, trials: int, confidence: float) -> Interval:
    """Return the interval of a share; Wilson, "Probable Inference", JASA 22, 1927.

    Pairs of systems are not independent, so it is somewhat too narrow here.

    >>> found = wilson_interval(8, 10, 0.95)
    >>> round(found.low, 4), round(found.high, 4)
    (0.4902, 0.9433)
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    below = 1 + z * z / trials
    return Interval((middle - reach) / below, (middle + reach) / below)
