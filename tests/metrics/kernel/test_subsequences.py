"""Common subsequences: the kernel, its twin and a search of all subsequences agree."""

from collections.abc import Sequence
from itertools import accumulate, chain, combinations
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import int64, offsets, packed, twin

Text = list[list[int]]  # sentences of token ids
Segment = tuple[Text, list[Text]]


def firsts(groups: Sequence[Sequence[object]]) -> bytes:
    return offsets(*accumulate(map(len, groups), initial=0))


def found(kernel: ModuleType, segments: Sequence[Segment], size: int) -> list[int]:
    references = [references for _, references in segments]
    buffers: list[bytes] = []
    for texts in ([hypothesis for hypothesis, _ in segments], [*chain(*references)]):
        buffers += [*packed(chain(*texts)), firsts(texts)]
    return int64(kernel.match_subsequences(*buffers, firsts(references), size))


def longest(one: Sequence[int], other: Sequence[int]) -> int:
    """Try every subsequence of the first, the longest first."""

    def occurs(wanted: tuple[int, ...]) -> bool:
        rest = iter(other)
        return all(token in rest for token in wanted)

    lengths = range(min(len(one), len(other)), 0, -1)
    return next((n for n in lengths if any(map(occurs, combinations(one, n)))), 0)


def sentences(longest_sentence: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 3), max_size=longest_sentence)


@given(one=sentences(9), other=sentences(9))
def test_the_length_is_that_of_the_longest_subsequence_that_both_have(
    compiled: ModuleType, one: list[int], other: list[int]
) -> None:
    for kernel in (compiled, twin):
        assert found(kernel, [([one], [[other]])], 4) == [longest(one, other)]


TEXTS = st.lists(st.one_of(sentences(5), sentences(80)), max_size=3)


@given(segments=st.lists(st.tuples(TEXTS, st.lists(TEXTS, max_size=3)), max_size=3))
def test_the_kernel_and_its_twin_agree_on_sentences_of_several_strips(
    compiled: ModuleType, segments: list[Segment]
) -> None:
    assert found(compiled, segments, 4) == found(twin, segments, 4)


@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 1000])
def test_a_sentence_matches_itself_whole_at_every_length(compiled: ModuleType, length: int) -> None:
    same = [number % 7 for number in range(length)]
    assert found(compiled, [([same], [[same]])], 7) == [length]
    assert found(compiled, [([same, same], [[same]])], 7) == [length]


def test_the_walk_drops_tokens_of_the_reference_first(compiled: ModuleType) -> None:
    # the sentences a / a b against a a: rouge-score 0.1.2 and ROUGE-1.5.5 find 2 matches
    for kernel in (compiled, twin):
        assert found(kernel, [([[0], [0, 1]], [[[0, 0]]])], 2) == [2]
