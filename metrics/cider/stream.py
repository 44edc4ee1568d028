"""CIDEr of a corpus that is read once, a part at a time, in little memory.

Document frequencies are known at the end. Until then the texts and the keys of their n-grams are in
temporary files; then the corpus is scored from the first, a part after the other, each with the
document frequencies of its own n-grams. Keys have 64 bits, in classes of 8 further bits: among the
n-grams of 10 million segments of 20 words, the chance that any two are mistaken for each other is
below 10^-3.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.frequencies import NO_WORDS, DocumentFrequencies
from tallystick.metrics.cider.statistics import Squares, statistics_of
from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.whole_corpus.kept_stream import KeptStream
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights
from tallystick.metrics.whole_corpus.spilled_counts import NgramKeys, SpilledCounts, counted_ngrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.metric import Cider
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.pairs import EncodedPairs


class CiderStream(KeptStream):
    """The sums of one or more systems, part by part; see `KeptStream`."""

    def __init__(self, cider: Cider) -> None:
        super().__init__()
        self._cider = cider
        self._dialect = cider.conventions
        self._tokenizer = tokenizer_named(cider.tokenize)
        self._frequencies = self._files.enter_context(SpilledCounts())
        self._segments = 0
        self._last_references: References | None = None

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        is_new = corpus.references is not self._last_references
        if is_new:
            self._segments += len(corpus)
            self._last_references = corpus.references
        found = workspace.map_pairs(
            corpus, self._tokenizer, self._dialect.lowercase, partial(self._counted, counts=is_new)
        )
        for start, ngrams, frequencies in found:
            self._frequencies.add((len(self._parts), start), ngrams, frequencies)
        self._parts.add(system, corpus)

    def _counted(
        self, pairs: EncodedPairs, counts: bool
    ) -> tuple[int, NgramKeys, NDArray[np.uint32]]:
        """Return the n-grams of a part with their document frequencies in it, or with 0."""
        table, nodes = self._table(pairs)
        frequencies = np.zeros(len(table), np.uint32)
        if counts:
            references = pairs.references.encoded
            bounds = references.offsets[pairs.references.segment_offsets]
            of_references = np.ascontiguousarray(nodes[:, : references.tokens])
            found = kernel.count_segments(of_references, bounds, len(table))
            frequencies = np.frombuffer(found, np.uint32)
        counted = counted_ngrams(table, pairs.hypotheses.vocabulary, frequencies)
        return pairs.references.start, *counted

    def _table(self, pairs: EncodedPairs) -> tuple[kernel.NgramTable, NDArray[np.uint32]]:
        """Return the n-grams of references and hypotheses, and where they are."""
        both = pairs.references.encoded, pairs.hypotheses
        ids = np.concatenate([one.ids for one in both])
        bounds = offsets_of(np.concatenate([one.lengths for one in both]))
        joined = Encoded(pairs.hypotheses.vocabulary, ids, bounds)
        return located_ngrams(joined, self._dialect.order)

    def _score(self) -> None:
        """Score all parts with the document frequencies of the whole corpus.

        Raises:
            InputError: See `Cider.fit`.
        """
        lowest = self._frequencies.add_up(self._threads)
        if lowest == math.inf:
            raise InputError(NO_WORDS)
        if lowest == self._segments:
            self._cider.refuse_equal_frequencies(self._segments)
        last: References | None = None
        for number, (system, corpus) in enumerate(self._parts):
            if corpus.references is not last:
                workspace, last = Workspace(self._threads), corpus.references
            squares_for = partial(self._squares, number)
            statistics = statistics_of(self._dialect, corpus, workspace, squares_for)
            self._totals.add(system, statistics.as_total())

    def _squares(self, number: int, pairs: EncodedPairs) -> Squares:
        """Return the squares of the weights of the n-grams of a part."""
        vocabulary, references = pairs.hypotheses.vocabulary, pairs.references.encoded
        table, nodes = self._table(pairs)
        part = number, pairs.references.start
        found = self._frequencies.of_table(part, table, vocabulary).astype(np.float64)
        weights = NgramWeights(vocabulary, len(vocabulary), table, found)
        weights.located[references] = nodes[:, : references.tokens]
        weights.located[pairs.hypotheses] = nodes[:, references.tokens :]
        return Squares.of(DocumentFrequencies(weights, self._segments))
