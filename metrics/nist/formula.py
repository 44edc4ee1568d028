"""NIST from sums of statistics: Doddington 2002, equation 3.

    NIST = sum over n of [ sum of Info(matched n-grams) / n-grams of the hypothesis ]
           * exp( beta * log( min(1, L_hypothesis / L_reference) ) ** 2 )

where beta makes the penalty 0.5 at a length ratio of 2/3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sums.elementary import exp, log, sum_of_orders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.nist.dialect import NistDialect


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of statistics by name; None for those that the dialect does not use.

    Attributes:
        hypothesis_length: Tokens of the hypotheses, shape (...,).
        reference_length: Tokens of the references, shape (...,).
        matches: Clipped matches by order, shape (..., orders).
        totals: N-grams of the hypotheses by order, same shape.
        information: Summed information weights of the matches by order, in bits, same shape.
        nonempty_references: The number of references that are not empty.
        segments: The number of segments.
    """

    hypothesis_length: NDArray[Any]
    reference_length: NDArray[Any]
    matches: NDArray[Any]
    totals: NDArray[Any]
    information: NDArray[Any]
    nonempty_references: NDArray[Any] | None = None
    segments: NDArray[Any] | None = None


def nist(dialect: NistDialect, sums: Sums) -> NDArray[Any]:
    """Return NIST, shape (...,); NaN if references or, in some dialects, an order are empty."""
    scores: NDArray[Any] = length_penalty(dialect, sums) * sum_of_orders(terms(dialect, sums))
    return scores


def terms(dialect: NistDialect, sums: Sums) -> NDArray[Any]:
    """Return the term of each order without the penalty, shape (..., orders)."""
    without = sums.totals == 0
    found: NDArray[Any] = np.where(without, 0.0, sums.information) / np.where(
        without, 1, sums.totals
    )
    if dialect.order_without_ngrams == "zero_score":
        return np.where(without.any(axis=-1, keepdims=True), 0.0, found)
    if dialect.order_without_ngrams != "zero_term":
        return np.where(without, np.nan, found)
    return found


def length_penalty(dialect: NistDialect, sums: Sums) -> NDArray[Any]:
    """Return exp(beta log^2 min(1, L_hypothesis / L_reference)), shape (...,), 0 to 1."""
    reference = reference_length(sums)
    undefined = 1.0 if dialect.empty_references == "one" else np.nan
    ratio = np.divide(
        sums.hypothesis_length,
        reference,
        out=np.full(np.shape(reference), undefined),
        where=reference > 0,
    )
    logarithm = log(np.minimum(ratio, 1))
    return exp(dialect.beta * (logarithm * logarithm))


def reference_length(sums: Sums) -> NDArray[Any]:
    """Return the reference length L_reference, shape (...,)."""
    if sums.nonempty_references is None or sums.segments is None:
        return sums.reference_length
    length: NDArray[Any] = (
        sums.reference_length * sums.segments / np.maximum(sums.nonempty_references, 1)
    )
    return length
