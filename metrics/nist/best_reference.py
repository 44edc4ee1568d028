"""Matches with the most informative reference of every segment and order.

NIST clips matches to the highest count in any reference; some programs use one reference for each
order. The choice must not depend on the last bit of a sum, so ties are detected in exact
arithmetic: sums of logarithms are compared as products of their arguments.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.counting.matching import match_each_reference
from tallystick.metrics.kernel import kernel
from tallystick.metrics.tokenizers import fold
from tallystick.metrics.whole_corpus.ngram_weights import nodes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.nist.information import InformationWeights
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

Ngram = tuple[str, ...]

# far above the rounding error of a sum, far below real differences between references
_NEAR = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class BestReferences:
    """Matches with the best reference of every segment and order.

    Attributes:
        matches: Clipped matches with the best reference, int64, shape (segments, orders).
        weighted: Sums of the weights of the matched n-grams, float64, same shape.
        lengths: Tokens of the best reference, int64, same shape.
        hypothesis_lengths: Tokens of each hypothesis, int64, shape (segments,).
        reference_lengths: Tokens of every reference, int64, shape (references,).
    """

    matches: NDArray[np.int64]
    weighted: NDArray[np.float64]
    lengths: NDArray[np.int64]
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]


def match_best_references(
    corpus: Corpus,
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    order: int,
    weights: InformationWeights,
    ties: str,
    workspace: Workspace,
) -> BestReferences:
    """Match every hypothesis with its best reference, order by order.

    The best reference has the highest sum of weights of matched n-grams, where `ties` defines equal
    sums (see `NistDialect.reference_ties`). Ties go to the reference with the most tokens; further
    ties do not affect the result.
    """
    counts = corpus.references.counts
    starts = corpus.references.offsets[:-1]
    choose = not (counts == 1).all()
    rounded = weights.rounded() if choose and ties != "exact" else None

    def match(pairs: EncodedPairs) -> tuple[NDArray[Any], ...]:
        lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
        found = match_each_reference(pairs, order, weights.ngrams, rounded, ties == "compensated")
        return *found, *lengths

    found = workspace.map_pairs(corpus, tokenizer, lowercase, match)
    matches, weighted, compared, hypothesis_lengths, reference_lengths = map(
        np.concatenate, zip(*found, strict=True)
    )
    choice = np.repeat(starts[:, np.newaxis], order, axis=1)
    if choose:
        equal = _equally_good(weighted, starts, counts)
        if rounded is None:
            comparison = _Comparison(corpus, tokenizer, lowercase, weights)
            for segment, n in _undecided(equal & (weighted > 0), starts).tolist():
                pair = int(starts[segment]) + np.arange(counts[segment])
                near = pair[equal[pair, n]]
                equal[near, n] = comparison.best(segment, n + 1, (near - starts[segment]).tolist())
        else:
            sums = np.where(equal, compared, -np.inf)
            equal &= sums == np.repeat(np.maximum.reduceat(sums, starts), counts, axis=0)
        choice = _longest(equal, reference_lengths, starts, counts)
    orders = np.arange(order)
    return BestReferences(
        matches=matches[choice, orders],
        weighted=weighted[choice, orders],
        lengths=reference_lengths[choice],
        hypothesis_lengths=hypothesis_lengths,
        reference_lengths=reference_lengths,
    )


def _equally_good(
    sums: NDArray[np.float64], starts: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which references are as good as the best of their segment, or nearly so."""
    highest = np.repeat(np.maximum.reduceat(sums, starts), counts, axis=0)
    equal: NDArray[np.bool_] = sums >= highest * (1 - _NEAR)
    return equal


def _undecided(equal: NDArray[np.bool_], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return segments and orders (from 0) with several such references, shape (number, 2)."""
    return np.argwhere(np.add.reduceat(equal, starts, dtype=np.int64) > 1)


def _longest(
    equal: NDArray[np.bool_],
    lengths: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the longest of equally good references, shape (segments, orders)."""
    ranks = np.where(equal, lengths[:, np.newaxis], -1)
    longest = equal & (ranks == np.repeat(np.maximum.reduceat(ranks, starts), counts, axis=0))
    places = np.where(longest, np.arange(len(lengths))[:, np.newaxis], len(lengths))
    choice: NDArray[np.int64] = np.minimum.reduceat(places, starts)
    return choice


class _Comparison:
    """Compares references whose sums of weights are nearly equal."""

    def __init__(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        weights: InformationWeights,
    ) -> None:
        self._corpus = corpus
        self._tokenizer = tokenizer
        self._lowercase = lowercase
        self._weights = weights
        self._ratios: _Ratios | None = None  # created at the first comparison

    def best(self, segment: int, order: int, references: Sequence[int]) -> list[bool]:
        """Return which of the given references of a segment are the best."""
        if self._ratios is None:
            self._ratios = _Ratios(self._weights)
        lines = self._corpus.references.segments
        start = int(self._corpus.references.offsets[segment])
        hypothesis = self._ngrams(self._corpus.hypotheses[segment], order)
        overlaps = [hypothesis & self._ngrams(lines[start + i], order) for i in references]
        sums = [self._ratios.exact_sum(overlap) for overlap in overlaps]
        highest = max(sums)
        return [one == highest for one in sums]

    def _ngrams(self, segment: str | Sequence[str], order: int) -> Counter[Ngram]:
        if isinstance(segment, str):
            tokens = self._tokenizer(segment, self._lowercase)
        else:
            tokens = [fold(token, self._lowercase) for token in segment]
        return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


class _Ratios:
    """The pairs of counts whose ratio has the weight of an n-gram as its logarithm."""

    def __init__(self, weights: InformationWeights) -> None:
        self._weights = weights
        prefixes, last_tokens, counts = nodes_of(weights.ngrams.table)
        self._prefixes, self._counts = prefixes, counts
        tokens = weights.ngrams.vocabulary.tokens()[: weights.ngrams.tokens]
        self._ids: Mapping[str, int] = {token: number for number, token in enumerate(tokens)}
        self._zero = self._ids.get("0") if weights.zero_is_no_prefix else None
        # all nodes at once: the pure-Python kernel is slow to look up single ones
        pairs = zip(prefixes.tolist(), last_tokens.tolist(), strict=True)
        self._nodes: Mapping[tuple[int, int | None], int] = {
            pair: node for node, pair in enumerate(pairs)
        }

    def exact_sum(self, overlap: Counter[Ngram]) -> Fraction:
        """Return a number that orders n-grams by the sum of their weights, without rounding."""
        if not self._weights.words:  # weights from a table have no counts
            return sum(
                (Fraction(self._weights[ngram]) * times for ngram, times in overlap.items()),
                Fraction(0),
            )
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
