"""Word alignment by context: the kernel, its twin and a count of every context agree."""

import time
from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate, chain, combinations, groupby, pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import (
    UNKNOWN,
    Segment,
    ids,
    int64,
    offsets,
    packed,
    packed_segments,
    twin,
    uint32,
)

RULES = [(left_first, whole) for left_first in (True, False) for whole in (True, False)]


def aligned_by_context(
    kernel: ModuleType, segments: Sequence[Segment], *rules: bool
) -> list[list[int]]:
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


PAIRS_OF_TEXTS = st.sampled_from([3, 5]).flatmap(
    lambda tokens: st.lists(st.integers(0, tokens - 1), max_size=12)
)


@given(
    segments=st.lists(
        st.tuples(PAIRS_OF_TEXTS, st.lists(PAIRS_OF_TEXTS, min_size=1, max_size=3)),
        min_size=1,
        max_size=3,
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
        assert aligned_by_context(kernel, segments, *rules) == expected


def test_a_left_context_can_be_left_out_and_the_shorter_decides(each_kernel: ModuleType) -> None:
    # b a a / b a a x a a: the third word of the hypothesis needs all of it
    segments: list[Segment] = [([1, 0, 0], [[1, 0, 0, 2, 0, 0]])]
    assert aligned_by_context(each_kernel, segments, True, True) == [[0, 1, 2]]
    assert aligned_by_context(each_kernel, segments, True, False) == [[0, 1]]
    # b c a d / a d b c a c a: of the contexts "a d" and "b c a" the shorter one decides
    assert aligned_by_context(
        each_kernel, [([1, 2, 0, 3], [[0, 3, 1, 2, 0, 2, 0]])], True, True
    ) == [[2, 3, 0, 1]]


def test_a_text_of_one_repeated_word_takes_quadratic_time(compiled: ModuleType) -> None:
    assert aligned_by_context(compiled, [([0] * 2000, [[0] * 1999])], True, True) == [[]]


@given(sequences=st.lists(st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 9)), max_size=3))
def test_ascending_pairs_are_all_pairs_whose_later_number_is_greater(
    compiled: ModuleType, sequences: list[list[int]]
) -> None:
    expected = [
        sum(first < second for first, second in combinations(each, 2)) for each in sequences
    ]
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
    pairs = int64(compiled.ascending_pairs(numbers, bounds))
    assert time.process_time() - started < 2
    each = 250_000 * 249_999 // 2  # as many within each half as from the first to the second
    assert pairs == [3 * each]


SIZE = 6
TOKENS = st.lists(st.integers(0, SIZE - 1), max_size=9)
CLASSES = st.lists(st.integers(0, SIZE - 1), min_size=SIZE, max_size=SIZE)
PAIRS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=9)
Pairs = Sequence[tuple[int, int]]


def aligned_in_stages(
    kernel: ModuleType, segments: Sequence[Segment], classes: Sequence[int], pairs: Pairs
) -> tuple[list[int], list[int], list[int]]:
    sides = (ids(*(pair[side] for pair in pairs)) for side in (0, 1))
    positions, counts, left = kernel.align_in_stages(
        *packed_segments(segments), SIZE, ids(*classes), *sides
    )
    return uint32(positions), int64(counts), list(left)


def searched(
    hypothesis: Sequence[int], reference: Sequence[int], classes: Sequence[int], pairs: Pairs
) -> list[int | None]:
    """Go through the hypothesis once for each stage, as NLTK does, with two shrinking lists."""
    fits: list[Callable[[int, int], bool]] = [
        lambda own, other: own == other,
        lambda own, other: classes[own] == classes[other],
        lambda own, other: (classes[own], classes[other]) in pairs,
    ]
    ours, theirs = [*enumerate(hypothesis)], [*enumerate(reference)]
    aligned: list[int | None] = [None] * len(hypothesis)
    for of_stage in fits:
        for own in ours[::-1]:
            for other in theirs[::-1]:
                if of_stage(own[1], other[1]):
                    aligned[own[0]] = other[0]
                    ours.remove(own)
                    theirs.remove(other)
                    break
    return aligned


def runs_of(aligned: Sequence[int | None]) -> int:
    """Count groups of equal distances between the sides, without gaps."""
    distances = [None if other is None else other - own for own, other in enumerate(aligned)]
    return sum(distance is not None for distance, _ in groupby(distances))


@given(
    segments=st.lists(st.tuples(TOKENS, st.lists(TOKENS, max_size=3)), max_size=3),
    classes=CLASSES,
    pairs=PAIRS,
)
def test_every_reference_is_aligned_by_itself_in_three_stages(
    compiled: ModuleType, segments: list[Segment], classes: list[int], pairs: Pairs
) -> None:
    expected = [
        (hypothesis, searched(hypothesis, reference, classes, pairs))
        for hypothesis, references in segments
        for reference in references
    ]
    left = {
        token
        for hypothesis, aligned in expected
        for token, other in zip(hypothesis, aligned, strict=True)
        if other is None
    }
    for kernel in (compiled, twin):
        positions, counts, marks = aligned_in_stages(kernel, segments, classes, pairs)
        places = [UNKNOWN if other is None else other for _, each in expected for other in each]
        assert positions == places
        assert counts[::2] == [len(each) - each.count(None) for _, each in expected]
        assert counts[1::2] == [runs_of(each) for _, each in expected]
        assert marks == [token in left for token in range(SIZE)]


def test_a_stage_begins_at_the_end_and_takes_the_last_free_token(each_kernel: ModuleType) -> None:
    # a a / a b a a, and x x x / c b c where x accepts b and c
    segments: list[Segment] = [([0, 0], [[0, 1, 0, 0]]), ([3, 3, 3], [[2, 1, 2]])]
    positions, counts, left = aligned_in_stages(
        each_kernel, segments, range(SIZE), [(3, 1), (3, 2)]
    )
    assert positions == [2, 3, 0, 1, 2]
    assert counts == [2, 1, 3, 1]
    assert left == [0] * SIZE


def test_equal_tokens_come_before_tokens_of_a_class_and_these_before_accepted_ones(
    each_kernel: ModuleType,
) -> None:
    # 0 and 1 are of one class, which accepts that of 2
    classes, pairs = [0, 0, 2, 3, 4, 5], [(0, 2)]
    assert aligned_in_stages(each_kernel, [([0], [[0, 1, 2]])], classes, pairs)[0] == [0]
    assert aligned_in_stages(each_kernel, [([0], [[1, 2]])], classes, pairs)[0] == [0]
    assert aligned_in_stages(each_kernel, [([0], [[3, 2]])], classes, pairs)[0] == [1]
    assert aligned_in_stages(each_kernel, [([2], [[0, 1]])], classes, pairs)[0] == [UNKNOWN]


def test_long_texts_with_many_accepted_classes_are_aligned(compiled: ModuleType) -> None:
    size = 50_000
    own, other = array("I", range(size)), array("I", range(size - 1, -1, -1))
    segment = packed_segments([(own.tolist(), [other.tolist()])])
    pairs = array("I", [1] * size), array("I", range(size))
    positions, counts, _ = compiled.align_in_stages(*segment, size, own, *pairs)
    assert positions == other.tobytes()
    assert int64(counts) == [size, size]


Text = list[list[int]]  # sentences of token ids
Sentences = tuple[Text, list[Text]]


def firsts(groups: Sequence[Sequence[object]]) -> bytes:
    return offsets(*accumulate(map(len, groups), initial=0))


def matched_tokens(kernel: ModuleType, segments: Sequence[Sentences], size: int) -> list[int]:
    references = [references for _, references in segments]
    buffers: list[bytes] = []
    for texts in ([hypothesis for hypothesis, _ in segments], [*chain(*references)]):
        buffers += [*packed(chain(*texts)), firsts(texts)]
    return int64(kernel.match_subsequences(*buffers, firsts(references), size))


def longest(first: Sequence[int], second: Sequence[int]) -> int:
    """Try every subsequence of the first, the longest first."""

    def occurs(wanted: tuple[int, ...]) -> bool:
        rest = iter(second)
        return all(token in rest for token in wanted)

    lengths = range(min(len(first), len(second)), 0, -1)
    return next((n for n in lengths if any(map(occurs, combinations(first, n)))), 0)


def sentences(longest_sentence: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 3), max_size=longest_sentence)


@given(first=sentences(9), second=sentences(9))
def test_the_length_is_that_of_the_longest_subsequence_that_both_have(
    compiled: ModuleType, first: list[int], second: list[int]
) -> None:
    for kernel in (compiled, twin):
        assert matched_tokens(kernel, [([first], [[second]])], 4) == [longest(first, second)]


SENTENCES = st.lists(st.one_of(sentences(5), sentences(80)), max_size=3)


@given(segments=st.lists(st.tuples(SENTENCES, st.lists(SENTENCES, max_size=3)), max_size=3))
def test_the_kernel_and_its_twin_agree_on_sentences_of_several_strips(
    compiled: ModuleType, segments: list[Sentences]
) -> None:
    assert matched_tokens(compiled, segments, 4) == matched_tokens(twin, segments, 4)


@pytest.mark.parametrize("length", [63, 64, 65, 128, 129, 1000])
def test_a_sentence_matches_itself_whole_at_every_length(compiled: ModuleType, length: int) -> None:
    same = [number % 7 for number in range(length)]
    assert matched_tokens(compiled, [([same], [[same]])], 7) == [length]
    assert matched_tokens(compiled, [([same, same], [[same]])], 7) == [length]


def test_the_walk_drops_tokens_of_the_reference_first(compiled: ModuleType) -> None:
    # the sentences a / a b against a a: rouge-score 0.1.2 and ROUGE-1.5.5 find 2 matches
    for kernel in (compiled, twin):
        assert matched_tokens(kernel, [([[0], [0, 1]], [[[0, 0]]])], 2) == [2]
