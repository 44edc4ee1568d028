"""chrF from sums of statistics: Popović 2015.

    chrF = (1 + beta**2) * P * R / (beta**2 * P + R)

where P and R are the precision and recall of n-grams, averaged over orders.

The operations and their order are those of sacreBLEU 2.6.0, so that scores are equal to the last
bit, and so is the choice between references.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.chrf.one_score import EPSILON
from tallystick.metrics.sums.elementary import sum_of_orders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.chrf.dialect import ChrfDialect


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums of statistics; the orders of characters come first, then those of words.

    Attributes:
        hypothesis_ngrams: N-grams of the hypotheses, shape (..., orders).
        reference_ngrams: N-grams of the references, shape (..., orders).
        matches: Clipped matches, shape (..., orders).
        segment_scores: Sum of the scores of the segments, shape (...,), or None.
        segments: The number of segments, shape (...,), or None.
    """

    hypothesis_ngrams: NDArray[Any]
    reference_ngrams: NDArray[Any]
    matches: NDArray[Any]
    segment_scores: NDArray[Any] | None = None
    segments: NDArray[Any] | None = None


def chrf(dialect: ChrfDialect, sums: Sums) -> NDArray[Any]:
    """Compute chrF from sums of counts, shape (...,), 0 to 100."""
    orders = sums.matches.shape[-1]
    if dialect.eps_smoothing:
        smoothed: NDArray[Any] = 100 * sum_of_orders(_f_scores(dialect, sums)) / orders
        return smoothed
    precision, recall = mean_precision_and_recall(sums)
    factor = dialect.beta**2
    denominator = factor * precision + recall
    score: NDArray[Any] = 100 * _ratio((1 + factor) * precision * recall, denominator, 0.0)
    return score


def mean_precision_and_recall(sums: Sums) -> tuple[NDArray[Any], NDArray[Any]]:
    """Average over the orders of which both sides have n-grams, each of shape (...,), 0 to 1."""
    hypothesis, reference = sums.hypothesis_ngrams, sums.reference_ngrams
    both = (hypothesis > 0) & (reference > 0)
    if both.all():  # as usual in large corpora
        number = both.shape[-1]
        precisions, recalls = sums.matches / hypothesis, sums.matches / reference
        return sum_of_orders(precisions) / number, sum_of_orders(recalls) / number
    number = both.sum(axis=-1)
    precisions = _ratio(sums.matches, np.where(both, hypothesis, 0), 0.0)
    recalls = _ratio(sums.matches, np.where(both, reference, 0), 0.0)
    precision, recall = sum_of_orders(precisions), sum_of_orders(recalls)
    return _ratio(precision, number, 0.0), _ratio(recall, number, 0.0)


def _f_scores(dialect: ChrfDialect, sums: Sums) -> NDArray[Any]:
    precision = _ratio(sums.matches, sums.hypothesis_ngrams, EPSILON)
    recall = _ratio(sums.matches, sums.reference_ngrams, EPSILON)
    factor = dialect.beta**2
    return _ratio((1 + factor) * precision * recall, factor * precision + recall, EPSILON)


def _ratio(numerator: NDArray[Any], denominator: NDArray[Any], undefined: float) -> NDArray[Any]:
    """Divide, with another value where the denominator is 0."""
    positive = denominator > 0
    if positive.all():  # as usual in large corpora
        quotient: NDArray[Any] = numerator / denominator
        return quotient
    ratio: NDArray[Any] = np.full(np.shape(denominator), undefined)
    np.divide(numerator, denominator, out=ratio, where=positive)
    return ratio
