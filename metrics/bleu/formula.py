"""BLEU from sums of statistics: BP * exp(sum of w_n log p_n), Papineni et al. 2002, section 2.3.

Smoothing is described by Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for
Sentence-Level BLEU", WMT 2014. The last axis of arrays is the order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.bleu.columns import NEXT_ORDER_OF_NLTK
from tallystick.metrics.sums.elementary import exp, log, sum_of_orders

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.bleu.dialect import BleuDialect


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of statistics by name; None for those that the dialect does not use.

    Attributes:
        hypothesis_length: Tokens of the hypotheses, c, shape (...,).
        reference_length: Tokens of the references, r, shape (...,).
        matches: Clipped matches by order, shape (..., counted orders).
        totals: N-grams of the hypotheses by order, same shape.
        allows: The number of segments that allow each order.
        capped_length: The sum over segments of the smaller of hypothesis and reference length.
        empty_segments: The number of segments with an empty side on which the program fails.
        segment_scores: The sum of the scores of the segments.
        segments: The number of segments.
    """

    hypothesis_length: NDArray[Any]
    reference_length: NDArray[Any]
    matches: NDArray[Any]
    totals: NDArray[Any]
    allows: NDArray[Any] | None = None
    capped_length: NDArray[Any] | None = None
    empty_segments: NDArray[Any] | None = None
    segment_scores: NDArray[Any] | None = None
    segments: NDArray[Any] | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """The input of smoothing: float64 arrays of shape (..., orders).

    Attributes:
        matches: Matches of each order, the numerators.
        ngrams: N-grams of each order, the denominators.
        next_matches: Matches of the order above the last, shape (..., 1).
        next_ngrams: N-grams of that order, shape (..., 1).
        length: Tokens of the hypotheses, shape (..., 1).
    """

    matches: NDArray[Any]
    ngrams: NDArray[Any]
    next_matches: NDArray[Any]
    next_ngrams: NDArray[Any]
    length: NDArray[Any]

    @property
    def unmatched(self) -> NDArray[Any]:
        """Whether an order has n-grams but no match."""
        unmatched: NDArray[Any] = (self.ngrams > 0) & (self.matches == 0)
        return unmatched

    @property
    def precisions(self) -> NDArray[Any]:
        """Clipped matches divided by n-grams; 0 if there are no n-grams."""
        return _ratio(self.matches, self.ngrams)


def bleu(dialect: BleuDialect, sums: Sums) -> NDArray[Any]:
    """Return BLEU, shape (...,); NaN if the program fails or the product is negative."""
    precision, weights = precisions(dialect, sums)
    with np.errstate(invalid="ignore"):
        logarithms = np.where(weights > 0, weights * log(np.abs(precision)), 0.0)
        if dialect.unmatched_order == "skip":
            logarithms = np.where(precision == 0, 0.0, logarithms)
    scores = 100 * brevity_penalty(dialect, sums) * exp(sum_of_orders(logarithms))
    if dialect.missing_order == "negative":
        product = np.where(weights > 0, np.sign(precision), 1.0).prod(axis=-1)
        dividing = (np.asarray(sums.totals) == 0) & (np.asarray(sums.matches) > 0)
        fails = dividing.any(axis=-1) & (dialect.unmatched_order == "zero")
        scores = np.where((product < 0) | fails, np.nan, scores)
    if dialect.smooth == "grounded":
        scores = scores - _ground(dialect, sums)
    return _with_exceptions(dialect, sums, weights, scores)


def precisions(dialect: BleuDialect, sums: Sums) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the precisions in the geometric mean, shape (..., orders), and weights to match."""
    counts = _counts(dialect, sums)
    smoothed = SMOOTHINGS[dialect.smooth](dialect, counts)
    precision = _by_policy(dialect, smoothed)
    if dialect.missing_order == "neutral":
        precision = np.where(smoothed.ngrams <= 0, 1.0, precision)
    elif dialect.missing_order == "zero_after_smoothing":
        precision = np.where(counts.ngrams <= 0, 0.0, precision)
    if dialect.unmatched_order == "precision":
        precision = np.where(precision == 0, dialect.unmatched_numerator, precision)
    return precision, _weights(dialect, sums, smoothed)


def brevity_penalty(dialect: BleuDialect, sums: Sums) -> NDArray[Any]:
    """Return the brevity penalty, shape (...,). Papineni et al. 2002, section 2.2.2."""
    hypothesis = np.asarray(sums.hypothesis_length, dtype=np.float64)
    reference = np.asarray(sums.reference_length, dtype=np.float64)
    if sums.capped_length is not None:
        hypothesis = np.asarray(sums.capped_length, dtype=np.float64)
    if dialect.brevity_penalty == "none":
        return np.ones_like(hypothesis)
    if dialect.brevity_penalty == "inverted":
        exponent = 1 - _ratio(hypothesis, reference)
        return np.where(hypothesis < reference, exp(exponent), 1.0)
    short = hypothesis < reference
    if dialect.brevity_penalty == "plus_one":
        hypothesis, reference = hypothesis + 1, reference + 1
    elif dialect.brevity_penalty == "reference_plus_one":
        reference = reference + 1
    elif dialect.brevity_penalty == "raised":
        hypothesis = hypothesis + dialect.unmatched_numerator
        reference = reference + dialect.unmatched_denominator
        short = hypothesis < reference
    ratio = np.divide(
        reference, hypothesis, out=np.full_like(reference, np.inf), where=hypothesis > 0
    )
    penalty: NDArray[Any] = np.where(short, exp(1 - np.maximum(ratio, 1)), 1.0)
    return penalty * penalty if dialect.brevity_penalty == "squared" else penalty


def _counts(dialect: BleuDialect, sums: Sums) -> Counts:
    orders = dialect.order
    matches = np.asarray(sums.matches, dtype=np.float64)
    ngrams = np.asarray(sums.totals, dtype=np.float64)
    if dialect.missing_order == "one_per_corpus":
        ngrams = np.maximum(ngrams, 1)
    above = orders if dialect.smooth.startswith("chencherry") else NEXT_ORDER_OF_NLTK - 1
    return Counts(
        matches[..., :orders],
        ngrams[..., :orders],
        matches[..., above : above + 1],
        ngrams[..., above : above + 1],
        np.asarray(sums.hypothesis_length, dtype=np.float64)[..., np.newaxis],
    )


def _by_policy(dialect: BleuDialect, counts: Counts) -> NDArray[Any]:
    numerator, denominator = dialect.unmatched_numerator, dialect.unmatched_denominator
    if dialect.unmatched_order == "raised":
        return _ratio(counts.matches + numerator, counts.ngrams + denominator)
    if dialect.unmatched_order == "at_least":
        return _ratio(np.maximum(counts.matches, numerator), np.maximum(counts.ngrams, denominator))
    return counts.precisions


def _weights(dialect: BleuDialect, sums: Sums, smoothed: Counts) -> NDArray[Any]:
    chosen = dialect.weights or (1 / dialect.order,) * dialect.order
    weights: NDArray[Any] = np.array(chosen)
    kept = None
    if dialect.missing_order == "effective":
        kept = smoothed.ngrams > 0
    if sums.allows is not None:
        allowed = np.asarray(sums.allows) > 0
        kept = allowed if kept is None else kept & allowed
    if kept is None:
        return weights
    weights = np.where(kept, weights, 0.0)
    of_all = sum_of_orders(weights)[..., np.newaxis]
    raised: NDArray[Any] = np.divide(weights, of_all, out=np.zeros_like(weights), where=of_all > 0)
    return raised


def _with_exceptions(
    dialect: BleuDialect, sums: Sums, weights: NDArray[Any], scores: NDArray[Any]
) -> NDArray[Any]:
    """Replace the scores in special cases: no match, empty sides, errors."""
    matches = np.asarray(sums.matches[..., : dialect.order])
    ngrams = np.asarray(sums.totals[..., : dialect.order])
    zero = ~(weights > 0).any(axis=-1)
    if dialect.guarded:
        zero |= (matches == 0).any(axis=-1)
    if dialect.no_match == "zero":
        zero |= ~(matches > 0).any(axis=-1)
    scores = np.where(zero, 0.0, scores)
    if dialect.missing_order == "error":
        scores = np.where((ngrams <= 0).any(axis=-1), np.nan, scores)
    return _with_empty_sides(dialect, sums, scores)


def _with_empty_sides(dialect: BleuDialect, sums: Sums, scores: NDArray[Any]) -> NDArray[Any]:
    empty = np.asarray(sums.hypothesis_length) == 0
    no_reference = np.asarray(sums.reference_length) == 0
    policy = dialect.empty_hypotheses
    if policy != "normal":
        scores = np.where(empty, np.nan if policy.startswith("error") else 0.0, scores)
    if policy == "one_if_both":
        scores = np.where(empty & no_reference, 100.0, scores)
    elif policy == "error_if_both":
        scores = np.where(empty & ~no_reference, 0.0, scores)
    if dialect.empty_references == "zero":
        scores = np.where(no_reference, 0.0, scores)
    elif dialect.empty_references in ("dropped", "error"):
        scores = np.where(no_reference, np.nan, scores)
    if sums.empty_segments is not None:
        scores = np.where(np.asarray(sums.empty_segments) > 0, np.nan, scores)
    return scores


def _ground(dialect: BleuDialect, sums: Sums) -> NDArray[Any]:
    """Return the BLEU that smoothing alone gives (Nakov, Guzman and Vogel 2012)."""
    counts = _counts(dialect, sums)
    value = float(dialect.smooth_value or 0)
    weights = _weights(dialect, sums, counts)
    logarithms = np.where(weights > 0, weights * log(value / (counts.ngrams + value)), 0.0)
    means = exp(sum_of_orders(logarithms))
    ground: NDArray[Any] = 100 * brevity_penalty(dialect, sums) * means
    return ground


def powers(base: float | NDArray[Any], unmatched: NDArray[Any]) -> NDArray[Any]:
    """Return the base to the power of the number of unmatched orders up to each."""
    found: NDArray[Any] = np.where(unmatched, base, 1.0)
    for order in range(1, found.shape[-1]):
        found[..., order] *= found[..., order - 1]
    return found


def _none(dialect: BleuDialect, counts: Counts) -> Counts:
    return counts


def _floor(dialect: BleuDialect, counts: Counts) -> Counts:
    value = float(dialect.smooth_value or 0)
    return replace(counts, matches=np.where(counts.unmatched, value, counts.matches))


def _add_k(dialect: BleuDialect, counts: Counts) -> Counts:
    orders = np.arange(1, dialect.order + 1)
    raised = np.where(orders >= dialect.smooth_from, float(dialect.smooth_value or 0), 0.0)
    return replace(counts, matches=counts.matches + raised, ngrams=counts.ngrams + raised)


def _exp(dialect: BleuDialect, counts: Counts) -> Counts:
    unmatched = counts.unmatched
    if not unmatched.any():  # as usual in large corpora
        return counts
    return replace(counts, matches=np.where(unmatched, powers(0.5, unmatched), counts.matches))


def _exp_length(dialect: BleuDialect, counts: Counts) -> Counts:
    as_one = counts.length - np.arange(dialect.order)
    return replace(_exp(dialect, counts), ngrams=np.where(counts.unmatched, as_one, counts.ngrams))


def _chencherry4(dialect: BleuDialect, counts: Counts) -> Counts:
    step = log(np.maximum(counts.length, 1)) / float(dialect.smooth_value or 1)
    steps = powers(step, counts.unmatched)
    return replace(counts, matches=np.where(counts.unmatched, steps, counts.matches))


def _nltk4(dialect: BleuDialect, counts: Counts) -> Counts:
    step = log(np.maximum(counts.length, 1)) / float(dialect.smooth_value or 1)
    halves = step * powers(0.5, counts.unmatched)
    return replace(counts, matches=np.where(counts.unmatched, halves, counts.matches))


def _chencherry5(dialect: BleuDialect, counts: Counts) -> Counts:
    means = _neighbour_means(counts.matches, counts.next_matches)
    return replace(counts, matches=means)


def _nltk5(dialect: BleuDialect, counts: Counts) -> Counts:
    above = _ratio(counts.next_matches, counts.next_ngrams)
    means = _neighbour_means(counts.precisions, above)
    return replace(counts, matches=means, ngrams=np.ones_like(means))


def _neighbour_means(values: NDArray[Any], above: NDArray[Any]) -> NDArray[Any]:
    """Replace each order's value by the mean of the mean below, itself and the value above."""
    means = np.empty_like(values)
    below = values[..., 0] + 1
    following = np.concatenate([values[..., 1:], above], axis=-1)
    for order in range(values.shape[-1]):
        below = (below + values[..., order] + following[..., order]) / 3
        means[..., order] = below
    return means


def _chencherry6(dialect: BleuDialect, counts: Counts) -> Counts:
    weight = float(dialect.smooth_value or 0)
    precision = counts.precisions.copy()
    for order in range(2, dialect.order):
        below = precision[..., order - 1]
        prior = _ratio(below * below, precision[..., order - 2])
        precision[..., order] = _ratio(
            counts.matches[..., order] + weight * prior, counts.ngrams[..., order] + weight
        )
    return replace(counts, matches=precision, ngrams=np.ones_like(precision))


def _nltk6(dialect: BleuDialect, counts: Counts) -> Counts:
    ngrams = counts.ngrams.copy()
    ngrams[..., 2:] = np.maximum(counts.length - np.arange(2, dialect.order), 0)
    smoothed = _chencherry6(dialect, replace(counts, ngrams=ngrams))
    if dialect.order < 3:
        return replace(smoothed, matches=np.full_like(smoothed.matches, np.nan))
    asserted = counts.matches[..., 2:3] > 0
    return replace(smoothed, matches=np.where(asserted, smoothed.matches, np.nan))


def _chencherry7(dialect: BleuDialect, counts: Counts) -> Counts:
    return _chencherry5(dialect, _chencherry4(dialect, counts))


def _nltk7(dialect: BleuDialect, counts: Counts) -> Counts:
    return _nltk5(dialect, _nltk4(dialect, counts))


SMOOTHINGS: Mapping[str, Callable[[BleuDialect, Counts], Counts]] = MappingProxyType(
    {
        "none": _none,
        "floor": _floor,
        "add-k": _add_k,
        "exp": _exp,
        "exp-length": _exp_length,
        "chencherry4": _chencherry4,
        "chencherry5": _chencherry5,
        "chencherry6": _chencherry6,
        "chencherry7": _chencherry7,
        "nltk4": _nltk4,
        "nltk5": _nltk5,
        "nltk6": _nltk6,
        "nltk7": _nltk7,
        "grounded": _floor,
    }
)


def _ratio(numerators: NDArray[Any], denominators: NDArray[Any]) -> NDArray[Any]:
    """Divide; 0 where the denominator is 0."""
    undefined = np.asarray(denominators) == 0
    if not undefined.any():  # as usual in large corpora
        quotient: NDArray[Any] = numerators / denominators
        return quotient
    ratio: NDArray[Any] = np.where(
        undefined, 0.0, numerators / np.where(undefined, 1, denominators)
    )
    return ratio
