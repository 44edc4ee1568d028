"""BLEU from sums of statistics: BP * exp(sum of w_n log p_n), Papineni et al. 2002, section 2.3.

Smoothing is described by Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for
Sentence-Level BLEU", WMT 2014.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from operator import add
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import all_of, any_of, exp, log, maximum, ratio, total, where

if TYPE_CHECKING:
    from tallystick.metrics.bleu.dialect import BleuDialect

Sums = Mapping[str, Any]
"""Sums of statistics by name: symbols, and lists of them for what is counted by order."""

NEXT_ORDER_OF_NLTK = 5

FAILING_SEGMENTS = ("error_if_any", "dropped_by_segment")
"""The values of empty_references with which one segment makes the program fail."""


class BleuParts(NamedTuple):
    """BLEU of one sum: the score, 0 to 100, NaN if the program fails or the product is negative.

    `precisions` are smoothed, and 0 to 1, as is the penalty, with the usual conventions.
    """

    score: Any
    precisions: tuple[Any, ...]
    weights: tuple[Any, ...]
    brevity_penalty: Any


class Counts(NamedTuple):
    """The input of smoothing, by order: `value` is its parameter, add-k adds from `smooth_from` on.

    `above` is of the order above the last; `length` is the tokens of the hypotheses.
    """

    value: float
    smooth_from: int
    matches: Sequence[Any]
    ngrams: Sequence[Any]
    above: tuple[Any, Any]
    length: Any

    @property
    def unmatched(self) -> list[Any]:
        """Whether an order has n-grams but no match."""
        pairs = zip(self.matches, self.ngrams, strict=True)
        return [(ngrams > 0) & (matches == 0) for matches, ngrams in pairs]

    @property
    def precisions(self) -> list[Any]:
        """Clipped matches divided by n-grams; 0 if there are no n-grams."""
        return list(map(ratio, self.matches, self.ngrams))

    @property
    def step(self) -> Any:
        """The logarithm of the length, divided by the parameter: ln c / K."""
        return log(maximum(self.length, 1)) / (self.value or 1.0)

    @property
    def growing(self) -> list[Any]:
        """n - 1 + K / ln c for each order n; NaN for one token, of which the logarithm is 0."""
        least = ratio(1.0, self.step, math.nan)
        return [shorter + least for shorter in range(len(self.matches))]

    def powers(self, base: Any) -> list[Any]:
        """Return the base to the power of the number of unmatched orders up to each."""
        powers = [1.0]
        for unmatched in self.unmatched:
            powers.append(where(unmatched, base * powers[-1], powers[-1]))
        return powers[1:]

    def with_precisions(self, precisions: Sequence[Any]) -> Counts:
        """Replace the precisions, which are divided by 1."""
        return self._replace(matches=precisions, ngrams=[1.0] * len(precisions))


def counted_orders(dialect: BleuDialect) -> int:
    """Return the highest order whose matches a dialect needs, which may exceed its order."""
    if dialect.smooth in ("chencherry5", "chencherry7"):
        return dialect.order + 1
    if dialect.smooth.startswith(("nltk5", "nltk7")):
        return max(dialect.order, NEXT_ORDER_OF_NLTK)
    return dialect.order


@lru_cache(maxsize=64)
def columns_of(dialect: BleuDialect) -> Columns:
    """Return the names of the columns: lengths, matches and totals, then those of some dialects."""
    orders = counted_orders(dialect)
    columns: list[str | tuple[str, int]] = ["hypothesis_length", "reference_length"]
    columns += [("matches", orders), ("totals", orders)]
    if dialect.order_limit in ("longest_hypothesis", "longest_reference"):
        columns.append(("allows", dialect.order))
    if dialect.brevity_scope == "strict":
        columns.append("capped_length")
    if dialect.empty_hypotheses == "error_if_any" or dialect.empty_references in FAILING_SEGMENTS:
        columns.append("empty_segments")
    if dialect.average == "macro":
        columns += ["segment_scores", "segments"]
    return Columns(*columns)


@lru_cache(maxsize=2048)
def formula_of(dialect: BleuDialect) -> SumFormula:
    """Return the formula of a dialect; NaN if its program fails."""
    usual = replace(
        dialect, tokenize="none", lowercase="none", clip="max", reference_length="closest"
    )
    if dialect != usual:  # they have the same formula
        return formula_of(usual)
    return SumFormula(columns_of(dialect), partial(bleu, dialect))


def bleu(dialect: BleuDialect, sums: Sums) -> BleuParts:
    """Compute BLEU and its components; see `SumFormula.text`."""
    precisions, weights = _precisions(dialect, sums)
    penalty = _brevity_penalty(dialect, sums)
    if dialect.average == "macro":
        score = divided(sums["segment_scores"], sums["segments"])
    else:
        factors: Sequence[Any] = precisions
        if dialect.unmatched_order == "skip":
            factors = [where(factor == 0, 1.0, factor) for factor in factors]
        if dialect.missing_order == "negative" or dialect.smooth == "exp-length":
            factors = [where(factor < 0, -1.0 * factor, factor) for factor in factors]
        score = 100 * penalty * _geometric_mean(factors, weights)
        if dialect.smooth == "grounded":
            score = score - _ground(dialect, sums)
        score = _with_exceptions(dialect, sums, precisions, weights, score)
    return BleuParts(score, tuple(precisions), tuple(weights), penalty)


def _precisions(dialect: BleuDialect, sums: Sums) -> tuple[list[Any], list[Any]]:
    """Return the precisions in the geometric mean and their weights."""
    counts = smoothed = _counts(dialect, sums)
    for smooth in SMOOTHINGS[dialect.smooth]:
        smoothed = smooth(smoothed)
    matches, ngrams = smoothed.matches, smoothed.ngrams
    change = {"raised": add, "at_least": maximum}.get(dialect.unmatched_order)
    if change:
        matches = [change(count, dialect.unmatched_numerator) for count in matches]
        ngrams = [change(count, dialect.unmatched_denominator) for count in ngrams]
    precisions = list(map(ratio, matches, ngrams))
    of_missing = {"neutral": (smoothed, 1.0), "zero_after_smoothing": (counts, 0.0)}
    if dialect.missing_order in of_missing:
        compared, value = of_missing[dialect.missing_order]
        pairs = zip(compared.ngrams, precisions, strict=True)
        precisions = [where(ngrams <= 0, value, precision) for ngrams, precision in pairs]
    if dialect.unmatched_order == "precision":
        precisions = [
            where(precision == 0, dialect.unmatched_numerator, precision)
            for precision in precisions
        ]
    return precisions, _weights(dialect, sums, smoothed)


def _counts(dialect: BleuDialect, sums: Sums) -> Counts:
    orders, matches, ngrams = dialect.order, sums["matches"], sums["totals"]
    if dialect.missing_order == "one_per_corpus":
        ngrams = [maximum(count, 1) for count in ngrams]
    above = orders if dialect.smooth.startswith("chencherry") else NEXT_ORDER_OF_NLTK - 1
    return Counts(
        float(dialect.smooth_value or 0),
        dialect.smooth_from,
        matches[:orders],
        ngrams[:orders],
        (matches[above], ngrams[above]) if above < len(matches) else (0.0, 0.0),
        sums["hypothesis_length"],
    )


def _weights(dialect: BleuDialect, sums: Sums, smoothed: Counts) -> list[Any]:
    weights = list(dialect.weights or (1 / dialect.order,) * dialect.order)
    kept = []
    if dialect.missing_order == "effective":
        kept.append([count > 0 for count in smoothed.ngrams])
    if dialect.order_limit == "hypothesis_tokens":
        length = sums["hypothesis_length"]
        kept.append([length >= order for order in range(1, dialect.order + 1)])
    elif "allows" in sums:
        kept.append([allowed > 0 for allowed in sums["allows"]])
    if not kept:
        return weights
    weights = [
        where(all_of(of_order), weight, 0.0)
        for weight, *of_order in zip(weights, *kept, strict=True)
    ]
    of_all = total(weights)
    return [ratio(weight, of_all) for weight in weights]


def _geometric_mean(precisions: Sequence[Any], weights: Sequence[Any]) -> Any:
    pairs = zip(precisions, weights, strict=True)
    return exp(
        total(weight * log(where(weight > 0, precision, 1.0)) for precision, weight in pairs)
    )


def _brevity_penalty(dialect: BleuDialect, sums: Sums) -> Any:
    """Return the brevity penalty. Papineni et al. 2002, section 2.2.2."""
    hypothesis = sums.get("capped_length", sums["hypothesis_length"])
    reference = sums["reference_length"]
    short = hypothesis < reference
    match dialect.brevity_penalty:
        case "none":
            return 1.0
        case "inverted":
            return where(short, exp(1 - ratio(hypothesis, reference)), 1.0)
        case "plus_one":
            hypothesis, reference = hypothesis + 1, reference + 1
        case "reference_plus_one":
            reference = reference + 1
        case "raised":
            hypothesis = hypothesis + dialect.unmatched_numerator
            reference = reference + dialect.unmatched_denominator
            short = hypothesis < reference
    penalty = where(hypothesis > 0, exp(1 - ratio(reference, hypothesis)), 0.0)
    penalty = where(short, penalty, 1.0)
    return penalty * penalty if dialect.brevity_penalty == "squared" else penalty


def _with_exceptions(
    dialect: BleuDialect,
    sums: Sums,
    precisions: Sequence[Any],
    weights: Sequence[Any],
    score: Any,
) -> Any:
    """Replace the score in special cases: no match, empty sides, errors."""
    matches, ngrams = sums["matches"][: dialect.order], sums["totals"][: dialect.order]
    empty, no_reference = sums["hypothesis_length"] == 0, sums["reference_length"] == 0
    if dialect.missing_order == "negative":
        product = math.prod(
            where(weight > 0, _sign(precision), 1.0)
            for precision, weight in zip(precisions, weights, strict=True)
        )
        score = where(product < 0, math.nan, score)
        if dialect.unmatched_order == "zero":
            pairs = zip(sums["matches"], sums["totals"], strict=True)
            score = where(any_of((n == 0) & (m > 0) for m, n in pairs), math.nan, score)
    score = where(any_of(weight > 0 for weight in weights), score, 0.0)
    if dialect.guarded:
        score = where(any_of(count == 0 for count in matches), 0.0, score)
    if dialect.no_match == "zero":
        score = where(any_of(count > 0 for count in matches), score, 0.0)
    if dialect.missing_order == "error":
        score = where(any_of(count <= 0 for count in ngrams), math.nan, score)
    if dialect.empty_hypotheses != "normal":
        fails = dialect.empty_hypotheses.startswith("error")
        score = where(empty, math.nan if fails else 0.0, score)
    if dialect.empty_hypotheses == "one_if_both":
        score = where(empty & no_reference, 100.0, score)
    elif dialect.empty_hypotheses == "error_if_both":
        score = where(empty & ~no_reference, 0.0, score)
    if dialect.empty_references in ("zero", "dropped", "error"):
        score = where(no_reference, 0.0 if dialect.empty_references == "zero" else math.nan, score)
    if "empty_segments" in sums:
        score = where(sums["empty_segments"] > 0, math.nan, score)
    return score


def _sign(number: Any) -> Any:
    return where(number > 0, 1.0, where(number < 0, -1.0, number))


def _ground(dialect: BleuDialect, sums: Sums) -> Any:
    """Return the BLEU that smoothing alone gives (Nakov, Guzman and Vogel 2012)."""
    counts = _counts(dialect, sums)
    precisions = [ratio(counts.value, count + counts.value, math.nan) for count in counts.ngrams]
    mean = _geometric_mean(precisions, _weights(dialect, sums, counts))
    return 100 * _brevity_penalty(dialect, sums) * mean


Smoothing = Callable[[Counts], Counts]


def _unmatched_become(matches_of: Callable[[Counts], Sequence[Any]]) -> Smoothing:
    """Return the smoothing that replaces the matches of orders with n-grams but no match."""
    return lambda counts: counts._replace(
        matches=list(map(where, counts.unmatched, matches_of(counts), counts.matches))
    )


_floor = _unmatched_become(lambda counts: [counts.value] * len(counts.matches))
_exp = _unmatched_become(lambda counts: counts.powers(0.5))
_chencherry4 = _unmatched_become(lambda counts: counts.powers(counts.step))
_nltk4 = _unmatched_become(lambda counts: [counts.step * half for half in counts.powers(0.5)])
_nltk4_of_35 = _unmatched_become(lambda counts: counts.growing)
_nltk4_of_34 = _unmatched_become(lambda counts: list(map(ratio, counts.ngrams, counts.growing)))


def _add_k(counts: Counts) -> Counts:
    kept = counts.smooth_from - 1
    matches, ngrams = (
        [*of_side[:kept], *[count + counts.value for count in of_side[kept:]]]
        for of_side in (counts.matches, counts.ngrams)
    )
    return counts._replace(matches=matches, ngrams=ngrams)


def _exp_length(counts: Counts) -> Counts:
    as_one = [counts.length - shorter for shorter in range(len(counts.matches))]
    ngrams = list(map(where, counts.unmatched, as_one, counts.ngrams))
    return _exp(counts)._replace(ngrams=ngrams)


def _neighbour_means(values: Sequence[Any], above: Any) -> list[Any]:
    """Return m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3 for each order, where m'_0 = m_1 + 1."""
    means = [values[0] + 1]
    for value, following in zip(values, [*values[1:], above], strict=True):
        means.append((means[-1] + value + following) / 3)
    return means[1:]


def _chencherry5(counts: Counts) -> Counts:
    return counts._replace(matches=_neighbour_means(counts.matches, counts.above[0]))


def _nltk5(counts: Counts) -> Counts:
    return counts.with_precisions(_neighbour_means(counts.precisions, ratio(*counts.above)))


def _chencherry6(counts: Counts) -> Counts:
    """Return p_n = (m_n + K * prior) / (l_n + K), where the prior is p_(n-1)**2 / p_(n-2)."""
    precisions = counts.precisions[:2]
    for matches, ngrams in zip(counts.matches[2:], counts.ngrams[2:], strict=True):
        prior = ratio(precisions[-1] * precisions[-1], precisions[-2])
        precisions.append(ratio(matches + counts.value * prior, ngrams + counts.value))
    return counts.with_precisions(precisions)


def _nltk6(counts: Counts) -> Counts:
    orders = len(counts.matches)
    lengths = [maximum(counts.length - shorter, 0) for shorter in range(2, orders)]
    smoothed = _chencherry6(counts._replace(ngrams=[*counts.ngrams[:2], *lengths]))
    asserted = counts.matches[2] > 0 if orders > 2 else counts.length < 0
    matches = [where(asserted, count, math.nan) for count in smoothed.matches]
    return smoothed._replace(matches=matches)


SMOOTHINGS: Mapping[str, Sequence[Smoothing]] = MappingProxyType(
    {
        "none": (),
        "floor": (_floor,),
        "add-k": (_add_k,),
        "exp": (_exp,),
        "exp-length": (_exp_length,),
        "chencherry4": (_chencherry4,),
        "chencherry5": (_chencherry5,),
        "chencherry6": (_chencherry6,),
        "chencherry7": (_chencherry4, _chencherry5),
        "nltk4": (_nltk4,),
        "nltk4-3.4": (_nltk4_of_34,),
        "nltk4-3.5": (_nltk4_of_35,),
        "nltk5": (_nltk5,),
        "nltk6": (_nltk6,),
        "nltk7": (_nltk4, _nltk5),
        "nltk7-3.4": (_nltk4_of_34, _nltk5),
        "nltk7-3.5": (_nltk4_of_35, _nltk5),
        "grounded": (_floor,),
    }
)
"""What is done one after another, by the name of the smoothing."""
