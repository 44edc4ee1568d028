"""Counts of n-grams over many segments: kernel, twin and a count by hand agree."""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import (
    UNKNOWN,
    Segment,
    float64,
    offsets,
    packed,
    packed_segments,
    twin,
    uint32,
)
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
    by_ngram = dict(zip(spelt, counts, strict=True))
    assert len(by_ngram) == len(spelt) == len(table)
    return {ngram: count for ngram, count in by_ngram.items() if count}


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
        nodes = [table.find(ngram) for ngram in sought]
        later = [table.insert(tuple(ngram)) for ngram in sought]
        weights = [table.information(7.0, token) for token in (0, 3, UNKNOWN)]
        results.append((first, nodes, later, len(table), table.nodes(), weights))
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
    expected = [math.log2(ratio) for ratio in (17 / 8, 17 / 9, 8 / 2, 9 / 3)]
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


SegmentWithSource = tuple[
    list[int], list[int], list[list[int]]
]  # source, hypothesis and references

TEXT = st.lists(st.integers(0, 3), max_size=7)
SEGMENTS_WITH_SOURCES = st.lists(st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=3)), max_size=3)
SIZE = 4


def arguments(
    segments: Sequence[SegmentWithSource], order: int, size: int = SIZE
) -> tuple[Any, ...]:
    pairs = [(hypothesis, references) for _, hypothesis, references in segments]
    return *packed_segments(pairs), order, size, *packed(source for source, _, _ in segments)


def blocks(kernel: ModuleType, *given_: Any, **options: bool) -> list[list[list[float]]]:
    """Return the counts and then the shares of every segment and order."""
    counts, shares = kernel.count_changes(*given_, **options)
    numbers, order = (array("q", counts).tolist(), array("d", shares).tolist()), given_[5]
    segments = len(numbers[0]) // (9 * order)
    return [
        [
            [*numbers[0][9 * order * at + place : 9 * order * (at + 1) : order],
             *numbers[1][8 * order * at + place : 8 * order * (at + 1) : order]]
            for place in range(order)
        ]
        for at in range(segments)
    ]  # fmt: skip


def counted(texts: list[list[int]], order: int, times: int = 1) -> Counter[tuple[int, ...]]:
    return sum((ngrams(text, order) for text in texts * times), Counter())


def naive(
    segment: SegmentWithSource, order: int, unreferenced: bool, one_token: bool
) -> list[float]:
    """Count with the operations of counters."""
    empty = [SIZE] * one_token
    source, hypothesis, references = (
        [text or empty for text in texts] for texts in ([segment[0]], [segment[1]], segment[2])
    )
    s, h = (counted(side, order, len(references)) for side in (source, hypothesis))
    r, in_source = counted(references, order), counted(source, order)
    both = [
        {ngram for ngram in side if ngram not in in_source}
        for side in (counted(hypothesis, order), r)
    ]
    counts: list[float] = [len(both[0] & both[1]), *map(len, both)]
    shares: list[float] = []
    for done, wanted, is_deletion in ((s & h, s & r, False), (s - h, s - r, True)):
        correct = done - r if is_deletion and unreferenced else done & wanted
        counts += [correct.total(), done.total(), wanted.total()]
        for whole in (done, wanted):
            each = [correct[ngram] / whole[ngram] for ngram in in_source if whole[ngram]]
            total = 0.0
            for share in each:  # not `sum`, which is compensated from Python 3.12 on
                total += share
            shares += [total, len(each)]
    return counts + shares


@given(
    segments=SEGMENTS_WITH_SOURCES,
    order=st.integers(1, 5),
    unreferenced=st.booleans(),
    one_token=st.booleans(),
)
def test_the_kernel_its_twin_and_a_naive_count_agree(
    compiled: ModuleType,
    segments: list[SegmentWithSource],
    order: int,
    unreferenced: bool,
    one_token: bool,
) -> None:
    expected = [
        [naive(segment, n, unreferenced, one_token) for n in range(1, order + 1)]
        for segment in segments
    ]
    for kernel in (compiled, twin):
        options = {"unreferenced": unreferenced, "one_token": one_token}
        assert blocks(kernel, *arguments(segments, order), **options) == expected


def test_thousands_of_distinct_ngrams_of_one_segment_are_counted(compiled: ModuleType) -> None:
    text = [number * number % 997 for number in range(3000)]
    segment: SegmentWithSource = (text, text[::-1], [text[1500:], text[:10]])
    expected = [naive(segment, order, False, False) for order in (1, 2, 3)]
    assert blocks(compiled, *arguments([segment], 3, 997)) == [expected]


TOKENS = st.one_of(
    st.lists(st.integers(0, 2), max_size=8), st.lists(st.integers(0, 30), max_size=40)
)
SEGMENTS = st.lists(st.tuples(TOKENS, st.lists(TOKENS, max_size=3)), max_size=4)
LIMITS = ["none", "count", "share"]
WEIGHTS = array("d", [0.5, 0.0, 2.0, 1.25])
OTHERS = 0.75
HIGHEST = 3


def buffers_of(nodes: Any) -> list[Any]:
    """Return nodes as an array and, if there are any, as the view that the package passes on."""
    return [nodes, memoryview(nodes.tobytes()).cast("I", nodes.shape) if nodes.size else nodes]


def node_of(ngram: tuple[int, ...]) -> int:
    """Return a node that depends on the n-gram alone; some have none, or one without a weight."""
    return [0, 1, 2, 3, 4, UNKNOWN][sum(ngram) % 6]


def weight_of(ngram: tuple[int, ...]) -> float:
    """Return the weight of an n-gram, those of the highest order having no node."""
    node = node_of(ngram)
    return WEIGHTS[node] if node < len(WEIGHTS) and len(ngram) < HIGHEST else OTHERS


def nodes_of(texts: Sequence[Sequence[int]], orders: int) -> Any:
    rows = [
        [
            node_of(tuple(text[at : at + order])) if at + order <= len(text) else UNKNOWN
            for text in texts
            for at in range(len(text))
        ]
        for order in range(1, orders + 1)
    ]
    return np.array(rows, np.uint32).reshape(orders, -1)


def product(hypothesis: Sequence[int], reference: Sequence[int], order: int, limit: str) -> float:
    mine, theirs = ngrams(hypothesis, order), ngrams(reference, order)
    total = 0.0
    for ngram, count in theirs.items():
        most = {
            "none": mine[ngram],
            "count": count,
            "share": count / theirs.total() * mine.total(),
        }[limit]
        total += min(mine[ngram], most) * count * weight_of(ngram)
    return total


@pytest.mark.parametrize("limit", LIMITS)
@given(segments=SEGMENTS)
def test_products_equal_a_naive_sum(
    compiled: ModuleType, limit: str, segments: list[Segment]
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [reference for _, some in segments for reference in some]
    nodes = [nodes_of(texts, HIGHEST - 1) for texts in (hypotheses, references)]
    given_ = *packed_segments(segments), HIGHEST, 31, WEIGHTS.tobytes(), OTHERS
    buffers = compiled.multiply_counts(*given_, *nodes, limit)
    for multiply in (compiled.multiply_counts, twin.multiply_counts):
        for mine, theirs in zip(*map(buffers_of, nodes), strict=True):
            assert multiply(*given_, mine, theirs, limit) == buffers
    products, reference_squares, hypothesis_squares = map(float64, buffers)
    orders = range(1, HIGHEST + 1)
    pairs = [(mine, theirs) for mine, some in segments for theirs in some]
    expected = [product(mine, theirs, n, limit) for mine, theirs in pairs for n in orders]
    assert products == pytest.approx(expected)
    squares = [product(theirs, theirs, n, "none") for _, theirs in pairs for n in orders]
    assert reference_squares == pytest.approx(squares)
    squares = [product(mine, mine, n, "none") for mine, _ in segments for n in orders]
    assert hypothesis_squares == pytest.approx(squares)


@given(
    rows=st.lists(st.tuples(st.integers(0, 4), st.integers(5, 9)), max_size=12),
    cuts=st.lists(st.integers(0, 12), max_size=4),
)
def test_every_node_counts_once_in_a_segment(
    compiled: ModuleType, rows: list[tuple[int, int]], cuts: list[int]
) -> None:
    nodes = np.array(rows, np.uint32).reshape(-1, 2).T.copy()
    bounds = sorted(min(cut, len(rows)) for cut in cuts) or [0]
    expected = [0] * 8  # further nodes are not counted
    for start, end in pairwise(bounds):
        for node in {node for row in rows[start:end] for node in row if node < 8}:
            expected[node] += 1
    for kernel in (compiled, twin):
        for buffer in buffers_of(nodes):
            assert uint32(kernel.count_segments(buffer, offsets(*bounds), 8)) == expected
