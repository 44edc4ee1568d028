"""Precision, recall and F of ROUGE, from matches and numbers of n-grams.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004,
equations 1 to 4 and 9 to 11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sums.sum_formula import quotient

if TYPE_CHECKING:
    from tallystick.metrics.rouge.dialect import RougeDialect

MOST_DECIMALS = 16
"""With this many decimals nothing is rounded."""


def ratio(matches: Any, totals: Any) -> Any:
    """Divide matches by numbers of n-grams, arrays or numbers; 0 where there are none.

    >>> ratio(np.array([1, 0]), np.array([2, 0])).tolist(), ratio(1, 2)
    ([0.5, 0.0], 0.5)
    """
    is_number = isinstance(totals, (int, float))
    return matches / (max(totals, 1) if is_number else np.maximum(totals, 1))


def f_measure(dialect: RougeDialect, precision: Any, recall: Any) -> Any:
    """Combine precision and recall, both 0 to 1, to F, of the same shape; 0 if both are 0.

    >>> from tallystick.metrics.rouge.dialect import RougeDialect
    >>> f_measure(RougeDialect(), np.array([0.5, 0.0]), np.array([1.0, 0.0])).round(3).tolist()
    [0.667, 0.0]
    """
    weight = dialect.beta**2
    below = recall + weight * precision + dialect.epsilon
    above = (1 + weight) * precision * recall
    return rounded(dialect, quotient(above, below))


def rounded(dialect: RougeDialect, values: Any) -> Any:
    """Round precision, recall or F of segments as the dialect does."""
    if dialect.decimals >= MOST_DECIMALS:
        return values
    return np.round(values, dialect.decimals)
