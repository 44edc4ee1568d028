"""Products of counts, and counts of segments: the kernel, its twin and a naive count agree."""

from array import array
from collections.abc import Sequence
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
    packed_segments,
    twin,
    uint32,
)
from tests.metrics.naive import ngrams

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
    found = compiled.multiply_counts(*given_, *nodes, limit)
    for multiply in (compiled.multiply_counts, twin.multiply_counts):
        for mine, theirs in zip(*map(buffers_of, nodes), strict=True):
            assert multiply(*given_, mine, theirs, limit) == found
    products, reference_squares, hypothesis_squares = map(float64, found)
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
