"""Matches with the most informative reference of every segment and order.

NIST clips matches to the highest count in any reference; some programs use one reference for each
order. The choice must not depend on the last bit of a sum, so ties are detected in exact
arithmetic: sums of logarithms are compared as products of their arguments.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import Matches, match_pairs
from tallystick.metrics.kernel import kernel
from tallystick.metrics.tokenizers import fold
from tallystick.metrics.whole_corpus.ngram_weights import nodes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.nist.dialect import NistDialect
    from tallystick.metrics.nist.information import InformationWeights

Ngram = tuple[str, ...]

_NEAR = 1e-9
"""Far above the rounding error of a sum, far below real differences between references."""


def match_best_references(
    dialect: NistDialect, corpus: Corpus, weights: InformationWeights, workspace: Workspace
) -> tuple[Matches, NDArray[np.int64]]:
    """Match every hypothesis with its best reference, order by order.

    The best reference has the highest sum of weights of matched n-grams, where `reference_ties` of
    the dialect defines equal sums. Ties go to the reference with the most tokens; further ties do
    not affect the result.

    Returns:
        The matches with the best references, and their tokens, shape (segments, orders).
    """
    order, ties = dialect.order, dialect.reference_ties
    starts, counts = corpus.references.offsets[:-1], corpus.references.counts
    choose = not (counts == 1).all()
    rounded = weights.rounded() if choose and ties != "exact" else None

    def match(pairs: EncodedPairs) -> tuple[NDArray[Any], ...]:
        lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
        options = {"others": rounded, "compensated": ties == "compensated"}
        found = match_pairs(pairs, order, weights.ngrams, separately=True, **options)
        return *found, *lengths

    def highest(values: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(np.maximum.reduceat(values, starts), counts, axis=0)

    tokenizer = tokenizer_named(dialect.tokenize)
    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, match)
    matches, weighted, compared, hypothesis_lengths, reference_lengths = map(
        np.concatenate, zip(*parts, strict=True)
    )
    chosen = np.repeat(starts[:, np.newaxis], order, axis=1)
    if choose:
        equal = weighted >= highest(weighted) * (1 - _NEAR)
        if rounded is None:
            _choose_exactly(dialect, corpus, weights, equal, weighted)
        else:
            sums = np.where(equal, compared, -np.inf)
            equal &= sums == highest(sums)
        ranks = np.where(equal, reference_lengths[:, np.newaxis], -1)
        longest = ranks == highest(ranks)
        places = np.where(longest, np.arange(len(ranks))[:, np.newaxis], len(ranks))
        chosen = np.minimum.reduceat(places, starts)
    orders = np.arange(order)
    found = Matches(
        matches[chosen, orders],
        weighted[chosen, orders],
        hypothesis_lengths,
        reference_lengths,
        corpus.references.offsets,
    )
    return found, reference_lengths[chosen]


def _choose_exactly(
    dialect: NistDialect,
    corpus: Corpus,
    weights: InformationWeights,
    equal: NDArray[np.bool_],
    sums: NDArray[np.float64],
) -> None:
    """Keep only the best of references whose sums are nearly equal, shape (references, orders)."""
    starts = corpus.references.offsets
    undecided = np.add.reduceat(equal & (sums > 0), starts[:-1], dtype=np.int64) > 1
    if not undecided.any():
        return
    ratios = _Ratios(weights)
    for segment, n in np.argwhere(undecided).tolist():
        near = starts[segment] + np.flatnonzero(equal[starts[segment] : starts[segment + 1], n])
        hypothesis = _ngrams(dialect, corpus.hypotheses[segment], n + 1)
        references = [corpus.references.segments[place] for place in near.tolist()]
        exact = [ratios.sum_of(hypothesis & _ngrams(dialect, one, n + 1)) for one in references]
        equal[near, n] = [one == max(exact) for one in exact]


def _ngrams(dialect: NistDialect, segment: str | Sequence[str], order: int) -> Counter[Ngram]:
    if isinstance(segment, str):
        tokens = tokenizer_named(dialect.tokenize)(segment, dialect.lowercase)
    else:
        tokens = [fold(token, dialect.lowercase) for token in segment]
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


class _Ratios:
    """The pairs of counts whose ratio has the weight of an n-gram as its logarithm."""

    def __init__(self, weights: InformationWeights) -> None:
        self._weights = weights
        self._prefixes, last_tokens, self._counts = nodes_of(weights.ngrams.table)
        tokens = weights.ngrams.vocabulary.tokens()[: weights.ngrams.tokens]
        self._ids: Mapping[str, int] = {token: number for number, token in enumerate(tokens)}
        self._zero = self._ids.get("0") if weights.zero_is_no_prefix else None
        # all nodes at once: the pure-Python kernel is slow to look up single ones
        pairs = zip(self._prefixes.tolist(), last_tokens.tolist(), strict=True)
        self._nodes: Mapping[tuple[int, int | None], int] = {
            pair: node for node, pair in enumerate(pairs)
        }

    def sum_of(self, overlap: Counter[Ngram]) -> Fraction:
        """Return a number that orders n-grams by the sum of their weights, without rounding."""
        if not self._weights.words:  # weights from a table have no counts
            terms = (Fraction(self._weights[ngram]) * times for ngram, times in overlap.items())
            return sum(terms, Fraction(0))
        ratios = [(*self._ratio(ngram), times) for ngram, times in overlap.items()]
        return Fraction(
            math.prod(before**times for before, _, times in ratios),
            math.prod(count**times for _, count, times in ratios),
        )

    def _ratio(self, ngram: Ngram) -> tuple[int, int]:
        """Return the counts of the prefix of an n-gram and of the n-gram itself."""
        node: int | None = kernel.UNKNOWN  # the prefix of single tokens
        for token in ngram:
            node = None if node is None else self._nodes.get((node, self._ids.get(token)))
        if node is None or not self._counts[node]:
            return 1, 1  # not listed, or in no reference: its weight is 0
        prefix = int(self._prefixes[node])
        without = prefix in (kernel.UNKNOWN, self._zero)
        before = self._weights.words if without else int(self._counts[prefix])
        return before, int(self._counts[node])
