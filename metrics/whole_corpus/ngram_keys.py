"""Keys of n-grams, which are the same in all parts of a corpus and on all machines.

A key has 128 bits, which depend on the words of the n-gram alone; among 10^10 n-grams, the chance
that any two share a key is below 10^-18.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.ngram_weights import nodes_of
from tallystick.metrics.kernel import UNKNOWN, kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.sums.arrays import IntArray

CELL_BITS = 12
CELLS = 1 << CELL_BITS
"""Keys are divided by the first bits of their first half, so that some can be added up alone."""

_FACTORS = np.array([[0x9E3779B97F4A7C15], [0xC2B2AE3D27D4EB4F]], np.uint64)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BYTES_OF_A_WORD = 8
_LOWEST_BYTES = np.array([(1 << 8 * number) - 1 for number in range(9)], np.uint64)


class CountedNgrams(NamedTuple):
    """The distinct n-grams of a part: their keys, and what it adds to their counts."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.integer]


class KeyedNgrams(NamedTuple):
    """The n-grams of a table, with the empty n-gram before them, whose key and count are 0.

    `keys` are uint64, shape (2, n-grams); `prefixes` are places of n-grams.
    """

    keys: NDArray[np.uint64]
    orders: NDArray[np.uint16]
    prefixes: NDArray[np.uint32]
    counts: NDArray[np.uint32]

    @classmethod
    def of(cls, table: NgramTable, words: Sequence[str]) -> KeyedNgrams:
        """Return the n-grams of a table that was counted in one branch, and so order by order."""
        nodes, last_words, counts = nodes_of(table)
        prefixes = np.zeros(len(nodes) + 1, np.uint32)
        np.add(nodes, np.uint32(1), out=prefixes[1:])  # UNKNOWN becomes 0
        keys = np.zeros((2, len(prefixes)), np.uint64)
        orders = np.zeros(len(prefixes), np.uint16)
        of_words = keys_of_words(words)
        begin, end, order = 1, 1 + int((nodes == UNKNOWN).sum()), 1
        while begin < end:
            orders[begin:end] = order
            of_last = of_words.take(last_words[begin - 1 : end - 1], axis=1)
            keys[:, begin:end] = _mixed(keys.take(prefixes[begin:end], axis=1), of_last)
            begin, order = end, order + 1
            end += int(np.searchsorted(prefixes[end:] >= end, True))
        return cls(keys, orders, prefixes, np.concatenate([[np.uint32(0)], counts]))

    def counted(self, counts: NDArray[np.integer]) -> CountedNgrams:
        """Return the n-grams that occur in the text of the table, and the empty one, with counts.

        They have the same order whenever the text is counted. The vocabulary of token lists may
        have more tokens each time, which texts of other metrics and systems add.
        """
        occur = self.counts > 0
        occur[0] = True
        if occur.all():
            return CountedNgrams(self.keys, counts)
        return CountedNgrams(self.keys[:, occur], counts[occur])


def counts_of_nodes(table: NgramTable, counts: IntArray) -> IntArray:
    """Return the count of every node of a table; `counts` has those of `KeyedNgrams.counted`."""
    if len(counts) == len(table) + 1:
        return counts[1:]
    of_nodes = np.zeros(len(table), np.int64)
    of_nodes[nodes_of(table)[2] > 0] = counts[1:]
    return of_nodes


def by_cell(keys: NDArray[np.uint64]) -> tuple[IntArray, IntArray]:
    """Return the places of keys in the order of their cells, and the bounds of the cells."""
    cells = (keys[0] >> np.uint64(64 - CELL_BITS)).astype(np.uint16)
    return np.argsort(cells, kind="stable"), offsets_of(np.bincount(cells, minlength=CELLS))


def summed(
    keys: NDArray[np.uint64], counts: NDArray[np.integer]
) -> tuple[NDArray[np.uint64], IntArray, IntArray]:
    """Return the distinct keys in ascending order, the place of each key, and sums below 2**53."""
    distinct, places = np.unique(keys, return_inverse=True)
    return distinct, places, np.bincount(places, weights=counts).astype(np.int64)


def keys_of_words(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return a key for each word, shape (2, words), from its bytes in UTF-8, eight at a time."""
    if not words:
        return np.zeros((2, 0), np.uint64)
    text, offsets = kernel.pack(words)
    padded = np.frombuffer(text + bytes(_BYTES_OF_A_WORD), np.uint8)
    bounds = np.frombuffer(offsets, np.int64)
    lengths = np.diff(bounds)
    pieces = lengths // _BYTES_OF_A_WORD + 1
    firsts = offsets_of(pieces)
    places = np.arange(firsts[-1]) - np.repeat(firsts[:-1], pieces)
    starts = np.repeat(bounds[:-1], pieces) + _BYTES_OF_A_WORD * places
    kept = np.minimum(np.repeat(bounds[1:], pieces) - starts, _BYTES_OF_A_WORD)
    eight = np.lib.stride_tricks.sliding_window_view(padded, _BYTES_OF_A_WORD)[starts]
    numbers = eight.view("<u8").ravel().astype(np.uint64) & _LOWEST_BYTES[kept]
    mixed = _mixed(places.astype(np.uint64) + np.uint64(1), np.stack([numbers, numbers]))
    return _mixed(lengths.astype(np.uint64), np.add.reduceat(mixed, firsts[:-1], axis=1))


def _mixed(prefixes: NDArray[np.uint64], words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the keys of n-grams, shape (2, n-grams); the last steps are those of splitmix64."""
    mixed = prefixes * _FACTORS + words
    mixed ^= words[::-1] >> np.uint64(29)
    mixed ^= mixed >> np.uint64(30)
    mixed *= _FIRST
    mixed ^= mixed >> np.uint64(27)
    mixed *= _SECOND
    mixed ^= mixed >> np.uint64(31)
    return mixed
