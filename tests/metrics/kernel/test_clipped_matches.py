"""Clipped matches and weighted sums: kernel, twin and a count by hand agree."""

import time
from array import array
from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.kernel.kernel import UNKNOWN

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
    for kernel in (compiled, kernel_python):
        assert kernel.match(*buffers(segments), order, size) == (expected.tobytes(), b"", b"")


@given(
    references=st.lists(st.lists(st.integers(0, 99), max_size=30), min_size=2, max_size=9),
    turn=st.integers(0, 99),
)
def test_references_shorter_than_the_hypothesis_give_the_matches_counted_by_hand(
    each_kernel: ModuleType, references: list[list[int]], turn: int
) -> None:
    hypothesis = [(turn + number) % 100 for number in range(300)]
    runs = [[(one[0] + i) % 100 for i in range(len(one))] for one in references if one]
    segment = hypothesis, references + runs
    expected = array("q", [sum(clipped_by_hand(segment, n).values()) for n in (1, 2, 3)])
    found, _, _ = each_kernel.match(*buffers([segment]), 3, 100)
    assert found == expected.tobytes()


def test_as_many_references_as_the_hypothesis_has_tokens_take_linear_time(
    compiled: ModuleType,
) -> None:
    tokens = list(range(100_000))  # whose square is ten billion
    segment = tokens, [[token] for token in tokens]
    started = time.process_time()
    found, _, _ = compiled.match(*buffers([segment]), 1, len(tokens))
    assert time.process_time() - started < 2
    assert found == array("q", [len(tokens)]).tobytes()


@given(drawn=segment_lists(), order=st.integers(1, 12), data=st.data())
def test_kernel_and_twin_give_the_same_weighted_sums_to_the_bit(
    compiled: ModuleType, drawn: tuple[list[Segment], int], order: int, data: st.DataObject
) -> None:
    segments, size = drawn
    places = sum(len(reference) for _, references in segments for reference in references)
    orders = data.draw(st.integers(0, 12))
    seed = data.draw(st.integers(0, 2**32 - 1))
    generator = np.random.default_rng(seed)
    weights = generator.normal(size=20) * 10.0 ** generator.integers(-9, 9, size=20)
    others = generator.normal(size=20) * 10.0 ** generator.integers(-9, 9, size=20)
    # some nodes are not in the table
    nodes = generator.integers(0, 22, size=(orders, places)).astype(np.uint32)
    nodes[nodes == 21] = UNKNOWN
    options = {
        "weights": weights,
        "nodes": nodes,
        "separately": data.draw(st.booleans()),
        "others": data.draw(st.sampled_from([None, others])),
        "compensated": data.draw(st.booleans()),
    }
    found = [
        kernel.match(*buffers(segments), order, size, **options)
        for kernel in (compiled, kernel_python)
    ]
    assert found[0] == found[1]


@given(drawn=segment_lists(), order=st.integers(1, 6))
def test_every_matched_ngram_has_its_matches_at_its_last_place_in_the_references(
    compiled: ModuleType, drawn: tuple[list[Segment], int], order: int
) -> None:
    segments, size = drawn
    expected: list[int] = []
    for number in range(1, order + 1):
        for segment in segments:
            clipped = clipped_by_hand(segment, number)
            starts = [
                tuple(reference[at : at + number]) if at + number <= len(reference) else None
                for reference in segment[1]
                for at in range(len(reference))
            ]
            last = {ngram: place for place, ngram in enumerate(starts)}
            expected += [
                clipped.get(ngram, 0) if ngram is not None and last[ngram] == place else 0
                for place, ngram in enumerate(starts)
            ]
    for kernel in (compiled, kernel_python):
        matches, places = kernel.match_places(*buffers(segments), order, size)
        assert matches == kernel.match(*buffers(segments), order, size)[0]
        assert array("I", places).tolist() == expected


@given(drawn=segment_lists(), order=st.integers(1, 9), table_order=st.integers(1, 9))
def test_whole_weights_are_added_exactly(
    each_kernel: ModuleType, drawn: tuple[list[Segment], int], order: int, table_order: int
) -> None:
    segments, size = drawn
    table = counted_table(each_kernel, segments, size, table_order)
    weights = [float(3 + 7 * node) for node in range(len(table))]
    reverse = list(reversed(range(size)))  # token t of the segments is token size - 1 - t there
    arguments = buffers(segments)
    located = table.locate(arguments[2], arguments[3], order, array("I", reverse))
    tokens = len(arguments[2]) // 4
    nodes = np.frombuffer(located, np.uint32).reshape(len(located) // max(4 * tokens, 1), tokens)
    _, weighted, others = each_kernel.match(
        *arguments, order, size, array("d", weights), nodes, others=array("d", weights)
    )
    expected = array("d")
    for segment in segments:
        for n in range(1, order + 1):
            total = 0.0
            for ngram, clipped in clipped_by_hand(segment, n).items():
                node = table.find([reverse[token] for token in ngram])
                total += clipped * (weights[node] if node != UNKNOWN else 0.0)
            expected.append(total)
    assert array("d", weighted) == array("d", others) == expected


@given(drawn=segment_lists(), order=st.integers(1, 9))
def test_references_are_matched_separately_as_if_each_were_the_only_one(
    each_kernel: ModuleType, drawn: tuple[list[Segment], int], order: int
) -> None:
    segments, size = drawn
    alone = [(hypothesis, [one]) for hypothesis, references in segments for one in references]
    found = each_kernel.match(*buffers(segments), order, size, separately=True)
    assert found == each_kernel.match(*buffers(alone), order, size)
    expected = array("q")
    for segment in alone:
        expected.extend(sum(clipped_by_hand(segment, n).values()) for n in range(1, order + 1))
    assert array("q", found[0]) == expected


@pytest.mark.parametrize(("length", "size"), [(1200, 1200), (70_000, 3), (65_535, 14)])
def test_a_pair_of_long_segments_among_short_ones_is_counted_as_by_hand(
    compiled: ModuleType, length: int, size: int
) -> None:
    generator = np.random.default_rng(length)
    long = generator.integers(0, size, size=length).tolist()
    changed = [token if token % 7 else 0 for token in long]
    short = [1, 2, 1, 0], [[0, 1, 2, 1]]
    segments: list[Segment] = [short, (long, [changed]), short, (changed, [long]), short]
    found, _, _ = compiled.match(*buffers(segments), 3, size)
    expected = [
        clipped_by_sorting(hypothesis, reference, n, size)
        for hypothesis, [reference] in segments
        for n in range(1, 4)
    ]
    assert array("q", found).tolist() == expected


def clipped_by_sorting(
    hypothesis: Sequence[int], reference: Sequence[int], order: int, size: int
) -> int:
    """Count as `clipped_by_hand` does, with every n-gram as a number to the base `size`."""
    powers = size ** np.arange(order)
    (ours, our_counts), (theirs, their_counts) = (
        np.unique(np.lib.stride_tricks.sliding_window_view(one, order) @ powers, return_counts=True)
        for one in (hypothesis, reference)
    )
    _, here, there = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
    return int(np.minimum(our_counts[here], their_counts[there]).sum())


@pytest.mark.parametrize(
    ("weights", "plain", "compensated"),
    [
        ([0.1] * 10, 0.9999999999999999, 1.0),  # 10 * 0.1, added one by one
        ([1.0, 1e100, 1.0, -1e100], 0.0, 2.0),  # Neumaier 1974
    ],
)
def test_other_weights_are_added_with_or_without_compensation(
    each_kernel: ModuleType, weights: list[float], plain: float, compensated: float
) -> None:
    size = len(weights)
    tokens = list(range(size))
    nodes = np.arange(size, dtype=np.uint32)[np.newaxis]
    for option, expected in ((False, plain), (True, compensated)):
        _, weighted, others = each_kernel.match(
            *buffers([(tokens, [tokens])]),
            1,
            size,
            weights=array("d", weights),
            nodes=nodes,
            others=array("d", weights),
            compensated=option,
        )
        assert array("d", weighted).tolist() == [plain]
        assert array("d", others).tolist() == [expected]


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
    matches, _, _ = each_kernel.match(*buffers([(hypothesis, references)]), 3, 7)
    assert array("q", matches).tolist() == expected


def test_a_long_segment_of_one_token_matches_itself_at_every_order(each_kernel: ModuleType) -> None:
    length = 5000
    matches, _, _ = each_kernel.match(*buffers([([0] * length, [[0] * length])]), 9, 1)
    assert array("q", matches).tolist() == [length - n for n in range(9)]


def test_the_order_can_exceed_every_length(each_kernel: ModuleType) -> None:
    matches, _, _ = each_kernel.match(*buffers([([0, 1, 0], [[0, 1, 0]])]), 300, 2)
    assert array("q", matches).tolist() == [3, 2, 1] + [0] * 297


def test_no_segments_have_no_matches(each_kernel: ModuleType) -> None:
    assert each_kernel.match(*buffers([]), 4, 0) == (b"", b"", b"")


def test_segments_do_not_leak_into_each_other(each_kernel: ModuleType) -> None:
    long = list(range(100)) * 3
    alone = [([5, 6, 7], [[5, 6, 9]]), (long, [long, [1]]), ([5, 6], [[6, 5]])]
    together, _, _ = each_kernel.match(*buffers(alone * 50), 5, 100)
    one_by_one = b"".join(each_kernel.match(*buffers([one]), 5, 100)[0] for one in alone)
    assert together == one_by_one * 50
