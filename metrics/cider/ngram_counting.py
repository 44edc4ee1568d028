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
from tallystick.metrics.whole_corpus.ngram_counting import (
    CountedNgrams,
    NgramCounting,
    PartOfSystem,
)
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams, occurring
from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.metric import Cider
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counting import CorpusCounts


class CiderCounting(NgramCounting):
    """CIDEr in parts; the empty n-gram counts the segments of the corpus."""

    def __init__(self, cider: Cider) -> None:
        self._cider = cider
        self._dialect = cider.conventions
        self._tokenizer = tokenizer_named(cider.tokenize)

    def of_system(self, corpus: Corpus, shared: Any, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams of references and hypotheses, and the texts of a part.

        The document frequencies are those in the part, or 0 for further systems.
        """
        pairs, ngrams = self._ngrams_in(corpus, Workspace())
        keys = KeyedNgrams.of(ngrams.table, ngrams.vocabulary.tokens()).keys
        counts = np.zeros(keys.shape[1], np.uint32)
        if is_first:
            references = pairs.references.encoded
            nodes = np.ascontiguousarray(ngrams.located[references])
            bounds = references.offsets[pairs.references.segment_offsets]
            frequencies = kernel.count_segments(nodes, bounds, len(ngrams.table))
            counts[0] = len(corpus)
            counts[1:] = np.frombuffer(frequencies, np.uint32)
        occur = occurring(ngrams.table)
        return PartOfSystem(corpus, CountedNgrams(keys[:, occur], counts[occur]))

    def _ngrams_in(self, corpus: Corpus, workspace: Workspace) -> tuple[EncodedPairs, NgramWeights]:
        """Return a part, which the workspace keeps, with the n-grams of both its sides."""
        [pairs] = workspace.pairs(corpus, self._tokenizer, self._dialect.lowercase)
        vocabulary, references = pairs.hypotheses.vocabulary, pairs.references.encoded
        both = references, pairs.hypotheses
        ids = np.concatenate([one.ids for one in both])
        bounds = offsets_of(np.concatenate([one.lengths for one in both]))
        table, nodes = located_ngrams(Encoded(vocabulary, ids, bounds), self._dialect.order)
        ngrams = NgramWeights(vocabulary, len(vocabulary), table, b"")
        ngrams.located[references] = nodes[:, : references.tokens]
        ngrams.located[pairs.hypotheses] = nodes[:, references.tokens :]
        return pairs, ngrams

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: CorpusCounts) -> Total:
        """Return the sum of a part with the document frequencies of the whole corpus.

        Raises:
            InputError: See `Cider.fit`.
        """
        segments = int(counts[0])
        if corpus.ngrams.distinct == 1:
            raise InputError(NO_WORDS)
        if corpus.ngrams.lowest == segments:
            self._cider.refuse_equal_frequencies(segments)
        workspace = Workspace()
        _, ngrams = self._ngrams_in(kept, workspace)
        of_table = np.zeros(len(ngrams.table) + 1)
        of_table[occurring(ngrams.table)] = counts
        frequencies = DocumentFrequencies(replace(ngrams, value_buffer=of_table[1:]), segments)
        return FittedCider(self._cider, frequencies).statistics(kept, workspace).as_total()
