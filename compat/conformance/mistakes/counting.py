"""N-grams counted without the shared layer, for mistakes in counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.metrics.columns import Columns
from tallystick.metrics.metric import fitted

Ngrams = Counter[Any]


def ngrams(tokens: Sequence[str], order: int) -> Ngrams:
    """Count the n-grams of one order.

    >>> ngrams(["a", "b", "a"], 2)
    Counter({('a', 'b'): 1, ('b', 'a'): 1})
    """
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def clipped(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the matches, each n-gram clipped to its highest count in a single reference."""
    return sum(
        min(count, max(reference[ngram] for reference in references))
        for ngram, count in hypothesis.items()
    )


def per_segment(
    case: Case, orders: int, count: Callable[[Ngrams, list[Ngrams]], int], find: Any = ngrams
) -> list[int]:
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
    corpus = case.corpus
    statistics = fitted(metric, [corpus.references]).statistics(corpus)
    sums = statistics.total().astype(float)
    return dict(Columns(*statistics.columns).split(sums))


def score_of(metric: Any, columns: dict[str, Any]) -> float:
    """Return the score of sums of statistics by the names of their columns."""
    return float(metric.formula(np.concatenate([np.atleast_1d(one) for one in columns.values()])))
