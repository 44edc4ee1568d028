"""Products of counts, and counts of segments: the kernel, its twin and a naive count agree."""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.whole_corpus.ngram_weights import by_order

Segment = tuple[list[int], list[list[int]]]

TOKENS = st.one_of(
    st.lists(st.integers(0, 2), max_size=8), st.lists(st.integers(0, 30), max_size=40)
)
SEGMENTS = st.lists(st.tuples(TOKENS, st.lists(TOKENS, max_size=3)), max_size=4)
LIMITS = ["none", "count", "share"]
WEIGHTS = array("d", [0.5, 0.0, 2.0, 1.25])
OTHERS = 0.75


def offsets(values: Sequence[int]) -> bytes:
    return array("q", values).tobytes()


def side(texts: Sequence[list[int]]) -> tuple[bytes, bytes]:
    bounds = [0]
    for text in texts:
        bounds.append(bounds[-1] + len(text))
    return array("I", [token for text in texts for token in text]).tobytes(), offsets(bounds)


def ngrams_of(text: list[int], order: int) -> list[tuple[int, ...]]:
    return [tuple(text[at : at + order]) for at in range(len(text) - order + 1)]


def node_of(ngram: tuple[int, ...]) -> int:
    """Return a node that depends on the n-gram alone; some have none, or one without a weight."""
    return [0, 1, 2, 3, 4, UNKNOWN][sum(ngram) % 6]


def weight_of(ngram: tuple[int, ...]) -> float:
    node = node_of(ngram)
    return WEIGHTS[node] if node < len(WEIGHTS) else OTHERS


def nodes_of(texts: Sequence[list[int]], orders: int) -> Any:
    rows = [
        [
            node_of(tuple(text[at : at + order])) if at + order <= len(text) else UNKNOWN
            for text in texts
            for at in range(len(text))
        ]
        for order in range(1, orders + 1)
    ]
    return np.array(rows, np.uint32).reshape(orders, -1)


def arguments(segments: Sequence[Segment], orders: int, limit: str) -> tuple[Any, ...]:
    firsts = [0]
    for _, some in segments:
        firsts.append(firsts[-1] + len(some))
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [reference for _, some in segments for reference in some]
    known = max(orders - 1, 1)  # no n-gram of the highest order has a node
    nodes = nodes_of(hypotheses, known), nodes_of(references, known)
    both = *side(hypotheses), *side(references), offsets(firsts)
    return *both, orders, 31, WEIGHTS.tobytes(), OTHERS, *nodes, limit


def product(hypothesis: list[int], reference: list[int], order: int, limit: str) -> float:
    mine, theirs = Counter(ngrams_of(hypothesis, order)), Counter(ngrams_of(reference, order))
    total = 0.0
    for ngram, count in theirs.items():
        most = {
            "none": mine[ngram],
            "count": count,
            "share": count / theirs.total() * mine.total(),
        }[limit]
        total += min(mine[ngram], most) * count * _weight(ngram, order)
    return total


HIGHEST = 3


def _weight(ngram: tuple[int, ...], order: int) -> float:
    return OTHERS if order == HIGHEST else weight_of(ngram)


@pytest.mark.parametrize("limit", LIMITS)
@given(segments=SEGMENTS)
def test_products_equal_a_naive_sum(
    compiled: ModuleType, limit: str, segments: list[Segment]
) -> None:
    given_ = arguments(segments, HIGHEST, limit)
    found = compiled.multiply_counts(*given_)
    assert found == kernel_python.multiply_counts(*given_)
    if segments:  # other buffers than arrays, as by_order makes
        *rest, mine, theirs, named = given_
        views = [by_order(one.tobytes(), one.shape[1]) for one in (mine, theirs)]
        for kernel in (compiled, kernel_python):
            assert kernel.multiply_counts(*rest, *views, named) == found
    products, reference_squares, hypothesis_squares = (array("d", one).tolist() for one in found)
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
    for kernel in (compiled, kernel_python):
        for buffer in (nodes, by_order(nodes.tobytes(), len(rows))):
            counts = kernel.count_segments(buffer, offsets(bounds), 8)
            assert array("I", counts).tolist() == expected


RIGHT = arguments([([0, 1], [[1, 0], [1]])], 2, "count")
WRONG: list[tuple[int, object]] = [
    (0, array("I", [0, 31]).tobytes()),
    (0, b"abc"),
    (1, offsets([0, 3])),
    (2, array("I", [0, 1, UNKNOWN]).tobytes()),
    (3, offsets([0, 2, 1])),
    (4, offsets([0, 3])),
    (4, offsets([0, 1, 2])),
    (5, 0),
    (5, 2**40),
    (6, -1),
    (6, 1),
    (7, b"1234567"),
    (8, "1"),
    (9, np.zeros((1, 3), np.uint32)),
    (9, np.zeros((1, 2), np.uint64)),
    (10, np.zeros((1, 2), np.uint32)),
    (10, np.zeros(3, np.uint32)),
    (10, np.zeros((2, 3), np.uint32)[::-1]),
    (11, "counts"),
    (11, None),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_arguments_that_do_not_fit_are_refused(
    compiled: ModuleType, place: int, value: object
) -> None:
    assert len(compiled.multiply_counts(*RIGHT)[0]) == 2 * 2 * 8
    given_ = [*RIGHT]
    given_[place] = value
    with pytest.raises((ValueError, TypeError, OverflowError)):
        compiled.multiply_counts(*given_)


@pytest.mark.parametrize(
    "change",
    [
        (np.zeros(3, np.uint32), offsets([0, 3]), 5),
        (np.zeros((1, 3), np.int64), offsets([0, 3]), 5),
        (np.zeros((1, 3), np.uint32), offsets([0, 4]), 5),
        (np.zeros((1, 3), np.uint32), b"", 5),
        (np.zeros((1, 3), np.uint32), offsets([0, 3]), -1),
        (np.zeros((1, 3), np.uint32), offsets([0, 3]), 2**40),
    ],
)
def test_nodes_that_do_not_fit_are_refused(compiled: ModuleType, change: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        compiled.count_segments(*change)
