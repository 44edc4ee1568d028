"""Alignment in stages: the kernel and its twin agree with a search that knows no order of work."""

from array import array
from collections.abc import Callable, Sequence
from itertools import groupby
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import UNKNOWN, Segment, ids, int64, packed_segments, twin, uint32

SIZE = 6
TEXTS = st.lists(st.integers(0, SIZE - 1), max_size=9)
CLASSES = st.lists(st.integers(0, SIZE - 1), min_size=SIZE, max_size=SIZE)
PAIRS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=9)
Pairs = Sequence[tuple[int, int]]


def found(
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
    segments=st.lists(st.tuples(TEXTS, st.lists(TEXTS, max_size=3)), max_size=3),
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
        positions, counts, marks = found(kernel, segments, classes, pairs)
        places = [UNKNOWN if other is None else other for _, each in expected for other in each]
        assert positions == places
        assert counts[::2] == [len(each) - each.count(None) for _, each in expected]
        assert counts[1::2] == [runs_of(each) for _, each in expected]
        assert marks == [token in left for token in range(SIZE)]


def test_a_stage_begins_at_the_end_and_takes_the_last_free_token(each_kernel: ModuleType) -> None:
    # a a / a b a a, and x x x / c b c where x accepts b and c
    segments: list[Segment] = [([0, 0], [[0, 1, 0, 0]]), ([3, 3, 3], [[2, 1, 2]])]
    positions, counts, left = found(each_kernel, segments, range(SIZE), [(3, 1), (3, 2)])
    assert positions == [2, 3, 0, 1, 2]
    assert counts == [2, 1, 3, 1]
    assert left == [0] * SIZE


def test_equal_tokens_come_before_tokens_of_a_class_and_these_before_accepted_ones(
    each_kernel: ModuleType,
) -> None:
    # 0 and 1 are of one class, which accepts that of 2
    classes, pairs = [0, 0, 2, 3, 4, 5], [(0, 2)]
    assert found(each_kernel, [([0], [[0, 1, 2]])], classes, pairs)[0] == [0]
    assert found(each_kernel, [([0], [[1, 2]])], classes, pairs)[0] == [0]
    assert found(each_kernel, [([0], [[3, 2]])], classes, pairs)[0] == [1]
    assert found(each_kernel, [([2], [[0, 1]])], classes, pairs)[0] == [UNKNOWN]


def test_long_texts_with_many_accepted_classes_are_aligned(compiled: ModuleType) -> None:
    size = 50_000
    own, other = array("I", range(size)), array("I", range(size - 1, -1, -1))
    segment = packed_segments([(own.tolist(), [other.tolist()])])
    pairs = array("I", [1] * size), array("I", range(size))
    positions, counts, _ = compiled.align_in_stages(*segment, size, own, *pairs)
    assert positions == other.tobytes()
    assert int64(counts) == [size, size]
