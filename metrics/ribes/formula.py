"""RIBES from an alignment of words: Isozaki et al. 2010, sections 3 and 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sums.elementary import exp

if TYPE_CHECKING:
    from numpy.typing import NDArray


def rank_correlation(pairs: NDArray[Any], aligned: NDArray[Any]) -> NDArray[np.float64]:
    """Compute Kendall's tau between 0 and 1, shape (...,): the share of pairs in order.

    It is 0 with fewer than two aligned words, which have no pairs.

    Args:
        pairs: Pairs of aligned words that are in order, shape (...,).
        aligned: Aligned words, shape (...,).

    >>> rank_correlation(np.array([3, 0]), np.array([4, 1])).tolist()
    [0.5, 0.0]
    """
    found: NDArray[np.float64] = pairs / np.maximum(aligned * (aligned - 1) // 2, 1)
    return found


def precision(aligned: NDArray[Any], hypothesis_lengths: NDArray[Any]) -> NDArray[np.float64]:
    """Compute the share of aligned words, shape (...,); 0 in a hypothesis without words."""
    found: NDArray[np.float64] = aligned / np.maximum(hypothesis_lengths, 1)
    return found


def brevity_penalty(
    hypothesis_lengths: NDArray[Any], reference_lengths: NDArray[Any]
) -> NDArray[np.float64]:
    """Compute BLEU's brevity penalty, shape (...,); 0 for a hypothesis without words.

    >>> brevity_penalty(np.array([2, 1, 0]), np.array([1, 2, 2])).round(4).tolist()
    [1.0, 0.3679, 0.0]
    """
    ratios = reference_lengths / np.maximum(hypothesis_lengths, 1)
    penalties = np.minimum(exp(1.0 - ratios), 1.0)
    return np.where(hypothesis_lengths > 0, penalties, 0.0)


def ribes(
    rank_correlations: NDArray[Any],
    precisions: NDArray[Any],
    brevity_penalties: NDArray[Any],
    alpha: float,
    beta: float,
) -> NDArray[np.float64]:
    """Compute RIBES of each segment, 0 to 1, shape (segments,).

    >>> ribes(np.array([0.5]), np.array([1.0]), np.array([1.0]), 0.25, 0.1).tolist()
    [0.5]
    """
    score: NDArray[np.float64] = (
        rank_correlations * _power(precisions, alpha) * _power(brevity_penalties, beta)
    )
    return score


def _power(numbers: NDArray[Any], exponent: float) -> NDArray[np.float64]:
    """Raise numbers to a power as Python does; NumPy rounds otherwise on some processors."""
    powers = np.ones(numbers.shape)
    others = numbers != 1
    powers[others] = [one**exponent for one in numbers[others].tolist()]
    return powers
