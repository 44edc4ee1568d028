"""Pairs of numbers of which the later one is greater, the statistic of Kendall's tau."""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from typing import Any

from tallystick.metrics.kernel.python.segments import segments_of


def ascending_pairs(numbers: Any, offsets: Any) -> bytes:
    """Count the pairs of each sequence in which the later number is greater, int64.

    >>> numbers, offsets = array("I", [2, 1, 0, 3]), array("q", [0, 4])
    >>> array("q", ascending_pairs(numbers, offsets)).tolist()
    [3]
    """
    return array("q", map(_pairs, segments_of(numbers, offsets))).tobytes()


def _pairs(sequence: list[int]) -> int:
    earlier: list[int] = []
    count = 0
    for number in sequence:
        count += bisect_left(earlier, number)
        insort(earlier, number)
    return count
