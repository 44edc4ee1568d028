"""Counts of n-grams over many segments: kernel, twin and a count by hand agree."""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import UNKNOWN, float64, packed, twin, uint32
from tests.metrics.naive import ngrams

Ngram = tuple[int, ...]


@st.composite
def token_lists(draw: st.DrawFn) -> tuple[list[list[int]], int]:
    size = draw(st.integers(1, 5))
    longest = draw(st.sampled_from([3, 10, 40]))
    return draw(st.lists(st.lists(st.integers(0, size - 1), max_size=longest), max_size=6)), size


def counts_by_hand(segments: Iterable[Sequence[int]], max_order: int) -> Counter[Ngram]:
    orders = range(1, max_order + 1)
    return sum((ngrams(segment, order) for segment in segments for order in orders), Counter())


def counts_of(table: Any) -> dict[Ngram, int]:
    """Spell the nodes out as n-grams, leaving tokens out that do not occur."""
    prefixes, last_tokens, counts = map(uint32, table.nodes())
    spelt: list[Ngram] = []
    for prefix, token in zip(prefixes, last_tokens, strict=True):
        spelt.append((*(() if prefix == UNKNOWN else spelt[prefix]), token))
    found = dict(zip(spelt, counts, strict=True))
    assert len(found) == len(spelt) == len(table)
    return {ngram: count for ngram, count in found.items() if count}


@given(drawn=token_lists(), order=st.integers(1, 12), prune=st.booleans(), data=st.data())
def test_every_ngram_is_counted_and_pruning_omits_extensions_of_a_single_occurrence(
    each_kernel: ModuleType,
    drawn: tuple[list[list[int]], int],
    order: int,
    prune: bool,
    data: st.DataObject,
) -> None:
    segments, size = drawn
    extended = data.draw(st.integers(0, size - 1) | st.just(UNKNOWN))
    table = each_kernel.NgramTable(size)
    table.count(*packed(segments), order, prune=prune, empty=extended)
    counts = counts_by_hand(segments, order)
    kept = {
        ngram: count
        for ngram, count in counts.items()
        if not prune
        or all(
            counts[ngram[:end]] > 1 or ngram[:end] == (extended,) for end in range(1, len(ngram))
        )
    }
    assert counts_of(table) == kept


@given(
    drawn=token_lists(),
    order=st.integers(1, 12),
    prune=st.booleans(),
    inserted=st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=6), max_size=5),
    sought=st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=6), max_size=10),
    data=st.data(),
)
def test_kernel_and_twin_number_and_find_ngrams_alike(
    compiled: ModuleType,
    drawn: tuple[list[list[int]], int],
    order: int,
    prune: bool,
    inserted: list[list[int]],
    sought: list[list[int]],
    data: st.DataObject,
) -> None:
    segments, _ = drawn
    extended = data.draw(st.integers(0, 4) | st.just(UNKNOWN))
    results = []
    for kernel in (compiled, twin):
        table = kernel.NgramTable(5)
        first = [table.insert(ngram) for ngram in inserted]
        table.count(*packed(segments), order, prune, extended)
        found = [table.find(ngram) for ngram in sought]
        later = [table.insert(tuple(ngram)) for ngram in sought]
        weights = [table.information(7.0, token) for token in (0, 3, UNKNOWN)]
        results.append((first, found, later, len(table), table.nodes(), weights))
    assert results[0] == results[1]


@given(
    drawn=token_lists(),
    order=st.integers(1, 9),
    prune=st.booleans(),
    branches=st.integers(1, 4),
    threshold=st.integers(1, 9),
)
def test_every_ngram_is_located_where_it_starts(
    each_kernel: ModuleType,
    drawn: tuple[list[list[int]], int],
    order: int,
    prune: bool,
    branches: int,
    threshold: int,
) -> None:
    segments, size = drawn
    ids, offsets = packed(segments)
    table = each_kernel.NgramTable(size, branches)
    counted = np.full((order, len(ids) // 4), UNKNOWN, np.uint32)
    for branch in range(branches):
        table.count(ids, offsets, order, prune, branch=branch, nodes=counted)
    table.number(counted, order)
    starting = [  # n-grams that do not fit are cut short
        (segment[start : start + n], start + n <= len(segment))
        for n in range(1, order + 1)
        for segment in segments
        for start in range(len(segment))
    ]
    expected = [table.find(ngram) if is_whole else UNKNOWN for ngram, is_whole in starting]
    assert counted.ravel().tolist() == expected
    # tokens renamed by a mapping, of which some are not known
    renamed = array("I", [size - 1 - token for token in array("I", ids)])
    known = [token if token < threshold else UNKNOWN for token in reversed(range(size))]
    located = array("I", table.locate(renamed, offsets, order, array("I", known)))
    complete = [
        node if max(ngram) < threshold else UNKNOWN
        for node, (ngram, _) in zip(expected, starting, strict=True)
    ]
    # orders in which nothing is known can be missing at the end
    assert located.tolist() == complete[: len(located)]
    assert set(complete[len(located) :]) <= {UNKNOWN}


@given(
    drawn=token_lists(),
    order=st.integers(1, 5),
    total=st.integers(1, 10**6),
    extended=st.integers(0, 4) | st.just(UNKNOWN),
)
def test_logarithms_of_ratios_are_rounded_as_python_rounds_them(
    each_kernel: ModuleType,
    drawn: tuple[list[list[int]], int],
    order: int,
    total: int,
    extended: int,
) -> None:
    segments, size = drawn
    table = each_kernel.NgramTable(size)
    table.count(*packed(segments), order)
    empty = extended if extended < size else UNKNOWN
    prefixes, _, counts = map(uint32, table.nodes())
    before = [total if prefix in (UNKNOWN, empty) else counts[prefix] for prefix in prefixes]
    ratios = [whole / count if count else 1.0 for whole, count in zip(before, counts, strict=True)]
    logarithms = float64(table.information(total, empty, True))
    assert logarithms == [math.log(ratio, 2) for ratio in ratios]
    assert float64(table.information(total, empty)) == [math.log2(ratio) for ratio in ratios]


@given(ngrams=st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=6), max_size=8))
def test_an_inserted_ngram_is_found_with_all_its_prefixes(
    each_kernel: ModuleType, ngrams: list[list[int]]
) -> None:
    table = each_kernel.NgramTable(4)
    nodes = {tuple(ngram): table.insert(ngram) for ngram in ngrams}
    prefixes = {ngram[:end] for ngram in nodes for end in range(1, len(ngram) + 1)}
    assert {ngram: table.find(ngram) for ngram in nodes} == nodes
    assert all(table.find(prefix) != UNKNOWN for prefix in prefixes)
    assert len(table) == 4 + sum(len(prefix) > 1 for prefix in prefixes)


@pytest.mark.parametrize("branches", [1, 2])
def test_counts_that_are_set_replace_those_of_the_text(
    each_kernel: ModuleType, branches: int
) -> None:
    # the text 0 1 0 1 of tokens 0 and 1 has four nodes, whatever the number of branches
    table = each_kernel.NgramTable(2, branches)
    for branch in range(branches):
        table.count(*packed([[0, 1, 0, 1]]), 2, branch=branch)
    table.set_counts(array("I", [8, 9, 2, 3]))
    assert uint32(table.nodes()[2]) == [8, 9, 2, 3]
    # the node 2 is the bigram 0 1, and the node 3 is 1 0
    expected = [math.log2(one) for one in (17 / 8, 17 / 9, 8 / 2, 9 / 3)]
    assert float64(table.information(17.0, UNKNOWN)) == expected


@pytest.mark.parametrize("number", [1, 3])
def test_counts_of_another_number_of_nodes_are_refused(
    each_kernel: ModuleType, number: int
) -> None:
    with pytest.raises(ValueError, match="counts does not hold one uint32 for every node"):
        each_kernel.NgramTable(2).set_counts(array("I", [1] * number))


@pytest.mark.parametrize("ngram", [[2], [2, 0], [0, 2], [0, 1], [UNKNOWN], [0, UNKNOWN], [3]])
def test_an_ngram_that_is_not_there_is_unknown(each_kernel: ModuleType, ngram: list[int]) -> None:
    table = each_kernel.NgramTable(2)
    table.insert([0, 0, 0])  # nodes 2 and 3, which are not tokens
    assert table.find(ngram) == UNKNOWN


def test_many_distinct_ngrams_have_distinct_nodes(each_kernel: ModuleType) -> None:
    size = 300
    segment = [(i * i * 7 + i // 3) % size for i in range(20_000)]
    table = each_kernel.NgramTable(size)
    table.count(*packed([segment]), 3)
    assert counts_of(table) == counts_by_hand([segment], 3)


@pytest.mark.parametrize("ngram", [[0, 1, 1, 7], [0, 1, -1], [0, 1, "a"], [0, 1, 2**70]])
def test_an_insertion_that_is_refused_adds_nothing(
    each_kernel: ModuleType, ngram: list[object]
) -> None:
    table = each_kernel.NgramTable(2)
    with pytest.raises((ValueError, TypeError)):
        table.insert(ngram)
    assert len(table) == 2
