"""The columns of the statistics under a dialect of NIST."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    from tallystick.metrics.nist.dialect import NistDialect


@lru_cache(maxsize=64)
def columns_of(dialect: NistDialect) -> Columns:
    """Return the names of the columns."""
    orders = dialect.order
    columns: list[str | tuple[str, int]] = ["hypothesis_length", "reference_length"]
    columns += [("matches", orders), ("totals", orders), ("information", orders)]
    if dialect.reference_length == "mean_nonempty":
        columns += ["nonempty_references", "segments"]
    return Columns(*columns)
