"""Counts of n-grams in a whole corpus, for each of its parts, so that memory stays small."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import partial
from itertools import accumulate, islice, pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import TallystickError
from tallystick.metrics.counting.threads import run_in_threads
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.whole_corpus.ngram_counts import nodes_of
from tallystick.metrics.whole_corpus.spilled_keys import (
    CLASS_BITS,
    CLASSES,
    COUNT_BYTES,
    SpilledKeys,
    highest_bits,
)
from tallystick.metrics.whole_corpus.temporary_file import TemporaryFile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.kernel.kernel import NgramTable, Vocabulary
    from tallystick.metrics.whole_corpus.spilled_keys import Keys

MOST = 2**32 - 1
"""The highest sum of counts."""

_FACTORS = np.array([0xD1342543DE82EF95, 0xAF251AF3B0F025B5], np.uint64)  # odd, bits at random


class NgramKeys(NamedTuple):
    """Keys of n-grams, which are the same in all parts of a corpus, in the order of a table.

    Attributes:
        keys: The key of each n-gram, uint64, shape (n-grams,).
        classes: The class of each key, of which there are `CLASSES`, uint8, same shape.
    """

    keys: NDArray[np.uint64]
    classes: NDArray[np.uint8]

    @classmethod
    def of(cls, table: NgramTable, vocabulary: Vocabulary) -> NgramKeys:
        """Return the keys of all n-grams of a table.

        >>> from tallystick.metrics.whole_corpus.ngram_counts import weights_of_table
        >>> one = weights_of_table({("a",): 1, ("a", "b"): 1})
        >>> other = weights_of_table({("c",): 1, ("b",): 1, ("a", "b"): 1})  # words are n-grams
        >>> some, all = (set(NgramKeys.of(x.table, x.vocabulary).keys) for x in (one, other))
        >>> len(some), len(all), some < all
        (3, 4, True)
        """
        prefixes, last_tokens, _ = nodes_of(table)
        words = np.frombuffer(vocabulary.keys(), np.uint64).reshape(-1, 2)
        numbers = np.zeros((len(prefixes) + 1, 2), np.uint64)  # the last is the empty n-gram
        places = np.where(prefixes == UNKNOWN, len(prefixes), prefixes)
        known = np.zeros(len(numbers), bool)
        known[-1] = True
        while not known.all():
            new = np.flatnonzero(~known[:-1] & known[places])
            numbers[new] = (numbers[places[new]] ^ words[last_tokens[new]]) * _FACTORS
            known[new] = True
        classes = numbers[:-1, 1] >> np.uint64(64 - CLASS_BITS)
        return cls(numbers[:-1, 0], classes.astype(np.uint8))


def counted_ngrams(
    table: NgramTable, vocabulary: Vocabulary, counts: NDArray[Any]
) -> tuple[NgramKeys, NDArray[Any]]:
    """Return the n-grams of a text with their counts, however its vocabulary numbers the tokens.

    Texts of other metrics and systems may add tokens to a vocabulary at any time.

    Args:
        table: The n-grams of the text.
        vocabulary: Its tokens.
        counts: A count of every node of the table, shape (nodes,).

    >>> from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
    >>> from tallystick.metrics.counting.pairs import Encoded
    >>> from tallystick.metrics.corpus.text import vocabulary_of
    >>> found = []
    >>> for tokens in (["a", "b"], ["b", "other", "a"]):
    ...     ids = np.array([tokens.index("a"), tokens.index("b")], np.uint32)
    ...     text = Encoded(vocabulary_of(tokens), ids, np.array([0, 2]))
    ...     table, _ = located_ngrams(text, 2)
    ...     found.append(counted_ngrams(table, text.vocabulary, nodes_of(table)[2]))
    >>> (one, counts), (other, _) = found
    >>> counts.tolist(), (one.keys == other.keys).all()
    ([1, 1, 1], np.True_)
    """
    nodes = _nodes_in_order(table, vocabulary)
    found = NgramKeys.of(table, vocabulary)
    return NgramKeys(found.keys[nodes], found.classes[nodes]), counts[nodes]


def _nodes_in_order(table: NgramTable, vocabulary: Vocabulary) -> NDArray[np.int64]:
    prefixes, _, counts = nodes_of(table)
    tokens = np.flatnonzero(counts[prefixes == UNKNOWN])
    words = np.frombuffer(vocabulary.keys(), np.uint64).reshape(-1, 2)[tokens, 0]
    longer = np.flatnonzero(prefixes != UNKNOWN)  # in the order of the text
    return np.concatenate([tokens[np.argsort(words)], longer])


class _Part(NamedTuple):
    """Where the sums of a part begin in their file, and the places of its keys in theirs."""

    start: int
    ngrams: int


class SpilledCounts:
    """Counts of n-grams that are added over all parts of a corpus, and returned to each part.

    It is a context manager, which deletes its temporary files.

    Raises:
        TallystickError: A temporary file cannot be written or read, in every method; or, in
            `add_up`, a sum is 2**32 or more.

    >>> ngrams = NgramKeys(np.array([70, 80], np.uint64), np.array([1, 0], np.uint8))
    >>> with SpilledCounts() as counts:
    ...     counts.add("first", ngrams, np.array([2, 5]))
    ...     counts.add("second", ngrams, np.array([1, 0]))
    ...     counts.add_up(), counts.of_part("second").tolist()
    (3.0, [3, 5])
    """

    def __init__(self) -> None:
        self._keys = SpilledKeys()
        self._places = TemporaryFile()
        self._sums = TemporaryFile()
        self._parts: dict[Hashable, _Part] = {}
        self._lock = Lock()

    def __enter__(self) -> SpilledCounts:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the files."""
        for file in (self._keys, self._places, self._sums):
            file.close()

    def add(self, part: Hashable, ngrams: NgramKeys, counts: NDArray[Any]) -> None:
        """Add the counts of the distinct n-grams of a part, shape (n-grams,)."""
        of_divided = ngrams.classes.astype(np.uint16) << CLASS_BITS | highest_bits(ngrams.keys)
        places = np.argsort(of_divided, kind="stable")
        sizes = np.bincount(ngrams.classes, minlength=CLASSES)
        start = self._places.append(places.astype(np.uint32).tobytes())
        self._parts[part] = _Part(start, len(places))
        self._keys.add(
            {
                part: (
                    ngrams.keys[places].tobytes(),
                    counts[places].astype(np.uint32).tobytes(),
                    np.concatenate([[0], np.cumsum(sizes)]).tobytes(),
                )
            }
        )

    def add_up(self, threads: int = 1) -> float:
        """Add up the counts of all parts; return the lowest sum above 0, or infinity."""
        ends = {part: start for part, (start, _) in self._parts.items()}
        lowest = math.inf
        classes = self._keys.classes()
        while some := list(islice(classes, threads)):
            tasks = [partial(_sums_of_class, of_class) for of_class in some]
            for sums, lowest_of_class in run_in_threads(tasks, threads):
                lowest = min(lowest, lowest_of_class)
                for part, of_part in sums.items():
                    self._sums.write(ends[part], of_part)
                    ends[part] += len(of_part)
        return lowest

    def of_part(self, part: Hashable) -> NDArray[np.uint32]:
        """Return the sums of the n-grams that a part has added, after `add_up`."""
        start, ngrams = self._parts[part]
        with self._lock:
            places, sums = (
                np.frombuffer(file.read(start, COUNT_BYTES * ngrams), np.uint32)
                for file in (self._places, self._sums)
            )
        found = np.empty(ngrams, np.uint32)
        found[places] = sums
        return found

    def of_table(
        self, part: Hashable, table: NgramTable, vocabulary: Vocabulary
    ) -> NDArray[np.uint32]:
        """Return the sum of every node of the table of `counted_ngrams`, shape (nodes,)."""
        found = np.zeros(len(table), np.uint32)
        found[_nodes_in_order(table, vocabulary)] = self.of_part(part)
        return found


def _sums_of_class(parts: dict[Hashable, Keys]) -> tuple[dict[Hashable, memoryview], float]:
    """Return the sums of the counts of the keys of each part, and the lowest one above 0."""
    keys = np.frombuffer(b"".join(one.keys for one in parts.values()), np.uint64)
    counts = np.frombuffer(b"".join(one.counts for one in parts.values()), np.uint32)
    _, places = np.unique(keys, return_inverse=True)
    sums = np.bincount(places, weights=counts)  # exact below 2**53
    if len(sums) and sums.max() > MOST:
        raise TallystickError(
            f"an n-gram occurs {sums.max():.0f} times in the corpus, and at most {MOST} can be "
            "counted; score fewer segments at once"
        )
    found = memoryview(sums.astype(np.uint32)[places].tobytes())
    bounds = pairwise(accumulate((len(one.counts) for one in parts.values()), initial=0))
    by_part = {part: found[begin:end] for part, (begin, end) in zip(parts, bounds, strict=True)}
    positive = sums[sums > 0]
    return by_part, float(positive.min()) if len(positive) else math.inf
