"""Word alignment by context: the kernel, its twin and a count of every context agree."""

import time
from array import array
from collections.abc import Sequence
from itertools import combinations, pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python

Segment = tuple[list[int], list[list[int]]]  # a hypothesis and its references
RULES = [(left_first, whole) for left_first in (True, False) for whole in (True, False)]


def packed(texts: Sequence[Sequence[int]]) -> tuple[bytes, bytes]:
    ids, offsets = array("I"), array("q", [0])
    for text in texts:
        ids.extend(text)
        offsets.append(len(ids))
    return ids.tobytes(), offsets.tobytes()


def arguments(segments: Sequence[Segment]) -> tuple[Any, ...]:
    starts = array("q", [0])
    for _, references in segments:
        starts.append(starts[-1] + len(references))
    hypotheses = packed([hypothesis for hypothesis, _ in segments])
    all_references = packed([one for _, references in segments for one in references])
    return *hypotheses, *all_references, starts.tobytes(), 10


def found(kernel: ModuleType, segments: Sequence[Segment], *rules: bool) -> list[list[int]]:
    ranks, offsets = kernel.align_by_context(*arguments(segments), *rules)
    numbers, bounds = array("I", ranks).tolist(), array("q", offsets).tolist()
    return [numbers[start:end] for start, end in pairwise(bounds)]


def occurrences(words: Sequence[int], text: Sequence[int]) -> list[int]:
    starts = range(len(text) - len(words) + 1)
    return [start for start in starts if text[start : start + len(words)] == words]


def counted(
    hypothesis: list[int], reference: list[int], left_first: bool, whole: bool
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


def texts(tokens: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, tokens - 1), max_size=12)


@given(hypothesis=texts(3), reference=texts(3), rules=st.sampled_from(RULES))
def test_a_word_is_aligned_by_the_shortest_context_that_occurs_once_in_both(
    compiled: ModuleType, hypothesis: list[int], reference: list[int], rules: tuple[bool, bool]
) -> None:
    for kernel in (compiled, kernel_python):
        [ranks] = found(kernel, [(hypothesis, [reference])], *rules)
        assert ranks == counted(hypothesis, reference, *rules)


@given(
    segments=st.lists(st.tuples(texts(5), st.lists(texts(5), max_size=3)), max_size=3),
    rules=st.sampled_from(RULES),
)
def test_every_reference_is_aligned_by_itself(
    compiled: ModuleType, segments: list[Segment], rules: tuple[bool, bool]
) -> None:
    expected = [
        counted(hypothesis, reference, *rules)
        for hypothesis, references in segments
        for reference in references
    ]
    for kernel in (compiled, kernel_python):
        assert found(kernel, segments, *rules) == expected


def test_a_left_context_from_the_first_word_can_be_left_out(compiled: ModuleType) -> None:
    # b a a / b a a x a a: the third word of the hypothesis needs all of it
    for kernel in (compiled, kernel_python):
        segment = [([1, 0, 0], [[1, 0, 0, 2, 0, 0]])]
        assert found(kernel, segment, True, True) == [[0, 1, 2]]
        assert found(kernel, segment, True, False) == [[0, 1]]


def test_a_text_of_one_repeated_word_takes_quadratic_time(compiled: ModuleType) -> None:
    assert found(compiled, [([0] * 2000, [[0] * 1999])], True, True) == [[]]


@given(sequences=st.lists(st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 9)), max_size=3))
def test_ascending_pairs_are_all_pairs_whose_later_number_is_greater(
    compiled: ModuleType, sequences: list[list[int]]
) -> None:
    expected = [sum(one < other for one, other in combinations(each, 2)) for each in sequences]
    for kernel in (compiled, kernel_python):
        counts = array("q", kernel.ascending_pairs(*packed(sequences))).tolist()
        assert counts == expected


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
    assert array("q", counts).tolist() == [expected, 1, expected]


def test_ascending_pairs_of_half_a_million_numbers_take_less_than_quadratic_time(
    compiled: ModuleType,
) -> None:
    numbers, bounds = packed([[*range(250_000), *range(250_000)]])
    started = time.process_time()
    found = array("q", compiled.ascending_pairs(numbers, bounds)).tolist()
    assert time.process_time() - started < 2
    each = 250_000 * 249_999 // 2  # as many within each half as from the first to the second
    assert found == [3 * each]


RIGHT = (*arguments([([0, 1], [[1, 0]])]), True, True)
WRONG = [
    (0, array("I", [0, 10]).tobytes()),
    (1, array("q", [0, 3]).tobytes()),
    (2, b"abc"),
    (3, array("q", [2, 0]).tobytes()),
    (4, array("q", [0, 2]).tobytes()),
    (5, -1),
    (5, 2**62),
    (5, "2"),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_arguments_that_do_not_fit_are_refused(
    compiled: ModuleType, place: int, value: object
) -> None:
    assert array("I", compiled.align_by_context(*RIGHT)[0]).tolist() == [1, 0]
    given_ = [*RIGHT]
    given_[place] = value
    with pytest.raises((ValueError, TypeError)):
        compiled.align_by_context(*given_)


@pytest.mark.parametrize(
    ("numbers", "offsets"),
    [(b"abc", [0]), (bytes(8), [0, 3]), (bytes(8), [1, 0]), (bytes(8), [-1, 0]), (bytes(8), [])],
)
def test_sequences_that_do_not_fit_are_refused(
    compiled: ModuleType, numbers: bytes, offsets: list[int]
) -> None:
    with pytest.raises(ValueError, match=r"numbers|offsets"):
        compiled.ascending_pairs(numbers, array("q", offsets).tobytes())
