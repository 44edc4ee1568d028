"""The edits between strings are those between their characters."""

import random
from array import array
from collections.abc import Sequence
from itertools import accumulate, chain
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.errors import InputError
from tallystick.metrics import Lowercase
from tallystick.metrics.kernel import python as kernel_python

NAMES = ("char-stripped", "char-all")
RULES = ("most_hits", "edits_last")
# Python stores these with one, two or four bytes a character. Some are white space.
ALPHABETS = ("ab \t\0", "aé\x85", "aé中串\u3000\u2028\0", "a中😀\U0001f62d")
LINES = st.sampled_from(ALPHABETS).flatmap(lambda letters: st.text(letters, max_size=12))

Segments = Sequence[tuple[str, Sequence[str]]]  # a hypothesis and its references


def counted(
    kernel: ModuleType, segments: Segments, tokenizer: str, rule: str, lowercase: str = "none"
) -> list[int]:
    hypotheses = tuple(one for one, _ in segments)
    references = tuple(chain.from_iterable(each for _, each in segments))
    spans = array("q", accumulate((len(each) for _, each in segments), initial=0))
    found = kernel.count_string_edits(hypotheses, references, spans, tokenizer, lowercase, rule)
    return array("q", found).tolist()


def levenshtein(one: str, other: str) -> int:
    """Return the distance row by row, as Wagner and Fischer do."""
    row = list(range(len(other) + 1))
    for i, character in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, compared in enumerate(other, start=1):
            across = before + (character != compared)
            before, row[j] = row[j], min(across, row[j] + 1, row[j - 1] + 1)
    return row[-1]


@given(
    segments=st.lists(st.tuples(LINES, st.lists(LINES, max_size=3)), max_size=6),
    name=st.sampled_from(NAMES),
    rule=st.sampled_from(RULES),
    lowercase=st.sampled_from(get_args(Lowercase)),
)
def test_kernel_and_twin_agree_on_strings_of_every_kind(
    compiled: ModuleType, segments: Segments, name: str, rule: str, lowercase: str
) -> None:
    found = counted(compiled, segments, name, rule, lowercase)
    assert found == counted(kernel_python, segments, name, rule, lowercase)


@given(line=LINES, other=LINES)
def test_they_are_those_of_the_definition(each_kernel: ModuleType, line: str, other: str) -> None:
    [edits, hits, own, others] = counted(each_kernel, [(line, [other])], "char-all", "most_hits")
    assert (edits, own, others) == (levenshtein(line, other), len(line), len(other))
    assert max(own, others) - edits <= hits <= min(own, others)


@pytest.mark.parametrize("letters", ["abc ", "aç \0", "a中文 \0", "中😀 "])
@pytest.mark.parametrize("name", ["char-stripped", "char", "werx", "13a"])
def test_strings_of_all_lengths_have_the_edits_of_their_utf_8_text(
    compiled: ModuleType, letters: str, name: str
) -> None:
    chance = random.Random(7)
    lines = ["".join(chance.choices(letters, k=chance.randrange(190))) for _ in range(300)]
    edited = [
        line[:9] + line[10:50] + chance.choice(letters) + line[53:90] + "b" + line[90:]
        for line in lines
    ]
    segments = [(one, [other]) for one, other in zip(edited, lines, strict=True)]
    arguments: list[Any] = []
    for side in (edited, lines):
        text, offsets = compiled.pack(side)
        bounds = array("q", offsets)
        arguments += [text, bounds[:-1], bounds[1:]]
    spans = array("q", range(len(lines) + 1))
    for rule in RULES:
        of_text = compiled.count_text_edits(*arguments, spans, name, "none", rule)
        assert counted(compiled, segments, name, rule) == array("q", of_text).tolist()


@pytest.mark.parametrize(
    ("place", "wrong", "error", "message"),
    [
        (0, ["a"], TypeError, "hypotheses is not a tuple of strings"),
        (0, (b"a",), TypeError, "hypotheses is not a tuple of strings"),
        (1, (b"a",), TypeError, "references is not a tuple of strings"),
        (0, ("a", "b"), ValueError, "segment_offsets and hypotheses differ in length"),
        (2, array("q", [0, 2]), ValueError, "segment_offsets falls or leaves 0 to 1"),
        (3, "ja-mecab", ValueError, "no tokenizer named 'ja-mecab' is compiled"),
        (4, "lower", ValueError, "lowercase is 'lower'; expected none, ascii or unicode"),
        (5, "best", ValueError, "rule is 'best'; expected most_hits or edits_last"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(
    compiled: ModuleType, place: int, wrong: object, error: type[Exception], message: str
) -> None:
    arguments: list[Any] = [("a",), ("b",), array("q", [0, 1]), "char-all", "none", "most_hits"]
    assert array("q", compiled.count_string_edits(*arguments)).tolist() == [1, 0, 1, 1]
    arguments[place] = wrong
    with pytest.raises(error, match=message):
        compiled.count_string_edits(*arguments)


def test_equal_strings_of_every_kind_have_no_edits(each_kernel: ModuleType) -> None:
    for line in ("", "ab", "é", "中文", "😀"):
        row = [0, len(line), len(line), len(line)]
        assert counted(each_kernel, [(line, [line])], "char-all", "edits_last") == row


def test_a_lone_surrogate_is_refused_where_it_would_be_written(compiled: ModuleType) -> None:
    arguments = (("a\ud800",), ("b",), array("q", [0, 1]), "werx", "none", "most_hits")
    with pytest.raises(InputError, match="a string contains a lone surrogate"):
        compiled.count_string_edits(*arguments)


def test_the_twin_has_no_other_tokenizers() -> None:
    with pytest.raises(ValueError, match="no tokenizer named '13a' is compiled"):
        counted(kernel_python, [("a", ["b"])], "13a", "most_hits")


class Word(str):
    """A string of another class."""


@pytest.mark.parametrize(
    ("lines", "are_kept"),
    [
        (["a", "é", "中文", "😀", ""], True),
        (["\ud7ff\ue000", "a\ud7ff😀\ue000"], True),
        (["中\ud800"], False),
        (["中文中文\udfff"], False),
        (["\udc00中文中文"], False),
        (["😀\udbff"], False),
        (["a", Word("b")], False),
        (["a", b"b"], False),
        ([], True),
    ],
    ids=ascii,
)
def test_strings_are_kept_if_they_are_unicode_text(
    each_kernel: ModuleType, lines: list[object], are_kept: bool
) -> None:
    assert each_kernel.exact_strings(lines) == (tuple(lines) if are_kept else None)
