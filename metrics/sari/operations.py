"""The n-grams of the source that hypotheses add, keep and delete: Xu et al. 2016, section 4.

An n-gram that occurs s times in the source, h times in the hypothesis and r times in all k
references together is kept k min(s, h) times by the hypothesis and min(k s, r) times by the
references; what is left of k s is deleted. Adding does not count occurrences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.side_counts import SideCounts
    from tallystick.metrics.sari.dialect import SariDialect

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


@lru_cache(maxsize=1 << 12)
def counts_of_ngram(
    deleted_correctly: str, references: int, source: int, hypothesis: int, pooled: int
) -> Sequence[tuple[int, int]]:
    """Return what an n-gram adds to the columns of its order, by place, where it is not 0.

    Args:
        deleted_correctly: The axis of the dialect.
        references: The number of references.
        source: How often the n-gram occurs in the source.
        hypothesis: How often it occurs in the hypothesis.
        pooled: How often it occurs in all references.
    """
    added, to_add = not source and hypothesis > 0, not source and pooled > 0
    most = references * source
    kept, to_keep = min(most, references * hypothesis), min(most, pooled)
    deleted, to_delete = most - kept, most - to_keep
    both = deleted_correctly == "both"
    correct = min(deleted, to_delete) if both else max(deleted - pooled, 0)
    columns = (
        *(added and to_add, added, to_add),
        *(min(kept, to_keep), kept, to_keep),
        *(correct, deleted, to_delete),
    )
    return [(place, int(value)) for place, value in enumerate(columns) if value]


def operations_of(
    dialect: SariDialect, ngrams: SideCounts, references: NDArray[np.int64]
) -> Mapping[str, Operation]:
    """Return the operations of every segment and order, shape (segments, orders).

    Args:
        dialect: The dialect.
        ngrams: Counts in the source, the hypothesis and the references.
        references: The number of references of each segment, shape (segments,).
    """
    # arrays of all n-grams are faster than those of the n-grams of the source
    source, hypothesis, pooled = ngrams.counts
    new = source == 0
    added, to_add = new & (hypothesis > 0), new & (pooled > 0)
    correct, done, wanted = map(ngrams.sums, (added & to_add, added, to_add))
    each = ngrams.spread(references)
    most = each * source
    kept, to_keep = np.minimum(most, each * hypothesis), np.minimum(most, pooled)
    deleted, to_delete = most - kept, most - to_keep
    if dialect.deleted_correctly == "both":
        deleted_correctly = np.minimum(deleted, to_delete)
    else:
        deleted_correctly = np.maximum(deleted - pooled, 0)
    return {
        "add": Operation(correct, done, correct, wanted),
        "keep": _operation(dialect, ngrams, np.minimum(kept, to_keep), kept, to_keep),
        "delete": _operation(dialect, ngrams, deleted_correctly, deleted, to_delete),
    }


def _operation(
    dialect: SariDialect,
    ngrams: SideCounts,
    correct: NDArray[np.int64],
    done: NDArray[np.int64],
    wanted: NDArray[np.int64],
) -> Operation:
    return Operation(
        *_ratio(dialect.precision, ngrams, correct, done),
        *_ratio(dialect.recall, ngrams, correct, wanted),
    )


def _ratio(
    kind: str, ngrams: SideCounts, part: NDArray[np.int64], whole: NDArray[np.int64]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return numerator and denominator of every segment and order."""
    if kind == "pooled":
        return ngrams.sums(part), ngrams.sums(whole)
    # an n-gram without occurrences adds 0 to both
    return ngrams.sums(part / np.maximum(whole, 1)), ngrams.sums(whole > 0)
