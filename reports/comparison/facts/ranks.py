"""Rank ranges and clusters of systems, from significant differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Standing(NamedTuple):
    """The best and the worst rank that a system may have, and its cluster; 1 is the best."""

    rank: tuple[int, int]
    cluster: int
    best: bool


def standings(
    scores: NDArray[np.float64], wins: Iterable[tuple[int, int]], *, higher_is_better: bool
) -> list[Standing]:
    """Return where each system is; of each pair of `wins` the first is significantly better.

    The ranks of a system are 1 plus the number of systems that are significantly better, and the
    number of systems minus that of the worse ones. A cluster ends where every system above is
    significantly better than every system below, as in the tables of the Conference on Machine
    Translation.

    >>> standings(np.array([1.0, 3.0]), [(1, 0)], higher_is_better=True)
    [Standing(rank=(2, 2), cluster=2, best=False), Standing(rank=(1, 1), cluster=1, best=True)]
    """
    systems = len(scores)
    better = np.zeros((systems, systems), dtype=np.bool_)
    for winner, loser in wins:
        better[winner, loser] = True
    goodness = np.where(np.isnan(scores), -np.inf, scores if higher_is_better else -scores)
    best = (goodness == goodness.max()) & (goodness > -np.inf)
    order = sorted(range(systems), key=lambda system: -goodness[system])
    cluster, clusters = 1, [1] * systems
    for position, system in enumerate(order):
        if position and better[np.ix_(order[:position], order[position:])].all():
            cluster += 1
        clusters[system] = cluster
    above, below = better.sum(axis=0).tolist(), better.sum(axis=1).tolist()
    return [
        Standing((1 + above[system], systems - below[system]), clusters[system], bool(best[system]))
        for system in range(systems)
    ]
