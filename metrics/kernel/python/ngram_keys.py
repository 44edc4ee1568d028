"""N-grams as keys of 64 bits, which do not depend on a vocabulary or table, and their counts."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, chain, pairwise
from typing import Any

_MASK = (1 << 64) - 1
_FACTORS = 0xD1342543DE82EF95, 0xAF251AF3B0F025B5


def ngram_keys(
    ids: Any,
    offsets: Any,
    word_keys: Any,
    min_order: int,
    max_order: int,
    classes: int,
    repeats: Any = None,
) -> tuple[bytes, bytes, bytes]:
    """Return the keys of all n-grams of some orders, class by class, with their counts.

    A class is chosen by bits that are independent of the key, so that n-grams are equal if their
    classes and keys are.

    Args:
        ids: The words of all segments, uint32.
        offsets: The first word of each segment, int64, with the end.
        word_keys: Two random numbers for each word, uint64, shape (words, 2).
        min_order: The lowest order.
        max_order: The highest order.
        classes: The number of classes, a power of two from 2 to 65,536.
        repeats: How often the n-grams that start at each word count, uint32; by default once.

    Returns:
        The distinct keys of each class in the order of the text, uint64; how often each occurs,
        uint32; and the first key of each class, int64, with the end.
    """
    words = array("I", bytes(ids))
    numbers = array("Q", bytes(word_keys))
    times = None if repeats is None else array("I", bytes(repeats))
    found: list[Counter[int]] = [Counter() for _ in range(classes)]
    for begin, end in pairwise(array("q", bytes(offsets))):
        for start in range(begin, end):
            number = 1 if times is None else times[start]
            key = class_bits = 0
            for at in range(start, min(start + max_order, end)):
                key = _extended(key, numbers[2 * words[at]], _FACTORS[0])
                class_bits = _extended(class_bits, numbers[2 * words[at] + 1], _FACTORS[1])
                if number and at - start + 1 >= min_order:
                    found[class_bits * classes >> 64][key] += number
    return (
        array("Q", chain.from_iterable(found)).tobytes(),
        array("I", chain.from_iterable(of_class.values() for of_class in found)).tobytes(),
        array("q", accumulate(map(len, found), initial=0)).tobytes(),
    )


def _extended(prefix: int, word: int, factor: int) -> int:
    """Return a number for an n-gram, from those of its prefix and its last word."""
    return (prefix ^ word) * factor & _MASK


def keys_of(tokens: Iterable[str]) -> bytes:
    """Return two independent numbers for each token, uint64 of shape (tokens, 2)."""
    return array("Q", chain.from_iterable(map(_word_key, tokens))).tobytes()


def _word_key(token: str) -> tuple[int, int]:
    data = token.encode()
    one, other = 0x243F6A8885A308D3 + len(data), 0x13198A2E03707344
    padded = array("Q", data + bytes(-len(data) % 16))
    for first, last in zip(padded[::2], padded[1::2], strict=True):
        one = _mixed(_mixed(one ^ first) ^ last)
        other = _mixed(_mixed(other ^ last) + first)
    return one, _mixed(other + one)


def _mixed(number: int) -> int:
    number &= _MASK
    number = (number ^ number >> 32) * 0x9E3779B97F4A7C15 & _MASK
    number = (number ^ number >> 29) * 0xBF58476D1CE4E5B9 & _MASK
    return number ^ number >> 32


def key_counts(keys: Any, counts: Any, wanted: Any, wanted_counts: Any, bounds: Any) -> bytes:
    """Add up the counts of keys; return how many of the wanted keys of each group have which sum.

    Args:
        keys: Keys, uint64, which can occur several times.
        counts: A count of each, uint32; all add up to less than 2^40.
        wanted: The wanted keys of all groups, uint64.
        wanted_counts: How often each of these counts, uint32.
        bounds: The first wanted key of each group, int64, with the end.

    Returns:
        Groups and sums in ascending order, with the number of wanted keys, int64, shape (rows, 3).
    """
    sums: Counter[int] = Counter()
    for key, count in zip(array("Q", bytes(keys)), array("I", bytes(counts)), strict=True):
        sums[key] += count
    looked_up = [sums[key] for key in array("Q", bytes(wanted))]
    times = array("I", bytes(wanted_counts))
    rows = array("q")
    for group, (begin, end) in enumerate(pairwise(array("q", bytes(bounds)))):
        found: Counter[int] = Counter()
        for one, number in zip(looked_up[begin:end], times[begin:end], strict=True):
            found[one] += number
        for one, number in sorted(found.items()):
            if number:
                rows.extend((group, one, number))
    return rows.tobytes()
