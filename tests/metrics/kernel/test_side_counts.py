"""Counts of n-grams by side: the kernel, its twin and a naive count agree."""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python

Segment = tuple[list[list[int]], ...]  # the texts of each side

TEXTS = st.lists(st.lists(st.integers(0, 3), max_size=7), max_size=3)
SEGMENTS = st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=3)


def offsets(values: Sequence[int]) -> bytes:
    return array("q", values).tobytes()


def side(segments: Sequence[list[list[int]]]) -> tuple[bytes, bytes, bytes]:
    ids, texts, firsts = array("I"), [0], [0]
    for of_segment in segments:
        for text in of_segment:
            ids.extend(text)
            texts.append(len(ids))
        firsts.append(len(texts) - 1)
    return ids.tobytes(), offsets(texts), offsets(firsts)


def arguments(segments: Sequence[Segment], order: int, size: int) -> tuple[Any, ...]:
    sides = range(len(segments[0]) if segments else 1)
    return tuple(side([one[number] for one in segments]) for number in sides), order, size


def rows(
    kernel: ModuleType, segments: Sequence[Segment], order: int, size: int
) -> list[list[list[int]]]:
    """Return the counts of every n-gram, by segment and order."""
    found = kernel.count_by_side(*arguments(segments, order, size))
    counts, starts = array("I", found[0]).tolist(), array("q", found[1]).tolist()
    width = len(segments[0]) if segments else 1
    ngrams = [counts[at : at + width] for at in range(0, len(counts), width)]
    return [ngrams[start:end] for start, end in pairwise(starts)]


def naive(segment: Segment, order: int) -> list[list[int]]:
    counters = [
        Counter(
            tuple(text[start : start + order])
            for text in texts
            for start in range(len(text) - order + 1)
        )
        for texts in segment
    ]
    every = dict.fromkeys(ngram for counter in counters for ngram in counter)
    return [[counter[ngram] for counter in counters] for ngram in every]


@settings(max_examples=max(1, settings().max_examples // 2))
@given(segments=SEGMENTS, order=st.integers(1, 5))
def test_the_kernel_its_twin_and_a_naive_count_agree(
    compiled: ModuleType, segments: list[Segment], order: int
) -> None:
    expected = [naive(segment, n) for segment in segments for n in range(1, order + 1)]
    for kernel in (compiled, kernel_python):
        assert rows(kernel, segments, order, 4) == expected


def test_thousands_of_distinct_ngrams_of_one_segment_are_counted(compiled: ModuleType) -> None:
    text = [number * number % 997 for number in range(3000)]
    segment: Segment = ([text], [text[::-1], text[:10]])
    assert rows(compiled, [segment], 3, 997) == [naive(segment, order) for order in (1, 2, 3)]


def test_one_segment_does_not_change_the_next(compiled: ModuleType) -> None:
    one: Segment = ([[0, 1, 0]], [[1]])
    other: Segment = ([[1]], [[2, 1, 0]])
    alone = rows(compiled, [one], 2, 3) + rows(compiled, [other], 2, 3)
    assert rows(compiled, [one, other], 2, 3) == alone


RIGHT = arguments([([[0, 1]], [[1, 0], [1]])], 2, 2)
FIRST, SECOND = RIGHT[0]
WRONG: list[tuple[int, object]] = [
    (0, (FIRST, (b"abc", *SECOND[1:]))),
    (0, (FIRST, (array("I", [0, 1, 2]).tobytes(), *SECOND[1:]))),
    (0, (FIRST, (SECOND[0], offsets([0, 2, 4]), SECOND[2]))),
    (0, (FIRST, (SECOND[0], offsets([2, 0, 3]), SECOND[2]))),
    (0, (FIRST, (*SECOND[:2], offsets([0, 3])))),
    (0, (FIRST, (*SECOND[:2], offsets([0, 1, 2])))),
    (0, (FIRST, (*SECOND[:2], b""))),
    (0, (FIRST, SECOND[:2])),
    (0, (FIRST, [*SECOND])),
    (0, (FIRST, None)),
    (0, ()),
    (0, (FIRST,) * 9),
    (0, [FIRST, SECOND]),
    (1, 0),
    (1, "2"),
    (2, 1),
    (2, -1),
    (2, 2**62),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_arguments_that_do_not_fit_are_refused(
    compiled: ModuleType, place: int, value: object
) -> None:
    assert compiled.count_by_side(*RIGHT) == kernel_python.count_by_side(*RIGHT)
    given_ = [*RIGHT]
    given_[place] = value
    with pytest.raises((ValueError, TypeError)):
        compiled.count_by_side(*given_)
