"""Mistakes in counting and combining the n-grams of chrF."""

from __future__ import annotations

import math
import string
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Fitted, Mistake, Numbers, Scores, of_each
from tallystick.compat.conformance.mistakes.counting import (
    Count,
    Find,
    Ngrams,
    Score,
    as_sets,
    blocks,
    clipped,
    cumulative,
    distinct,
    ngrams,
    not_clipped,
    padded,
    size,
    types,
    unordered,
    with_one_partial,
    with_partial,
    without_first,
    without_last,
)
from tallystick.compat.conformance.mistakes.power_means import POWER_MEANS, power_mean, raised
from tallystick.metrics.chrf.counts import character_tokenizer
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.formula import Counts, score_of_counts
from tallystick.metrics.tokenizers.plain import tokenizer_chrf_words

Units = Callable[[ChrfDialect, str], list[Sequence[str]]]
"""A function of the dialect and a line that returns its characters and its words."""

Formula = Callable[[ChrfDialect, Sequence[Counts]], float]
"""A function of the dialect and the counts of every order that returns a score, 0 to 100."""

Pairs = list[list[list[Counts]]]
"""For every segment and every reference the counts of each order."""


def _characters(dialect: ChrfDialect, line: str) -> list[str]:
    return list(character_tokenizer(dialect)(line, dialect.lowercase))


def _words(dialect: ChrfDialect, line: str) -> list[str]:
    return list(tokenizer_chrf_words()(line, dialect.lowercase)) if dialect.word_order else []


def _usual(dialect: ChrfDialect, line: str) -> list[Sequence[str]]:
    return [_characters(dialect, line), _words(dialect, line)]


def _other_characters(find: Callable[[ChrfDialect, str], Iterable[str]]) -> Units:
    return lambda dialect, line: [list(find(dialect, line)), _words(dialect, line)]


def _other_words(find: Callable[[str], Iterable[str]]) -> Units:
    return lambda dialect, line: [_characters(dialect, line), list(find(line))]


class Counting(NamedTuple):
    """How n-grams are counted."""

    units: Units = _usual
    find: Find = ngrams
    matches: Count = clipped
    hypothesis: Count = size
    reference: Count = size


_AS_USUAL = Counting()


@lru_cache(maxsize=1 << 12)
def _counts(
    dialect: ChrfDialect, counting: Counting, hypothesis: Segment, reference: Segment
) -> tuple[Counts, ...]:
    """Count the n-grams of a hypothesis and a reference by order, characters first."""
    sides = [
        [
            counting.find(tuple(units), order)
            for units, orders in zip(
                counting.units(dialect, " ".join(side)),
                (dialect.order, dialect.word_order),
                strict=True,
            )
            for order in range(1, orders + 1)
        ]
        for side in (hypothesis, reference)
    ]
    found = []
    for own, other in zip(*sides, strict=True):
        one = [
            counting.hypothesis(own, [other]),
            counting.reference(other, [own]),
            counting.matches(own, [other]),
        ]
        if dialect.missing_order == "ignored" and not one[1]:
            one[0] = 0
        found.append((one[0], one[1], one[2]))
    return tuple(found)


def _pairs(dialect: ChrfDialect, case: Case, counting: Counting) -> Pairs:
    return [
        [list(_counts(dialect, counting, hypothesis, reference)) for reference in references]
        for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
    ]


def _right(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    return float(score_of_counts(counts, dialect.beta, dialect.eps_smoothing))


Choice = Callable[[list[list[Counts]], Callable[[list[Counts]], float]], list[Counts]]
"""A function of the counts of the references and of a score that returns the counts to use."""


def _best(references: list[list[Counts]], score: Callable[[list[Counts]], float]) -> list[Counts]:
    return max(references, key=score)


def _chosen(
    dialect: ChrfDialect, case: Case, counting: Counting, formula: Formula, choose: Choice
) -> list[list[Counts]]:
    """Return the counts of every segment with the reference that is chosen."""
    chosen = []
    for references in _pairs(dialect, case, counting):
        if dialect.reference_ties == "smallest":
            references.sort(key=lambda counts: tuple(zip(*counts, strict=True)))
        counts = choose(references, lambda one: formula(dialect, one))
        if dialect.no_match == "hypothesis" and not any(matches for _, _, matches in counts):
            counts = [(own, 0, matches) for own, _, matches in counts]
        chosen.append(counts)
    return chosen


def _added(segments: Sequence[Sequence[Counts]]) -> list[Counts]:
    """Add up the counts of segments by order."""
    return [
        tuple(map(sum, zip(*of_order, strict=True)))  # type: ignore[misc]
        for of_order in zip(*segments, strict=True)
    ]


def _scorer(
    formula: Formula = _right,
    counting: Counting = _AS_USUAL,
    choose: Choice = _best,
) -> Score:
    """Return a scorer with another formula, other counts or another choice of the reference."""

    def score(metric: Any, case: Case) -> float:
        dialect = metric.conventions
        segments = _chosen(dialect, case, counting, formula, choose)
        if dialect.average == "macro":
            return sum(formula(dialect, one) for one in segments) / len(segments)
        return formula(dialect, _added(segments))

    return score


def _f(precision: float, recall: float, factor: float) -> float:
    below = factor * precision + recall
    return (1 + factor) * precision * recall / below if below > 0 else 0.0


def _averages(dialect: ChrfDialect, counts: Sequence[Counts]) -> tuple[float, float]:
    """Return precision and recall, averaged as the dialect averages them."""
    kept = [one for one in counts if dialect.eps_smoothing or (one[0] > 0 and one[1] > 0)]
    return _mean_ratio(kept, 0), _mean_ratio(kept, 1)


def _mean_ratio(counts: Sequence[Counts], side: int) -> float:
    ratios = [one[2] / one[side] if one[side] > 0 else 0.0 for one in counts]
    return sum(ratios) / max(1, len(ratios))


def _of_pair(combine: Callable[[float, float, float], float]) -> Formula:
    """Return a formula of precision, recall and beta, applied where the dialect applies F."""

    def formula(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
        if dialect.eps_smoothing:
            scores = [
                combine(_mean_ratio([one], 0), _mean_ratio([one], 1), dialect.beta)
                for one in counts
            ]
            return 100 * sum(scores) / len(scores)
        return 100 * combine(*_averages(dialect, counts), dialect.beta)

    return formula


def _with_beta(change: Callable[[float], float]) -> Formula:
    return lambda dialect, counts: float(
        score_of_counts(counts, change(dialect.beta), dialect.eps_smoothing)
    )


def _rounded_parts(decimals: int) -> Formula:
    return _of_pair(lambda p, r, beta: _f(round(p, decimals), round(r, decimals), beta**2))


def _of_orders(choose: Callable[[list[Counts], ChrfDialect], list[Counts]]) -> Formula:
    """Return the usual formula of some of the orders."""
    return lambda dialect, counts: _right(dialect, choose(list(counts), dialect) or [(0, 0, 0)])


def _f_of_orders(combine: Callable[[list[float]], float], *, every: bool) -> Formula:
    """Return a combination of the F-scores of the orders.

    Args:
        combine: The combination.
        every: Whether orders without n-grams on a side count, with a score of 0.
    """

    def formula(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
        scores = [
            _f(_mean_ratio([one], 0), _mean_ratio([one], 1), dialect.beta**2)
            for one in counts
            if every or (one[0] > 0 and one[1] > 0)
        ]
        return 100 * combine(scores) if scores else 0.0

    return formula


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _all_orders(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    """Compute F of precision and recall that are averaged over all orders."""
    return 100 * _f(_mean_ratio(counts, 0), _mean_ratio(counts, 1), dialect.beta**2)


def _pooled_orders(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    """Compute F of the counts of all orders together."""
    return _all_orders(dialect, _added([[one] for one in counts]))


def _own_orders(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    """Compute F of precision and recall, each averaged over the orders that its side has."""
    sides = [_mean_ratio([one for one in counts if one[side] > 0], side) for side in (0, 1)]
    return 100 * _f(sides[0], sides[1], dialect.beta**2)


def _matched_orders(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    return _right(dialect, [one for one in counts if one[2]] or [(0, 0, 0)])


def _levels_apart(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    """Average the score of characters and that of words."""
    levels = [counts[: dialect.order], counts[dialect.order :]]
    return _mean([_right(dialect, one) for one in levels if one])


def _geometric_averages(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
    kept = [one for one in counts if one[0] > 0 and one[1] > 0]
    sides = [
        math.prod(one[2] / one[side] for one in kept) ** (1 / max(1, len(kept))) for side in (0, 1)
    ]
    return 100 * _f(sides[0], sides[1], dialect.beta**2) if kept else 0.0


def _plus(small: float) -> Formula:
    """Return the formula with a small number for undefined and zero quotients."""

    def formula(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
        scores = []
        factor = dialect.beta**2
        for own, other, matches in counts:
            p = matches / own if own > 0 else small
            r = matches / other if other > 0 else small
            below = factor * p + r
            scores.append((1 + factor) * p * r / below if below > 0 else small)
        return 100 * _mean(scores)

    return formula


def _in_denominator(small: float, *, of_f: float) -> Formula:
    """Return the formula with small numbers added to the denominators of quotients and of F."""

    def formula(dialect: ChrfDialect, counts: Sequence[Counts]) -> float:
        kept = [one for one in counts if dialect.eps_smoothing or (one[0] > 0 and one[1] > 0)]
        factor = dialect.beta**2
        pairs = [(one[2] / (one[0] + small), one[2] / (one[1] + small)) for one in kept]
        if not pairs:
            return 0.0
        if not dialect.eps_smoothing:
            pairs = [(_mean([p for p, _ in pairs]), _mean([r for _, r in pairs]))]
        return 100 * _mean(
            [(1 + factor) * p * r / (factor * p + r + of_f) if p and r else 0.0 for p, r in pairs]
        )

    return formula


def _in_last_denominator(small: float) -> Formula:
    return _of_pair(lambda p, r, beta: (1 + beta**2) * p * r / (beta**2 * p + r + small))


def _parts_of_segments(metric: Any, case: Case) -> float:
    """Score F of precision and recall that are means over the segments."""
    dialect = metric.conventions
    segments = _chosen(dialect, case, _AS_USUAL, _right, _best)
    averages = [_averages(dialect, one) for one in segments]
    precision, recall = (_mean(side) for side in zip(*averages, strict=True))
    return 100 * _f(precision, recall, dialect.beta**2)


def _orders_of_segments(metric: Any, case: Case) -> float:
    """Score with precisions and recalls of the orders that are means over the segments."""
    dialect = metric.conventions
    segments = _chosen(dialect, case, _AS_USUAL, _right, _best)
    sides: list[float] = []
    for side in (0, 1):
        of_orders = [
            _mean([one[2] / one[side] if one[side] else 0.0 for one in of_order])
            for of_order in zip(*segments, strict=True)
        ]
        sides.append(_mean(of_orders))
    return 100 * _f(sides[0], sides[1], dialect.beta**2)


def _mean_of_references(metric: Any, case: Case) -> float:
    """Score the counts that are means over the references of a segment."""
    dialect = metric.conventions
    segments = [
        [
            (own / len(references), other / len(references), matches / len(references))
            for own, other, matches in _added(references)
        ]
        for references in _pairs(dialect, case, _AS_USUAL)
    ]
    if dialect.average == "macro":
        return _mean([_right(dialect, one) for one in segments])
    return _right(dialect, _added(segments))


def _scores_of_references(combine: Callable[[list[float]], float]) -> Score:
    """Return a scorer of the mean of scores of segments, each a combination over references."""

    def score(metric: Any, case: Case) -> float:
        dialect = metric.conventions
        return _mean(
            [
                combine([_right(dialect, one) for one in references])
                for references in _pairs(dialect, case, _AS_USUAL)
            ]
        )

    return score


def _best_of_each(metric: Any, case: Case) -> float:
    """Score the highest precision and the highest recall of any reference."""
    dialect = metric.conventions
    scores = []
    for references in _pairs(dialect, case, _AS_USUAL):
        averages = [_averages(dialect, one) for one in references]
        scores.append(_f(max(p for p, _ in averages), max(r for _, r in averages), dialect.beta**2))
    return 100 * _mean(scores)


def _summed_references(
    references: list[list[Counts]], score: Callable[[list[Counts]], float]
) -> list[Counts]:
    return _added(references)


def _merged_references(metric: Any, case: Case) -> float:
    """Score matches that are clipped to the highest count in any reference, as in BLEU."""
    dialect = metric.conventions
    segments = []
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        sides = [_usual(dialect, " ".join(one)) for one in (hypothesis, *references)]
        counts: list[Counts] = []
        for level, orders in ((0, dialect.order), (1, dialect.word_order)):
            for order in range(1, orders + 1):
                own, *others = [ngrams(tuple(side[level]), order) for side in sides]
                longest = max(one.total() for one in others)
                counts.append((own.total(), longest, clipped(own, others)))
        segments.append(counts)
    return _right(dialect, _added(segments))


def _by(key: Callable[[list[Counts]], float]) -> Choice:
    return lambda references, score: max(references, key=key)


def _bytes(dialect: ChrfDialect, line: str) -> list[str]:
    return [chr(one) for one in "".join(_characters(dialect, line)).encode()]


def _code_units(dialect: ChrfDialect, line: str) -> list[str]:
    data = "".join(_characters(dialect, line)).encode("utf-16-le")
    return [data[at : at + 2].hex() for at in range(0, len(data), 2)]


def _without_marks(dialect: ChrfDialect, line: str) -> list[str]:
    return [one for one in _characters(dialect, line) if not unicodedata.combining(one)]


def _within_words(tokens: Sequence[str], order: int) -> Ngrams:
    """Count the n-grams that contain no space."""
    counted = Ngrams()
    for ngram, count in ngrams(tokens, order).items():
        if " " not in ngram:
            counted[ngram] = count
    return counted


def _kept(change: Callable[[str], str]) -> Units:
    """Return units whose characters are those of a changed line, with its white space."""
    return lambda dialect, line: [list(change(line)), _words(dialect, line)]


_PUNCTUATION = frozenset(string.punctuation)


def _without_punctuation(line: str) -> str:
    return "".join(character for character in line if character not in _PUNCTUATION)


def _separated(line: str) -> list[str]:
    """Split every punctuation mark from words."""
    return "".join(f" {one} " if one in _PUNCTUATION else one for one in line).split()


def _separated_once(line: str, *, first: bool) -> list[str]:
    """Split one punctuation mark from a word, at its end or at its beginning."""
    return list(chain.from_iterable(_detached(word, first=first) for word in line.split()))


def _detached(word: str, *, first: bool) -> list[str]:
    if len(word) > 1 and word[0 if first else -1] in _PUNCTUATION:
        return [word[0], word[1:]] if first else [word[:-1], word[-1]]
    return [word]


_FORMULAS: tuple[tuple[str, Formula], ...] = (
    ("beta is inverted", _with_beta(lambda beta: 1 / beta if beta else 0.0)),
    ("beta is not squared", _with_beta(math.sqrt)),
    ("beta is squared twice", _with_beta(lambda beta: beta**2)),
    ("beta is doubled instead of squared", _with_beta(lambda beta: math.sqrt(2 * beta))),
    (
        "F lacks the factor 1 + beta^2",
        _of_pair(lambda p, r, beta: _f(p, r, beta**2) / (1 + beta**2)),
    ),
    (
        "the factor of F is 1 + beta, not squared",
        _of_pair(lambda p, r, beta: _f(p, r, beta**2) * (1 + beta) / (1 + beta**2)),
    ),
    (
        "beta is squared in the numerator of F only",
        _of_pair(lambda p, r, beta: _f(p, r, beta) * (1 + beta**2) / (1 + beta)),
    ),
    (
        "the factor of F is 2 for any beta",
        _of_pair(lambda p, r, beta: _f(p, r, beta**2) * 2 / (1 + beta**2)),
    ),
    (
        "beta squared weights recall in the denominator too",
        _of_pair(
            lambda p, r, beta: (
                (1 + beta**2) * p * r / (beta**2 * (p + r)) if p + r and beta else 0.0
            )
        ),
    ),
    ("only precision is used", _of_pair(lambda p, r, beta: p)),
    ("only recall is used", _of_pair(lambda p, r, beta: r)),
    ("the arithmetic mean of precision and recall is used", _of_pair(lambda p, r, b: (p + r) / 2)),
    (
        "the weighted arithmetic mean of precision and recall is used",
        _of_pair(lambda p, r, beta: (p + beta**2 * r) / (1 + beta**2)),
    ),
    (
        "the geometric mean of precision and recall is used",
        _of_pair(lambda p, r, beta: math.sqrt(p * r)),
    ),
    ("the product of precision and recall is used", _of_pair(lambda p, r, beta: p * r)),
    ("the lower of precision and recall is used", _of_pair(lambda p, r, beta: min(p, r))),
    ("the higher of precision and recall is used", _of_pair(lambda p, r, beta: max(p, r))),
    *(
        (f"precision and recall are rounded to {decimals} decimals", _rounded_parts(decimals))
        for decimals in (2, 3, 4)
    ),
    ("precision and recall are averaged over all orders", _all_orders),
    ("the counts of all orders are added up", _pooled_orders),
    (
        "the counts of the orders with n-grams on both sides are added up",
        lambda dialect, counts: _pooled_orders(
            dialect, [one for one in counts if one[0] and one[1]] or [(0, 0, 0)]
        ),
    ),
    ("precision and recall are averaged over the orders of their own side", _own_orders),
    ("orders without a match are left out", _matched_orders),
    (
        "the F-scores of the orders with n-grams on both sides are averaged",
        _f_of_orders(_mean, every=False),
    ),
    ("the F-scores of the orders are summed", _f_of_orders(sum, every=True)),
    ("the highest F-score of an order is used", _f_of_orders(max, every=True)),
    ("the lowest F-score of an order is used", _f_of_orders(min, every=True)),
    (
        "the geometric mean of the F-scores of the orders is used",
        _f_of_orders(lambda scores: math.prod(scores) ** (1 / len(scores)), every=False),
    ),
    ("precisions and recalls of the orders are averaged geometrically", _geometric_averages),
    ("the scores of characters and of words are averaged", _levels_apart),
    (
        "only the highest order of characters is used",
        _of_orders(lambda counts, dialect: counts[dialect.order - 1 : dialect.order]),
    ),
    ("only the lowest order is used", _of_orders(lambda counts, dialect: counts[:1])),
    ("the lowest order is left out", _of_orders(lambda counts, dialect: counts[1:])),
    (
        "characters are left out",
        _of_orders(lambda counts, dialect: counts[dialect.order :]),
    ),
    *(
        (f"{small:g} replaces undefined quotients", _plus(small))
        for small in (1e-10, 1e-9, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3)
    ),
    *(
        (f"{small:g} is added to denominators", _in_denominator(small, of_f=small))
        for small in (1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1.0)
    ),
    *(
        (f"{small:g} is added to the numbers of n-grams", _in_denominator(small, of_f=0.0))
        for small in (1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1.0)
    ),
    *(
        (f"{small:g} is added to the denominator of F", _in_last_denominator(small))
        for small in (1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
    ),
)

_COUNTINGS: tuple[tuple[str, Counting], ...] = (
    ("matches are not clipped", Counting(matches=not_clipped)),
    ("an n-gram matches at most once", Counting(matches=distinct)),
    (
        "n-grams are counted once, however often they occur",
        Counting(matches=distinct, hypothesis=types, reference=types),
    ),
    ("repeated n-grams count once in the totals", Counting(hypothesis=types, reference=types)),
    (
        "matches are divided by the n-grams of the hypothesis in recall too",
        Counting(reference=lambda own, others: others[0].total()),
    ),
    (
        "matches are divided by the n-grams of the reference in precision too",
        Counting(hypothesis=lambda own, others: others[0].total()),
    ),
    *(
        (name, Counting(find=find))
        for name, find in (
            ("n-grams are multisets of characters, without their order", unordered),
            ("n-grams are sets of characters", as_sets),
            ("n-grams do not overlap", blocks),
            ("the last n-gram of a segment is left out", without_last),
            ("the first n-gram of a segment is left out", without_first),
            ("shorter n-grams at the end of a segment count", with_partial),
            ("one shorter n-gram at the end of a segment counts", with_one_partial),
            ("n-grams include markers of the start and the end", padded),
            ("an order includes all lower orders", cumulative),
        )
    ),
    (
        "n-grams of characters do not cross words",
        Counting(units=_kept(lambda line: " ".join(line.split())), find=_within_words),
    ),
    (
        "runs of white space count as one space",
        Counting(units=_kept(lambda line: " ".join(line.split()))),
    ),
    (
        "a space is added at the start and the end",
        Counting(units=_kept(lambda line: f" {line} ")),
    ),
    ("a space is added at the end", Counting(units=_kept(lambda line: f"{line} "))),
    ("a space is added at the start", Counting(units=_kept(lambda line: f" {line}"))),
    ("bytes are used as characters", Counting(units=_other_characters(_bytes))),
    ("UTF-16 code units are used as characters", Counting(units=_other_characters(_code_units))),
    ("combining marks are left out", Counting(units=_other_characters(_without_marks))),
    ("words are used as characters", Counting(units=_other_characters(_words))),
    (
        "letters are lower-cased in characters only",
        Counting(units=_other_characters(lambda d, line: _characters(d, line.lower()))),
    ),
    (
        "letters are lower-cased in words only",
        Counting(units=_other_words(lambda line: tokenizer_chrf_words()(line, "unicode"))),
    ),
    (
        "punctuation is left out of characters",
        Counting(
            units=_other_characters(lambda d, line: _characters(d, _without_punctuation(line)))
        ),
    ),
    (
        "characters that are neither letters nor digits are left out",
        Counting(
            units=_other_characters(
                lambda d, line: [one for one in _characters(d, line) if one.isalnum()]
            )
        ),
    ),
    ("punctuation is not separated from words", Counting(units=_other_words(str.split))),
    ("all punctuation is separated from words", Counting(units=_other_words(_separated))),
    (
        "punctuation is separated from words at the end only",
        Counting(units=_other_words(lambda line: _separated_once(line, first=False))),
    ),
    (
        "punctuation is separated from words at the start only",
        Counting(units=_other_words(lambda line: _separated_once(line, first=True))),
    ),
    (
        "punctuation is removed from words",
        Counting(units=_other_words(lambda line: _without_punctuation(line).split())),
    ),
)

_SCORERS: tuple[tuple[str, Score], ...] = (
    *((name, _scorer(formula)) for name, formula in _FORMULAS),
    *((name, _scorer(counting=counting)) for name, counting in _COUNTINGS),
    (
        "the reference with the lowest score is chosen",
        _scorer(choose=lambda references, score: min(references, key=score)),
    ),
    (
        "of equally good references the last is chosen",
        _scorer(choose=lambda references, score: max(references[::-1], key=score)),
    ),
    (
        "the reference with the most matches is chosen",
        _scorer(choose=_by(lambda counts: sum(matches for _, _, matches in counts))),
    ),
    (
        "the reference with the highest precision is chosen",
        _scorer(choose=_by(lambda counts: _averages(ChrfDialect(), counts)[0])),
    ),
    (
        "the reference with the highest recall is chosen",
        _scorer(choose=_by(lambda counts: _averages(ChrfDialect(), counts)[1])),
    ),
    ("the counts of all references are added up", _scorer(choose=_summed_references)),
    ("the counts of the references are averaged", _mean_of_references),
    (
        "the means of the scores of the references of each segment are averaged",
        _scores_of_references(_mean),
    ),
    ("matches are clipped to the highest count in any reference", _merged_references),
    ("the highest precision and the highest recall of any reference are used", _best_of_each),
    ("the precisions and recalls of the segments are averaged", _parts_of_segments),
    ("the precisions and recalls of every order are averaged over segments", _orders_of_segments),
)


def _power_terms(
    power: float, metric: Any, case: Case, score: float
) -> tuple[list[float], float] | None:
    dialect = metric.conventions
    if len(case.hypotheses) > 1 or case.most_references > 1 or dialect.eps_smoothing or score <= 0:
        return None
    [[counts]] = _pairs(dialect, case, _AS_USUAL)
    averages = _averages(dialect, counts)
    if not all(averages):
        return None
    return [raised(one, power) for one in averages], raised(score / 100, power)


def _of_power(power: float, numbers: Numbers) -> Scores:
    return of_each(_scorer(_of_pair(lambda p, r, beta: power_mean(p, r, power, numbers))))


FITTED_CHRF = tuple(
    Fitted(name, partial(_power_terms, power), partial(_of_power, power), frozenset({"chrf"}))
    for power, name in POWER_MEANS
)
"""Mistakes in chrF with several numbers."""

CHRF = tuple(Mistake(name, of_each(score), frozenset({"chrf"})) for name, score in _SCORERS)
"""Mistakes that can be made in chrF."""
