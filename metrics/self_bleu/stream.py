"""Self-BLEU of a corpus that is read once, a part at a time, in little memory.

The k-th occurrence of an n-gram in a sentence matches if any other sentence has the n-gram k times
or more. The sentences that have each n-gram that often are counted in temporary files; then the
sentences are scored, a part after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.bleu.columns import counted_orders
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.self_bleu.statistics import (
    closest_lengths,
    first_segments,
    matches_of,
    statistics_of_matches,
)
from tallystick.metrics.whole_corpus.kept_stream import KeptStream
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_occurrences import occurrences
from tallystick.metrics.whole_corpus.spilled_counts import NgramKeys, SpilledCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded
    from tallystick.metrics.self_bleu.metric import SelfBleu
    from tallystick.metrics.sums.total import Total

_NEXT_TIME = np.uint64(0x9E3779B97F4A7C15)  # odd, bits at random


class _Repeats(NamedTuple):
    """The occurrences of n-grams of one order, numbered within each segment.

    Attributes:
        segments: The segment of each occurrence, shape (occurrences,).
        places: Its n-gram and number in `keys`, same shape.
        keys: The keys of distinct n-grams with numbers.
        counts: The number of segments that have each, shape (keys,).
    """

    segments: NDArray[np.int64]
    places: NDArray[np.int64]
    keys: NgramKeys
    counts: NDArray[np.int64]


class _System:
    """What is kept of a system.

    Attributes:
        counts: The number of segments that have each n-gram as often as once, twice and so on.
        lengths: The number of segments of each length.
        sizes: The segments of each part that are in the sample.
    """

    def __init__(self, counts: SpilledCounts) -> None:
        self.counts = counts
        self.lengths: Counter[int] = Counter()
        self.sizes: list[int] = []


class SelfBleuStream(KeptStream):
    """The sums of one or more systems, part by part; see `KeptStream`."""

    def __init__(self, self_bleu: SelfBleu) -> None:
        super().__init__()
        self._dialect = self_bleu.conventions
        self._bleu = self_bleu.bleu
        self._tokenizer = tokenizer_named(self_bleu.tokenize)
        self._systems: dict[str, _System] = {}

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system."""
        self._threads = workspace.threads
        if system not in self._systems:
            self._systems[system] = _System(self._files.enter_context(SpilledCounts()))
        kept = self._systems[system]
        sample, size = self._dialect.sample, len(corpus)
        if sample:
            size = min(max(sample - sum(kept.sizes), 0), size)
        if size:
            encoded = self._encoded(corpus, size, workspace)
            for order, repeats in enumerate(self._repeats(encoded), start=1):
                kept.counts.add((len(kept.sizes), order), repeats.keys, repeats.counts)
            kept.lengths.update(encoded.lengths.tolist())
        kept.sizes.append(size)
        self._parts.add(system, Corpus.without_references(corpus.hypotheses))

    def _encoded(self, corpus: Corpus, size: int, workspace: Workspace) -> Encoded:
        lowercase = self._dialect.lowercase
        encoded = workspace.hypotheses(corpus.hypotheses, self._tokenizer, lowercase)
        return first_segments(encoded, size)

    def _repeats(self, encoded: Encoded) -> Iterator[_Repeats]:
        """Yield the occurrences of the n-grams of a part, one order at a time."""
        table, nodes = located_ngrams(encoded, counted_orders(self._bleu.conventions))
        keys, classes = NgramKeys.of(table, encoded.vocabulary)
        for of_order in nodes:
            found = occurrences(encoded, of_order)
            counts = found.counts.astype(np.int64)
            repeated = np.repeat(np.arange(len(counts)), counts)
            number = np.arange(len(repeated)) - (np.cumsum(counts) - counts)[repeated]
            numbered = found.ngrams[repeated].astype(np.int64) << 32 | number
            distinct, places, segments = np.unique(
                numbered, return_inverse=True, return_counts=True
            )
            ngrams, times = distinct >> 32, (distinct & 0xFFFFFFFF).astype(np.uint64)
            of_ngrams = NgramKeys(keys[ngrams] + times * _NEXT_TIME, classes[ngrams])
            yield _Repeats(found.segments[repeated].astype(np.int64), places, of_ngrams, segments)

    def _score(self) -> None:
        for kept in self._systems.values():
            kept.counts.add_up(self._threads)
        number = Counter[str]()
        for system, corpus in self._parts:
            total = self._total_of_part(self._systems[system], number[system], corpus)
            self._totals.add(system, total)
            number[system] += 1

    def _total_of_part(self, kept: _System, part: int, corpus: Corpus) -> Total:
        size = kept.sizes[part]
        found = None
        if kept.lengths.total() > 1 and size:
            encoded = self._encoded(corpus, size, Workspace(self._threads))
            columns = []
            for order, repeats in enumerate(self._repeats(encoded), start=1):
                matched = kept.counts.of_part((part, order))[repeats.places] > 1
                sums = np.bincount(repeats.segments, weights=matched, minlength=size)
                columns.append(sums.astype(np.int64))
            distinct, counts = np.array(sorted(kept.lengths.items())).T
            closest = closest_lengths(encoded.lengths, distinct, counts)
            found = matches_of(columns, encoded.lengths, closest)
        return statistics_of_matches(self._bleu, corpus, size, found).as_total(finite=False)
