"""Clipped matches and weighted sums: kernel, twin and a count by hand agree."""

from array import array
from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.ngrams import _kernel_python
from tallystick.metrics.ngrams.kernel import UNKNOWN

Segment = tuple[list[int], list[list[int]]]  # a hypothesis and its references, as token ids


def ngrams(tokens: Sequence[int], order: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def clipped_by_hand(segment: Segment, order: int) -> dict[tuple[int, ...], int]:
    """Papineni et al. 2002, section 2.1: Count_clip = min(Count, Max_Ref_Count)."""
    hypothesis, references = segment
    return {
        ngram: min(count, max((ngrams(one, order)[ngram] for one in references), default=0))
        for ngram, count in ngrams(hypothesis, order).items()
    }


def buffers(segments: Sequence[Segment]) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    hypothesis_ids, reference_ids = array("I"), array("I")
    hypothesis_offsets, reference_offsets = array("q", [0]), array("q", [0])
    segment_offsets = array("q", [0])
    for hypothesis, references in segments:
        hypothesis_ids.extend(hypothesis)
        hypothesis_offsets.append(len(hypothesis_ids))
        for reference in references:
            reference_ids.extend(reference)
            reference_offsets.append(len(reference_ids))
        segment_offsets.append(len(reference_offsets) - 1)
    parts = (hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets)
    hypotheses, ends, references_, reference_ends, owners = (part.tobytes() for part in parts)
    return hypotheses, ends, references_, reference_ends, owners


@st.composite
def segment_lists(draw: st.DrawFn) -> tuple[list[Segment], int]:
    """Segments over so few tokens that n-grams repeat; and the number of tokens."""
    size = draw(st.integers(1, 6))
    tokens = st.lists(st.integers(0, size - 1), max_size=draw(st.sampled_from([4, 12, 40])))
    pool = draw(st.lists(tokens, min_size=1, max_size=5))
    # a reference often is the hypothesis of its segment, or another segment's
    either = st.one_of(tokens, st.sampled_from(pool))
    one = st.tuples(either, st.lists(either, max_size=5))
    return draw(st.lists(one, max_size=6)), size


@given(drawn=segment_lists(), order=st.integers(1, 12))
def test_kernel_twin_and_a_count_by_hand_give_the_same_matches(
    compiled: ModuleType, drawn: tuple[list[Segment], int], order: int
) -> None:
    segments, size = drawn
    expected = array("q")
    for segment in segments:
        expected.extend(sum(clipped_by_hand(segment, n).values()) for n in range(1, order + 1))
    for kernel in (compiled, _kernel_python):
        assert kernel.match(*buffers(segments), order, size) == (expected.tobytes(), b"")


@given(
    drawn=segment_lists(),
    order=st.integers(1, 12),
    table_order=st.integers(1, 12),
    data=st.data(),
)
def test_kernel_and_twin_give_the_same_weighted_sums_to_the_bit(
    compiled: ModuleType,
    drawn: tuple[list[Segment], int],
    order: int,
    table_order: int,
    data: st.DataObject,
) -> None:
    segments, size = drawn
    mapping = data.draw(
        st.lists(st.integers(0, size - 1) | st.just(UNKNOWN), min_size=size, max_size=size)
    )
    found = []
    weights: list[float] = []
    for kernel in (compiled, _kernel_python):
        table = counted_table(kernel, segments, size, table_order)
        if not weights:
            weights = data.draw(
                st.lists(st.floats(-1e6, 1e6), min_size=len(table), max_size=len(table))
            )
        found.append(
            kernel.match(
                *buffers(segments),
                order,
                size,
                table=table,
                weights=array("d", weights),
                mapping=array("I", mapping),
            )
        )
    assert found[0] == found[1]


@given(drawn=segment_lists(), order=st.integers(1, 9), table_order=st.integers(1, 9))
def test_whole_weights_are_added_exactly(
    each_kernel: ModuleType, drawn: tuple[list[Segment], int], order: int, table_order: int
) -> None:
    segments, size = drawn
    table = counted_table(each_kernel, segments, size, table_order)
    weights = [float(3 + 7 * node) for node in range(len(table))]
    reverse = list(reversed(range(size)))  # token t of the segments is token size - 1 - t there
    _, weighted = each_kernel.match(
        *buffers(segments),
        order,
        size,
        table,
        array("d", weights),
        array("I", reverse),
    )
    expected = array("d")
    for segment in segments:
        for n in range(1, order + 1):
            total = 0.0
            for ngram, clipped in clipped_by_hand(segment, n).items():
                node = table.find([reverse[token] for token in ngram])
                total += clipped * (weights[node] if node != UNKNOWN else 0.0)
            expected.append(total)
    assert array("d", weighted) == expected


def counted_table(kernel: ModuleType, segments: Sequence[Segment], size: int, order: int) -> Any:
    ids, offsets = array("I"), array("q", [0])
    for _, references in segments:
        for reference in references:
            ids.extend(reference)
            offsets.append(len(ids))
    table = kernel.NgramTable(size)
    table.count(ids, offsets, order)
    return table


@pytest.mark.parametrize(
    ("hypothesis", "references", "expected"),
    [
        # Papineni et al. 2002, section 2.1: "the" seven times against two references: 2 of 7
        ([0] * 7, [[0, 1, 2, 3, 0, 4], [5, 2, 6, 1, 3, 0, 4]], [2, 0, 0]),
        # the maximum over references, n-gram by n-gram: a b from one, b a from the other
        ([0, 1, 0], [[0, 1], [1, 0]], [2, 2, 0]),
        ([0, 0, 0], [[0, 0, 0], [0]], [3, 2, 1]),
        ([0, 1, 2], [], [0, 0, 0]),
        ([], [[0, 1]], [0, 0, 0]),
        ([0, 1], [[]], [0, 0, 0]),
        # both halves of 0 1 2 match, but the trigram does not
        ([0, 1, 2], [[0, 1, 3, 1, 2]], [3, 2, 0]),
    ],
)
def test_matches_of_small_examples_counted_by_hand(
    each_kernel: ModuleType, hypothesis: list[int], references: list[list[int]], expected: list[int]
) -> None:
    matches, _ = each_kernel.match(*buffers([(hypothesis, references)]), 3, 7)
    assert array("q", matches).tolist() == expected


def test_a_long_segment_of_one_token_matches_itself_at_every_order(each_kernel: ModuleType) -> None:
    length = 5000
    matches, _ = each_kernel.match(*buffers([([0] * length, [[0] * length])]), 9, 1)
    assert array("q", matches).tolist() == [length - n for n in range(9)]


def test_the_order_can_exceed_every_length(each_kernel: ModuleType) -> None:
    matches, _ = each_kernel.match(*buffers([([0, 1, 0], [[0, 1, 0]])]), 300, 2)
    assert array("q", matches).tolist() == [3, 2, 1] + [0] * 297


def test_no_segments_have_no_matches(each_kernel: ModuleType) -> None:
    assert each_kernel.match(*buffers([]), 4, 0) == (b"", b"")


def test_segments_do_not_leak_into_each_other(each_kernel: ModuleType) -> None:
    long = list(range(100)) * 3
    alone = [([5, 6, 7], [[5, 6, 9]]), (long, [long, [1]]), ([5, 6], [[6, 5]])]
    together, _ = each_kernel.match(*buffers(alone * 50), 5, 100)
    one_by_one = b"".join(each_kernel.match(*buffers([one]), 5, 100)[0] for one in alone)
    assert together == one_by_one * 50
