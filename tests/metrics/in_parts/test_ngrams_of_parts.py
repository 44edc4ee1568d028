"""N-grams of parts, added up by ranges of their keys, equal a naive count in Python numbers."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.internals import (
    MAXIMUM_ORDER,
    ORDER_BITS,
    Coefficients,
    CountedNgrams,
    Ngrams,
    added,
    divided,
    sums_of_range,
    sums_over_ranges,
)

# the second half of a key, which makes it another n-gram, determines the first
keys = st.sampled_from([(0, 0), (0, 1), (2**62, 2), (2**63, 3), (2**63 + 1, 4), (2**64 - 1, 5)])
parts_of_keys = st.dictionaries(keys, st.integers(1, 2**40), min_size=1)


@st.composite
def parts(draw: st.DrawFn) -> list[tuple[dict[tuple[int, int], int], list[tuple[int, int, int]]]]:
    """Parts: the counts of keys, and coefficients with the places of their keys and their sums."""
    found = []
    for counts in draw(st.lists(parts_of_keys, min_size=1, max_size=4)):
        places = st.integers(0, len(counts) - 1)
        sums = st.builds(
            lambda system, order: system << ORDER_BITS | order, *[st.integers(0, 2)] * 2
        )
        rows = st.tuples(places, sums, st.integers(-(2**40), 2**40))
        found.append((counts, draw(st.lists(rows, max_size=6))))
    return found


def ranges_of(
    counts: dict[tuple[int, int], int], rows: list[tuple[int, int, int]], ranges: int = 1
) -> list[Ngrams]:
    """Return the ranges of a part; the sum of a row is that of a system and an order."""
    ngrams = CountedNgrams(
        np.array(list(counts), np.uint64).T.copy(), np.array(list(counts.values()))
    )
    places, sums, coefficients = np.array(rows, np.int64).reshape(-1, 3).T
    of_systems = [
        Coefficients(
            places[sums >> ORDER_BITS == system],
            sums[sums >> ORDER_BITS == system] % 2**ORDER_BITS,
            coefficients[sums >> ORDER_BITS == system],
        )
        for system in range(3)
    ]
    return divided(ngrams, of_systems, ranges)


@given(parts(), st.integers(1, 5))
def test_the_sums_over_ranges_are_those_of_a_naive_count(
    parts: list[tuple[dict[tuple[int, int], int], list[tuple[int, int, int]]]], ranges: int
) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    coefficients: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for of_part, rows in parts:
        counts.update(of_part)
        for place, one, number in rows:
            coefficients[(one >> ORDER_BITS, one % 2**ORDER_BITS), list(of_part)[place]] += number
    expected: dict[tuple[int, int], float] = {}
    sizes: dict[tuple[int, int], float] = {}
    for (group, key), number in coefficients.items():
        information = number * log2(counts[key])
        expected[group] = expected.get(group, 0.0) + information
        sizes[group] = sizes.get(group, 1.0) + abs(information)
    pieces = [ranges_of(*part, ranges) for part in parts]
    found = sums_over_ranges([sums_of_range(of_range) for of_range in zip(*pieces, strict=True)])
    assert set(found) == set(expected)
    for group in found:
        assert found[group] == pytest.approx(expected[group], abs=1e-14 * sizes[group])


def test_added_ngrams_occur_once_and_have_exact_counts() -> None:
    [one] = ranges_of({(0, 2): 1, (0, 1): 2**40}, [(0, 3, 2)])
    [other] = ranges_of({(0, 2): 7, (0, 9): 1}, [(0, 3, -5), (1, 3, 1)])
    found = added([one, other])
    assert found.keys.tolist() == [1, 2, 9]
    assert found.counts.tolist() == [2**40, 8, 1]
    assert [column.tolist() for column in found[2:]] == [[1, 1, 2], [3, 3, 3], [2, -5, 1]]


def test_ranges_are_equal_parts_of_the_keys() -> None:
    keys = {(number << 62, number): 1 for number in range(4)}
    assert [one.keys.tolist() for one in ranges_of(keys, [], 2)] == [[0, 1], [2, 3]]


def test_numbers_that_are_sent_are_small() -> None:
    [found] = ranges_of({(1, 1): 3, (2, 2): 300}, [(0, 1, -1)])
    assert [column.dtype for column in found[1:]] == ["u2", "u1", "u1", "i1"]


def test_every_order_of_a_metric_fits() -> None:
    assert MAXIMUM_ORDER < 2**ORDER_BITS
