"""Searches for shifts: kernel, twin and a naive search agree."""

import random
import time
from collections.abc import Iterator, Sequence
from itertools import product
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics.kernel.both import ids, int64, packed_segments, twin
from tests.metrics.naive import edit_distance

HIT, SUBSTITUTION, DELETION, INSERTION = range(4)

MANY = settings().max_examples

Rules = tuple[str, int, int, int, int]

SACREBLEU: Rules = ("position", 25, 10, 50, 1000)
TERCOM: Rules = ("alignment", 0, 10, 50, 0)
PYTER: Rules = ("whole_matches", 0, 0, 0, 0)

few_words = st.lists(st.integers(0, 2), max_size=14)
many_words = st.lists(st.integers(0, 30), max_size=40)
rules = st.tuples(
    st.sampled_from(["position", "alignment", "whole_matches"]),
    st.sampled_from([0, 1, 2, 5, 25]),
    st.sampled_from([0, 1, 3, 10]),
    st.sampled_from([0, 1, 5, 50]),
    st.sampled_from([0, 0, 5, 1000]),
)


def with_block_moved(words: list[int], start: int, length: int, to: int) -> list[int]:
    """Return the words with a block at another place, or at the end."""
    rest = words[:start] + words[start + length :]
    return rest[:to] + words[start : start + length] + rest[to:]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Return two sequences, of which the second may be the first with blocks moved."""
    words = draw(st.one_of(few_words, many_words))
    if draw(st.booleans()):
        return words, draw(st.one_of(few_words, many_words))
    moved = words
    for _ in range(draw(st.integers(1, 3))):
        places = draw(st.tuples(st.integers(0, 40), st.integers(1, 12), st.integers(0, 40)))
        moved = with_block_moved(moved, *places)
    return words, moved


def path(
    kernel: ModuleType, moving: Sequence[int], fixed: Sequence[int], rules: Rules
) -> tuple[list[tuple[int, int, int]], list[int]]:
    shifts, operations = kernel.shift_path(ids(*moving), ids(*fixed), 100, *rules)
    return shifts, list(operations)


def edits(
    kernel: ModuleType,
    moving: Sequence[int],
    fixed: Sequence[int],
    rules: Rules,
    references_move: bool = False,
) -> int:
    hypothesis, reference = (fixed, moving) if references_move else (moving, fixed)
    given_ = *packed_segments([(hypothesis, [reference])]), 100
    [number] = int64(kernel.shift_edits(*given_, *rules, references_move))
    return number


@given(pair=pairs(), rules=rules, references_move=st.booleans())
def test_kernel_and_twin_find_the_same_shifts_and_edits_that_lead_from_one_side_to_the_other(
    compiled: ModuleType, pair: tuple[list[int], list[int]], rules: Rules, references_move: bool
) -> None:
    shifts, operations = path(compiled, *pair, rules)
    assert (shifts, operations) == path(twin, *pair, rules)
    moved = pair[0]
    for shift in shifts:
        moved = with_block_moved(moved, *shift)
    rows, columns = iter(moved), iter(pair[1])
    for operation in operations:
        word = None if operation == DELETION else next(rows)
        other = None if operation == INSERTION else next(columns)
        assert (word == other) == (operation == HIT)
    assert [*rows, *columns] == []
    expected = len(shifts) + sum(operation != HIT for operation in operations)
    for kernel in (compiled, twin):
        assert edits(kernel, *pair, rules, references_move) == expected


@st.composite
def long_pairs(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Return two sequences that differ in a few words and in the place of a block."""
    generator = random.Random(draw(st.integers(0, 2**32 - 1)))
    words = [generator.randrange(25) for _ in range(generator.randint(64, 75))]
    other = [word if generator.random() < 0.9 else generator.randrange(25) for word in words]
    return words, with_block_moved(
        other, generator.randrange(60), generator.randint(1, 12), generator.randint(0, 75)
    )


@pytest.mark.parametrize("blocks", ["position", "alignment", "whole_matches"])
@settings(max_examples=max(1, MANY // 25))
@given(pair=long_pairs())
def test_kernel_and_twin_search_segments_longer_than_a_word_of_bits_alike(
    compiled: ModuleType, blocks: str, pair: tuple[list[int], list[int]]
) -> None:
    rules: Rules = (blocks, 0, 10, 50, 0)
    assert path(compiled, *pair, rules) == path(twin, *pair, rules)


@pytest.mark.parametrize("rules", [TERCOM, PYTER])
def test_a_long_search_takes_no_more_than_seconds(compiled: ModuleType, rules: Rules) -> None:
    generator = random.Random(5)
    words, other = ([generator.randrange(2) for _ in range(400)] for _ in range(2))
    if rules == PYTER:
        words = list(range(5)) * 80
        other = words[::-1]
    started = time.process_time()
    edits(compiled, other, words, rules)
    assert time.process_time() - started < 5


def naive_whole_matches(moving: list[int], fixed: list[int]) -> Iterator[list[int]]:
    """Yield what pyter tries: the longest equal blocks, inserted at the other's position."""
    for start, place in product(range(len(moving)), range(len(fixed))):
        length = 0
        while moving[start + length :][:1] == fixed[place + length :][:1] != []:
            length += 1
        if start != place and length:
            yield with_block_moved(moving, start, length, place)


@given(pair=st.tuples(few_words, few_words))
def test_whole_matches_are_tried_like_in_a_naive_search(
    each_kernel: ModuleType, pair: tuple[list[int], list[int]]
) -> None:
    moving, fixed = pair
    shifts, distance = 0, edit_distance(moving, fixed)
    while True:
        tried = [
            (-edit_distance(match, fixed), match) for match in naive_whole_matches(moving, fixed)
        ]
        best = max(tried, default=(-distance, moving))
        if -best[0] >= distance:
            break
        shifts, distance, moving = shifts + 1, -best[0], best[1]
    assert edits(each_kernel, *pair, PYTER) == shifts + distance


def test_equal_shifts_are_chosen_as_each_program_does(each_kernel: ModuleType) -> None:
    # the texts of more-than-one-way shifts: sacreBLEU 2.6.0 counts 4, tercom 0.10.0 and pyter3 6
    numbers = {word: number for number, word in enumerate(["a", "ab", "b", "ba", "c", "e"])}
    hypothesis, reference = (
        [numbers[word] for word in line.split()]
        for line in ("e e e a ba b c ab a e c ba ab c a", "e ba ab a ba b c ab e e a e c a")
    )
    counted = [edits(each_kernel, hypothesis, reference, of) for of in (SACREBLEU, TERCOM, PYTER)]
    assert counted == [4, 6, 6]


@pytest.mark.parametrize(("seed", "expected"), list(enumerate([43, 42, 49])))
def test_long_texts_need_the_edits_of_pyter(compiled: ModuleType, seed: int, expected: int) -> None:
    # pyter3 0.3, of the numbers as strings
    generator = random.Random(seed)
    moving, fixed = ([generator.randrange(3) for _ in range(words)] for words in (100, 66))
    assert edits(compiled, moving, fixed, PYTER) == expected


@pytest.mark.parametrize(("beam", "expected"), [(25, 27), (0, 26)])
def test_a_beam_can_hide_the_only_hit(each_kernel: ModuleType, beam: int, expected: int) -> None:
    # sacreBLEU 2.6.0 and tercom 0.10.0
    rules: Rules = ("position", beam, 10, 50, 1000)
    assert edits(each_kernel, [0], range(27), rules) == expected


@given(
    pair=st.tuples(
        st.lists(st.integers(0, 3), min_size=1, max_size=4),
        st.lists(st.integers(0, 3), min_size=100, max_size=260),
    ),
    beam=st.sampled_from([0, 1, 25, 40]),
)
def test_bands_wider_than_a_word_of_bits(
    compiled: ModuleType, pair: tuple[list[int], list[int]], beam: int
) -> None:
    rules: Rules = ("position", beam, 10, 50, 1000)
    for moving, fixed in (pair, pair[::-1]):
        assert path(compiled, moving, fixed, rules) == path(twin, moving, fixed, rules)


def test_one_word_is_aligned_with_the_equal_one_of_many(each_kernel: ModuleType) -> None:
    # sacreBLEU 2.6.0 counts 63 edits; the first row of the band is wider than 64 columns
    expected = [DELETION] * 6 + [HIT] + [DELETION] * 57
    assert path(each_kernel, [1], [0] * 6 + [1] + [0] * 57, SACREBLEU) == ([], expected)


@pytest.mark.parametrize("blocks", ["position", "alignment", "whole_matches"])
def test_the_search_ends_at_the_limit_of_candidates(each_kernel: ModuleType, blocks: str) -> None:
    moving, fixed = [3, 0, 1, 2], [0, 1, 2, 3]
    numbers = [edits(each_kernel, moving, fixed, (blocks, 25, 10, 50, limit)) for limit in (0, 1)]
    assert numbers == [1, 2]
