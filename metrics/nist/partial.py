"""What a part of a corpus contributes to NIST, before the information weights are known.

The information of the matches of order n is a sum over n-grams g of the whole corpus,

    sum of matches(g) * log2( count(prefix of g) / count(g) )
    = sum of coefficient(h) * log2( count(h) )

in which an n-gram h has as its coefficient the matches of the n-grams of order n whose prefix it
is, less its own matches if it is of order n. Coefficients and counts are sums over parts. N-grams
are recognised in other parts by keys of 128 bits, which depend on their words alone; among 10^10
n-grams, the chance that any two share a key is below 10^-18.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.ngram_counts import count_ngrams, id_of, nodes_of
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.ngrams_of_part import Coefficients
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.references import References
    from tallystick.metrics.text import Text, Tokens

KEY_BYTES = 16
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class NgramsOfPart:
    """The n-grams of the references of a part of a corpus, under the options of NIST.

    The first is the empty n-gram, whose key is 0 and whose count is the number of words.

    Attributes:
        keys: The key of each n-gram, uint64, shape (n-grams, 2).
        counts: How often it occurs, int64, shape (n-grams,).

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
        self._ngrams = found.weights(b"")
        self._prefixes, self._orders, self.keys = self._read_table()
        counts = nodes_of(self._ngrams.table)[2]
        self.counts = np.concatenate([[found.words], counts.astype(np.int64)])
        self._limits = self._limits_of(references)

    def _read_table(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
        """Return the place of the prefix, the order and the key of every n-gram."""
        nodes, last_words, _ = nodes_of(self._ngrams.table)
        single = nodes == kernel.UNKNOWN
        prefixes = np.concatenate([[0], np.where(single, 0, nodes.astype(np.int64) + 1)])
        of_words = _keys_of_words(self._ngrams.vocabulary.tokens()[: self._ngrams.tokens])
        keys = np.zeros((len(prefixes), 2), np.uint64)
        orders = np.zeros(len(prefixes), np.int64)
        level, order = np.flatnonzero(single) + 1, 1
        while len(level):
            keys[level] = _mixed(keys[prefixes[level]], of_words[last_words[level - 1]])
            orders[level] = order
            order += 1
            waiting = np.flatnonzero(orders[1:] == 0) + 1
            level = waiting[orders[prefixes[waiting]] == order - 1]
        if self._dialect.zero_prefix == "perl_falsy":
            zero = id_of(self._ngrams.vocabulary, "0")
            is_zero = np.concatenate([[False], single & (last_words == zero)])
            prefixes[is_zero[prefixes]] = 0
        return prefixes, orders, keys

    def coefficients(self, corpus: Corpus) -> Coefficients:
        """Return the coefficients of the n-grams for the hypotheses of the part."""
        matches = self._matches(corpus)
        places = np.flatnonzero(matches)
        found = matches[places]
        of_prefixes = np.zeros((self._dialect.order + 1, len(matches)), np.int64)
        np.add.at(of_prefixes, (self._orders[places], self._prefixes[places]), found)
        orders, prefixes = np.nonzero(of_prefixes)
        return Coefficients(
            np.concatenate([places, prefixes]),
            np.concatenate([self._orders[places], orders]),
            np.concatenate([-found, of_prefixes[orders, prefixes]]),
        )

    def _matches(self, corpus: Corpus) -> NDArray[np.int64]:
        """Return the clipped matches of each n-gram with the hypotheses."""
        keys, counts = self._counted(corpus.hypotheses)
        limited, limits = self._limits
        _, ours, theirs = np.intersect1d(keys, limited, assume_unique=True, return_indices=True)
        clipped = np.minimum(counts[ours], limits[theirs])
        found = np.zeros(len(self._ngrams.table) + 1, np.int64)
        np.add.at(found, (keys[ours] & kernel.UNKNOWN) + 1, clipped)
        return found

    def _limits_of(self, references: References) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the counts to which matches are clipped; the keys are the segment << 32 | node."""
        if self._dialect.matched_references == "first":
            references = references.first()
        keys, counts = self._counted(references.segments)
        segments = np.repeat(np.arange(len(references)), references.counts)
        keys = segments[keys >> 32] << 32 | keys & kernel.UNKNOWN
        if references.number == 1:
            return keys, counts
        order = np.argsort(keys, kind="stable")
        keys, starts = np.unique(keys[order], return_index=True)
        return keys, np.maximum.reduceat(counts[order], starts) if len(starts) else counts

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
