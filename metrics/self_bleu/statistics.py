"""The statistics of segments under a dialect of self-BLEU, in linear time, also in parts.

An n-gram of a sentence matches at most as often as any other sentence has it: its k-th occurrence
matches if another sentence has it k times or more. So the sentences that have each n-gram that
often are counted. The closest length of another sentence is a neighbour in the sorted lengths.

A corpus in parts is read twice: to count, and to score each part when the counts are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.bleu.formula import counted_orders
from tallystick.metrics.bleu.statistics import rows_of
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import int64_view
from tallystick.metrics.counting.matching import Matches
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import Occurrences, located_ngrams, occurrences
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.bleu.metric import Bleu
    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
    from tallystick.metrics.self_bleu.metric import SelfBleu
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.spilled_counts import SpilledCounts

COLUMNS = Columns("segment_scores", "segments")

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


class _Sample(NamedTuple):
    """The hypotheses of a corpus, or of a part of one, that are compared with each other.

    Attributes:
        encoded: The hypotheses, the first ones of the corpus.
        table: Their n-grams.
        repeats: The occurrences of these, by order.
    """

    encoded: Encoded
    table: NgramTable
    repeats: Sequence[_Repeats]

    @classmethod
    def of(
        cls, dialect: SelfBleuDialect, bleu: Bleu, corpus: Corpus, workspace: Workspace, start: int
    ) -> _Sample:
        """Return those of a corpus, before which `start` hypotheses are in other parts."""
        tokenizer = tokenizer_named(dialect.tokenize)
        every = workspace.hypotheses(corpus.hypotheses, tokenizer, dialect.lowercase)
        bounds = every.offsets
        if dialect.sample:
            bounds = bounds[: max(dialect.sample - start, 0) + 1].copy()
        ids = every.ids[: bounds[-1]].tobytes()
        encoded = Encoded(every.vocabulary, ids, int64_view(bounds))
        size, order = len(every.vocabulary), counted_orders(bleu.conventions)
        table, nodes = located_ngrams(ids, bounds, size, order)
        repeats = [_repeats(occurrences(encoded, one)) for one in np.asarray(nodes)]
        return cls(encoded, table, repeats)

    def statistics(
        self,
        bleu: Bleu,
        corpus: Corpus,
        counts: Sequence[NDArray[np.int64]],
        lengths: NDArray[np.int64],
        of_lengths: NDArray[np.int64],
    ) -> Statistics:
        """Score each hypothesis with all others as its references.

        The score of a hypothesis is NaN if there is no other; the statistics of hypotheses after
        the sample are 0.

        Args:
            bleu: The metric that scores each hypothesis.
            corpus: The corpus that has these hypotheses.
            counts: Of each order the number of hypotheses in all parts that have each pair.
            lengths: The lengths of the hypotheses in all parts, each once and sorted.
            of_lengths: The number of hypotheses that have each of them.
        """
        own = self.encoded.lengths
        rows = np.zeros((len(corpus), len(COLUMNS)), order="F")
        named = COLUMNS.split(rows)
        named["segments"][: len(own)] = 1
        named["segment_scores"][: len(own)] = np.nan
        if len(own) and of_lengths.sum() > 1:
            repeats = zip(self.repeats, counts, strict=True)
            columns = [_matches(one, of_pairs, len(own)) for one, of_pairs in repeats]
            found = Matches(
                matches=np.column_stack(columns),
                weighted=None,
                hypothesis_lengths=own,
                reference_lengths=closest_lengths(own, lengths, of_lengths),
                reference_offsets=np.arange(len(own) + 1),
            )
            scores = bleu.formula(rows_of(bleu.conventions, found))
            named["segment_scores"][: len(own)] = scores
        return Statistics(COLUMNS, rows, 0, corpus.given_tokens)


def statistics_of(
    dialect: SelfBleuDialect, bleu: Bleu, corpus: Corpus, workspace: Workspace
) -> Statistics:
    """Score every hypothesis of the sample with all others as its references, float64."""
    sample = _Sample.of(dialect, bleu, corpus, workspace, start=0)
    counts = [one.counts for one in sample.repeats]
    lengths = np.unique(sample.encoded.lengths, return_counts=True)
    return sample.statistics(bleu, corpus, counts, *lengths)


class SelfBleuCounting(NgramCounting):
    """Self-BLEU of a corpus in parts."""

    of_each_system = True

    def __init__(self, self_bleu: SelfBleu) -> None:
        self._dialect = self_bleu.conventions
        self._bleu = self_bleu.bleu

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams, the lengths and the texts of a part."""
        encoded, table, repeats = self._sample(corpus, start)
        keys = KeyedNgrams.of(table, encoded.vocabulary.tokens()).keys[:, 1:]
        of_orders = [
            keys[:, one.ngrams] + one.numbers.astype(np.uint64) * _NEXT_TIME for one in repeats
        ]
        counts = np.concatenate([one.counts for one in repeats])
        counted = CountedNgrams(np.concatenate(of_orders, axis=1), counts)
        kept = start, Corpus.without_references(corpus.hypotheses)
        return PartOfSystem(kept, counted, encoded.lengths.tolist())

    def _sample(self, corpus: Corpus, start: int) -> _Sample:
        return _Sample.of(self._dialect, self._bleu, corpus, Workspace(), start)

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: SpilledCounts) -> Total:
        """Return the sum of a part."""
        start, part = kept
        sample = self._sample(part, start)
        bounds = np.cumsum([len(one.counts) for one in sample.repeats[:-1]])
        lengths = np.array(sorted(corpus.numbers.items())).reshape(-1, 2).T
        of_orders = np.split(counts, bounds)
        found = sample.statistics(self._bleu, part, of_orders, *lengths)
        return found.as_total(finite=False)


def _repeats(found: Occurrences) -> _Repeats:
    """Return the occurrences of n-grams, each by itself.

    >>> own = Occurrences(np.array([0, 1, 1]), np.array([7, 7, 8]), np.array([3, 2, 1]))
    >>> repeats = _repeats(own)
    >>> _matches(repeats, repeats.counts, 2).tolist()  # 2 of the 3 in the first; 2 in the second
    [2, 2]
    """
    counts = found.counts.astype(np.int64)
    repeated = np.repeat(np.arange(len(counts)), counts)
    numbers = np.arange(len(repeated)) - (np.cumsum(counts) - counts)[repeated]
    pairs = found.ngrams[repeated].astype(np.int64) << 32 | numbers
    distinct, places, segments = np.unique(pairs, return_inverse=True, return_counts=True)
    of_segments = found.segments[repeated].astype(np.int64)
    return _Repeats(of_segments, places, distinct >> 32, distinct & 0xFFFFFFFF, segments)


def _matches(repeats: _Repeats, counts: NDArray[np.int64], segments: int) -> NDArray[np.int64]:
    """Return the clipped matches of every segment with all others, shape (segments,)."""
    matched = (counts > 1)[repeats.places]
    return np.bincount(repeats.segments[matched], minlength=segments)


def closest_lengths(
    lengths: NDArray[np.int64], distinct: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the closest length of another segment; of two as close, the shorter one.

    Args:
        lengths: The lengths of some segments, shape (segments,).
        distinct: The lengths of all segments, each once and sorted, shape (lengths,).
        counts: The number of segments that have each of them, same shape.

    >>> lengths = np.array([3, 9, 5, 9])
    >>> closest_lengths(lengths, np.array([3, 5, 9]), np.array([1, 1, 2])).tolist()
    [5, 9, 3, 9]
    """
    places = np.searchsorted(distinct, lengths)
    none = np.iinfo(np.int64).max // 4
    padded = np.concatenate([[-none], distinct, [none]])
    below, above = padded[places], padded[places + 2]
    nearest = np.where(lengths - below <= above - lengths, below, above)
    closest: NDArray[np.int64] = np.where(counts[places] > 1, lengths, nearest)
    return closest
