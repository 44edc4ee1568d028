"""Counts of n-grams that are added up over the parts of a corpus."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.errors import TallystickError
from tallystick.metrics.whole_corpus import spilled_keys
from tallystick.metrics.whole_corpus.ngram_counts import weights_of_table
from tallystick.metrics.whole_corpus.spilled_counts import NgramKeys, SpilledCounts

NGRAMS = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)
PARTS = st.lists(st.dictionaries(NGRAMS, st.integers(0, 9), min_size=1, max_size=9), max_size=4)


@given(PARTS, st.integers(1, 2))
def test_each_part_gets_the_sums_of_its_own_ngrams(
    parts: list[dict[tuple[str, ...], int]], threads: int
) -> None:
    expected: Counter[tuple[str, ...]] = Counter()
    for part in parts:
        expected.update(part)
    with SpilledCounts() as counts:
        for number, part in enumerate(parts):
            table = weights_of_table(part)  # which also has the prefixes
            counts.add(number, NgramKeys.of(table.table, table.vocabulary), table.values)
        assert counts.add_up(threads) == min(filter(None, expected.values()), default=math.inf)
        for number, part in enumerate(parts):
            table = weights_of_table(part)
            found = counts.of_part(number).tolist()
            ids = {token: id for id, token in enumerate(table.vocabulary.tokens())}
            for ngram in part:
                node = table.table.find([ids[token] for token in ngram])
                assert found[node] == expected[ngram]


def test_counts_of_keys_that_do_not_fit_in_memory_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(1)
    parts = [
        NgramKeys(
            random.permutation(2**20)[:50].astype(np.uint64) * np.uint64(2**43 + 1),
            np.zeros(50, np.uint8),
        ),
        NgramKeys(np.arange(2, 9, dtype=np.uint64) << np.uint64(60), np.zeros(7, np.uint8)),
    ]
    monkeypatch.setattr(spilled_keys, "KEYS_IN_MEMORY", 20)
    with SpilledCounts() as counts:
        for number, part in enumerate([*parts, parts[0]]):
            counts.add(number, part, np.arange(len(part.keys)))
        assert counts.add_up() == 1
        assert counts.of_part(0).tolist() == counts.of_part(2).tolist() == list(range(0, 100, 2))
        assert counts.of_part(1).tolist() == list(range(7))


def test_an_ngram_has_the_same_key_whatever_else_a_part_has() -> None:
    one = weights_of_table({("b", "a"): 1.0, ("a",): 1.0})
    other = weights_of_table({("c",): 1.0, ("a",): 1.0, ("b", "a"): 1.0})
    keys = [
        dict(zip(map(tuple, np.transpose(found)), range(9), strict=False))
        for found in (NgramKeys.of(each.table, each.vocabulary) for each in (one, other))
    ]
    assert len(keys[0]) == 3
    assert keys[0].keys() < keys[1].keys()


def test_a_sum_that_does_not_fit_is_an_error() -> None:
    ngrams = NgramKeys(np.array([7], np.uint64), np.array([3], np.uint8))
    with SpilledCounts() as counts:
        for part in range(2):
            counts.add(part, ngrams, np.array([2**31]))
        with pytest.raises(TallystickError, match="occurs 4294967296 times in the corpus"):
            counts.add_up()
