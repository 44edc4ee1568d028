"""CIDEr of a corpus in parts, each of which is read twice.

Document frequencies are known at the end; then each part is scored from its texts, with the
document frequencies of its own n-grams.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.frequencies import NO_WORDS, DocumentFrequencies
from tallystick.metrics.cider.metric import FittedCider
from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams, counts_of_nodes
from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.metric import Cider
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.spilled_counts import SpilledCounts


class CiderCounting(NgramCounting):
    """CIDEr in parts; the empty n-gram counts the segments of the corpus."""

    def __init__(self, cider: Cider) -> None:
        self._cider = cider

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams of references and hypotheses, and the texts of a part.

        The document frequencies are those in the part, or 0 for further systems.
        """
        pairs, ngrams = self._ngrams_in(corpus, Workspace())
        keyed = KeyedNgrams.of(ngrams.table, ngrams.vocabulary.tokens())
        counts = np.zeros_like(keyed.counts)
        if is_first:
            references = pairs.references.encoded
            nodes = np.ascontiguousarray(ngrams.located[references])
            bounds = references.offsets[pairs.references.segment_offsets]
            frequencies = kernel.count_segments(nodes, bounds, len(ngrams.table))
            counts[0] = len(corpus)
            counts[1:] = np.frombuffer(frequencies, np.uint32)
        return PartOfSystem(corpus, keyed.counted(counts))

    def _ngrams_in(self, corpus: Corpus, workspace: Workspace) -> tuple[EncodedPairs, NgramWeights]:
        """Return a part, which the workspace keeps, with the n-grams of both its sides."""
        dialect = self._cider.conventions
        [pairs] = workspace.pairs(corpus, tokenizer_named(dialect.tokenize), dialect.lowercase)
        vocabulary, references = pairs.hypotheses.vocabulary, pairs.references.encoded
        both = references, pairs.hypotheses
        ids = np.concatenate([one.ids for one in both])
        bounds = offsets_of(np.concatenate([one.lengths for one in both]))
        table, nodes = located_ngrams(Encoded(vocabulary, ids, bounds), dialect.order)
        ngrams = NgramWeights(vocabulary, len(vocabulary), table, b"")
        ngrams.located[references] = nodes[:, : references.tokens]
        ngrams.located[pairs.hypotheses] = nodes[:, references.tokens :]
        return pairs, ngrams

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: SpilledCounts) -> Total:
        """Return the sum of a part with the document frequencies of the whole corpus.

        Raises:
            InputError: See `Cider.fit`.
        """
        segments = int(counts[0])
        if corpus.distinct == 1:
            raise InputError(NO_WORDS)
        if corpus.lowest == segments:
            self._cider.refuse_equal_frequencies(segments)
        workspace = Workspace()
        _, ngrams = self._ngrams_in(kept, workspace)
        values = counts_of_nodes(ngrams.table, counts).astype(np.float64)
        frequencies = DocumentFrequencies(replace(ngrams, value_buffer=values), segments)
        return FittedCider(self._cider, frequencies).statistics(kept, workspace).as_total()
