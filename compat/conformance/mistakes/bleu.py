"""Mistakes in counting and combining the n-grams of BLEU."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistake import Mistake, of_each
from tallystick.compat.conformance.mistakes.counting import (
    Ngrams,
    clipped,
    columns_of_case,
    ngrams,
    per_segment,
    score_of,
)

Count = Callable[[Ngrams, list[Ngrams]], int]
Find = Callable[[Sequence[str], int], Ngrams]


def _summed(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    pool = sum(references, Counter())
    return sum(min(count, pool[ngram]) for ngram, count in hypothesis.items())


def _least(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return sum(
        min(count, min(reference[ngram] for reference in references))
        for ngram, count in hypothesis.items()
    )


def _each_summed(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return sum(clipped(hypothesis, [reference]) for reference in references)


def _distinct(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return sum(any(ngram in reference for reference in references) for ngram in hypothesis)


def _size(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return hypothesis.total()


def _types(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return len(hypothesis)


def _of_first_reference(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return references[0].total()


def _of_closest_length(hypothesis: Ngrams, references: list[Ngrams]) -> int:
    return min((one.total() for one in references), key=lambda n: (abs(n - hypothesis.total()), n))


def _joined_by(separator: str) -> Find:
    def find(tokens: Sequence[str], order: int) -> Ngrams:
        return Counter(
            separator.join(tokens[at : at + order]) for at in range(len(tokens) - order + 1)
        )

    return find


def _unordered(tokens: Sequence[str], order: int) -> Ngrams:
    return Counter(tuple(sorted(tokens[at : at + order])) for at in range(len(tokens) - order + 1))


def _blocks(tokens: Sequence[str], order: int) -> Ngrams:
    return Counter(
        tuple(tokens[at : at + order]) for at in range(0, len(tokens) - order + 1, order)
    )


def _without_last(tokens: Sequence[str], order: int) -> Ngrams:
    return ngrams(tokens[:-1], order)


def _with_partial(tokens: Sequence[str], order: int) -> Ngrams:
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens)))


def _skips(tokens: Sequence[str], order: int) -> Ngrams:
    return Counter(
        tuple(tokens[at : at + 2 * order - 1 : 2]) for at in range(len(tokens) - 2 * order + 2)
    )


def _cumulative(find_all: Find) -> Find:
    def find(tokens: Sequence[str], order: int) -> Ngrams:
        return sum((find_all(tokens, n) for n in range(1, order + 1)), Counter())

    return find


def _counts(
    matches: Count | None = None, totals: Count | None = None, find: Find = ngrams
) -> Callable[[Any, Case], float]:
    """Return a scorer with other matches or totals; those that are None are counted as usual."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        orders = len(columns["matches"])
        if matches is not None or find is not ngrams:
            columns["matches"] = np.array(
                per_segment(case, orders, matches or clipped, find), dtype=float
            )
        if totals is not None or find is not ngrams:
            columns["totals"] = np.array(
                per_segment(case, orders, totals or _size, find), dtype=float
            )
        return score_of(metric, columns)

    return score


def _pooled(metric: Any, case: Case) -> float:
    """Score n-grams that are matched over the whole corpus instead of within segments."""
    columns = columns_of_case(metric, case)
    for number in range(len(columns["matches"])):
        order = number + 1
        hypothesis = sum((ngrams(one, order) for one in case.hypotheses), Counter())
        references = [
            sum((ngrams(one[at % len(one)], order) for one in case.references), Counter())
            for at in range(case.most_references)
        ]
        columns["matches"][number] = clipped(hypothesis, references)
    return score_of(metric, columns)


def _totals(change: Callable[[int, int], int]) -> Callable[[Any, Case], float]:
    """Return a scorer with totals that depend on the length of a hypothesis and the order."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["totals"] = np.array(
            [
                float(sum(change(len(one), order) for one in case.hypotheses))
                for order in range(1, len(columns["totals"]) + 1)
            ]
        )
        return score_of(metric, columns)

    return score


def _length(choose: Callable[[int, list[int]], float]) -> Callable[[Any, Case], float]:
    """Return a scorer with another reference length of a segment."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        pairs = zip(case.hypotheses, case.references, strict=True)
        columns["reference_length"] = np.float64(
            sum(choose(len(hypothesis), [len(one) for one in given]) for hypothesis, given in pairs)
        )
        return score_of(metric, columns)

    return score


def _parts(metric: Any, case: Case) -> tuple[list[float], float, float, float]:
    """Return the precisions, the brevity penalty, c and r of a case."""
    corpus = case.corpus
    found = metric.score(metric.statistics(corpus))
    precisions = [precision / 100 for precision in found.precisions]
    return precisions, found.brevity_penalty, found.hypothesis_length, found.reference_length


def _mean(combine: Callable[[list[float]], float]) -> Callable[[Any, Case], float]:
    def score(metric: Any, case: Case) -> float:
        precisions, penalty, _, _ = _parts(metric, case)
        return 100 * penalty * combine(precisions)

    return score


def _penalty(change: Callable[[float, float, float], float]) -> Callable[[Any, Case], float]:
    """Return a scorer with another penalty, a function of the right one, c and r."""

    def score(metric: Any, case: Case) -> float:
        precisions, penalty, length, reference = _parts(metric, case)
        return 100 * change(penalty, length, reference) * _geometric(precisions)

    return score


def _geometric(precisions: Sequence[float]) -> float:
    return math.prod(precisions) ** (1 / len(precisions)) if min(precisions) > 0 else 0.0


def _harmonic(precisions: Sequence[float]) -> float:
    return len(precisions) / sum(1 / one for one in precisions) if min(precisions) > 0 else 0.0


def _in_base(base: float) -> Callable[[list[float]], float]:
    return lambda precisions: (
        math.exp(math.log(_geometric(precisions), base)) if min(precisions) > 0 else 0.0
    )


def _penalty_of_segments(metric: Any, case: Case) -> float:
    """Score with the mean of the penalties of the segments."""
    precisions, _, _, _ = _parts(metric, case)
    penalties = [_parts(metric, case.take([number]))[1] for number in range(len(case.hypotheses))]
    return 100 * sum(penalties) / len(penalties) * _geometric(precisions)


def _median(hypothesis: int, references: list[int]) -> float:
    return float(sorted(references)[len(references) // 2])


def _characters(metric: Any, case: Case) -> float:
    """Score with a penalty that compares characters."""
    length = sum(len(token) for one in case.hypotheses for token in one)
    reference = sum(len(token) for one in case.references for token in one[0])
    precisions, _, _, _ = _parts(metric, case)
    penalty = 1.0 if length > reference else math.exp(1 - reference / length)
    return 100 * penalty * _geometric(precisions)


_SCORERS: tuple[tuple[str, Callable[[Any, Case], float]], ...] = (
    ("matches are clipped to the sum over references", _counts(_summed)),
    ("matches are clipped to the lowest count in a reference", _counts(_least)),
    ("matches with every reference are added up", _counts(_each_summed)),
    ("an n-gram matches at most once", _counts(_distinct)),
    ("matches are counted over the whole corpus", _pooled),
    ("n-grams are counted once, however often they occur", _counts(_distinct, _types)),
    ("repeated n-grams count once in the totals", _counts(None, _types)),
    (
        "matches are divided by the n-grams of the first reference",
        _counts(None, _of_first_reference),
    ),
    (
        "matches are divided by the n-grams of the closest reference",
        _counts(None, _of_closest_length),
    ),
    ("n-grams are joined without a separator", _counts(find=_joined_by(""))),
    ("n-grams are joined by a space", _counts(find=_joined_by(" "))),
    ("n-grams are sets of tokens, without their order", _counts(find=_unordered)),
    ("n-grams do not overlap", _counts(find=_blocks)),
    ("the last n-gram of a segment is left out", _counts(find=_without_last)),
    ("shorter n-grams at the end of a segment count", _counts(find=_with_partial)),
    ("n-grams skip every second token", _counts(find=_skips)),
    ("an order includes all lower orders", _counts(find=_cumulative(ngrams))),
    ("every order is divided by the number of tokens", _totals(lambda length, order: length)),
    ("a segment of c tokens counts c - n n-grams", _totals(lambda c, n: max(0, c - n))),
    ("a segment of c tokens counts c - n + 2 n-grams", _totals(lambda c, n: max(0, c - n + 2))),
    (
        "the totals are those of the whole corpus as one segment",
        lambda metric, case: score_of(
            metric,
            {
                **(columns := columns_of_case(metric, case)),
                "totals": np.maximum(
                    columns["hypothesis_length"] - np.arange(len(columns["totals"])), 0
                ),
            },
        ),
    ),
    ("the arithmetic mean of the precisions is used", _mean(lambda one: sum(one) / len(one))),
    ("the harmonic mean of the precisions is used", _mean(_harmonic)),
    ("the precisions are multiplied without a root", _mean(math.prod)),
    ("the lowest precision is used", _mean(min)),
    ("only the precision of the highest order is used", _mean(lambda one: one[-1])),
    ("only the precision of unigrams is used", _mean(lambda one: one[0])),
    ("logarithms of base 2 are followed by exp", _mean(_in_base(2))),
    ("logarithms of base 10 are followed by exp", _mean(_in_base(10))),
    (
        "the precisions of orders without a match are left out",
        _mean(lambda one: _geometric([p for p in one if p > 0]) if any(one) else 0.0),
    ),
    ("the brevity penalty is c / r", _penalty(lambda right, c, r: min(1.0, c / r))),
    ("the brevity penalty is c / r, also above 1", _penalty(lambda right, c, r: c / r)),
    (
        "the brevity penalty is exp(1 - r/c), also above 1",
        _penalty(lambda right, c, r: math.exp(1 - r / c)),
    ),
    (
        "the brevity penalty is exp(1 - c/r)",
        _penalty(lambda right, c, r: math.exp(1 - c / r) if c < r else 1.0),
    ),
    (
        "long hypotheses are penalized",
        _penalty(lambda right, c, r: math.exp(1 - c / r) if c > r else 1.0),
    ),
    (
        "long and short hypotheses are penalized",
        _penalty(lambda right, c, r: right * (math.exp(1 - c / r) if c > r else 1.0)),
    ),
    (
        "the brevity penalty is exp(c/r - 1)",
        _penalty(lambda right, c, r: math.exp(c / r - 1) if c < r else 1.0),
    ),
    (
        "the brevity penalty is exp(c - r)",
        _penalty(lambda right, c, r: math.exp(c - r) if c < r else 1.0),
    ),
    (
        "the brevity penalty is exp(-r/c)",
        _penalty(lambda right, c, r: math.exp(-r / c) if c < r else 1.0),
    ),
    (
        "the brevity penalty is added to the orders before the root",
        _penalty(lambda right, c, r: right**0.25),
    ),
    ("the brevity penalty compares characters", _characters),
    ("the brevity penalties of the segments are averaged", _penalty_of_segments),
    ("the longest reference counts for the length", _length(lambda c, given: max(given))),
    ("the lengths of all references are added up", _length(lambda c, given: sum(given))),
    ("the median reference counts for the length", _length(_median)),
    (
        "the furthest reference counts for the length",
        _length(lambda c, given: max(given, key=lambda n: abs(n - c))),
    ),
    (
        "of two equally close references the longer counts for the length",
        _length(lambda c, given: min(given, key=lambda n: (abs(n - c), -n))),
    ),
    (
        "the closest length that is not above the hypothesis counts",
        _length(lambda c, given: max((n for n in given if n <= c), default=min(given))),
    ),
    (
        "the closest length that is not below the hypothesis counts",
        _length(lambda c, given: min((n for n in given if n >= c), default=max(given))),
    ),
    (
        "of two equally close references the last counts for the length",
        _length(lambda c, given: min(given[::-1], key=lambda n: abs(n - c))),
    ),
)

BLEU = tuple(Mistake(name, of_each(score), frozenset({"bleu"})) for name, score in _SCORERS)
