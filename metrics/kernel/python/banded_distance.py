"""Edit distance between two sequences within a band around the diagonal of the matrix."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from tallystick.metrics.kernel.python.alignment import (
    DELETION,
    HIT,
    INSERTION,
    SUBSTITUTION,
)

OUTSIDE = 1 << 60
"""The distance in cells outside the band, which do not exist."""


class Band:
    """The matrix of distances between the words of rows and those of columns.

    Args:
        rows: The words of the rows, which can change places.
        columns: The words of the columns.
        beam: The columns of the band on either side of the diagonal; more if the rows would not
            overlap. Without a beam (0) the band is the whole matrix.
    """

    def __init__(self, rows: Sequence[int], columns: Sequence[int], beam: int) -> None:
        self.rows = list(rows)
        self._columns = columns
        self._beam = beam
        self._limits = list(_limits(len(rows), len(columns), beam))
        self._matrix = [list(range(len(columns) + 1))]
        self._fill()

    @property
    def distance(self) -> int:
        """The distance between the two sequences."""
        return self._matrix[-1][-1]

    def change(self, rows: Sequence[int], kept: int) -> None:
        """Replace the words of the rows, of which the first `kept` remain."""
        self.rows = list(rows)
        del self._matrix[kept + 1 :]
        self._fill()

    def distance_of(self, rows: Sequence[int], kept: int, same_from: int) -> int:
        """Return the distance of other words that equal those of the rows but from `kept` on.

        From `same_from` on they are equal again.
        """
        row = self._matrix[kept]
        for number, word in islice(enumerate(rows, 1), kept, None):
            row = self._next(row, number, word)
            if number >= same_from and row == self._matrix[number]:
                return self.distance
        return row[-1]

    def contains(self, distance: int) -> bool:
        """Return whether every path with at most `distance` edits is within the band."""
        difference = abs(len(self._columns) - len(self.rows))
        return not self._beam or (distance + difference) // 2 < self._beam

    def path(self) -> list[int]:
        """Return the operations that turn the columns into the rows.

        The last steps are diagonal if possible, else down (an insertion), else to the right.
        """
        row, column = len(self.rows), len(self._columns)
        steps = []
        while row or column:
            step = self._last_step(row, column)
            row -= step != DELETION
            column -= step != INSERTION
            steps.append(step)
        return steps[::-1]

    def _fill(self) -> None:
        for number in range(len(self._matrix), len(self.rows) + 1):
            self._matrix.append(self._next(self._matrix[-1], number, self.rows[number - 1]))

    def _next(self, before: list[int], number: int, word: int) -> list[int]:
        first, end = self._limits[number]
        row = [OUTSIDE] * len(before)
        left = OUTSIDE
        for column in range(first, end):
            above = before[column] + 1
            if column:
                diagonal = before[column - 1] + (self._columns[column - 1] != word)
                left = min(diagonal, above, left + 1)
            else:
                left = above
            row[column] = left
        return row

    def _last_step(self, row: int, column: int) -> int:
        if row == 0:
            return DELETION
        here, before = self._matrix[row][column], self._matrix[row - 1]
        if column:
            equal = self._columns[column - 1] == self.rows[row - 1]
            if here == before[column - 1] + (not equal):
                return HIT if equal else SUBSTITUTION
        return INSERTION if here == before[column] + 1 else DELETION


def _limits(rows: int, columns: int, beam: int) -> Iterator[tuple[int, int]]:
    """Yield the first column of every row and the one behind the last, as sacreBLEU does."""
    yield 0, columns + 1
    ratio = columns / rows if rows else 1.0
    half = math.ceil(ratio / 2 + beam) if beam < ratio / 2 else beam
    for row in range(1, rows + 1):
        diagonal = math.floor(row * ratio)
        if not beam:
            yield 0, columns + 1
        elif row == rows:
            yield max(0, diagonal - half), columns + 1
        else:
            yield max(0, diagonal - half), min(columns + 1, diagonal + half)
