"""Clipped matches and weighted sums: kernel, twin and a count by hand agree."""

import math
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.metrics.kernel.both import (
    UNKNOWN,
    Segment,
    float64,
    int64,
    offsets,
    packed,
    packed_segments,
    tokenizer_of,
    twin,
    uint32,
)
from tests.metrics.naive import clipped, ngrams


def clipped_sums(segments: Sequence[tuple[Any, Any]], order: int) -> list[int]:
    """Count by hand, for every segment and order."""
    return [clipped(*each, n).total() for each in segments for n in range(1, order + 1)]


def alone(segments: Sequence[Any]) -> list[Any]:
    """Return every reference as the only one of its segment."""
    return [(hypothesis, [text]) for hypothesis, references in segments for text in references]


@st.composite
def segment_lists(draw: st.DrawFn) -> tuple[list[Segment], int]:
    """Segments over so few tokens that n-grams repeat; and the number of tokens."""
    size = draw(st.integers(1, 6))
    tokens = st.lists(st.integers(0, size - 1), max_size=draw(st.sampled_from([4, 12, 40])))
    pool = draw(st.lists(tokens, min_size=1, max_size=5))
    # a reference often is the hypothesis of its segment, or another segment's
    either = st.one_of(tokens, st.sampled_from(pool))
    segment = st.tuples(either, st.lists(either, max_size=5))
    return draw(st.lists(segment, max_size=6)), size


@given(drawn=segment_lists(), order=st.integers(1, 12), separately=st.booleans())
def test_kernel_twin_and_a_count_by_hand_give_the_same_matches(
    compiled: ModuleType, drawn: tuple[list[Segment], int], order: int, separately: bool
) -> None:
    segments, size = drawn
    rows = alone(segments) if separately else segments
    orders = range(1, order + 1)
    in_hypothesis, in_references = [], []  # matches that are not clipped, or on the other side
    for hypothesis, references in rows:
        for n in orders:
            own, theirs = ngrams(hypothesis, n), [ngrams(text, n) for text in references]
            highest = {ngram: max([counts[ngram] for counts in theirs], default=0) for ngram in own}
            in_hypothesis.append(sum(own[ngram] for ngram in own if highest[ngram]))
            in_references.append(sum(highest.values()))
    expected = {"hypothesis": in_hypothesis, "references": in_references}
    expected["both"] = clipped_sums(rows, order)
    for kernel in (compiled, twin):
        for clip, matches in expected.items():
            options: dict[str, Any] = {} if clip == "both" else {"clip": clip}
            options |= {"separately": True} if separately else {}
            given_ = *packed_segments(segments), order, size
            assert kernel.match(*given_, **options) == (offsets(*matches), b"", b"")


@given(
    references=st.lists(st.lists(st.integers(0, 99), max_size=30), min_size=2, max_size=9),
    turn=st.integers(0, 99),
)
def test_references_shorter_than_the_hypothesis_give_the_matches_counted_by_hand(
    each_kernel: ModuleType, references: list[list[int]], turn: int
) -> None:
    hypothesis = [(turn + number) % 100 for number in range(300)]
    runs = [[(text[0] + i) % 100 for i in range(len(text))] for text in references if text]
    segments = [(hypothesis, references + runs)]
    matches, _, _ = each_kernel.match(*packed_segments(segments), 3, 100)
    assert int64(matches) == clipped_sums(segments, 3)


def test_as_many_references_as_the_hypothesis_has_tokens_take_linear_time(
    compiled: ModuleType,
) -> None:
    tokens = list(range(100_000))  # whose square is ten billion
    given_ = packed_segments([(tokens, [[token] for token in tokens])])
    started = time.process_time()
    matches, _, _ = compiled.match(*given_, 1, len(tokens))
    assert time.process_time() - started < 2
    assert int64(matches) == [len(tokens)]


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
    options: dict[str, Any] = {
        "weights": weights,
        "nodes": nodes,
        "separately": data.draw(st.booleans()),
        "others": data.draw(st.sampled_from([None, others])),
        "compensated": data.draw(st.booleans()),
    }
    given_ = *packed_segments(segments), order, size
    assert compiled.match(*given_, **options) == twin.match(*given_, **options)


@given(drawn=segment_lists(), order=st.integers(1, 6))
def test_every_matched_ngram_has_its_matches_at_its_last_place_in_the_references(
    compiled: ModuleType, drawn: tuple[list[Segment], int], order: int
) -> None:
    segments, size = drawn
    expected: list[int] = []
    for number in range(1, order + 1):
        for segment in segments:
            counts = clipped(*segment, number)
            starts = [
                tuple(reference[at : at + number]) if at + number <= len(reference) else None
                for reference in segment[1]
                for at in range(len(reference))
            ]
            last = {ngram: place for place, ngram in enumerate(starts)}
            expected += [
                counts[ngram] if ngram is not None and last[ngram] == place else 0
                for place, ngram in enumerate(starts)
            ]
    given_ = *packed_segments(segments), order, size
    for kernel in (compiled, twin):
        *matches, places = kernel.match(*given_, places=True)
        assert tuple(matches) == kernel.match(*given_)
        assert uint32(places) == expected


@given(drawn=segment_lists(), order=st.integers(1, 9), table_order=st.integers(1, 9))
def test_whole_weights_are_added_exactly(
    each_kernel: ModuleType, drawn: tuple[list[Segment], int], order: int, table_order: int
) -> None:
    segments, size = drawn
    table = each_kernel.NgramTable(size)
    table.count(*packed(text for _, references in segments for text in references), table_order)
    weights = [float(3 + 7 * node) for node in range(len(table))]
    reverse = list(reversed(range(size)))  # token t of the segments is token size - 1 - t there
    arguments = packed_segments(segments)
    located = table.locate(arguments[2], arguments[3], order, array("I", reverse))
    tokens = len(arguments[2]) // 4
    nodes = np.frombuffer(located, np.uint32).reshape(len(located) // max(4 * tokens, 1), tokens)
    _, weighted, others = each_kernel.match(
        *arguments, order, size, array("d", weights), nodes, others=array("d", weights)
    )
    expected = []
    for segment in segments:
        for n in range(1, order + 1):
            total = 0.0
            for ngram, count in clipped(*segment, n).items():
                node = table.find([reverse[token] for token in ngram])
                total += count * (weights[node] if node != UNKNOWN else 0.0)
            expected.append(total)
    assert float64(weighted) == float64(others) == expected


LINES = st.text("aB .é中😀\t\x1c", max_size=20)
NAMES = ["char", "char-perl", "char-spaces", "char-all", "chrf-words", "13a", "werx"]


def as_strings(segments: Sequence[Any]) -> tuple[tuple[str, ...], tuple[str, ...], bytes]:
    """Return hypotheses, references, and where those of each segment begin."""
    *_, starts = packed_segments([([], [[]] * len(references)) for _, references in segments])
    references = chain.from_iterable(references for _, references in segments)
    return tuple(hypothesis for hypothesis, _ in segments), tuple(references), starts


@given(
    segments=st.lists(st.tuples(LINES, st.lists(LINES, max_size=3)), max_size=3),
    levels=st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 6)), min_size=1, max_size=2),
    lowercase=st.sampled_from(["none", "ascii", "unicode"]),
    separately=st.booleans(),
)
def test_strings_have_the_matches_and_ngrams_of_their_tokens_counted_by_hand(
    compiled: ModuleType, segments: Any, levels: Any, lowercase: Any, separately: bool
) -> None:
    def matches(hypothesis: str, references: Sequence[str]) -> list[int]:
        counts = []
        for name, order in levels:
            own, *others = (
                tokenizer_of(name)(text, lowercase) for text in (hypothesis, *references)
            )
            counts += clipped_sums([(own, others)], order)
        return counts

    hypotheses, references, starts = as_strings(segments)
    expected = [
        [count for row in (alone(segments) if separately else segments) for count in matches(*row)],
        *(
            [count for text in side for count in matches(text, [text])]
            for side in (hypotheses, references)
        ),
    ]
    for kernel in (compiled, twin):
        *counts, information = kernel.match_strings(
            hypotheses, references, starts, lowercase, separately, *chain(*levels)
        )
        assert [*map(int64, counts)] == expected
        assert information == b""


WORDS = st.text("0a ", max_size=20)


@given(
    segments=st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=3)), max_size=3),
    order=st.integers(1, 4),
    separately=st.booleans(),
    zero_is_empty=st.booleans(),
)
@example([("0 a", ["0 a 0 0"])], 2, False, True)
def test_the_information_of_strings_follows_from_counts_by_hand(
    compiled: ModuleType, segments: Any, order: int, separately: bool, zero_is_empty: bool
) -> None:
    expected = []
    for hypothesis, matched in alone(segments) if separately else segments:
        texts = [text.split() for text in matched]
        counts = {n: sum((ngrams(text, n) for text in texts), Counter()) for n in range(1, 5)}
        for n in range(1, order + 1):
            bits = 0.0
            for ngram, times in clipped(hypothesis.split(), texts, n).items():
                is_empty = n == 1 or (zero_is_empty and ngram[:-1] == ("0",))
                whole = counts[1].total() if is_empty else counts[n - 1][ngram[:-1]]
                bits += times * math.log2(whole / counts[n][ngram])
            expected.append(pytest.approx(bits, rel=1e-12))
    how = *as_strings(segments), "none", separately, "none", order
    of_both = [
        kernel.match_strings(*how, informative=True, zero_is_empty=zero_is_empty)
        for kernel in (compiled, twin)
    ]
    assert of_both[0] == of_both[1]
    assert float64(of_both[0][3]) == expected


@pytest.mark.parametrize(("length", "size"), [(1200, 1200), (70_000, 3), (65_535, 14)])
def test_a_pair_of_long_segments_among_short_ones_is_counted_as_by_hand(
    compiled: ModuleType, length: int, size: int
) -> None:
    long = np.random.default_rng(length).integers(0, size, size=length).tolist()
    changed = [token if token % 7 else 0 for token in long]
    short = [1, 2, 1, 0], [[0, 1, 2, 1]]
    segments: list[Segment] = [short, (long, [changed]), short, (changed, [long]), short]
    matches, _, _ = compiled.match(*packed_segments(segments), 3, size)
    assert int64(matches) == clipped_sums(segments, 3)


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
            *packed_segments([(tokens, [tokens])]),
            1,
            size,
            weights=array("d", weights),
            nodes=nodes,
            others=array("d", weights),
            compensated=option,
        )
        assert (float64(weighted), float64(others)) == ([plain], [expected])
