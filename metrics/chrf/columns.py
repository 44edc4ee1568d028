"""The columns of the statistics under a dialect of chrF."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    from tallystick.metrics.chrf.dialect import ChrfDialect


@lru_cache(maxsize=64)
def columns_of(dialect: ChrfDialect) -> Columns:
    """Return the names of the columns: n-grams of each order, characters first, and matches."""
    counts = counts_of(dialect)
    return counts if dialect.average == "micro" else Columns(*counts, "segment_scores", "segments")


def counts_of(dialect: ChrfDialect) -> Columns:
    """Return the names of the columns that have counts."""
    return columns_of_orders(dialect.order + dialect.word_order)


@lru_cache(maxsize=64)
def columns_of_orders(orders: int) -> Columns:
    """Return the names of the columns of counts of a number of orders."""
    return Columns(("hypothesis_ngrams", orders), ("reference_ngrams", orders), ("matches", orders))
