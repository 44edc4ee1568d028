"""Names of the columns of statistics, and access to sums of rows by these names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_NUMBERED = re.compile(r"(.+)_([1-9][0-9]*)")


class Columns(tuple[str, ...]):
    """The names of columns: single columns and blocks of numbered columns.

    Args:
        parts: The name of a single column, or the name and the width of a block, whose columns are
            named `name_1`, `name_2` and so on.

    >>> columns = Columns("hypothesis_length", ("matches", 2), ("totals", 2))
    >>> list(columns)
    ['hypothesis_length', 'matches_1', 'matches_2', 'totals_1', 'totals_2']
    """

    __slots__ = ()

    def __new__(cls, *parts: str | tuple[str, int]) -> Columns:
        """Expand the names of blocks."""
        names: list[str] = []
        for part in parts:
            if isinstance(part, str):
                names.append(part)
            else:
                name, width = part
                names += [f"{name}_{number}" for number in range(1, width + 1)]
        return super().__new__(cls, names)

    def __getnewargs__(self) -> tuple[str, ...]:
        return tuple(self)

    def split(self, sums: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
        """Split rows, or sums of rows, into single columns and blocks by name.

        Args:
            sums: Shape (..., columns).

        Returns:
            Views: of a single column shape (...,), of a block shape (..., width of the block).

        >>> import numpy as np
        >>> named = Columns("length", ("matches", 2)).split(np.array([[9, 3, 1], [8, 2, 0]]))
        >>> named["length"].tolist(), named["matches"].tolist()
        ([9, 8], [[3, 1], [2, 0]])
        """
        return {name: sums[..., place] for name, place in places_of(self)}

    def split_list(self, total: list[Any]) -> dict[str, Any]:
        """Split one sum, given as a list, into numbers and lists of numbers by name.

        >>> Columns("length", ("matches", 2)).split_list([9, 3, 1])
        {'length': 9, 'matches': [3, 1]}
        """
        return {name: total[place] for name, place in places_of(self)}


def whole(number: float) -> float:
    """Return a sum as an int if it is a whole number, which means over references may not be.

    >>> whole(412.0), whole(412.5)
    (412, 412.5)
    """
    return int(number) if number == int(number) else number


@lru_cache(maxsize=64)
def places_of(columns: tuple[str, ...]) -> tuple[tuple[str, int | slice], ...]:
    """Return the position of each single column and block by name."""
    found: dict[str, int | slice] = {}
    for index, name in enumerate(columns):
        numbered = _NUMBERED.fullmatch(name)
        if numbered is None:
            found[name] = index
            continue
        block, number = numbered[1], int(numbered[2])
        before = found.get(block)
        if number == 1 and before is None:
            found[block] = slice(index, index + 1)
        elif isinstance(before, slice) and (before.start + number - 1, before.stop) == (index,) * 2:
            found[block] = slice(before.start, index + 1)
        else:
            found[name] = index  # a single column whose name ends in a number
    return tuple(found.items())
