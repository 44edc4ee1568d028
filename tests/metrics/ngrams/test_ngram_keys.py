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

from tallystick.metrics.ngrams import kernel_python

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


def by_class(keys: bytes, bounds: bytes) -> list[list[int]]:
    numbers = array("Q", keys).tolist()
    return [numbers[start:end] for start, end in pairwise(array("q", bounds))]


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
    keys, of_classes = compiled.ngram_keys(*given_)
    assert (keys, of_classes) == kernel_python.ngram_keys(*given_)
    naive: Counter[tuple[int, ...]] = Counter()
    start = 0
    for segment in segments:
        for at in range(len(segment)):
            for order in range(lowest, highest + 1):
                if at + order <= len(segment) and times[start + at]:
                    naive[tuple(segment[at : at + order])] += times[start + at]
        start += len(segment)
    found = Counter(
        (number, key) for number, some in enumerate(by_class(keys, of_classes)) for key in some
    )
    assert sorted(found.values()) == sorted(naive.values())


@given(
    keys=st.lists(st.integers(0, 9), max_size=60),
    wanted=st.lists(st.lists(st.integers(0, 11), max_size=20), max_size=4),
)
def test_counts_of_keys_equal_a_naive_count(
    compiled: ModuleType, keys: list[int], wanted: list[list[int]]
) -> None:
    expected = []
    for group, some in enumerate(wanted):
        numbers: dict[int, int] = defaultdict(int)
        for key in some:
            numbers[keys.count(key)] += 1
        expected += [
            number for count in sorted(numbers) for number in (group, count, numbers[count])
        ]
    bounds = [0]
    for some in wanted:
        bounds.append(bounds[-1] + len(some))
    given_ = uint64(keys), uint64([key for some in wanted for key in some]), int64(bounds)
    for kernel in (compiled, kernel_python):
        assert array("q", kernel.key_counts(*given_)).tolist() == expected


@pytest.mark.parametrize("distinct", [1, 100, 60_000])
def test_many_keys_are_counted_in_several_buckets(compiled: ModuleType, distinct: int) -> None:
    keys = [(number % distinct) << 20 for number in range(120_000)]  # alike in their low bits
    found = compiled.key_counts(
        uint64(keys), uint64([*keys[:distinct], 7]), int64([0, distinct + 1])
    )
    assert array("q", found).tolist() == [0, 0, 1, 0, 120_000 // distinct, distinct]


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


@pytest.mark.parametrize(
    "wrong",
    [
        (b"1234567", b"", int64([0])),
        (b"", b"1", int64([0])),
        (b"", uint64([1]), int64([0, 2])),
        (b"", uint64([1]), int64([1, 0])),
        (b"", b"", b""),
        ("", b"", int64([0])),
    ],
)
def test_keys_that_are_no_keys_are_refused(compiled: ModuleType, wrong: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        compiled.key_counts(*wrong)
