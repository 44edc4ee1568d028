"""Clusters of metrics that differ significantly from those before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def clusters(p_values: NDArray[np.float64], significance_level: float) -> list[int]:
    """Return the rank of the cluster of each metric, from 1.

    Metrics are taken from the best to the worst. One starts a new cluster if any member of the
    cluster before it is significantly better. Freitag and others, "Results of the WMT21 Metrics
    Shared Task", 2021. Members of different clusters do not always differ significantly.

    Args:
        p_values: The p-value of each better metric (row) against each worse one (column), shape
            (metrics, metrics), the best first; only those above the diagonal are read, and NaN is
            not significant.
        significance_level: The level.

    >>> import numpy as np
    >>> p = np.array([[0, 0.2, 0.03, 0.001], [0, 0, 0.2, 0.04], [0, 0, 0, 0.3], [0, 0, 0, 0]])
    >>> clusters(p, 0.05)
    [1, 1, 2, 2]
    """
    ranks: list[int] = []
    start = rank = 0
    for number in range(len(p_values)):
        if number == 0 or (p_values[start:number, number] <= significance_level).any():
            start, rank = number, rank + 1
        ranks.append(rank)
    return ranks
