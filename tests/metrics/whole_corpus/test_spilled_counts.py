"""Counts of n-grams that are added up over the parts of a corpus."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.whole_corpus import stream
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams
from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights
from tallystick.metrics.whole_corpus.stream import SpilledCounts, TemporaryFile

KEYS = st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 40))
PARTS = st.lists(st.dictionaries(KEYS, st.integers(0, 9), max_size=9), max_size=4)


@given(PARTS, st.integers(1, 2), st.sampled_from([1, 4, 2**19]))
def test_each_part_gets_the_sums_of_its_own_ngrams(
    parts: list[dict[tuple[int, int], int]], threads: int, keys_in_memory: int
) -> None:
    # the second half of a key, which makes it another n-gram, determines the first
    parts = [{(low << 58, low): count for (_, low), count in part.items()} for part in parts]
    expected: Counter[tuple[int, int]] = Counter()
    for part in parts:
        expected.update(part)
    positive = [count for count in expected.values() if count]
    with pytest.MonkeyPatch.context() as patch, TemporaryFile() as file:
        counts = SpilledCounts(file)
        patch.setattr(stream, "KEYS_IN_MEMORY", keys_in_memory)
        for part in parts:
            keys = np.array(list(part), np.uint64).reshape(-1, 2).T
            counts.add(keys, np.array(list(part.values()), np.int64))
        counts.add_up(threads)
        assert counts.distinct == len(positive)
        assert counts.lowest == min(positive, default=math.inf)
        for number, part in enumerate(parts):
            assert counts.of_part(number).tolist() == [expected[key] for key in part]


def test_sums_of_more_than_32_bits_are_exact() -> None:
    keys = np.array([[1], [2]], np.uint64)
    with TemporaryFile() as file:
        counts = SpilledCounts(file)
        for _ in range(3):
            counts.add(keys, np.array([2**40 + 1]))
        counts.add_up()
        assert counts.of_part(1).tolist() == [3 * (2**40 + 1)]


def test_an_ngram_has_the_same_key_whatever_else_a_part_has() -> None:
    one = NgramWeights.of_table({("b", "a"): 1.0, ("a",): 1.0})
    other = NgramWeights.of_table({("c",): 1.0, ("a",): 1.0, ("b", "a"): 1.0})
    some, all_keys = (
        set(map(tuple, KeyedNgrams.of(each.table, each.vocabulary.tokens()).keys.T.tolist()))
        for each in (one, other)
    )
    assert len(some) == 4  # with the empty one
    assert some < all_keys
