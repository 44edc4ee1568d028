"""Sufficient statistics: a row of numbers for every segment; rows add up to a corpus.

Columns have names. Sums of rows are kept in Python numbers, and so are the rows of few segments:
arrays need NumPy, whose import takes as long as scoring 20,000 segments. The results are the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.errors import InputError

if TYPE_CHECKING:
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
    places: dict[str, int | slice] = {}
    for index, name in enumerate(columns):
        numbered = _NUMBERED.fullmatch(name)
        if numbered is None:
            places[name] = index
            continue
        block, number = numbered[1], int(numbered[2])
        before = places.get(block)
        if number == 1 and before is None:
            places[block] = slice(index, index + 1)
        elif isinstance(before, slice) and (before.start + number - 1, before.stop) == (index,) * 2:
            places[block] = slice(before.start, index + 1)
        else:
            places[name] = index  # a single column whose name ends in a number
    return tuple(places.items())


ROWS_IN_A_SUM = 32_768
"""Rows are added in blocks of this size; a corpus read in such parts has the same sums."""

_PAIRWISE_BLOCK = 128
"""NumPy halves longer columns."""


class Total(NamedTuple):
    """The sum of the rows of a system's `Statistics` under one metric.

    `references` is None if their number varies; `given_tokens` is whether no tokenizer was used.
    """

    columns: Columns
    sums: tuple[float, ...]
    references: int | None
    given_tokens: bool

    def named(self) -> dict[str, Any]:
        """Return the sums by name: a number, or for a block of columns a list."""
        return self.columns.split_list(list(self.sums))

    def added(self, other: Total) -> Total:
        """Return the sum with that of another part of the corpus, refused if its columns differ."""
        if self.columns != other.columns:
            raise InputError("sums of different metrics cannot be added")
        references = self.references if self.references == other.references else None
        sums = tuple(own + more for own, more in zip(self.sums, other.sums, strict=True))
        return Total(self.columns, sums, references, self.given_tokens)

    def row(self) -> Statistics:
        """Return statistics with the sum as their only row."""
        import numpy as np

        return Statistics(self.columns, np.array([self.sums]), self.references, self.given_tokens)


class Totals(dict[str, Total]):
    """The sums of systems by name, part by part; one without parts is refused when looked up."""

    def add(self, system: str, total: Total) -> None:
        """Add the sum of the next part of a system."""
        self[system] = self[system].added(total) if system in self else total

    def __missing__(self, system: str) -> Total:
        raise InputError("there are no segments, so there is nothing to score")


def pairwise_sum(numbers: Sequence[float]) -> float:
    """Add numbers in the order in which NumPy adds a column, so with the same last bit.

    Halves are added on their own, and the numbers of a short part in eight sums in turn.
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


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """The sufficient statistics of one system under one metric.

    Attributes:
        columns: The names of the columns, such as "hypothesis_length"; a tuple, or `Columns`.
        rows: One row per segment, shape (segments, columns), read-only; int64 if all columns are
            counts, else float64.
        references: The number of references per segment, or None if it varies.
        given_tokens: Whether the corpus consisted of tokens and no tokenizer was used.

    >>> import numpy as np
    >>> Statistics(("matches",), np.array([[1], [2]]), 1, False).total()
    array([3])
    """

    columns: tuple[str, ...]
    rows: NDArray[Any]
    references: int | None
    given_tokens: bool
    values: Sequence[list[Any]] | None = field(default=None, init=False, repr=False)
    """The values of each column in Python numbers, if it was built from them."""

    def __post_init__(self) -> None:
        if self.rows.ndim != 2 or self.rows.shape[1] != len(self.columns):
            raise InputError(
                f"statistics of shape {self.rows.shape} do not have the {len(self.columns)} "
                f"columns {', '.join(self.columns)}"
            )
        if self.rows.flags.writeable and self.rows.base is not None:
            # this memory is shared and could be changed elsewhere
            object.__setattr__(self, "rows", self.rows.copy())
        self.rows.flags.writeable = False

    @classmethod
    def of_numbers(
        cls,
        columns: Columns,
        values: Iterable[list[Any]],
        references: int | None,
        given_tokens: bool,
    ) -> Statistics:
        """Build from the values of each column in Python numbers.

        Rows are made when they are asked for.
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "columns", columns)
        object.__setattr__(made, "references", references)
        object.__setattr__(made, "given_tokens", given_tokens)
        object.__setattr__(made, "values", tuple(values))
        return made

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Make the rows of values."""
            if name != "rows":
                raise AttributeError(f"Statistics have no attribute {name!r}")
            import numpy as np

            rows = np.array(self.values).T
            rows.flags.writeable = False  # so that it is not copied, in another order of memory
            object.__setattr__(self, "rows", rows)
            self.__post_init__()
            return self.rows

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and unpickle through the constructor, which makes the rows read-only."""
        return Statistics, (self.columns, self.rows, self.references, self.given_tokens)

    def __len__(self) -> int:
        return len(self.rows if self.values is None else self.values[0])

    def named_rows(self) -> Iterator[dict[str, Any]]:
        """Yield the row of every segment in Python numbers, by single columns and blocks."""
        columns = Columns(*self.columns)
        rows = self.rows.tolist() if self.values is None else zip(*self.values, strict=True)
        for row in rows:
            yield columns.split_list(list(row))

    def split(self) -> Mapping[str, NDArray[Any]]:
        """Return single columns and blocks by name; see `Columns.split`.

        >>> import numpy as np
        >>> statistics = Statistics(("matches_1", "matches_2"), np.array([[3, 1]]), 1, False)
        >>> statistics.split()["matches"].tolist()
        [[3, 1]]
        """
        return Columns(*self.columns).split(self.rows)

    def column(self, name: str) -> NDArray[Any]:
        """Return one column, shape (segments,)."""
        values: NDArray[Any] = self.rows[:, self.columns.index(name)]
        return values

    def total(self) -> NDArray[Any]:
        """Return the sum over all segments, shape (columns,).

        A column with an undefined segment (NaN) has no sum; the metric explains why.

        Raises:
            InputError: A sum of counts does not fit into 64 bits.
        """
        import numpy as np

        total: NDArray[Any] = np.zeros(len(self.columns), dtype=self.rows.dtype)
        if len(self) == 1:  # such as a sum
            total += self.rows[0]
            return total
        for start in range(0, len(self), ROWS_IN_A_SUM):
            block = self.rows[start : start + ROWS_IN_A_SUM]
            if block.dtype.kind == "f":
                # the memory layout determines the order in which NumPy adds, and so the last digit
                block = np.asfortranarray(block)
            total += block.sum(axis=0)
        if total.dtype.kind != "f" and _may_overflow(self.rows):
            raise InputError(
                "the sum of some statistics does not fit into 64 bits; give them as float64"
            )
        return total

    def finite_total(self) -> NDArray[Any]:
        """Return the sum over all segments, shape (columns,), which must be finite.

        Raises:
            InputError: A statistic is not finite, or see `total`.
        """
        import numpy as np

        total = self.total()
        defined = np.isfinite(total)
        if defined.all():
            return total
        column = int(np.argmin(defined))
        odd = np.flatnonzero(~np.isfinite(self.rows[:, column]))
        where = f"segment {odd[0] + 1}" if len(odd) else "the sum of all segments"
        raise InputError(
            f"the statistic {self.columns[column]} of {where} is not a finite number; expected one "
            "for every segment"
        )

    def as_total(self, finite: bool = True) -> Total:
        """Return the sum over all segments in Python numbers.

        Args:
            finite: Whether the sum must be finite, as that of `finite_total`.
        """
        sums = tuple(  # with the last bit of NumPy's
            sum(column) if type(column[0]) is int else pairwise_sum(column)
            for column in self.values or ()
        )
        if self.values is None or not all(map(math.isfinite, sums)):
            sums = tuple((self.finite_total() if finite else self.total()).tolist())
        return Total(Columns(*self.columns), sums, self.references, self.given_tokens)

    def by_document(self, documents: Sequence[str]) -> tuple[tuple[str, ...], Statistics]:
        """Add up the segments of each document; `documents` has the document of every segment.

        Returns:
            The documents in the order of their first segments, and one row for each.

        Raises:
            InputError: The number of documents differs from that of segments.
        """
        import numpy as np

        if len(documents) != len(self):
            raise InputError(
                f"{len(documents)} segments have a document but {len(self)} have statistics"
            )
        names = tuple(dict.fromkeys(documents))
        numbers = {name: number for number, name in enumerate(names)}
        rows = np.zeros((len(names), len(self.columns)), dtype=self.rows.dtype)
        np.add.at(rows, [numbers[document] for document in documents], self.rows)
        return names, Statistics(self.columns, rows, self.references, self.given_tokens)


def concatenate(parts: Sequence[Statistics]) -> Statistics:
    """Join the statistics of consecutive parts of one corpus."""
    if not parts:
        raise InputError("there are no statistics to join")
    if len(parts) == 1:
        return parts[0]
    import numpy as np

    if any(part.columns != parts[0].columns for part in parts):
        raise InputError("statistics of different metrics cannot be joined")
    numbers = {part.references for part in parts}
    return Statistics(
        parts[0].columns,
        np.concatenate([part.rows for part in parts]),
        numbers.pop() if len(numbers) == 1 else None,
        parts[0].given_tokens,
    )


def _may_overflow(counts: NDArray[Any]) -> bool:
    """Whether the sum of a column, shape (segments, columns), may not fit into 64 bits."""
    if len(counts) < 2:
        return False
    import numpy as np

    most = (2**63 - 1) // len(counts)
    if counts.max() <= most and counts.min() >= -most:
        return False
    return bool((np.abs(counts.sum(axis=0, dtype=np.float64)) >= 2.0**63).any())
