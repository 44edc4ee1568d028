"""The statistics of few segments in Python numbers, whose sums equal those of arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.sums.total import Total, pairwise_sum

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.statistics import Statistics


class FewStatistics(NamedTuple):
    """The statistics of one system under one metric, without arrays.

    Attributes:
        columns: The names of the columns.
        values: The values of each column, one a segment.
        references: The number of references per segment, or None if it varies.
        given_tokens: Whether the corpus consisted of tokens and no tokenizer was used.
    """

    columns: Columns
    values: tuple[list[Any], ...]
    references: int | None
    given_tokens: bool

    @classmethod
    def of(cls, corpus: Corpus, columns: Columns, *values: list[Any]) -> FewStatistics:
        """Build from the values of every column."""
        return cls(columns, values, corpus.references.number, corpus.given_tokens)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the row of every segment, by the names of single columns and blocks."""
        for row in zip(*self.values, strict=True):
            yield self.columns.split_list(list(row))

    def total(self) -> Total:
        """Return the sum over all segments, as `Statistics.as_total` does.

        Raises:
            InputError: A statistic is not finite.
        """
        sums = tuple(map(_sum, self.values))
        if not all(map(math.isfinite, sums)):
            return self.as_arrays().as_total()
        return Total(self.columns, sums, self.references, self.given_tokens)

    def as_arrays(self) -> Statistics:
        """Return the same as arrays."""
        import numpy as np

        from tallystick.metrics.sums.statistics import Statistics

        rows = np.array(self.values).T
        return Statistics(self.columns, rows, self.references, self.given_tokens)


def _sum(column: list[Any]) -> Any:
    return sum(column) if type(column[0]) is int else pairwise_sum(column)
