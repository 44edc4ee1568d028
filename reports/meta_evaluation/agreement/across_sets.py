"""The sets side by side, each with the same weight: mean accuracies and mean ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.bootstrap import percentile_bounds
from tallystick.metrics.resampling.draws import draw_counts
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.model import AcrossSets, MeanOfSets
from tallystick.reports.meta_evaluation.statistics.correlations import ranks_in_rows
from tallystick.reports.meta_evaluation.thresholds import FEWEST_SETS_FOR_AN_INTERVAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.meta_evaluation.settings import MetaSettings

DECIMALS = 12


def across_sets(
    accuracies: Mapping[str, Sequence[float]], settings: MetaSettings
) -> list[AcrossSets]:
    """Return the mean accuracy and the mean rank of each metric; nothing for a single set.

    Sets are resampled, with the accuracies that they have: the variation between sets contains that
    of the segments within them; see Davison and Hinkley, "Bootstrap Methods and Their Application",
    1997, section 3.8.

    Args:
        accuracies: By metric, its accuracy on each set.
        settings: The settings.

    >>> from tallystick.reports.meta_evaluation.settings import MetaSettings
    >>> found = across_sets({"one": [0.8, 0.6], "other": [0.7, 0.6]}, MetaSettings())
    >>> [(one.metric, one.rank.value, one.best_on) for one in found]
    [('one', 1.25, 2), ('other', 1.75, 1)]
    """
    values = np.array(list(accuracies.values())).round(DECIMALS)
    if values.shape[1] < 2:
        return []
    ranks = ranks_in_rows(-values.T).T
    best = values == values.max(axis=0)
    sets = values.shape[1]
    drawn = draw_counts(settings.seed, "sets", sets, 0, settings.resamples) / sets
    return [
        AcrossSets(
            metric=metric,
            accuracy=_mean(values[place], drawn, settings),
            rank=_mean(ranks[place], drawn, settings),
            best_on=int(best[place].sum()),
            best_alone_on=int((best[place] & (best.sum(axis=0) == 1)).sum()),
        )
        for place, metric in enumerate(accuracies)
    ]


def _mean(
    values: NDArray[np.float64], drawn: NDArray[np.float64], settings: MetaSettings
) -> MeanOfSets:
    interval = None
    if len(values) >= FEWEST_SETS_FOR_AN_INTERVAL:
        low, high = percentile_bounds(drawn @ values, settings.confidence, len(values))
        interval = Interval(float(low), float(high))
    return MeanOfSets(float(values.mean()), interval)
