"""N-grams and statistics of single cases, for mistakes in counting and combining them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.under import under
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.sums.statistics import Columns

Ngrams = Counter[Any]
"""The counts of n-grams, which are not to be changed: they are shared."""

Count = Callable[[Ngrams, list[Ngrams]], int]
"""A function of the n-grams of a hypothesis and of each of its references."""

Find = Callable[[Sequence[str], int], Ngrams]
"""A function of tokens and an order that returns the n-grams."""

Score = Callable[[Any, Case], float]
"""A function of a metric and a tokenized case that returns a score."""


def ngrams(tokens: Sequence[str], order: int) -> Ngrams:
    """Count the n-grams of one order.

    >>> ngrams(["a", "b", "a"], 2)
    Counter({('a', 'b'): 1, ('b', 'a'): 1})
    """
    return _ngrams(tuple(tokens), order)


@lru_cache(maxsize=1 << 14)
def _ngrams(tokens: tuple[str, ...], order: int) -> Ngrams:
    return Counter(tokens[at : at + order] for at in range(len(tokens) - order + 1))


def clipped(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, each n-gram clipped to its highest count in a single reference."""
    return sum(
        min(count, max(reference[ngram] for reference in references))
        for ngram, count in hypothesis.items()
    )


def not_clipped(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the n-grams of a hypothesis that are in any reference."""
    return sum(
        count
        for ngram, count in hypothesis.items()
        if any(ngram in reference for reference in references)
    )


def summed(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, each n-gram clipped to the sum of its counts in all references."""
    return sum(
        min(count, sum(reference[ngram] for reference in references))
        for ngram, count in hypothesis.items()
    )


def least(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, each n-gram clipped to its lowest count in a reference."""
    return sum(
        min(count, min(reference[ngram] for reference in references))
        for ngram, count in hypothesis.items()
    )


def each_summed(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the sum of the matches with every reference."""
    return sum(clipped(hypothesis, [reference]) for reference in references)


def of_last(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches with the last reference."""
    return clipped(hypothesis, references[-1:])


def of_longest(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches with the reference that has the most n-grams."""
    return clipped(hypothesis, [max(references, key=Ngrams.total)])


def of_closest(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches with the reference whose number of n-grams is closest."""
    total = hypothesis.total()
    return clipped(
        hypothesis, [min(references, key=lambda it: (abs(it.total() - total), it.total()))]
    )


def of_last_with_it(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, each n-gram clipped to its count in the last reference that has it."""
    return sum(
        min(count, next((one[ngram] for one in references[::-1] if ngram in one), 0))
        for ngram, count in hypothesis.items()
    )


def distinct(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of different n-grams of a hypothesis that are in any reference."""
    return sum(any(ngram in reference for reference in references) for ngram in hypothesis)


def repeated(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, those of an n-gram added as often as it occurs."""
    return sum(
        count * clipped(Counter({ngram: count}), references) for ngram, count in hypothesis.items()
    )


def size(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of a hypothesis."""
    return hypothesis.total()


def types(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of different n-grams of a hypothesis."""
    return len(hypothesis)


def of_first_reference(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of the first reference."""
    return references[0].total()


def of_all_references(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of all references."""
    return sum(reference.total() for reference in references)


def of_closest_reference(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of the reference whose number is closest."""
    return min((one.total() for one in references), key=lambda n: (abs(n - hypothesis.total()), n))


def of_longest_reference(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of the reference that has most."""
    return max(one.total() for one in references)


def of_united_references(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of all references, each as often as in a single one."""
    return reduce(or_, references).total()


def joined_by(separator: str) -> Find:
    """Return a function that finds n-grams as strings."""

    def find(tokens: Sequence[str], order: int) -> Ngrams:
        return Counter(
            separator.join(tokens[at : at + order]) for at in range(len(tokens) - order + 1)
        )

    return find


def unordered(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams whose tokens have no order."""
    return Counter(tuple(sorted(tokens[at : at + order])) for at in range(len(tokens) - order + 1))


def as_sets(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams whose tokens have neither order nor number."""
    return Counter(frozenset(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def blocks(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams that do not overlap."""
    return Counter(
        tuple(tokens[at : at + order]) for at in range(0, len(tokens) - order + 1, order)
    )


def without_last(tokens: Sequence[str], order: int) -> Ngrams:
    """Count all n-grams but the last."""
    return ngrams(tokens[:-1], order)


def without_first(tokens: Sequence[str], order: int) -> Ngrams:
    """Count all n-grams but the first."""
    return ngrams(tokens[1:], order)


def with_partial(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams and the shorter ones at the end."""
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens)))


def with_one_partial(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams, and those of one token less at the end."""
    return Counter(tuple(tokens[at : at + order]) for at in range(max(0, len(tokens) - order + 2)))


def around(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams of a ring, in which the first token follows the last."""
    ring = (*tokens, *tokens)
    return Counter(ring[at : at + order] for at in range(len(tokens)))


def every_second(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams of every second token."""
    return Counter(
        tuple(tokens[at : at + 2 * order - 1 : 2]) for at in range(len(tokens) - 2 * order + 2)
    )


def with_starts(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams of tokens with a marker before the first."""
    return ngrams(("<s>", *tokens), order) if order > 1 else ngrams(tokens, order)


def padded(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams of tokens with n - 1 markers on both sides."""
    return ngrams(("<s>",) * (order - 1) + tuple(tokens) + ("</s>",) * (order - 1), order)


def one_longer(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams of one token more."""
    return ngrams(tokens, order + 1)


def cumulative(tokens: Sequence[str], order: int) -> Ngrams:
    """Count n-grams up to an order."""
    return sum((ngrams(tokens, n) for n in range(1, order + 1)), Counter())


FINDS: tuple[tuple[str, Find], ...] = (
    ("n-grams are joined without a separator", joined_by("")),
    ("n-grams are joined by a space", joined_by(" ")),
    ("n-grams are multisets of tokens, without their order", unordered),
    ("n-grams are sets of tokens", as_sets),
    ("n-grams do not overlap", blocks),
    ("the last n-gram of a segment is left out", without_last),
    ("the first n-gram of a segment is left out", without_first),
    ("shorter n-grams at the end of a segment count", with_partial),
    ("one shorter n-gram at the end of a segment counts", with_one_partial),
    ("n-grams begin again at the start of a segment", around),
    ("n-grams skip every second token", every_second),
    ("n-grams include a marker of the start", with_starts),
    ("n-grams include markers of the start and the end", padded),
    ("an order includes all lower orders", cumulative),
)
"""Wrong n-grams, by sentences that say what is wrong."""


COUNTS: tuple[tuple[str, Count], ...] = (
    ("matches are clipped to the sum over references", summed),
    ("matches are clipped to the lowest count in a reference", least),
    ("matches with every reference are added up", each_summed),
    ("matches are clipped to the count in the last reference", of_last),
    ("matches are clipped to the count in the last reference with the n-gram", of_last_with_it),
    ("matches are clipped to the count in the longest reference", of_longest),
    ("matches are clipped to the count in the closest reference", of_closest),
    ("an n-gram matches at most once", distinct),
    ("matches are added once for every occurrence of the n-gram", repeated),
)
"""Wrong matches, by sentences that say what is wrong."""

TOTALS: tuple[tuple[str, Count], ...] = (
    ("the first reference", of_first_reference),
    ("the closest reference", of_closest_reference),
    ("the longest reference", of_longest_reference),
    ("all references", of_all_references),
    ("all references, each as often as in a single one", of_united_references),
)
"""The n-grams by which matches are wrongly divided."""


def per_segment(case: Case, orders: int, count: Count, find: Find = ngrams) -> list[int]:
    """Return the sum over segments of a count, for each order from 1.

    Args:
        case: The tokens.
        orders: The highest order.
        count: A function of the n-grams of a hypothesis and of each of its references.
        find: A function of tokens and an order that returns the n-grams.
    """
    pairs = list(zip(case.hypotheses, case.references, strict=True))
    return [
        sum(
            count(find(hypothesis, order), [find(reference, order) for reference in references])
            for hypothesis, references in pairs
        )
        for order in range(1, orders + 1)
    ]


def columns_of_case(metric: Any, case: Case) -> dict[str, Any]:
    """Return the sums of the statistics of a case by the names of their columns."""
    names, sums = _sums(metric, case)
    return dict(names.split(sums.copy()))


@lru_cache(maxsize=1 << 13)
def _sums(metric: Any, case: Case) -> tuple[Columns, Any]:
    corpus = case.corpus
    statistics = fitted(metric, [corpus.references]).statistics(corpus)
    return Columns(*statistics.columns), statistics.total().astype(float)


def score_of(metric: Any, columns: dict[str, Any]) -> float:
    """Return the score of sums of statistics by the names of their columns."""
    return float(metric.formula(np.concatenate([np.atleast_1d(one) for one in columns.values()])))


def last_columns(*names: str) -> Score:
    """Return a scorer with sums that the last segment replaces instead of adding to them."""

    def score(metric: Any, case: Case) -> float:
        last = columns_of_case(metric, case.take([-1]))
        columns = columns_of_case(metric, case)
        return score_of(metric, {**columns, **{name: last[name] for name in names}})

    return score


def of_segments(score: Score) -> Score:
    """Return a scorer that averages segments where the dialect does, and else equals another."""

    def of_case(metric: Any, case: Case) -> float:
        if getattr(metric.conventions, "average", None) != "macro":
            return score(metric, case)
        of_one = _of_one_segment(metric)
        numbers = range(len(case.hypotheses))
        return sum(score(of_one, case.take([number])) for number in numbers) / len(numbers)

    return of_case


@lru_cache(maxsize=64)
def _of_one_segment(metric: Any) -> Any:
    return under(metric, replace(metric.conventions, average="micro"))


def summed_length(case: Case, choose: Callable[[int, list[int]], float]) -> np.float64:
    """Return the sum of the reference lengths of all segments.

    Args:
        case: The tokens.
        choose: A function of the length of a hypothesis and those of its references.
    """
    pairs = zip(case.hypotheses, case.references, strict=True)
    return np.float64(
        sum(choose(len(hypothesis), [len(one) for one in given]) for hypothesis, given in pairs)
    )
