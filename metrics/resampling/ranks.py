"""Rank ranges and clusters of systems, from significant differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
