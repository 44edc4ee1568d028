"""N-grams that are added to a source, kept and deleted: the kernel, its twin and a naive count."""

from array import array
from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python

Segment = tuple[list[int], list[int], list[list[int]]]  # source, hypothesis and references

TEXT = st.lists(st.integers(0, 3), max_size=7)
SEGMENTS = st.lists(st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=3)), max_size=3)
SIZE = 4


def packed(texts: Sequence[list[int]]) -> tuple[bytes, bytes]:
    ids, offsets = array("I"), array("q", [0])
    for text in texts:
        ids.extend(text)
        offsets.append(len(ids))
    return ids.tobytes(), offsets.tobytes()


def arguments(segments: Sequence[Segment], order: int, size: int = SIZE) -> tuple[Any, ...]:
    starts = array("q", [0])
    for _, _, of_segment in segments:
        starts.append(starts[-1] + len(of_segment))
    references = [text for _, _, of_segment in segments for text in of_segment]
    sources, hypotheses = [one[0] for one in segments], [one[1] for one in segments]
    return (
        *packed(hypotheses), *packed(references), starts.tobytes(), order, size, *packed(sources)
    )  # fmt: skip


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


def counted(texts: Sequence[list[int]], order: int, times: int = 1) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(text[start : start + order])
        for text in texts
        for start in range(len(text) - order + 1)
        for _ in range(times)
    )


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
    for kernel in (compiled, kernel_python):
        options = {"unreferenced": unreferenced, "one_token": one_token}
        assert blocks(kernel, *arguments(segments, order), **options) == expected


def test_thousands_of_distinct_ngrams_of_one_segment_are_counted(compiled: ModuleType) -> None:
    text = [number * number % 997 for number in range(3000)]
    segment: Segment = (text, text[::-1], [text[1500:], text[:10]])
    expected = [naive(segment, order, False, False) for order in (1, 2, 3)]
    assert blocks(compiled, *arguments([segment], 3, 997)) == [expected]


RIGHT = arguments([([0, 1], [1, 0], [[1]]), ([], [2], [])], 2)
OFFSETS = [array("q", values).tobytes() for values in ([0, 4, 3], [2, 0, 3], [0, 3], [0, 1, 9])]
WRONG: list[tuple[int, object]] = [
    *((place, b"abc") for place in (0, 2, 7)),
    *((place, array("I", [0, 1, SIZE]).tobytes()) for place in (0, 2, 7)),
    *((place, offsets) for place in (1, 3, 4, 8) for offsets in OFFSETS),
    *((place, None) for place in range(9)),
    *((place, b"") for place in (1, 4, 8)),
    (5, 0),
    (5, 2**31),
    (6, 1),
    (6, -1),
    (6, 2**62),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_arguments_that_do_not_fit_are_refused(
    compiled: ModuleType, place: int, value: object
) -> None:
    assert compiled.count_changes(*RIGHT) == kernel_python.count_changes(*RIGHT)
    given_ = [*RIGHT]
    given_[place] = value
    with pytest.raises((ValueError, TypeError)):
        compiled.count_changes(*given_)
