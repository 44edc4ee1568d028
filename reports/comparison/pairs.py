"""The pairs of systems that are looked at in detail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

ALL_PAIRS_UP_TO = 6
"""Of so many systems all pairs are looked at; of more, each beside one system."""


def pairs_in_detail(
    systems: Sequence[str], best: str, baseline: str | None = None
) -> tuple[tuple[str, str], ...]:
    """Choose the pairs whose n-grams and segments are shown.

    With a baseline each other system beside it; without one all pairs of up to six systems, and of
    more the best system beside each other one.

    Args:
        systems: The systems.
        best: The one with the best score.
        baseline: The one that all are compared with, if there is one.

    >>> pairs_in_detail(["a", "b", "c"], best="b")
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> pairs_in_detail(["a", "b", "c"], best="b", baseline="a")
    (('b', 'a'), ('c', 'a'))
    """
    if baseline is not None:
        return tuple((system, baseline) for system in systems if system != baseline)
    if len(systems) <= ALL_PAIRS_UP_TO:
        return tuple(combinations(systems, 2))
    return tuple((best, system) for system in systems if system != best)
