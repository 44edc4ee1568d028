"""Rank ranges and clusters of systems, from significant differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def rank_ranges(better: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the best and the worst rank that each system may have.

    Args:
        better: Whether the system of the row is significantly better than that of the column,
            shape (systems, systems).

    Returns:
        For each system, 1 plus the number of better systems, and the number of systems minus that
        of the worse ones.

    >>> rank_ranges(np.array([[False, False, True], [False, False, False], [False] * 3]))
    [(1, 2), (1, 3), (2, 3)]
    """
    systems = len(better)
    above, below = better.sum(axis=0).tolist(), better.sum(axis=1).tolist()
    return [(1 + up, systems - down) for up, down in zip(above, below, strict=True)]


def clusters(better: NDArray[np.bool_], order: list[int]) -> list[int]:
    """Return the cluster of each system; 1 is the best.

    A cluster ends where every system above is significantly better than every system below, as
    in the tables of the Conference on Machine Translation.

    Args:
        better: As for `rank_ranges`.
        order: The systems, best first.

    >>> better = np.array([[False, False, True], [False, False, True], [False] * 3])
    >>> clusters(better, [1, 0, 2])
    [1, 1, 2]
    """
    found = [0] * len(order)
    number = 1
    for position, system in enumerate(order):
        if position and better[np.ix_(order[:position], order[position:])].all():
            number += 1
        found[system] = number
    return found
