"""Rank ranges and clusters of systems, from significant differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Standing(NamedTuple):
    """Where a system is among others.

    Attributes:
        rank: The best and the worst rank that it may have, from 1.
        cluster: The number of its cluster, 1 the best.
        best: Whether no system has a better score.
    """

    rank: tuple[int, int]
    cluster: int
    best: bool


def standings(
    scores: NDArray[np.float64], wins: Iterable[tuple[int, int]], *, higher_is_better: bool
) -> list[Standing]:
    """Return where each system is.

    Args:
        scores: The score of each system, NaN if it is not defined.
        wins: Pairs of systems of which the first is significantly better.
        higher_is_better: Whether a higher score is better.

    >>> standings(np.array([1.0, 3.0]), [(1, 0)], higher_is_better=True)
    [Standing(rank=(2, 2), cluster=2, best=False), Standing(rank=(1, 1), cluster=1, best=True)]
    """
    better = np.zeros((len(scores), len(scores)), dtype=np.bool_)
    for winner, loser in wins:
        better[winner, loser] = True
    goodness = np.where(np.isnan(scores), -np.inf, scores if higher_is_better else -scores)
    order = sorted(range(len(scores)), key=lambda system: -goodness[system])
    best = (goodness == goodness.max()) & (goodness > -np.inf)
    found = zip(rank_ranges(better), clusters(better, order), best.tolist(), strict=True)
    return [Standing(*one) for one in found]


def rank_ranges(better: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the best and the worst rank that each system may have.

    `better[i, j]` is whether system i is significantly better than system j. The ranks are 1 plus
    the number of better systems, and the number of systems minus that of the worse ones.
    """
    systems = len(better)
    above, below = better.sum(axis=0).tolist(), better.sum(axis=1).tolist()
    return [(1 + up, systems - down) for up, down in zip(above, below, strict=True)]


def clusters(better: NDArray[np.bool_], order: list[int]) -> list[int]:
    """Return the cluster of each system; 1 is the best. `order` lists the systems, best first.

    A cluster ends where every system above is significantly better than every system below, as in
    the tables of the Conference on Machine Translation.
    """
    found = [0] * len(order)
    number = 1
    for position, system in enumerate(order):
        if position and better[np.ix_(order[:position], order[position:])].all():
            number += 1
        found[system] = number
    return found
