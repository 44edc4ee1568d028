"""Self-BLEU of a corpus in parts, each of which is read twice.

The k-th occurrence of an n-gram in a sentence matches if any other sentence has the n-gram k times
or more. So the sentences that have each n-gram that often are counted, and then the sentences are
scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.bleu.formula import counted_orders
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.self_bleu.statistics import (
    closest_lengths,
    matches_of,
    statistics_of_matches,
)
from tallystick.metrics.whole_corpus.ngram_counting import (
    CountedNgrams,
    NgramCounting,
    PartOfSystem,
)
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams
from tallystick.metrics.whole_corpus.ngram_occurrences import occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded
    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.self_bleu.metric import SelfBleu
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counting import CorpusCounts

_NEXT_TIME = np.uint64(0x9E3779B97F4A7C15)  # odd, bits at random


class _Repeats(NamedTuple):
    """The occurrences of n-grams of one order, numbered within each segment.

    Attributes:
        segments: The segment of each occurrence, shape (occurrences,).
        places: Its n-gram and number among the distinct ones, same shape.
        ngrams: The n-gram of each distinct pair, a node, shape (pairs,).
        numbers: Its number, from 0, same shape.
        counts: The number of segments that have it, same shape.
    """

    segments: NDArray[np.int64]
    places: NDArray[np.int64]
    ngrams: NDArray[np.int64]
    numbers: NDArray[np.int64]
    counts: NDArray[np.int64]


class SelfBleuCounting(NgramCounting):
    """Self-BLEU in parts, of which the sentences of the sample are compared."""

    of_each_system = True

    def __init__(self, self_bleu: SelfBleu) -> None:
        self._dialect = self_bleu.conventions
        self._bleu = self_bleu.bleu
        self._tokenizer = tokenizer_named(self_bleu.tokenize)

    def of_system(self, corpus: Corpus, shared: Any, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams, the lengths and the texts of a part."""
        size = len(corpus)
        if self._dialect.sample:
            size = min(max(self._dialect.sample - start, 0), size)
        encoded = self._encoded(corpus, size)
        table, repeats = self._repeats(encoded)
        keys = KeyedNgrams.of(table, encoded.vocabulary.tokens()).keys[:, 1:]
        of_orders = [
            keys[:, one.ngrams] + one.numbers.astype(np.uint64) * _NEXT_TIME for one in repeats
        ]
        counts = [one.counts for one in repeats]
        counted = CountedNgrams(np.concatenate(of_orders, axis=1), np.concatenate(counts))
        kept = size, Corpus.without_references(corpus.hypotheses)
        return PartOfSystem(kept, counted, encoded.lengths.tolist())

    def _encoded(self, corpus: Corpus, size: int) -> Encoded:
        hypotheses = corpus.hypotheses[:size]
        return Workspace().hypotheses(hypotheses, self._tokenizer, self._dialect.lowercase)

    def _repeats(self, encoded: Encoded) -> tuple[NgramTable, list[_Repeats]]:
        """Return the n-grams of a part, and their occurrences by order."""
        table, nodes = located_ngrams(encoded, counted_orders(self._bleu.conventions))
        repeats = []
        for of_order in nodes:
            found = occurrences(encoded, of_order)
            counts = found.counts.astype(np.int64)
            repeated = np.repeat(np.arange(len(counts)), counts)
            number = np.arange(len(repeated)) - (np.cumsum(counts) - counts)[repeated]
            numbered = found.ngrams[repeated].astype(np.int64) << 32 | number
            distinct, places, segments = np.unique(
                numbered, return_inverse=True, return_counts=True
            )
            of_segments = found.segments[repeated].astype(np.int64)
            repeats.append(
                _Repeats(of_segments, places, distinct >> 32, distinct & 0xFFFFFFFF, segments)
            )
        return table, repeats

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: CorpusCounts) -> Total:
        """Return the sum of a part."""
        size, part = kept
        found = None
        if corpus.numbers.total() > 1 and size:
            encoded = self._encoded(part, size)
            columns, begin = [], 0
            for repeats in self._repeats(encoded)[1]:
                end = begin + len(repeats.counts)
                matched = counts[begin:end][repeats.places] > 1
                sums = np.bincount(repeats.segments, weights=matched, minlength=size)
                columns.append(sums.astype(np.int64))
                begin = end
            distinct, of_lengths = np.array(sorted(corpus.numbers.items())).T
            closest = closest_lengths(encoded.lengths, distinct, of_lengths)
            found = matches_of(columns, encoded.lengths, closest)
        return statistics_of_matches(self._bleu, part, size, found).as_total(finite=False)
