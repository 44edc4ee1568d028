"""The sum of the statistics of a corpus in Python numbers.

Arrays need NumPy, whose import takes as long as scoring 20,000 segments. The results are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import InputError

if TYPE_CHECKING:
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.statistics import Statistics


ROWS_IN_A_SUM = 32_768
"""Rows are added in blocks of this size; a corpus read in such parts has the same sums."""

_PAIRWISE_BLOCK = 128
"""NumPy halves longer columns."""


class Total(NamedTuple):
    """The sum of the rows of a system's `Statistics` under one metric.

    Attributes:
        columns: The names of the columns.
        sums: The sum of each column.
        references: The number of references per segment, or None if it varies.
        given_tokens: Whether the corpus consisted of tokens and no tokenizer was used.
    """

    columns: Columns
    sums: tuple[float, ...]
    references: int | None
    given_tokens: bool

    def named(self) -> dict[str, Any]:
        """Return the sums by name: a number, or for a block of columns a list."""
        return self.columns.split_list(list(self.sums))

    def added(self, other: Total) -> Total:
        """Return the sum with that of another part of the corpus.

        Raises:
            InputError: The sums have other columns.
        """
        if self.columns != other.columns:
            raise InputError("sums of different metrics cannot be added")
        references = self.references if self.references == other.references else None
        sums = tuple(one + more for one, more in zip(self.sums, other.sums, strict=True))
        return Total(self.columns, sums, references, self.given_tokens)

    def row(self) -> Statistics:
        """Return statistics with the sum as their only row."""
        import numpy as np

        from tallystick.metrics.sums.statistics import Statistics

        return Statistics(self.columns, np.array([self.sums]), self.references, self.given_tokens)


class Totals(dict[str, Total]):
    """The sums of systems by name, part by part.

    Raises:
        InputError: A system has no parts, when its sum is looked up.
    """

    def add(self, system: str, total: Total) -> None:
        """Add the sum of the next part of a system."""
        self[system] = self[system].added(total) if system in self else total

    def __missing__(self, system: str) -> Total:
        raise InputError("there are no segments, so there is nothing to score")


def pairwise_sum(numbers: Sequence[float]) -> float:
    """Add numbers in the order in which NumPy adds a column, so with the same last bit.

    Halves are added on their own, and the numbers of a short part in eight sums in turn.

    >>> import numpy as np
    >>> pairwise_sum([0.1] * 10), float(np.full(10, 0.1).sum()), float(np.full(10, 0.1).cumsum()[9])
    (1.0, 1.0, 0.9999999999999999)
    """
    length = len(numbers)
    if length > _PAIRWISE_BLOCK:
        half = length // 16 * 8
        return pairwise_sum(numbers[:half]) + pairwise_sum(numbers[half:])
    if length < 8:
        return reduce(add, numbers, 0.0)
    whole = length // 8 * 8
    sums = [reduce(add, numbers[place:whole:8]) for place in range(8)]
    while len(sums) > 1:
        sums = list(map(add, sums[::2], sums[1::2]))
    return reduce(add, numbers[whole:], sums[0])


def sum_of(column: Sequence[Any]) -> Any:
    """Add the values of a column, counts or floats, with the last bit of NumPy's sum."""
    return sum(column) if type(column[0]) is int else pairwise_sum(column)


FEW = 1 << 15
"""So many numbers are added up in Python before NumPy is imported."""


def arrays_pay(numbers: int) -> bool:
    """Return whether to compute with arrays; the results are the same without.

    Args:
        numbers: How many numbers there are.
    """
    return numbers > FEW or "numpy" in sys.modules
