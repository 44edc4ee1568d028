"""What a part of a corpus contributes to NIST, before the information weights are known.

The information of the matches of order n is a sum over n-grams g of the whole corpus,

    sum of matches(g) * log2( count(prefix of g) / count(g) )

in which matches and counts are sums over parts. N-grams are recognised in other parts by keys of
128 bits, which depend on their words alone; among 10^10 n-grams, the chance that any two share a
key is below 10^-18.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.ngram_counts import count_ngrams, id_of, nodes_of
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.ngrams_of_part import NgramCountsOfPart
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.references import References
    from tallystick.metrics.text import Text, Tokens

KEY_BYTES = 16
EMPTY = np.zeros((1, 2), np.uint64)
"""The key of the empty n-gram, whose count is the number of words."""
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class NgramsOfPart:
    """The n-grams of the references of a part of a corpus, under the options of NIST.

    Raises:
        OptionError: The dialect chooses references by weights, which a part does not know, or the
            weights are given.
    """

    def __init__(self, nist: Nist, references: References) -> None:
        dialect = nist.conventions
        if nist.information is not None:
            raise OptionError(
                "information weights are given, which files of statistics do not contain; leave "
                "out the option information"
            )
        if dialect.match != "maximum":
            raise OptionError(
                f"match={dialect.match} chooses references by information weights, which depend "
                "on the whole corpus, so parts do not add up; choose match=maximum, or another "
                "dialect"
            )
        self._dialect = dialect
        self._tokenizer = tokenizer_named(dialect.tokenize)
        first = dialect.information_references == "first"
        found = count_ngrams(
            [references.first() if first else references],
            self._tokenizer,
            dialect.lowercase,
            dialect.order,
            complete=True,
        )
        self._words = found.words
        self._ngrams = found.weights(b"")

    def counts(self) -> NgramCountsOfPart:
        """Return the n-grams with their counts."""
        prefixes, last_words, counts = nodes_of(self._ngrams.table)
        of_words = _keys_of_words(self._ngrams.vocabulary.tokens()[: self._ngrams.tokens])
        keys = np.empty((len(prefixes), 2), np.uint64)
        of_prefixes = np.empty_like(keys)
        orders = np.zeros(len(prefixes), np.int64)
        single = prefixes == kernel.UNKNOWN
        level, order = np.flatnonzero(single), 1
        before = np.where(single, 0, prefixes)
        while len(level):
            of_prefixes[level] = EMPTY if order == 1 else keys[before[level]]
            keys[level] = _mixed(of_prefixes[level], of_words[last_words[level]])
            orders[level] = order
            order += 1
            level = np.flatnonzero(~single & (orders == 0) & (orders[before] == order - 1))
        if self._dialect.zero_prefix == "perl_falsy":
            zero = id_of(self._ngrams.vocabulary, "0")
            after_zero = ~single & single[before] & (last_words[before] == zero)
            of_prefixes[after_zero] = EMPTY
        return NgramCountsOfPart(
            np.concatenate([EMPTY, keys]),
            np.concatenate([EMPTY, of_prefixes]),
            np.concatenate([[0], orders]),
            np.concatenate([[self._words], counts.astype(np.int64)]),
        )

    def matches(self, corpus: Corpus) -> NDArray[np.int64]:
        """Return the clipped matches of each n-gram of `counts` with the hypotheses of the part."""
        references = corpus.references
        if self._dialect.matched_references == "first":
            references = references.first()
        keys, counts = self._counted(corpus.hypotheses)
        reference_keys, clips = self._counted(references.segments)
        segments = np.repeat(np.arange(len(references)), references.counts)
        reference_keys = segments[reference_keys >> 32] << 32 | reference_keys & kernel.UNKNOWN
        if references.number != 1:
            order = np.argsort(reference_keys, kind="stable")
            reference_keys, starts = np.unique(reference_keys[order], return_index=True)
            clips = np.maximum.reduceat(clips[order], starts) if len(starts) else clips
        _, ours, theirs = np.intersect1d(
            keys, reference_keys, assume_unique=True, return_indices=True
        )
        clipped = np.minimum(counts[ours], clips[theirs])
        found = np.zeros(len(self._ngrams.table) + 1, np.int64)
        np.add.at(found, (keys[ours] & kernel.UNKNOWN) + 1, clipped)
        return found

    def _counted(self, texts: Text | Tokens) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the n-grams of every text; the keys are the text << 32 | the node, sorted."""
        encoded = Workspace().hypotheses(texts, self._tokenizer, self._dialect.lowercase)
        nodes = np.asarray(self._ngrams.locate(encoded, self._dialect.order))
        numbers = np.repeat(np.arange(len(texts)), encoded.lengths)
        keys = (numbers << 32 | nodes)[nodes != kernel.UNKNOWN]
        return np.unique(keys, return_counts=True)


def _keys_of_words(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return a key for each word, shape (words, 2)."""
    digests = b"".join(
        hashlib.blake2b(word.encode(), digest_size=KEY_BYTES).digest() for word in words
    )
    return np.frombuffer(digests, "<u8").reshape(-1, 2)


def _mixed(prefixes: NDArray[np.uint64], words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the keys of n-grams, shape (n-grams, 2); the last steps are those of splitmix64."""
    mixed = (prefixes * _FACTORS + words) ^ words[:, ::-1] >> np.uint64(29)
    mixed = (mixed ^ mixed >> np.uint64(30)) * _FIRST
    mixed = (mixed ^ mixed >> np.uint64(27)) * _SECOND
    keys: NDArray[np.uint64] = mixed ^ mixed >> np.uint64(31)
    return keys
