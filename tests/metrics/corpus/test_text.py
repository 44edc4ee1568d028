"""Text and Tokens: sequences with the elements they were made from."""

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Text, Tokens
from tests.metrics.kernel.both import kernel

STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", "\0", "a\nb", "\u2028", "é" * 9, "😀"]
)
LINES = st.lists(STRINGS, max_size=8)
LISTS = st.lists(st.lists(STRINGS, max_size=5).map(tuple), max_size=6)
BOUNDS = st.none() | st.integers(-9, 9)


@given(lines=LINES)
def test_text_is_the_sequence_of_its_lines(lines: list[str]) -> None:
    text = Text.from_lines(lines)
    assert list(text) == [text[i] for i in range(len(text))] == lines
    assert [text[-1 - i] for i in range(len(lines))] == lines[::-1]
    assert list(reversed(text)) == lines[::-1]
    assert text == Text.from_lines(tuple(lines))
    assert repr(text) == f"Text of {len(lines)} lines"


@given(lines=LINES, start=BOUNDS, stop=BOUNDS, step=st.none() | st.sampled_from([1, 2, -1]))
def test_a_slice_of_text_is_text(
    lines: list[str], start: int | None, stop: int | None, step: int | None
) -> None:
    part = Text.from_lines(lines)[start:stop:step]
    assert isinstance(part, Text)
    assert list(part) == lines[start:stop:step]


@given(lines=st.lists(STRINGS, min_size=1, max_size=8), cut=st.integers(1, 7))
def test_parts_of_text_are_joined_in_order(lines: list[str], cut: int) -> None:
    text = Text.from_lines(lines)
    backwards = text.take(np.arange(len(lines))[::-1])
    parts = [part for part in (text[:cut], text[cut:], backwards) if len(part)]
    assert list(Text.joined(parts)) == lines + lines[::-1]


@given(lists=LISTS)
def test_tokens_are_the_sequence_of_their_segments(lists: list[tuple[str, ...]]) -> None:
    tokens = Tokens.from_lists(lists)
    assert list(tokens) == [tokens[i] for i in range(len(tokens))] == lists
    assert [tokens[-1 - i] for i in range(len(lists))] == lists[::-1]
    assert tokens == Tokens.from_lists([list(one) for one in lists])
    assert repr(tokens) == f"Tokens of {len(lists)} segments"


@given(lists=LISTS, start=BOUNDS, stop=BOUNDS, again=BOUNDS)
def test_a_slice_of_tokens_is_tokens(
    lists: list[tuple[str, ...]], start: int | None, stop: int | None, again: int | None
) -> None:
    part = Tokens.from_lists(lists)[start:stop]
    assert isinstance(part, Tokens)
    assert list(part) == lists[start:stop]
    assert list(part[again:]) == lists[start:stop][again:]


@given(one=LINES, other=LINES)
def test_texts_with_equal_lines_are_equal(one: list[str], other: list[str]) -> None:
    assert (Text.from_lines(one) == Text.from_lines(other)) == (one == other)
    assert Text.from_lines(["x", *one])[1:] == Text.from_lines([*one, "y"])[: len(one)]


@given(one=LISTS, other=LISTS)
def test_tokens_with_equal_segments_are_equal(
    one: list[tuple[str, ...]], other: list[tuple[str, ...]]
) -> None:
    assert (Tokens.from_lists(one) == Tokens.from_lists(other)) == (one == other)


def test_text_and_tokens_equal_neither_lists_nor_each_other() -> None:
    text, tokens = Text.from_lines([]), Tokens.from_lists([])
    assert text != []
    assert tokens != []
    assert text != tokens


@pytest.mark.parametrize("index", [2, -3, 10**9])
def test_an_index_past_the_end_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError):
        Text.from_lines(["a", "b"])[index]
    with pytest.raises(IndexError):
        Tokens.from_lists([["a"], ["b"]])[index]


def test_tokens_are_not_sliced_with_a_step() -> None:
    with pytest.raises(InputError, match="sliced with step 1, not 2"):
        Tokens.from_lists([["a"], ["b"]])[::2]


def test_text_and_tokens_have_no_hash() -> None:
    for value in (Text.from_lines(["a"]), Tokens.from_lists([["a"]])):
        with pytest.raises(TypeError):
            hash(value)


def test_any_iterable_is_consumed_once() -> None:
    assert list(Text.from_lines(word for word in "ab")) == ["a", "b"]  # type: ignore[arg-type]
    pairs = (["a", letter] for letter in "bc")
    assert list(Tokens.from_lists(pairs)) == [("a", "b"), ("a", "c")]  # type: ignore[arg-type]


def test_changing_the_lists_later_changes_nothing() -> None:
    lines, lists = ["a", "b"], [["a"], ["b"]]
    text, tokens = Text.from_lines(lines), Tokens.from_lists(lists)
    lines[0], lists[0][0] = "z", "z"
    lines.clear()
    lists.clear()
    assert (list(text), list(tokens)) == (["a", "b"], [("a",), ("b",)])


@pytest.mark.parametrize(
    "made",
    [
        lambda one: one,
        lambda one: one.take(np.array([1, 0])),
        lambda one: one[1:],
        lambda one: pickle.loads(pickle.dumps(one)),
        copy.deepcopy,
    ],
    ids=["as built", "taken", "sliced", "unpickled", "copied"],
)
def test_the_arrays_are_read_only(made: Callable[[Any], Any]) -> None:
    text = made(Text.from_lines(["a", "b"]))
    tokens = made(Tokens.from_lists([["a"], ["b"]]))
    for numbers in (text.starts, text.ends, tokens.ids, tokens.offsets):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1


def test_two_texts_of_tokens_can_share_a_vocabulary() -> None:
    vocabulary = kernel.Vocabulary()
    first = Tokens.from_lists([["a", "b"]], vocabulary=vocabulary)
    second = Tokens.from_lists([["b", "c"]], vocabulary=vocabulary)
    assert (first.ids.tolist(), second.ids.tolist()) == ([0, 1], [1, 2])
    assert (list(first), list(second)) == ([("a", "b")], [("b", "c")])


def test_an_element_that_is_not_a_line_is_named() -> None:
    with pytest.raises(InputError, match=r"line 2 is of type bytes; expected a string \(str\)"):
        Text.from_lines(["a", b"b"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="entry 3 is of type NoneType"):
        Text.from_lines(["a", "b", None], lambda index: f"entry {index + 1}")  # type: ignore[list-item]


def test_an_element_that_is_not_a_token_list_is_named() -> None:
    with pytest.raises(InputError, match="segment 2 is of type str; expected a list of tokens"):
        Tokens.from_lists([["a"], "b"])
    with pytest.raises(InputError, match="token 2 of segment 1 is of type int; expected a string"):
        Tokens.from_lists([["a", 1]])  # type: ignore[list-item]


@pytest.mark.parametrize("surrogate", [chr(0xD800), chr(0xDCFF)])
def test_a_lone_surrogate_is_named_with_its_line(surrogate: str) -> None:
    shown = ascii(surrogate).strip("'").replace("\\", r"\\")
    with pytest.raises(InputError, match=f"line 2 contains the lone surrogate '{shown}'"):
        Text.from_lines(["é😀", f"ab{surrogate}"])


def test_a_lone_surrogate_is_named_whatever_follows_it() -> None:
    wrong: Any = [["a"], ["\ud800"], ["b", 1], None]
    with pytest.raises(InputError, match="a token of segment 2 contains the lone surrogate"):
        Tokens.from_lists(wrong)


def test_lines_removed_before_the_error_is_explained_are_an_input_error() -> None:
    class Vanishing(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            yield from self[:]
            self.clear()

    with pytest.raises(InputError, match="line 1 contains the lone surrogate"):
        Text.from_lines(Vanishing(["\ud800"]))
    with pytest.raises(InputError, match="a token of a segment contains the lone surrogate"):
        Tokens.from_lists(Vanishing([["\ud800"]]))


@pytest.mark.parametrize("surrogate", [chr(0xD800), chr(0xDCFF)])
def test_a_lone_surrogate_in_a_token_is_named_with_its_segment(surrogate: str) -> None:
    shown = ascii(surrogate).strip("'").replace("\\", r"\\")
    with pytest.raises(InputError, match=f"lone surrogate '{shown}'") as caught:
        Tokens.from_lists([["a"], ["b", f"c{surrogate}"]])
    assert "segment 2" in str(caught.value)


@pytest.mark.parametrize("are_needed", [False, True])
def test_text_keeps_strings_until_their_bytes_are_needed(are_needed: bool) -> None:
    text = Text.from_lines(["a", "é"])
    if are_needed:
        assert (text.data, *map(list, text.bounds)) == (b"a\xc3\xa9", [0, 1], [1, 3])
    assert text.strings == (None if are_needed else ("a", "é"))
    assert (len(text), text[1], text[-1], list(text)) == (2, "é", "é", ["a", "é"])
    assert text == Text.from_lines(["a", "é"])
    assert list(text[1:]) == ["é"]


def test_text_keeps_no_strings_of_other_classes() -> None:
    class Word(str):
        pass

    text = Text.from_lines([Word("a")])
    assert text.strings is None
    assert type(text[0]) is str
