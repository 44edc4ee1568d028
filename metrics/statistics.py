"""Sufficient statistics: a row of numbers for every segment; rows add up to a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """The sufficient statistics of one system under one metric.

    Attributes:
        columns: What each number is, such as "hypothesis_length".
        rows: One row a segment, shape (segments, columns); int64 where all are counts, else
            float64. It cannot be written to.
        references: How many references each segment has, or None where the number varies.
        given_tokens: Whether the corpus held tokens, so that no tokenizer was used.

    >>> import numpy as np
    >>> Statistics(("matches",), np.array([[1], [2]]), 1, False).total()
    array([3])
    """

    columns: tuple[str, ...]
    rows: NDArray[Any]
    references: int | None
    given_tokens: bool

    def __post_init__(self) -> None:
        if self.rows.ndim != 2 or self.rows.shape[1] != len(self.columns):
            raise InputError(
                f"statistics of shape {self.rows.shape} do not have the {len(self.columns)} "
                f"columns {', '.join(self.columns)}"
            )
        self.rows.flags.writeable = False

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> NDArray[Any]:
        """Return one column, shape (segments,)."""
        values: NDArray[Any] = self.rows[:, self.columns.index(name)]
        return values

    def total(self) -> NDArray[Any]:
        """Return the sum over all segments, shape (columns,)."""
        total: NDArray[Any] = self.rows.sum(axis=0)
        return total

    def by_document(self, documents: Sequence[str]) -> tuple[tuple[str, ...], Statistics]:
        """Add up the segments of each document.

        Args:
            documents: The document of every segment.

        Returns:
            The documents in the order of their first segments, and one row for each.

        Raises:
            InputError: There are more or fewer documents given than segments.
        """
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
    """Join the statistics of consecutive parts of one corpus.

    Raises:
        InputError: There are no parts, or their columns differ.
    """
    if not parts:
        raise InputError("there are no statistics to join")
    if len(parts) == 1:
        return parts[0]
    if any(part.columns != parts[0].columns for part in parts):
        raise InputError("statistics of different metrics cannot be joined")
    numbers = {part.references for part in parts}
    return Statistics(
        parts[0].columns,
        np.concatenate([part.rows for part in parts]),
        numbers.pop() if len(numbers) == 1 else None,
        parts[0].given_tokens,
    )
