"""N-grams that are added to a source, kept and deleted: the kernel, its twin and a naive count."""

from array import array
from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import packed, packed_segments, twin
from tests.metrics.naive import ngrams

Segment = tuple[list[int], list[int], list[list[int]]]  # source, hypothesis and references

TEXT = st.lists(st.integers(0, 3), max_size=7)
SEGMENTS = st.lists(st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=3)), max_size=3)
SIZE = 4


def arguments(segments: Sequence[Segment], order: int, size: int = SIZE) -> tuple[Any, ...]:
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


def naive(segment: Segment, order: int, unreferenced: bool, one_token: bool) -> list[float]:
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
    found: list[float] = [len(both[0] & both[1]), *map(len, both)]
    shares: list[float] = []
    for done, wanted, is_deletion in ((s & h, s & r, False), (s - h, s - r, True)):
        correct = done - r if is_deletion and unreferenced else done & wanted
        found += [correct.total(), done.total(), wanted.total()]
        for whole in (done, wanted):
            each = [correct[ngram] / whole[ngram] for ngram in in_source if whole[ngram]]
            total = 0.0
            for share in each:  # not `sum`, which is compensated from Python 3.12 on
                total += share
            shares += [total, len(each)]
    return found + shares


@given(
    segments=SEGMENTS, order=st.integers(1, 5), unreferenced=st.booleans(), one_token=st.booleans()
)
def test_the_kernel_its_twin_and_a_naive_count_agree(
    compiled: ModuleType, segments: list[Segment], order: int, unreferenced: bool, one_token: bool
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
    segment: Segment = (text, text[::-1], [text[1500:], text[:10]])
    expected = [naive(segment, order, False, False) for order in (1, 2, 3)]
    assert blocks(compiled, *arguments([segment], 3, 997)) == [expected]
