"""Word alignment by context: the kernel, its twin and a count of every context agree."""

import time
from collections.abc import Sequence
from itertools import combinations, pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import Segment, int64, packed, packed_segments, twin, uint32

RULES = [(left_first, whole) for left_first in (True, False) for whole in (True, False)]


def found(kernel: ModuleType, segments: Sequence[Segment], *rules: bool) -> list[list[int]]:
    ranks, offsets = kernel.align_by_context(*packed_segments(segments), 10, *rules)
    return [uint32(ranks)[start:end] for start, end in pairwise(int64(offsets))]


def occurrences(words: Sequence[int], text: Sequence[int]) -> list[int]:
    starts = range(len(text) - len(words) + 1)
    return [start for start in starts if text[start : start + len(words)] == words]


def counted(
    hypothesis: Sequence[int], reference: Sequence[int], left_first: bool, whole: bool
) -> list[int]:
    """Count every context of every word, from the shortest."""
    ranks = []
    for place in range(len(hypothesis)):
        for words in range(1, len(hypothesis) + 1):
            starts_right = (place, 0), (place - words + 1, words - 1)
            for start, own in starts_right[::-1] if left_first else starts_right:
                is_left = words > 1 and start < place
                if is_left and start == 0 and 2 * place > len(hypothesis) and not whole:
                    continue
                context = hypothesis[start : start + words]
                if start < 0 or len(context) < words:
                    continue
                theirs = occurrences(context, reference)
                if len(theirs) == len(occurrences(context, hypothesis)) == 1:
                    ranks.append(theirs[0] + own)
                    break
            else:
                continue
            break
    return ranks


TEXTS = st.sampled_from([3, 5]).flatmap(
    lambda tokens: st.lists(st.integers(0, tokens - 1), max_size=12)
)


@given(
    segments=st.lists(
        st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=3
    ),
    rules=st.sampled_from(RULES),
)
def test_a_word_is_aligned_by_the_shortest_context_that_occurs_once_in_both(
    compiled: ModuleType, segments: list[Segment], rules: tuple[bool, bool]
) -> None:
    expected = [
        counted(hypothesis, reference, *rules)
        for hypothesis, references in segments
        for reference in references
    ]
    for kernel in (compiled, twin):
        assert found(kernel, segments, *rules) == expected


def test_a_left_context_can_be_left_out_and_the_shorter_decides(each_kernel: ModuleType) -> None:
    # b a a / b a a x a a: the third word of the hypothesis needs all of it
    segments: list[Segment] = [([1, 0, 0], [[1, 0, 0, 2, 0, 0]])]
    assert found(each_kernel, segments, True, True) == [[0, 1, 2]]
    assert found(each_kernel, segments, True, False) == [[0, 1]]
    # b c a d / a d b c a c a: of the contexts "a d" and "b c a" the shorter one decides
    assert found(each_kernel, [([1, 2, 0, 3], [[0, 3, 1, 2, 0, 2, 0]])], True, True) == [
        [2, 3, 0, 1]
    ]


def test_a_text_of_one_repeated_word_takes_quadratic_time(compiled: ModuleType) -> None:
    assert found(compiled, [([0] * 2000, [[0] * 1999])], True, True) == [[]]


@given(sequences=st.lists(st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 9)), max_size=3))
def test_ascending_pairs_are_all_pairs_whose_later_number_is_greater(
    compiled: ModuleType, sequences: list[list[int]]
) -> None:
    expected = [sum(one < other for one, other in combinations(each, 2)) for each in sequences]
    for kernel in (compiled, twin):
        assert int64(kernel.ascending_pairs(*packed(sequences))) == expected


@pytest.mark.parametrize("length", [256, 257, 511, 1000])
@pytest.mark.parametrize("most", [1, 40, 2**32 - 1])
def test_long_sequences_have_the_ascending_pairs_of_all_pairs(
    each_kernel: ModuleType, length: int, most: int
) -> None:
    numbers = np.random.default_rng(length).integers(
        0, most, length, dtype=np.uint32, endpoint=True
    )
    expected = int(np.triu(numbers[:, None] < numbers).sum())
    counts = each_kernel.ascending_pairs(*packed([numbers.tolist(), [1, 2], numbers.tolist()]))
    assert int64(counts) == [expected, 1, expected]


def test_ascending_pairs_of_half_a_million_numbers_take_less_than_quadratic_time(
    compiled: ModuleType,
) -> None:
    numbers, bounds = packed([[*range(250_000), *range(250_000)]])
    started = time.process_time()
    found = int64(compiled.ascending_pairs(numbers, bounds))
    assert time.process_time() - started < 2
    each = 250_000 * 249_999 // 2  # as many within each half as from the first to the second
    assert found == [3 * each]
