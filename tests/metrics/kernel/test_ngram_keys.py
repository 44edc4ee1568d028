"""Keys of n-grams and their counts: the kernel, its twin and a naive count agree."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.kernel import python as kernel_python

WORDS = 6
SEGMENTS = st.lists(st.lists(st.integers(0, WORDS - 1), max_size=8), max_size=6)
CLASSES = st.sampled_from([2, 4, 256])
TOKENS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), unique=True)


def uint64(values: Sequence[int]) -> bytes:
    return array("Q", values).tobytes()


def int64(values: Sequence[int]) -> bytes:
    return array("q", values).tobytes()


def vocabulary_keys(kernel: ModuleType, words: Sequence[str]) -> bytes:
    vocabulary = kernel.Vocabulary()
    vocabulary.encode_tokens([list(words)])
    keys: bytes = vocabulary.keys()
    return keys


def text_of(segments: Sequence[Sequence[int]]) -> tuple[bytes, bytes]:
    bounds = [0]
    for segment in segments:
        bounds.append(bounds[-1] + len(segment))
    return array("I", [word for segment in segments for word in segment]).tobytes(), int64(bounds)


def uint32(values: Sequence[int]) -> bytes:
    return array("I", values).tobytes()


@given(tokens=TOKENS)
def test_the_kernel_and_its_twin_make_the_same_numbers_of_words(
    compiled: ModuleType, tokens: list[str]
) -> None:
    found = vocabulary_keys(compiled, tokens)
    assert found == vocabulary_keys(kernel_python, tokens)
    assert len({found[at : at + 8] for at in range(0, len(found), 8)}) == 2 * len(tokens)


def test_words_that_differ_in_zero_bytes_or_length_have_different_numbers(
    compiled: ModuleType,
) -> None:
    words = ["", "\0", "\0\0", "a", "a\0", *("x" * length for length in range(14, 35))]
    keys = array("Q", vocabulary_keys(compiled, words))
    assert len(set(keys)) == 2 * len(words)


@given(
    segments=SEGMENTS,
    orders=st.tuples(st.integers(1, 4), st.integers(0, 3)),
    classes=CLASSES,
    repeated=st.booleans(),
)
def test_equal_ngrams_have_equal_keys_and_classes_and_others_do_not(
    compiled: ModuleType,
    segments: list[list[int]],
    orders: tuple[int, int],
    classes: int,
    repeated: bool,
) -> None:
    lowest, highest = orders[0], sum(orders)
    ids, bounds = text_of(segments)
    words = vocabulary_keys(kernel_python, "abcdef")
    times = [at % 3 if repeated else 1 for at in range(len(ids) // 4)]
    repeats = array("I", times).tobytes() if repeated else None
    given_ = ids, bounds, words, lowest, highest, classes, repeats
    keys, counts, of_classes = compiled.ngram_keys(*given_)
    assert (keys, counts, of_classes) == kernel_python.ngram_keys(*given_)
    naive: Counter[tuple[int, ...]] = Counter()
    start = 0
    for segment in segments:
        for at in range(len(segment)):
            for order in range(lowest, highest + 1):
                if at + order <= len(segment) and times[start + at]:
                    naive[tuple(segment[at : at + order])] += times[start + at]
        start += len(segment)
    spans = enumerate(pairwise(array("q", of_classes)))
    places = [number for number, (begin, end) in spans for _ in range(begin, end)]
    assert len(set(zip(places, array("Q", keys), strict=True))) == len(naive)
    assert sorted(array("I", counts)) == sorted(naive.values())


COUNTED = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), max_size=60)


@given(keys=COUNTED, wanted=st.lists(COUNTED, max_size=4))
def test_sums_of_counts_equal_a_naive_sum(
    compiled: ModuleType, keys: list[tuple[int, int]], wanted: list[list[tuple[int, int]]]
) -> None:
    expected = []
    for group, some in enumerate(wanted):
        numbers: dict[int, int] = defaultdict(int)
        for key, number in some:
            numbers[sum(count for other, count in keys if other == key)] += number
        expected += [
            one
            for total in sorted(numbers)
            if numbers[total]
            for one in (group, total, numbers[total])
        ]
    bounds = [0]
    for some in wanted:
        bounds.append(bounds[-1] + len(some))
    every = [one for some in wanted for one in some]
    given_ = (
        uint64([key for key, _ in keys]),
        uint32([count for _, count in keys]),
        uint64([key for key, _ in every]),
        uint32([count for _, count in every]),
        int64(bounds),
    )
    for kernel in (compiled, kernel_python):
        assert array("q", kernel.key_counts(*given_)).tolist() == expected


@pytest.mark.parametrize("distinct", [1, 100, 60_000])
def test_many_keys_are_counted_in_several_buckets(compiled: ModuleType, distinct: int) -> None:
    keys = [(number % distinct) << 20 for number in range(120_000)]  # alike in their low bits
    wanted = [*keys[:distinct], 7]
    found = compiled.key_counts(
        uint64(keys),
        uint32([2] * len(keys)),
        uint64(wanted),
        uint32([3] * len(wanted)),
        int64([0, len(wanted)]),
    )
    expected = [0, 0, 3, 0, 2 * 120_000 // distinct, 3 * distinct]
    assert array("q", found).tolist() == expected


def test_hot_ngrams_of_long_texts_are_written_once(compiled: ModuleType) -> None:
    ids, bounds = text_of([[0] * 50_000])
    keys, counts, _ = compiled.ngram_keys(ids, bounds, vocabulary_keys(kernel_python, "a"), 1, 3, 2)
    assert (len(keys) // 8, sorted(array("I", counts))) == (3, [49_998, 49_999, 50_000])


RIGHT: tuple[Any, ...] = (*text_of([[0, 1]]), vocabulary_keys(kernel_python, "ab"), 1, 2, 4)
WRONG: list[tuple[int, object]] = [
    (0, array("I", [0, 2]).tobytes()),
    (0, b"abc"),
    (1, int64([0, 3])),
    (1, int64([1, 0])),
    (1, b""),
    (2, uint64([1, 2, 3])),
    (2, None),
    (3, 0),
    (4, 0),
    (5, 3),
    (5, 1),
    (5, 1 << 17),
    (5, -4),
]


@pytest.mark.parametrize(("place", "value"), WRONG)
def test_arguments_that_do_not_fit_are_refused(
    compiled: ModuleType, place: int, value: object
) -> None:
    assert len(compiled.ngram_keys(*RIGHT)[0]) == 3 * 8
    given_ = [*RIGHT]
    given_[place] = value
    with pytest.raises((ValueError, TypeError)):
        compiled.ngram_keys(*given_)


@pytest.mark.parametrize("repeats", [b"", array("I", [1]).tobytes(), "ab", 7])
def test_repeats_that_do_not_fit_are_refused(compiled: ModuleType, repeats: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        compiled.ngram_keys(*RIGHT, repeats)


def test_more_ngrams_than_can_be_counted_are_refused(compiled: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"4,294,967,295 n-grams"):
        compiled.ngram_keys(*RIGHT, array("I", [2**32 - 1, 2**32 - 1]).tobytes())


FITTING: tuple[Any, ...] = (uint64([1]), uint32([1]), uint64([1, 2]), uint32([1, 1]), int64([0, 2]))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, b"1234567"),
        (0, ""),
        (1, b""),
        (1, uint32([1, 1])),
        (2, b"1"),
        (3, uint32([1])),
        (4, int64([0, 3])),
        (4, int64([1, 0])),
        (4, b""),
    ],
)
def test_keys_that_do_not_fit_are_refused(compiled: ModuleType, place: int, value: object) -> None:
    assert array("q", compiled.key_counts(*FITTING)).tolist() == [0, 0, 1, 0, 1, 1]
    given_ = [*FITTING]
    given_[place] = value
    with pytest.raises((ValueError, TypeError)):
        compiled.key_counts(*given_)


def test_counts_that_add_up_to_too_much_are_refused(compiled: ModuleType) -> None:
    keys = uint64([1] * 300), uint32([2**32 - 1] * 300)
    with pytest.raises(ValueError, match=r"2\^40"):
        compiled.key_counts(*keys, b"", b"", int64([0]))
