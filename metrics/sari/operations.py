"""The n-grams of the source that hypotheses add, keep and delete: Xu et al. 2016, section 4.

An n-gram that occurs s times in the source, h times in the hypothesis and r times in all k
references together is kept k min(s, h) times by the hypothesis and min(k s, r) times by the
references; what is left of k s is deleted. Adding does not count occurrences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sari.dialect import SariDialect
    from tallystick.metrics.side_counts import SideCounts

NAMES = ("add", "keep", "delete")
"""The operations, in the order of statistics."""


class Operation(NamedTuple):
    """The ratios of one operation, each as numerator and denominator, shape (..., orders).

    Attributes:
        correct: The numerator of precision.
        done: Its denominator: what the hypothesis does.
        found: The numerator of recall.
        wanted: Its denominator: what the references do.
    """

    correct: NDArray[Any]
    done: NDArray[Any]
    found: NDArray[Any]
    wanted: NDArray[Any]


def operations_of(
    dialect: SariDialect, ngrams: SideCounts, references: NDArray[np.int64]
) -> Mapping[str, Operation]:
    """Return the operations of every segment and order, shape (segments, orders).

    Args:
        dialect: The dialect.
        ngrams: Counts in the source, the hypothesis and the references.
        references: The number of references of each segment, shape (segments,).
    """
    source, hypothesis, pooled = ngrams.counts
    in_source = source > 0
    new = ~in_source
    added, to_add = new & (hypothesis > 0), new & (pooled > 0)
    rows = ngrams.rows[in_source]
    each = references[rows // ngrams.shape[1]]
    most, mine, theirs = each * source[in_source], each * hypothesis[in_source], pooled[in_source]
    kept, to_keep = np.minimum(most, mine), np.minimum(most, theirs)
    deleted, to_delete = most - kept, most - to_keep
    if dialect.deleted_correctly == "both":
        deleted_correctly = np.minimum(deleted, to_delete)
    else:
        deleted_correctly = np.maximum(deleted - theirs, 0)
    sums = _Sums(ngrams.shape)
    add = [sums.of(ngrams.rows[chosen]) for chosen in (added & to_add, added, to_add)]
    return {
        "add": Operation(add[0], add[1], add[0], add[2]),
        "keep": _operation(dialect, sums, rows, np.minimum(kept, theirs), kept, to_keep),
        "delete": _operation(dialect, sums, rows, deleted_correctly, deleted, to_delete),
    }


class _Sums:
    """Sums over the n-grams of every segment and order.

    Args:
        shape: The numbers of segments and orders.
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        self._shape = shape

    def of(
        self, rows: NDArray[np.int64], numbers: NDArray[Any] | None = None
    ) -> NDArray[np.float64]:
        """Add up numbers, or count the n-grams of each row; one number after another."""
        found = np.bincount(rows, numbers, minlength=self._shape[0] * self._shape[1])
        return found.reshape(self._shape).astype(np.float64, copy=False)


def _operation(
    dialect: SariDialect,
    sums: _Sums,
    rows: NDArray[np.int64],
    correct: NDArray[np.int64],
    done: NDArray[np.int64],
    wanted: NDArray[np.int64],
) -> Operation:
    return Operation(
        *_ratio(dialect.precision, sums, rows, correct, done),
        *_ratio(dialect.recall, sums, rows, correct, wanted),
    )


def _ratio(
    kind: str,
    sums: _Sums,
    rows: NDArray[np.int64],
    part: NDArray[np.int64],
    whole: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return numerator and denominator of every segment and order."""
    if kind == "pooled":
        return sums.of(rows, part), sums.of(rows, whole)
    present = whole > 0
    rows = rows[present]
    return sums.of(rows, part[present] / whole[present]), sums.of(rows)
