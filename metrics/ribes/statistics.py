"""RIBES of a hypothesis from its alignment with a reference: Isozaki et al. 2010, sections 3 and 4.

    RIBES = rank correlation * precision**alpha * brevity penalty**beta

where the rank correlation is Kendall's tau between 0 and 1, the share of pairs of aligned words
that are in order, and the precision is the share of words that are aligned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tallystick.metrics.counting.best_reference import Compared, Comparison, nan_first
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.symbols import exp, maximum, minimum, ratio, where

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.best_reference import Texts
    from tallystick.metrics.ribes.dialect import RibesDialect

COLUMNS = Columns(
    "segment_scores", "rank_correlations", "precisions", "brevity_penalties", "segments"
)


@lru_cache(maxsize=64)
def comparison_of(dialect: RibesDialect) -> Comparison:
    """Return how a hypothesis is compared with its references.

    >>> from tallystick.metrics.ribes.dialect import OFFICIAL
    >>> aligned, in_order, lengths = (0, 4), 3, (4, 8)
    >>> row = comparison_of(OFFICIAL).row([(*aligned, in_order, *lengths)])
    >>> row["rank_correlations"], round(row["brevity_penalties"], 4)
    (0.5, 0.3679)
    """
    counts = ("first_aligned", "end_of_aligned", "in_order")
    return Comparison(dialect, COLUMNS, counts, _align, ribes, whole=False)


def _align(dialect: RibesDialect, texts: Texts) -> tuple[Any, Any, Any]:
    """Align hypotheses with their references.

    Returns:
        Where the aligned words of each reference begin and end among all, and the pairs of them
        that are in order, int64, shape (references,) each.
    """
    left_first, whole = dialect.context == "left_first", dialect.left_context == "whole"
    size = len(texts.vocabulary)
    ranks, bounds = kernel.align_by_context(*texts.buffers, size, left_first, whole)
    places = memoryview(bounds).cast("q")
    if dialect.pairs == "all":
        in_order: Any = memoryview(kernel.ascending_pairs(ranks, bounds)).cast("q")
    else:
        in_order = pairs_in_runs(ranks, bounds)
    return places[:-1], places[1:], in_order


def pairs_in_runs(ranks: Any, bounds: Any) -> NDArray[Any]:
    """Count the pairs of each sequence that are in one run of consecutive numbers, int64.

    Args:
        ranks: The numbers of all sequences, uint32, an array or another buffer.
        bounds: The start of each sequence, with the end, int64; likewise.

    >>> import numpy as np
    >>> ranks = np.array([7, 8, 9, 0, 1, 5, 2, 3], dtype=np.uint32)
    >>> pairs_in_runs(ranks, np.array([0, 6, 6, 8])).tolist()  # 3 of 7 8 9, 1 of 0 1; 1 of 2 3
    [4, 0, 1]
    """
    import numpy as np

    numbers, offsets = np.frombuffer(ranks, np.uint32), np.frombuffer(bounds, np.int64)
    continues = np.zeros(len(numbers), dtype=bool)
    continues[1:] = numbers[1:] == numbers[:-1].astype(np.int64) + 1
    continues[offsets[:-1][offsets[:-1] < len(numbers)]] = False
    starts = np.flatnonzero(~continues)
    places = np.arange(len(numbers))
    earlier = places - np.repeat(starts, np.diff(starts, append=len(numbers)))
    sums = np.concatenate([[0], np.cumsum(earlier)])
    counts: NDArray[Any] = np.diff(sums[offsets])
    return counts


def ribes(dialect: RibesDialect, pair: Mapping[str, Any]) -> Compared:
    """Compute the row of a hypothesis with one reference, NaN if it has no score."""
    words, length = pair["end_of_aligned"] - pair["first_aligned"], pair["hypothesis_length"]
    reference_length = pair["reference_length"]
    correlation = pair["in_order"] / maximum(words * (words - 1) / 2, 1)
    if dialect.one_word == "one_word_reference":
        correlation = where((words == 1) & (reference_length == 1), 1.0, correlation)
    precision = ratio(words, length)
    penalty = minimum(exp(1.0 - ratio(reference_length, length)), 1.0)
    penalty = where(length > 0, penalty, 0.0)
    score = correlation * precision**dialect.alpha * penalty**dialect.beta
    row: list[Any] = [score, correlation, precision, penalty, 1.0]
    if dialect.empty_hypotheses == "undefined":
        row = [where(length == 0, math.nan, one) for one in row]
    if dialect.empty_references != "zero":
        instead = math.nan if dialect.empty_references == "undefined" else 0.0
        row = [where(reference_length == 0, instead, one) for one in row]
    # one that is not defined is the best, one that is ignored the worst
    return Compared(row, [nan_first(one) for one in (row[-1], *row[:-1])])
