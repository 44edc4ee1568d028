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
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import match_places
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams, id_of, nodes_of
from tallystick.metrics.whole_corpus.ngrams_of_part import Coefficients

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.nist.metric import Nist

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
        self._workspace = Workspace()  # keeps the references for the next system

    def _read_table(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
        """Return the place of the prefix, the order and the key of every n-gram."""
        nodes, last_words, _ = nodes_of(self._ngrams.table)
        single = nodes == kernel.UNKNOWN
        prefixes = np.concatenate([[0], np.where(single, 0, nodes.astype(np.int64) + 1)])
        keys = np.zeros((len(prefixes), 2), np.uint64)
        orders = np.zeros(len(prefixes), np.int64)
        of_words = _keys_of_words(self._ngrams.vocabulary.tokens()[: self._ngrams.tokens])
        begin, end, order = 1, 1 + int(single.sum()), 1
        while begin < end:  # n-grams are numbered order by order
            orders[begin:end] = order
            of_last = of_words[last_words[begin - 1 : end - 1]]
            keys[begin:end] = _mixed(keys[prefixes[begin:end]], of_last)
            begin, order = end, order + 1
            end += int(np.searchsorted(prefixes[end:] >= end, True))
        if self._dialect.zero_prefix == "perl_falsy":
            zero = id_of(self._ngrams.vocabulary, "0")
            is_zero = np.concatenate([[False], single & (last_words == zero)])
            prefixes[is_zero[prefixes]] = 0
        return prefixes, orders, keys

    def coefficients(self, corpus: Corpus) -> Coefficients:
        """Return the coefficients of the n-grams for the hypotheses of the part."""
        matches = self._matches(corpus)
        places = np.flatnonzero(matches)
        found, orders, prefixes = matches[places], self._orders[places], self._prefixes[places]
        of_prefixes = np.zeros(len(matches), np.int64)
        np.add.at(of_prefixes, prefixes, found)
        of_prefixes[0] = 0
        known = np.flatnonzero(of_prefixes)
        # The empty n-gram is the prefix of words and, in some dialects, of bigrams from "0" on.
        of_empty = np.bincount(orders[prefixes == 0], found[prefixes == 0]).astype(np.int64)
        of_orders = np.flatnonzero(of_empty)
        return Coefficients(
            np.concatenate([places, known, np.zeros_like(of_orders)]),
            np.concatenate([orders, self._orders[known] + 1, of_orders]),
            np.concatenate([-found, of_prefixes[known], of_empty[of_orders]]),
        )

    def _matches(self, corpus: Corpus) -> NDArray[np.int64]:
        """Return the clipped matches of each n-gram with the hypotheses."""
        dialect = self._dialect
        if dialect.matched_references == "first":
            corpus = replace(corpus, references=corpus.references.first())
        found = np.zeros(len(self._ngrams.table) + 1, np.int64)
        for pairs in self._workspace.pairs(corpus, self._tokenizer, dialect.lowercase):
            _, clipped = match_places(pairs, dialect.order)
            nodes = np.asarray(self._ngrams.nodes_in(pairs.references.encoded, dialect.order))
            matched = (clipped[: len(nodes)] > 0) & (nodes != kernel.UNKNOWN)
            np.add.at(found, nodes[matched].astype(np.int64) + 1, clipped[: len(nodes)][matched])
        return found


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
