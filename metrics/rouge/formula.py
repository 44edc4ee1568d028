"""Precision, recall and F of ROUGE, from matches and numbers of n-grams.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004,
equations 1 to 4 and 9 to 11.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.rouge.dialect import RougeDialect

_SMALLEST = sys.float_info.min  # below any sum of ratios but 0

MOST_DECIMALS = 16
"""With this many decimals nothing is rounded."""


def ratio(matches: NDArray[Any], totals: NDArray[Any]) -> NDArray[np.float64]:
    """Divide matches by numbers of n-grams; 0 where there are none.

    >>> ratio(np.array([1, 0]), np.array([2, 0])).tolist()
    [0.5, 0.0]
    """
    divided: NDArray[np.float64] = matches / np.maximum(totals, 1)
    return divided


def f_measure(
    dialect: RougeDialect, precision: NDArray[Any], recall: NDArray[Any]
) -> NDArray[np.float64]:
    """Combine precision and recall, both 0 to 1, to F, of the same shape; 0 if both are 0.

    >>> from tallystick.metrics.rouge.dialect import RougeDialect
    >>> f_measure(RougeDialect(), np.array([0.5, 0.0]), np.array([1.0, 0.0])).round(3).tolist()
    [0.667, 0.0]
    """
    weight = dialect.beta**2
    below = recall + weight * precision + dialect.epsilon
    above = (1 + weight) * precision * recall
    quotient: NDArray[np.float64] = above / np.maximum(below, _SMALLEST)
    return rounded(dialect, quotient)


def rounded(dialect: RougeDialect, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round precision, recall or F of segments as the dialect does."""
    if dialect.decimals >= MOST_DECIMALS:
        return values
    return np.round(values, dialect.decimals)
