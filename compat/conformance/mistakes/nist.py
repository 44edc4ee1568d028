"""Mistakes in weighting, counting and combining the n-grams of NIST."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Fitted, Mistake, Numbers, Scores, listed, of_each
from tallystick.compat.conformance.mistakes.counting import (
    COUNTS,
    FINDS,
    TOTALS,
    Count,
    Find,
    Ngrams,
    Score,
    clipped,
    columns_of_case,
    distinct,
    last_columns,
    ngrams,
    not_clipped,
    per_segment,
    score_of,
    size,
    summed_length,
    types,
)

Weigh = Callable[[Any], float]
"""A function of an n-gram that returns its information."""

Weights = Callable[[Any, Case], Weigh]
"""A function of the dialect and a case that returns the information of n-grams."""


def _references(dialect: Any, case: Case) -> list[Segment]:
    """Return the references that the information is counted in."""
    if dialect.information_references == "first":
        return [references[0] for references in case.references]
    return list(chain.from_iterable(case.references))


def _every_reference(dialect: Any, case: Case) -> list[Segment]:
    return list(chain.from_iterable(case.references))


def _hypotheses(dialect: Any, case: Case) -> list[Segment]:
    return list(case.hypotheses)


def _all_texts(dialect: Any, case: Case) -> list[Segment]:
    return [*case.hypotheses, *_references(dialect, case)]


def _last_references(dialect: Any, case: Case) -> list[Segment]:
    return [references[-1] for references in case.references]


def _first_segment(dialect: Any, case: Case) -> list[Segment]:
    return list(case.references[0])


def _joined(dialect: Any, case: Case) -> list[Segment]:
    return [tuple(chain.from_iterable(_references(dialect, case)))]


Texts = Callable[[Any, Case], list[Segment]]


@lru_cache(maxsize=1 << 10)
def _table(orders: int, texts: tuple[Segment, ...], find: Find) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for text in texts:
        for order in range(1, orders + 1):
            found.update(find(text, order))
    return found


def _pooled(orders: int, texts: Iterable[Segment]) -> tuple[Counter[Any], int]:
    """Return the counts of n-grams, and the number of words."""
    chosen = tuple(texts)
    return _table(orders, chosen, ngrams), sum(map(len, chosen))


def _prefix_count(dialect: Any, counts: Counter[Any], words: int, prefix: Segment) -> int:
    if not prefix or (prefix == ("0",) and dialect.zero_prefix == "perl_falsy"):
        return words
    return counts[prefix]


def _usual(change: Callable[[int, int], float], texts: Texts = _references) -> Weights:
    """Return weights that are a function of the counts of the prefix and of the n-gram."""

    def weights(dialect: Any, case: Case) -> Weigh:
        counts, words = _pooled(dialect.order, texts(dialect, case))

        def weigh(ngram: Segment) -> float:
            count = counts[ngram]
            prefix = _prefix_count(dialect, counts, words, ngram[:-1])
            return change(prefix, count) if count and prefix else 0.0

        return weigh

    return weights


def _bits(prefix: int, count: int) -> float:
    return math.log2(prefix / count)


def _rounded_bits(decimals: int, prefix: int, count: int) -> float:
    return round(_bits(prefix, count), decimals)


def _of_prefix(prefix_of: Callable[[Segment], Segment]) -> Weights:
    """Return weights given another part of the n-gram than all its words but the last."""

    def weights(dialect: Any, case: Case) -> Weigh:
        counts, words = _pooled(dialect.order, _references(dialect, case))

        def weigh(ngram: Segment) -> float:
            prefix = prefix_of(ngram)
            above = counts[prefix] if prefix else words
            return _bits(above, counts[ngram]) if counts[ngram] else 0.0

        return weigh

    return weights


def _against(total: Callable[[Any, Case, Counter[Any], int, int], float]) -> Weights:
    """Return weights whose numerator is the same for every n-gram of an order."""

    def weights(dialect: Any, case: Case) -> Weigh:
        counts, words = _pooled(dialect.order, _references(dialect, case))

        def weigh(ngram: Segment) -> float:
            above = total(dialect, case, counts, words, len(ngram))
            return math.log2(above / counts[ngram]) if counts[ngram] and above else 0.0

        return weigh

    return weights


def _unigrams(total: Callable[[Any, Case, Counter[Any], int], float]) -> Weights:
    """Return weights with another number of words in the information of unigrams."""

    def weights(dialect: Any, case: Case) -> Weigh:
        counts, words = _pooled(dialect.order, _references(dialect, case))
        right = _usual(_bits)(dialect, case)

        def weigh(ngram: Segment) -> float:
            if len(ngram) > 1 or not counts[ngram]:
                return right(ngram)
            above = total(dialect, case, counts, words)
            return math.log2(above / counts[ngram])  # fails if there is no word

        return weigh

    return weights


def _without_unigrams(dialect: Any, case: Case) -> Weigh:
    right = _usual(_bits)(dialect, case)
    return lambda ngram: right(ngram) if len(ngram) > 1 else 0.0


def _merged(merge: Callable[[Counter[Any], Counter[Any]], Counter[Any]]) -> Weights:
    """Return weights whose counts are merged over texts by another function than their sum."""

    def weights(dialect: Any, case: Case) -> Weigh:
        texts = _references(dialect, case)
        counts: Counter[Any] = Counter()
        for text in texts:
            counts = merge(counts, _table(dialect.order, (text,), ngrams))
        words = sum(map(len, texts))

        def weigh(ngram: Segment) -> float:
            prefix = _prefix_count(dialect, counts, words, ngram[:-1])
            return _bits(prefix, counts[ngram]) if counts[ngram] and prefix else 0.0

        return weigh

    return weights


def _in_documents(dialect: Any, case: Case) -> Weigh:
    """Weigh by the proportion of references that have the n-gram, as in TF-IDF."""
    texts = _references(dialect, case)
    counts = Counter(chain.from_iterable(_table(dialect.order, (text,), ngrams) for text in texts))
    return lambda ngram: math.log2(len(texts) / counts[ngram]) if counts[ngram] else 0.0


def _best(
    dialect: Any, hypothesis: Ngrams, references: Sequence[Ngrams], weigh: Weigh, count: Count
) -> tuple[float, float]:
    """Return the matches and their information with the references that the dialect matches."""
    if dialect.matched_references == "first":
        references = references[:1]

    def found(chosen: Sequence[Ngrams]) -> tuple[float, float]:
        matches = information = 0.0
        for ngram, number in hypothesis.items():
            if any(ngram in reference for reference in chosen):
                matched = count(Counter({ngram: number}), list(chosen))
                matches += matched
                information += matched * weigh(ngram)
        return information, matches

    if dialect.match == "best_reference":
        information, matches = max(found([one]) for one in references)
    else:
        information, matches = found(references)
    return matches, information


def _counts(
    weights: Weights | None = None,
    count: Count = clipped,
    find: Find = ngrams,
    totals: Count | None = None,
) -> Score:
    """Return a scorer with other weights, matches, n-grams or totals."""

    def score(metric: Any, case: Case) -> float:
        dialect = metric.conventions
        columns = columns_of_case(metric, case)
        if weights is not None or count is not clipped or find is not ngrams:
            weigh = (weights or _found_by(find))(dialect, case)
            found = np.zeros((dialect.order, 2))
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
                for order in range(1, dialect.order + 1):
                    found[order - 1] += _best(
                        dialect,
                        find(hypothesis, order),
                        [find(one, order) for one in references],
                        weigh,
                        count,
                    )
            columns["matches"], columns["information"] = found.T
        if totals is not None or find is not ngrams:
            columns["totals"] = np.array(
                per_segment(case, dialect.order, totals or size, find), dtype=float
            )
        return score_of(metric, columns)

    return score


def _found_by(find: Find) -> Weights:
    """Return weights of n-grams that are found in another way."""
    if find is ngrams:
        return _usual(_bits)

    def weights(dialect: Any, case: Case) -> Weigh:
        texts = tuple(_references(dialect, case))
        counts, words = _table(dialect.order, texts, find), sum(map(len, texts))
        prefixes = _prefixes(dialect.order, texts, find)

        def weigh(ngram: Any) -> float:
            prefix = ngram[:-1] if isinstance(ngram, tuple) else prefixes.get(ngram)
            above = counts[prefix] if prefix else words
            return _bits(above, counts[ngram]) if counts[ngram] else 0.0

        return weigh

    return weights


@lru_cache(maxsize=1 << 8)
def _prefixes(orders: int, texts: tuple[Segment, ...], find: Find) -> dict[Any, Any]:
    """Return the prefix of every n-gram that is not a tuple."""
    found: dict[Any, Any] = {}
    for window in {
        window for text in texts for order in range(2, orders + 1) for window in ngrams(text, order)
    }:
        for ngram in find(window, len(window)):
            for prefix in find(window[:-1], len(window) - 1):
                found.setdefault(ngram, prefix)
    return found


def _of_segment(metric: Any, case: Case) -> float:
    """Score with the information counted in the references of the same segment."""
    columns = columns_of_case(metric, case)
    columns["information"] = sum(
        columns_of_case(metric, case.take([number]))["information"] for number in _numbers(case)
    )
    return score_of(metric, columns)


def _up_to_segment(metric: Any, case: Case) -> float:
    """Score with the information counted in the references of a segment and those before."""
    columns = columns_of_case(metric, case)
    columns["information"] = np.zeros(metric.order)
    for number, hypothesis in enumerate(case.hypotheses):
        weigh = _usual(_bits)(metric.conventions, case.take(range(number + 1)))
        for order in range(1, metric.order + 1):
            others = [ngrams(one, order) for one in case.references[number]]
            own = ngrams(hypothesis, order)
            columns["information"][order - 1] += _best(
                metric.conventions, own, others, weigh, clipped
            )[1]
    return score_of(metric, columns)


def _numbers(case: Case) -> range:
    return range(len(case.hypotheses))


def _columns(change: Callable[[dict[str, Any]], object]) -> Score:
    """Return a scorer that changes sums of columns in place."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        change(columns)
        return score_of(metric, columns)

    return score


def _times(factor: float) -> Score:
    return _columns(lambda columns: columns.update(information=columns["information"] * factor))


def _terms(metric: Any, columns: dict[str, Any]) -> tuple[float, list[float]]:
    """Return the penalty and the terms of the orders."""
    score = score_of(metric, columns)
    totals = columns["totals"]
    terms = np.where(totals > 0, columns["information"], 0.0) / np.where(totals > 0, totals, 1)
    alone = {
        **columns,
        "information": np.eye(len(totals))[0],
        "totals": np.ones_like(totals),
        "matches": np.ones_like(totals),
    }
    penalty = score_of(metric, alone)
    return (penalty if not math.isnan(score) else math.nan), terms.tolist()


def _mean(combine: Callable[[list[float]], float]) -> Score:
    def score(metric: Any, case: Case) -> float:
        penalty, terms = _terms(metric, columns_of_case(metric, case))
        return penalty * combine(terms)

    return score


def _geometric(terms: list[float]) -> float:
    return math.prod(terms) ** (1 / len(terms)) if min(terms) > 0 else 0.0


def _penalty(change: Callable[[float, float, float], float]) -> Score:
    """Return a scorer with another penalty, a function of beta, c / r and the right penalty."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        penalty, terms = _terms(metric, columns)
        reference = float(columns["reference_length"])
        if "segments" in columns:
            reference *= float(columns["segments"] / max(1, columns["nonempty_references"]))
        if not reference:
            return penalty * sum(terms)
        ratio = float(columns["hypothesis_length"]) / reference
        if math.isnan(penalty):
            return penalty
        return change(metric.conventions.beta, ratio, penalty) * sum(terms)

    return score


def _log(number: float, base: float = math.e) -> float:
    return math.log(number, base) if number > 0 else -math.inf


def _with_beta(change: Callable[[float], float]) -> Score:
    return _penalty(lambda beta, ratio, right: math.exp(change(beta) * _log(min(1, ratio)) ** 2))


def _rounded_beta(decimals: int) -> Score:
    return _with_beta(lambda beta: round(beta, decimals))


def _rounded_penalty(decimals: int) -> Score:
    return _penalty(lambda beta, ratio, right: round(right, decimals))


def _length(choose: Callable[[int, list[int]], float]) -> Score:
    """Return a scorer with another reference length of a segment."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["reference_length"] = summed_length(case, choose)
        for name in ("segments", "nonempty_references"):
            columns.update({name: np.float64(1)} if name in columns else {})
        return score_of(metric, columns)

    return score


def _penalties_of_segments(metric: Any, case: Case) -> float:
    """Score with the mean of the penalties of the segments."""
    _, terms = _terms(metric, columns_of_case(metric, case))
    segments = [_terms(metric, columns_of_case(metric, case.take([n])))[0] for n in _numbers(case)]
    return sum(segments) / len(segments) * sum(terms)


def _segment_terms(metric: Any, case: Case) -> list[float]:
    """Return the sum of the terms of every segment, with the information of the corpus."""
    weigh = _usual(_bits)(metric.conventions, case)
    terms = []
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        of_segment = 0.0
        for order in range(1, metric.order + 1):
            of_references = [ngrams(one, order) for one in references]
            _, information = _best(
                metric.conventions, ngrams(hypothesis, order), of_references, weigh, clipped
            )
            of_segment += information / max(1, len(hypothesis) - order + 1)
        terms.append(of_segment)
    return terms


def _terms_of_segments(metric: Any, case: Case) -> float:
    """Score with quotients that are means over segments, but the information of the corpus."""
    penalty, _ = _terms(metric, columns_of_case(metric, case))
    return penalty * sum(_segment_terms(metric, case)) / len(case.hypotheses)


def _scores_of_segments(metric: Any, case: Case) -> float:
    """Score the mean of the scores of the segments, but the information of the corpus."""
    found = 0.0
    for number, term in zip(_numbers(case), _segment_terms(metric, case), strict=True):
        penalty, _ = _terms(metric, columns_of_case(metric, case.take([number])))
        found += penalty * term
    return found / len(case.hypotheses)


def _pooled_orders(columns: dict[str, Any]) -> None:
    for name in ("information", "totals"):
        columns[name] = np.eye(len(columns[name]))[0] * columns[name].sum()


def _information_of(texts: Texts) -> Score:
    """Return a scorer that divides by the information of all n-grams of some texts."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        penalty, _ = _terms(metric, columns)
        weigh = _usual(_bits)(metric.conventions, case)
        terms = []
        for order, information in enumerate(columns["information"].tolist(), 1):
            whole = sum(
                count * weigh(ngram)
                for text in texts(metric.conventions, case)
                for ngram, count in ngrams(text, order).items()
            )
            terms.append(information / whole if whole else 0.0)
        return penalty * sum(terms)

    return score


def _totals(change: Callable[[int, int], int]) -> Score:
    """Return a scorer with totals that depend on the length of a hypothesis and the order."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        orders = range(1, len(columns["totals"]) + 1)
        columns["totals"] = np.array(
            [float(sum(change(len(one), order) for one in case.hypotheses)) for order in orders]
        )
        return score_of(metric, columns)

    return score


_SCORERS: tuple[tuple[str, Score], ...] = (
    ("the information is in natural logarithms", _times(math.log(2))),
    ("the information is in logarithms to base 10", _times(math.log10(2))),
    ("every n-gram has the information 1", _counts(lambda dialect, case: lambda ngram: 1.0)),
    (
        "the information is the ratio of the counts, without a logarithm",
        _counts(_usual(lambda prefix, count: prefix / count)),
    ),
    (
        "the information is log2(1 + ratio of the counts)",
        _counts(_usual(lambda prefix, count: math.log2(1 + prefix / count))),
    ),
    ("the ratio of the counts is inverted in the information", _times(-1.0)),
    (
        "the ratio of the counts is rounded down in the information",
        _counts(
            _usual(lambda prefix, count: math.log2(prefix // count) if prefix >= count else 0.0)
        ),
    ),
    (
        "1 is added to both counts in the information",
        _counts(_usual(lambda prefix, count: math.log2((prefix + 1) / (count + 1)))),
    ),
    (
        "1 is added to the count of the n-gram in the information",
        _counts(_usual(lambda prefix, count: math.log2(prefix / (count + 1)))),
    ),
    (
        "the information is 1 bit more",
        _counts(_usual(lambda prefix, count: _bits(prefix, count) + 1)),
    ),
    (
        "the information is rounded down to whole bits",
        _counts(_usual(lambda prefix, count: math.floor(_bits(prefix, count)))),
    ),
    ("the information is counted in the hypotheses", _counts(_usual(_bits, _hypotheses))),
    ("the information is counted in the hypotheses too", _counts(_usual(_bits, _all_texts))),
    ("the information is counted in the last references", _counts(_usual(_bits, _last_references))),
    ("the information is counted in the first segment", _counts(_usual(_bits, _first_segment))),
    ("the information is counted in the references of the same segment", _of_segment),
    (
        "the information is counted in the references up to the segment",
        _up_to_segment,
    ),
    ("the information is counted in n-grams that cross segments", _counts(_usual(_bits, _joined))),
    (
        "an n-gram counts once in each reference for the information",
        _counts(_merged(lambda counts, more: counts + Counter(dict.fromkeys(more, 1)))),
    ),
    (
        "an n-gram counts once for the information, however often it occurs",
        _counts(_merged(lambda counts, more: counts | Counter(dict.fromkeys(more, 1)))),
    ),
    (
        "the highest count in a reference is used for the information",
        _counts(_merged(lambda counts, more: counts | more)),
    ),
    (
        "the counts of the last reference replace earlier ones in the information",
        _counts(_merged(lambda counts, more: Counter({**counts, **more}))),
    ),
    ("the information depends on the number of references with the n-gram", _counts(_in_documents)),
    (
        "the information is that of the first word given the others",
        _counts(_of_prefix(lambda ngram: ngram[1:])),
    ),
    (
        "the information is that of an n-gram given its first word",
        _counts(_of_prefix(lambda ngram: ngram[:1] if len(ngram) > 1 else ())),
    ),
    (
        "the information is that of the last two words given the others",
        _counts(_of_prefix(lambda ngram: ngram[:-2])),
    ),
    (
        "the information is relative to the number of words in every order",
        _counts(_against(lambda dialect, case, counts, words, order: words)),
    ),
    (
        "the information is relative to the number of n-grams of the order",
        _counts(
            _against(
                lambda dialect, case, counts, words, order: sum(
                    count for ngram, count in counts.items() if len(ngram) == order
                )
            )
        ),
    ),
    (
        "the information of unigrams is relative to the number of different words",
        _counts(
            _unigrams(lambda dialect, case, counts, words: sum(len(one) == 1 for one in counts))
        ),
    ),
    (
        "the information of unigrams is relative to the words of the first references",
        _counts(
            _unigrams(
                lambda dialect, case, counts, words: sum(len(one[0]) for one in case.references)
            )
        ),
    ),
    (
        "the information of unigrams is relative to the words of one set of references",
        _counts(_unigrams(lambda dialect, case, counts, words: words / case.most_references)),
    ),
    (
        "the information of unigrams is relative to the words of the hypotheses",
        _counts(_unigrams(lambda dialect, case, counts, words: sum(map(len, case.hypotheses)))),
    ),
    (
        "the information of unigrams is relative to all n-grams",
        _counts(_unigrams(lambda dialect, case, counts, words: counts.total())),
    ),
    (
        "the information of unigrams is relative to the number of segments",
        _counts(_unigrams(lambda dialect, case, counts, words: len(case.hypotheses))),
    ),
    (
        "the information of unigrams is 0",
        _counts(_without_unigrams),
    ),
    (
        "the information of unigrams counts one word more",
        _counts(_unigrams(lambda dialect, case, counts, words: words + 1)),
    ),
    *(
        (
            f"the information is rounded to {decimals} decimals",
            _counts(_usual(partial(_rounded_bits, decimals))),
        )
        for decimals in (1, 2, 3, 4)
    ),
    ("matches are not clipped", _counts(count=not_clipped)),
    *((name, _counts(count=count)) for name, count in COUNTS),
    ("n-grams are counted once, however often they occur", _counts(count=distinct, totals=types)),
    *((name, _counts(find=find)) for name, find in FINDS),
    ("repeated n-grams count once in the totals", _counts(totals=types)),
    *(
        (f"the information is divided by the n-grams of {whose}", _counts(totals=total))
        for whose, total in TOTALS
    ),
    (
        "the information is divided by the matches",
        _columns(lambda columns: columns.update(totals=columns["matches"])),
    ),
    (
        "the information is not divided by the number of n-grams",
        _columns(lambda columns: columns.update(totals=np.ones_like(columns["totals"]))),
    ),
    ("the information is divided by that of the hypotheses", _information_of(_hypotheses)),
    ("the information is divided by that of the references", _information_of(_every_reference)),
    ("every order is divided by the number of tokens", _totals(lambda length, order: length)),
    ("a segment of c tokens counts c - n n-grams", _totals(lambda c, n: max(0, c - n))),
    ("one n-gram more is counted in every segment", _totals(lambda c, n: max(1, c - n + 2))),
    ("a segment of c tokens counts c - n + 2 n-grams", _totals(lambda c, n: max(0, c - n + 2))),
    ("a segment counts at least one n-gram", _totals(lambda c, n: max(1, c - n + 1))),
    ("the information is that of the last segment", last_columns("information")),
    ("the totals are those of the last segment", last_columns("totals")),
    ("the hypothesis length is that of the last segment", last_columns("hypothesis_length")),
    ("the quotients of the segments are averaged", _terms_of_segments),
    (
        "the scores of the segments are averaged, with the information of the corpus",
        _scores_of_segments,
    ),
    (
        "the information of all orders is divided by the n-grams of all orders",
        _columns(_pooled_orders),
    ),
    ("the orders are averaged", _mean(lambda terms: sum(terms) / len(terms))),
    ("the geometric mean of the orders is used", _mean(_geometric)),
    ("the orders are multiplied", _mean(math.prod)),
    ("the highest order alone counts", _mean(lambda terms: terms[-1])),
    ("the highest term of an order counts", _mean(max)),
    (
        "the orders without a match are left out of the mean",
        _mean(lambda terms: sum(terms) / max(1, sum(one > 0 for one in terms))),
    ),
    (
        "the terms of the orders have falling weights 1, 1/2, 1/3 and so on",
        _mean(lambda terms: sum(one / order for order, one in enumerate(terms, 1))),
    ),
    ("there is no length penalty", _penalty(lambda beta, ratio, right: 1.0)),
    (
        "the length penalty is the brevity penalty of BLEU",
        _penalty(
            lambda beta, ratio, right: (
                math.exp(1 - 1 / ratio) if 0 < ratio < 1 else float(ratio >= 1)
            )
        ),
    ),
    ("the length penalty is the length ratio", _penalty(lambda beta, ratio, right: min(1, ratio))),
    (
        "the length penalty is the length ratio, also above 1",
        _penalty(lambda beta, ratio, right: ratio),
    ),
    (
        "long hypotheses are penalized too",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(ratio) ** 2)),
    ),
    (
        "long hypotheses are penalized instead of short ones",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(max(1, ratio)) ** 2)),
    ),
    (
        "the logarithm in the length penalty is not squared",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(min(1, ratio)))),
    ),
    (
        "the logarithm in the length penalty is not squared, and beta has no sign",
        _penalty(lambda beta, ratio, right: math.exp(-beta * _log(min(1, ratio)))),
    ),
    (
        "the length ratio in the length penalty is squared instead of its logarithm",
        _penalty(lambda beta, ratio, right: math.exp(-beta * _log(min(1, ratio) ** 2))),
    ),
    (
        "the length ratio in the length penalty is squared instead of its logarithm, "
        "and beta keeps its sign",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(min(1, ratio) ** 2))),
    ),
    (
        "the length penalty has no logarithm",
        _penalty(lambda beta, ratio, right: math.exp(beta * min(1, ratio) ** 2)),
    ),
    (
        "the length penalty is exp(beta * (1 - c/r)^2)",
        _penalty(lambda beta, ratio, right: math.exp(beta * (1 - min(1, ratio)) ** 2)),
    ),
    (
        "the length penalty uses the logarithm to base 2",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(min(1, ratio), 2) ** 2)),
    ),
    (
        "the length penalty uses the logarithm to base 10",
        _penalty(lambda beta, ratio, right: math.exp(beta * _log(min(1, ratio), 10) ** 2)),
    ),
    (
        "the length penalty is a power of 2",
        _penalty(lambda beta, ratio, right: 2.0 ** (beta * _log(min(1, ratio)) ** 2)),
    ),
    ("the length penalty is squared", _penalty(lambda beta, ratio, right: right**2)),
    (
        "the length penalty is added",
        lambda metric, case: sum(
            [(parts := _terms(metric, columns_of_case(metric, case)))[0], *parts[1]]
        ),
    ),
    ("beta has no sign", _with_beta(lambda beta: -beta)),
    (
        "beta is ln 0.5 / ln 1.5, not squared",
        _with_beta(lambda beta: math.log(0.5) / math.log(1.5)),
    ),
    ("beta is ln 0.5 / (log2 1.5)^2", _with_beta(lambda beta: math.log(0.5) / math.log2(1.5) ** 2)),
    ("beta is log2 0.5 / (ln 1.5)^2", _with_beta(lambda beta: -1 / math.log(1.5) ** 2)),
    ("beta is ln 0.5 * (ln 1.5)^2", _with_beta(lambda beta: math.log(0.5) * math.log(1.5) ** 2)),
    (
        "beta gives a penalty of 0.5 at a length ratio of 1/2",
        _with_beta(lambda beta: math.log(0.5) / math.log(0.5) ** 2),
    ),
    (
        "beta gives a penalty of 0.5 at a length ratio of 3/4",
        _with_beta(lambda beta: math.log(0.5) / math.log(0.75) ** 2),
    ),
    ("beta is -1", _with_beta(lambda beta: -1.0)),
    ("beta is -0.5", _with_beta(lambda beta: -0.5)),
    *(
        (f"beta is rounded to {decimals} decimals", _rounded_beta(decimals))
        for decimals in (0, 1, 2, 3, 4, 5, 6)
    ),
    *(
        (f"the length penalty is rounded to {decimals} decimals", _rounded_penalty(decimals))
        for decimals in (1, 2, 3, 4)
    ),
    ("the length penalties of the segments are averaged", _penalties_of_segments),
    ("the shortest reference counts for the length", _length(lambda c, given: min(given))),
    ("the longest reference counts for the length", _length(lambda c, given: max(given))),
    (
        "the closest reference counts for the length",
        _length(lambda c, given: min(given, key=lambda n: (abs(n - c), n))),
    ),
    ("the last reference counts for the length", _length(lambda c, given: given[-1])),
    ("the lengths of all references are added up", _length(lambda c, given: sum(given))),
    (
        "the mean length of references that are not empty counts for the length",
        _length(lambda c, given: sum(given) / max(1, sum(map(bool, given)))),
    ),
    (
        "the median reference counts for the length",
        _length(lambda c, given: sorted(given)[len(given) // 2]),
    ),
    (
        "the mean length of the references is rounded down",
        _length(lambda c, given: sum(given) // len(given)),
    ),
    (
        "the mean length of the references is rounded",
        _length(lambda c, given: round(sum(given) / len(given))),
    ),
)


def _order_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    penalty, terms = _terms(metric, columns_of_case(metric, case))
    return (terms, score / penalty) if penalty > 0 else None


def _of_orders(numbers: Numbers) -> Scores:
    return of_each(_mean(lambda terms: float(np.dot(numbers, terms))))


FITTED_NIST = (
    Fitted(
        lambda numbers: f"the weights of the orders are {listed(numbers)}",
        _order_terms,
        _of_orders,
        frozenset({"nist"}),
    ),
)
"""Mistakes in NIST with several numbers."""

NIST = tuple(Mistake(name, of_each(score), frozenset({"nist"})) for name, score in _SCORERS)
"""Mistakes that can be made in NIST."""
