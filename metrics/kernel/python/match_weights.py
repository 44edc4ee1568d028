"""Sums of the weights of matched n-grams."""

from __future__ import annotations

import functools
import operator
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any


def weights_by_place(weights: Any, nodes: Any) -> list[array[float]]:
    """Return the weight of the n-gram of each order that starts at each token, 0 if unknown."""
    if weights is None:
        return []
    import numpy as np

    known = np.append(np.frombuffer(bytes(weights), np.float64), 0.0)
    rows = known[np.minimum(nodes, len(known) - 1)]
    return [array("d", row.tobytes()) for row in rows]


def terms(
    clipped: Mapping[Any, int], places: Mapping[Any, int], weights: Sequence[float]
) -> Iterator[float]:
    """Return the weight of each n-gram, multiplied by its clipped matches."""
    return map(
        operator.mul, clipped.values(), map(weights.__getitem__, map(places.__getitem__, clipped))
    )


def plain_sum(numbers: Iterable[float]) -> float:
    """Add numbers one by one; Python's `sum` adds a correction from 3.12 on."""
    return functools.reduce(operator.add, numbers, 0.0)


def compensated_sum(numbers: Iterable[float]) -> float:
    """Add finite numbers with Neumaier's correction, as Python's `sum` does from 3.12 on.

    A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
    Zeitschrift fuer angewandte Mathematik und Mechanik 54, 1974.

    >>> compensated_sum([0.1] * 10), compensated_sum([1.0, 1e100, 1.0, -1e100])
    (1.0, 2.0)
    """
    total = lost = 0.0
    for number in numbers:
        rounded = total + number
        larger, smaller = (total, number) if abs(total) >= abs(number) else (number, total)
        lost += (larger - rounded) + smaller
        total = rounded
    return total + lost
