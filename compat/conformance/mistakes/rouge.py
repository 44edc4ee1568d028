"""Mistakes in matching and combining the n-grams and subsequences of ROUGE."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations, islice
from typing import Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Fitted, Mistake, Numbers, Scores, of_each
from tallystick.compat.conformance.mistakes.counting import (
    FINDS,
    Count,
    Find,
    Ngrams,
    Score,
    clipped,
    columns_of_case,
    distinct,
    ngrams,
    not_clipped,
    score_of,
    size,
    types,
)
from tallystick.compat.conformance.mistakes.power_means import POWER_MEANS, power_mean, raised
from tallystick.compat.conformance.mistakes.sequences import (
    RECURRENCES,
    Tokens,
    blocks_of_difflib,
    common_end,
    common_start,
    greedy,
    in_order,
    in_table,
    one_sided,
    overcounted,
    same_places,
    shared,
    shared_types,
    subsequence,
    substring,
    weighted_subsequence,
)
from tallystick.metrics.kernel import kernel
from tallystick.metrics.rouge.statistics import comparison_of

MOST_TOKENS = 1500
"""The most tokens of a text all of whose pairs are counted."""

Triple = tuple[float, float, float]
"""Matches, and the n-grams of a hypothesis and of a reference."""

_METRICS = frozenset({"rouge", "rouge1", "rouge2", "rougeL", "rougeLsum"})

Match = Callable[[Any, Segment, Segment], Triple]
"""A function of a metric, a hypothesis and a reference that returns matches and n-grams."""


def _counted(metric: Any, case: Case) -> list[list[Triple]]:
    """Return the matches and n-grams of every segment and reference, as they should be."""
    found = iter(_counted_once(metric, case))
    return [list(islice(found, len(references))) for references in case.references]


@lru_cache(maxsize=1 << 12)
def _counted_once(metric: Any, case: Case) -> list[Triple]:
    pairs = zip(case.hypotheses, case.references, strict=True)
    singles = [(hypothesis, (one,)) for hypothesis, given in pairs for one in given]
    statistics = metric.statistics(Case(*zip(*singles, strict=True)).corpus)
    named = metric.columns.split(statistics.rows)
    columns = named["matches"], named["hypothesis_ngrams"], named["reference_ngrams"]
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _stemmed(case: Case) -> Case:
    """Return a case with the numbers of stems as tokens."""
    vocabulary = kernel.Vocabulary()
    texts = [*case.hypotheses, *chain.from_iterable(case.references)]
    vocabulary.encode_tokens(texts)
    stems = np.frombuffer(vocabulary.stems(), dtype=np.uint32)
    numbers = dict(zip(vocabulary.tokens(), map(str, stems), strict=True))
    return case.map(lambda tokens: [numbers[token] for token in tokens])


def _usual(metric: Any, case: Case) -> float:
    return score_of(metric, columns_of_case(metric, case))


def _matched(count: Callable[[Any, Case], list[list[Triple]]]) -> Score:
    """Return a scorer with other matches or numbers of n-grams."""

    def score(metric: Any, case: Case) -> float:
        found = np.array(list(chain.from_iterable(count(metric, case))))
        starts = np.cumsum([0, *map(len, case.references)])
        own = np.repeat(list(map(len, case.hypotheses)), np.diff(starts))
        others = [len(one) for references in case.references for one in references]
        # its counts are matches and numbers of n-grams
        once = replace(metric.conventions, counting="once")
        rows = comparison_of("1", once).rows([*found.T, own, others], starts)
        return score_of(metric, metric.columns.split(np.asfortranarray(rows).sum(axis=0)))

    return score


def _pairs(match: Match) -> Score:
    """Return a scorer with other matches or n-grams of a hypothesis and a reference."""

    def count(metric: Any, case: Case) -> list[list[Triple]]:
        if metric.conventions.stem != "none":
            case = _stemmed(case)
        return [
            [match(metric, hypothesis, one) for one in references]
            for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
        ]

    return _matched(count)


def _only(score: Score, *, ngrams: bool) -> Score:
    """Return a scorer that equals another for n-grams, or for subsequences."""
    return lambda metric, case: (score if metric.type.isdecimal() == ngrams else _usual)(
        metric, case
    )


def _ngrams(matches: Count = clipped, total: Count = size, find: Find = ngrams) -> Score:
    """Return a scorer of n-grams that are found or counted in another way."""

    def match(metric: Any, hypothesis: Segment, reference: Segment) -> Triple:
        own, other = find(hypothesis, metric.order), find(reference, metric.order)
        return matches(own, [other]), total(own, [other]), total(other, [own])

    return _only(_pairs(match), ngrams=True)


def _sequences(compare: Callable[[Tokens, Tokens], float]) -> Score:
    """Return a scorer with another measure in place of the longest common subsequence."""

    def match(metric: Any, hypothesis: Segment, reference: Segment) -> Triple:
        return compare(hypothesis, reference), len(hypothesis), len(reference)

    return _only(_pairs(match), ngrams=False)


def _of_order(change: Callable[[int], int]) -> Score:
    """Return a scorer with another order of n-grams."""

    def match(metric: Any, hypothesis: Segment, reference: Segment) -> Triple:
        order = change(metric.order)
        own, other = ngrams(hypothesis, order), ngrams(reference, order)
        return clipped(own, [other]), own.total(), other.total()

    return _only(_pairs(match), ngrams=True)


def _numbers(change: Callable[[Triple], Triple]) -> Score:
    """Return a scorer that changes matches and numbers."""
    return _matched(
        lambda metric, case: [
            [change(one) for one in references] for references in _counted(metric, case)
        ]
    )


def _lengths(change: Callable[[int, int], int]) -> Score:
    """Return a scorer whose numbers of n-grams depend on a length and the order."""

    def count(metric: Any, case: Case) -> list[list[Triple]]:
        return [
            [
                (matches, change(len(hypothesis), metric.order), change(len(one), metric.order))
                for (matches, _, _), one in zip(found, references, strict=True)
            ]
            for found, hypothesis, references in zip(
                _counted(metric, case), case.hypotheses, case.references, strict=True
            )
        ]

    return _matched(count)


def _clipped_the_other_way(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    return not_clipped(references[0], [hypothesis])


def _all_pairs(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    return sum(count * references[0][ngram] for ngram, count in hypothesis.items())


def _skip_bigrams(tokens: Sequence[str], order: int) -> Ngrams:
    if order == 1:
        return ngrams(tokens, 1)
    if len(tokens) > MOST_TOKENS:
        raise OverflowError("the text is too long for all its pairs of tokens")
    return Counter(combinations(tokens, 2))


def _with_order_below(tokens: Sequence[str], order: int) -> Ngrams:
    return ngrams(tokens, order) + (ngrams(tokens, order - 1) if order > 1 else Counter())


# measures of segments


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _f(precision: float, recall: float, weight: float) -> float:
    below = recall + weight * precision
    return (1 + weight) * precision * recall / below if below > 0 else 0.0


Measure = Callable[[Any, float, float], float]
"""A function of the dialect, precision and recall that returns a score of 0 to 1."""


def _right(dialect: Any, precision: float, recall: float) -> float:
    below = recall + dialect.beta**2 * precision + dialect.epsilon
    return (1 + dialect.beta**2) * precision * recall / below if below > 0 else 0.0


def _of_triples(combine: Callable[[Any, Triple], float]) -> Score:
    """Return a scorer with another score of a reference, chosen and averaged by the dialect."""

    def score(metric: Any, case: Case) -> float:
        dialect = metric.conventions
        segments = _counted(metric, case)
        if dialect.references == "pooled":
            segments = [[_added(references)] for references in segments]
        if dialect.average == "none":
            chosen = [max(one, key=lambda it: combine(dialect, it)) for one in segments]
            return 100 * combine(dialect, _added(chosen))
        scores = [[combine(dialect, one) for one in references] for references in segments]
        choose = {"first": _first, "mean": _mean}.get(dialect.references, max)
        return 100 * _mean([choose(one) for one in scores])

    return score


def _measured(measure: Measure) -> Score:
    """Return a scorer with another combination of precision and recall."""
    return _of_triples(
        lambda dialect, it: measure(dialect, _ratio(it[0], it[1]), _ratio(it[0], it[2]))
    )


def _weighted(change: Callable[[float], float]) -> Score:
    """Return a scorer with another square of beta."""
    return _measured(lambda dialect, p, r: _f(p, r, change(dialect.beta)))


def _power_terms(
    power: float, metric: Any, case: Case, score: float
) -> tuple[list[float], float] | None:
    if len(case.hypotheses) > 1 or case.most_references > 1:
        return None
    [[(matches, own, other)]] = _counted(metric, case)
    if not matches or score <= 0:
        return None
    return [raised(matches / own, power), raised(matches / other, power)], raised(
        score / 100, power
    )


def _of_power(power: float, numbers: Numbers) -> Scores:
    return of_each(_measured(lambda dialect, p, r: power_mean(p, r, power, numbers)))


def _with_epsilon(epsilon: float) -> Score:
    return _measured(
        lambda dialect, p, r: (1 + dialect.beta**2) * p * r / (r + dialect.beta**2 * p + epsilon)
    )


def _rounded(decimals: int) -> Score:
    return _measured(lambda dialect, p, r: _right(dialect, round(p, decimals), round(r, decimals)))


def _added(triples: Sequence[Triple]) -> Triple:
    matches, own, other = (sum(column) for column in zip(*triples, strict=True))
    return matches, own, other


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _first(numbers: Sequence[float]) -> float:
    return numbers[0]


def _of_references(combine: Callable[[Any, list[Triple]], float]) -> Score:
    """Return the mean over segments of a function of the dialect and of all references."""

    def score(metric: Any, case: Case) -> float:
        segments = _counted(metric, case)
        return 100 * _mean([combine(metric.conventions, one) for one in segments])

    return score


def _scores(dialect: Any, references: Sequence[Triple]) -> list[float]:
    return [
        _right(dialect, _ratio(matches, own), _ratio(matches, other))
        for matches, own, other in references
    ]


def _jackknife(dialect: Any, references: list[Triple]) -> float:
    """Average the best score over all choices of all references but one."""
    scores = _scores(dialect, references)
    if len(scores) == 1:
        return scores[0]
    return _mean([max(scores[:left] + scores[left + 1 :]) for left in range(len(scores))])


def _by(rank: Callable[[Triple], float]) -> Score:
    """Return a scorer with the reference that ranks highest, the first of several."""

    def combine(dialect: Any, references: list[Triple]) -> float:
        matches, own, other = max(references, key=rank)
        return _right(dialect, _ratio(matches, own), _ratio(matches, other))

    return _of_references(combine)


def _mean_of_parts(dialect: Any, references: list[Triple]) -> float:
    precision = _mean([_ratio(matches, own) for matches, own, _ in references])
    recall = _mean([_ratio(matches, other) for matches, _, other in references])
    return _right(dialect, precision, recall)


def _merged(metric: Any, case: Case) -> float:
    """Score matches clipped to the highest count in any reference, and the mean reference."""
    scores = []
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        own = ngrams(hypothesis, metric.order)
        others = [ngrams(one, metric.order) for one in references]
        union: Ngrams = Counter()
        for other in others:
            union |= other
        matches = clipped(own, [union])
        scores.append(
            _right(metric.conventions, _ratio(matches, own.total()), _ratio(matches, union.total()))
        )
    return 100 * _mean(scores)


def _weighted_segments(side: int) -> Score:
    """Return a mean of segments that is weighted by the n-grams of a side."""

    def score(metric: Any, case: Case) -> float:
        dialect = metric.conventions
        segments = []
        for references in _counted(metric, case):
            best = max(references, key=lambda it: _scores(dialect, [it])[0])
            segments.append((_scores(dialect, [best])[0], best[side]))
        return 100 * sum(one * weight for one, weight in segments) / sum(w for _, w in segments)

    return score


def _pooled(metric: Any, case: Case) -> float:
    """Score n-grams that are matched over the whole corpus instead of within segments."""
    sides = case.hypotheses, [references[0] for references in case.references]
    own, other = (sum((ngrams(one, metric.order) for one in side), Counter()) for side in sides)
    matches = float(clipped(own, [other]))
    return (
        100 * _scores(metric.conventions, [(matches, float(own.total()), float(other.total()))])[0]
    )


def _sentences(metric: Any, case: Case) -> float:
    """Score subsequences of sentences that end at full stops."""
    scores = []
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        of_references: list[Triple] = [
            (_union(_split(hypothesis), _split(one)), len(hypothesis), len(one))
            for one in references
        ]
        scores.append(max(_scores(metric.conventions, of_references)))
    return 100 * _mean(scores)


def _split(tokens: Segment) -> list[Segment]:
    found: list[list[str]] = [[]]
    for token in tokens:
        found[-1].append(token)
        if token == ".":
            found.append([])
    return [tuple(one) for one in found if one]


def _union(hypotheses: list[Segment], references: list[Segment]) -> float:
    return sum(
        max((subsequence(own, other) for own in hypotheses), default=0) for other in references
    )


def _columns(change: Callable[[Any, dict[str, Any]], float]) -> Score:
    """Return a function of the dialect and the sums of the columns."""
    return lambda metric, case: 100 * change(metric.conventions, columns_of_case(metric, case))


def _without_empty(metric: Any, case: Case) -> float:
    """Average the segments that have n-grams on both sides."""
    dialect = metric.conventions
    scores = [
        max(_scores(dialect, kept))
        for references in _counted(metric, case)
        if (kept := [one for one in references if one[1] and one[2]])
    ]
    return 100 * _mean(scores) if scores else 0.0


_STOP_WORDS = frozenset(
    (  # noqa: SIM905
        "a an and are as at be by for from has he in is it its of on that the to was were will "
        "with i you we they this"
    ).split()
)


def _without_stop_words(metric: Any, case: Case) -> float:
    kept = case.map(lambda tokens: [one for one in tokens if one.lower() not in _STOP_WORDS])
    return score_of(metric, columns_of_case(metric, kept))


FITTED_ROUGE = tuple(
    Fitted(name, partial(_power_terms, power), partial(_of_power, power), _METRICS)
    for power, name in POWER_MEANS
)
"""Mistakes in ROUGE with several numbers."""

_NAMES: tuple[tuple[str, Score], ...] = (
    # the tokens of a case have no line ends
    ("lines are not taken for sentences", _usual),
    ("precision is used", _measured(lambda dialect, p, r: p)),
    ("recall is used", _measured(lambda dialect, p, r: r)),
    ("beta is inverted", _weighted(lambda beta: beta**-2)),
    ("beta is not squared", _weighted(lambda beta: beta)),
    ("beta is 0.5", _weighted(lambda beta: 0.25)),
    ("beta is 8", _weighted(lambda beta: 64.0)),
    (
        "beta is precision divided by recall",
        _measured(lambda dialect, p, r: _f(p, r, (p / r) ** 2) if r else 0.0),
    ),
    (
        "beta is recall divided by precision",
        _measured(lambda dialect, p, r: _f(p, r, (r / p) ** 2) if p else 0.0),
    ),
    (
        "the arithmetic mean of precision and recall is used",
        _measured(lambda dialect, p, r: (p + r) / 2),
    ),
    (
        "the geometric mean of precision and recall is used",
        _measured(lambda dialect, p, r: math.sqrt(p * r)),
    ),
    ("the product of precision and recall is used", _measured(lambda dialect, p, r: p * r)),
    ("F lacks the factor 2", _measured(lambda dialect, p, r: _right(dialect, p, r) / 2)),
    ("the lower of precision and recall is used", _measured(lambda dialect, p, r: min(p, r))),
    ("the higher of precision and recall is used", _measured(lambda dialect, p, r: max(p, r))),
    (
        "matches are divided by the n-grams of either side (Jaccard)",
        _of_triples(lambda dialect, it: _ratio(it[0], it[1] + it[2] - it[0])),
    ),
    *(
        (f"precision and recall are rounded to {decimals} decimals", _rounded(decimals))
        for decimals in (1, 2, 3, 4)
    ),
    *(
        (f"{epsilon:g} is added to the denominator of F", _with_epsilon(epsilon))
        for epsilon in (1e-10, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1.0)
    ),
    ("matches are not clipped", _ngrams(not_clipped)),
    ("matches are not clipped in the reference", _ngrams(_clipped_the_other_way)),
    ("every pair of equal n-grams counts as a match", _ngrams(_all_pairs)),
    ("an n-gram matches at most once", _ngrams(distinct)),
    ("repeated n-grams count once in the totals", _ngrams(clipped, types)),
    *((name, _ngrams(find=find)) for name, find in FINDS),
    ("n-grams of the next lower order count too", _ngrams(find=_with_order_below)),
    ("n-grams may skip tokens", _ngrams(find=_skip_bigrams)),
    ("the order of the n-grams is one lower", _of_order(lambda order: order - 1)),
    ("the order of the n-grams is one higher", _of_order(lambda order: order + 1)),
    ("matches are divided by tokens", _lengths(lambda length, order: length)),
    ("a text of c tokens counts c - n n-grams", _lengths(lambda c, n: max(0, c - n))),
    ("a text of c tokens counts c - n + 2 n-grams", _lengths(lambda c, n: max(0, c - n + 2))),
    ("a text counts at least one n-gram", _lengths(lambda c, n: max(1, c - n + 1))),
    (
        "matches are divided by one n-gram more",
        _numbers(lambda it: (it[0], it[1] + 1, it[2] + 1)),
    ),
    ("1 is added to the matches", _numbers(lambda it: (it[0] + 1, it[1], it[2]))),
    (
        "1 is added to matches and n-grams",
        _numbers(lambda it: (it[0] + 1, it[1] + 1, it[2] + 1)),
    ),
    ("the longest common substring is used", _sequences(substring)),
    ("each token matches the next equal one of the reference", _sequences(greedy)),
    (
        "each token of the reference matches the next equal one",
        _sequences(lambda own, other: greedy(other, own)),
    ),
    ("tokens of the reference are met in one pass", _sequences(in_order)),
    ("tokens of the hypothesis are met in one pass", _sequences(lambda a, b: in_order(b, a))),
    ("tokens match at the same place only", _sequences(same_places)),
    ("only the common start matches", _sequences(common_start)),
    ("only the common end matches", _sequences(common_end)),
    ("only tokens of the reference can be left out of the subsequence", _sequences(one_sided)),
    (
        "only tokens of the hypothesis can be left out of the subsequence",
        _sequences(lambda own, other: one_sided(other, own)),
    ),
    ("tokens match in any order", _sequences(shared)),
    ("different tokens match in any order", _sequences(shared_types)),
    ("tokens match more than once in the subsequence", _sequences(overcounted)),
    ("the matching blocks of difflib are used", _sequences(blocks_of_difflib)),
    *((one.name, _sequences(partial(in_table, one))) for one in RECURRENCES),
    (
        "the common subsequence is that of different tokens",
        _sequences(lambda own, other: subsequence([*dict.fromkeys(own)], [*dict.fromkeys(other)])),
    ),
    (
        "the last token of the hypothesis is left out of the subsequence",
        _sequences(lambda own, other: subsequence(own[:-1], other)),
    ),
    (
        "the last token of the reference is left out of the subsequence",
        _sequences(lambda own, other: subsequence(own, other[:-1])),
    ),
    (
        "the last tokens are left out of the subsequence",
        _sequences(lambda own, other: subsequence(own[:-1], other[:-1])),
    ),
    (
        "the first tokens are left out of the subsequence",
        _sequences(lambda own, other: subsequence(own[1:], other[1:])),
    ),
    ("subsequences are weighted by their runs", _sequences(weighted_subsequence)),
    ("sentences end at full stops", _sentences),
    ("the lowest score of a reference is used", _of_references(lambda d, it: min(_scores(d, it)))),
    (
        "the scores of the references are added up",
        _of_references(lambda dialect, it: sum(_scores(dialect, it))),
    ),
    (
        "the median score of the references is used",
        _of_references(lambda d, it: float(np.median(_scores(d, it)))),
    ),
    ("the best scores without each of the references are averaged", _of_references(_jackknife)),
    ("the reference with the highest precision is used", _by(lambda it: _ratio(it[0], it[1]))),
    ("precision and recall are averaged over references", _of_references(_mean_of_parts)),
    ("the highest counts of all references are merged", _only(_merged, ngrams=True)),
    ("segments are weighted by the n-grams of the hypothesis", _weighted_segments(1)),
    ("segments are weighted by the n-grams of the reference", _weighted_segments(2)),
    ("n-grams are matched over the whole corpus", _only(_pooled, ngrams=True)),
    ("segments without n-grams are left out", _without_empty),
    ("stop words are left out", _without_stop_words),
)

ROUGE = tuple(Mistake(name, of_each(score), _METRICS) for name, score in _NAMES)
"""Mistakes that can be made in ROUGE."""
