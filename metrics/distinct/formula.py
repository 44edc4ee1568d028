"""Distinct-n from sums of statistics: Li et al. 2016, section 5.3, and the mean of segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.distinct.dialect import DistinctDialect


def distinct(
    dialect: DistinctDialect,
    segment_scores: NDArray[Any],
    segments: NDArray[Any],
    new_ngrams: NDArray[Any],
    size: NDArray[Any],
) -> NDArray[np.float64]:
    """Compute distinct-n, shape (...,), 0 to 1; 0 if there is nothing to divide by.

    Args:
        dialect: The dialect, whose `scope` decides which of the sums are used.
        segment_scores: The sum of the scores of segments, shape (...,).
        segments: The number of segments, shape (...,).
        new_ngrams: N-grams that occur in no earlier segment, shape (...,).
        size: Tokens or n-grams, shape (...,).

    >>> from tallystick.metrics.distinct.dialect import DistinctDialect
    >>> sums = (np.array([1.5]), np.array([2]), np.array([2]), np.array([5]))
    >>> distinct(DistinctDialect(scope="segment"), *sums).tolist()
    [0.75]
    >>> distinct(DistinctDialect(), *sums).tolist()
    [0.4]
    """
    whole = dialect.scope == "corpus"
    number, of = (new_ngrams, size) if whole else (segment_scores, segments)
    found: NDArray[np.float64] = number / np.maximum(of, 1)
    return found
