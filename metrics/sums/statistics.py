"""Sufficient statistics: a row of numbers for every segment; rows add up to a corpus."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.total import ROWS_IN_A_SUM as ROWS_IN_A_SUM
from tallystick.metrics.sums.total import Total, sum_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        """Build from the values of each column in Python numbers, which need no NumPy.

        Its import takes as long as scoring 20,000 segments. Rows are made when they are asked for.
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

            object.__setattr__(self, "rows", np.array(self.values).T)
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
        sums = None if self.values is None else tuple(map(sum_of, self.values))
        if sums is None or not all(map(math.isfinite, sums)):
            sums = tuple((self.finite_total() if finite else self.total()).tolist())
        return Total(Columns(*self.columns), sums, self.references, self.given_tokens)

    def summed(self) -> Statistics:
        """Return statistics with the sum over all segments as their only row."""
        return replace(self, rows=self.total()[None, :])

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


def added(one: Statistics, other: Statistics) -> Statistics:
    """Add statistics of the same metric row by row, such as the sums of two parts of a corpus."""
    if one.columns != other.columns or len(one) != len(other):
        raise InputError("statistics of different metrics or lengths cannot be added")
    references = one.references if one.references == other.references else None
    return Statistics(one.columns, one.rows + other.rows, references, one.given_tokens)


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
