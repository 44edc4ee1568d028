"""The edits between lines, given as packed text or as strings, are those between their tokens."""

import random
from array import array
from collections.abc import Sequence
from itertools import accumulate, chain
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Lowercase
from tests.metrics.kernel.both import int64, tokenizer_of, twin
from tests.metrics.naive import edit_distance

NAMES = ("none", "werx", "13a", "rouge-score", "char", "char-stripped")
RULES = ("most_hits", "edits_last")
FOLDINGS = st.sampled_from(get_args(Lowercase))
WORDS = (
    *("a", "A", "b", "B.", "é", "É", "İ", "中", "中文", "😀", "1.5", "-", "&lt;"),
    *("a" * 15, "b" * 16, "c" * 31 + "d", "c" * 31 + "e", "\u3000", "\t"),
)
LINES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
# Python stores these with one, two or four bytes a character. Some are white space.
ALPHABETS = ("ab \t\0", "aé\x85", "aé中串\u3000\u2028\0", "a中😀\U0001f62d")
STRINGS = st.sampled_from(ALPHABETS).flatmap(lambda letters: st.text(letters, max_size=12))

Segments = Sequence[tuple[str, Sequence[str]]]  # a hypothesis and its references


def sides(segments: Segments) -> tuple[tuple[str, ...], tuple[str, ...], Any]:
    """Return hypotheses, references, and where the references of each segment begin."""
    references = tuple(chain.from_iterable(each for _, each in segments))
    spans = array("q", accumulate((len(each) for _, each in segments), initial=0))
    return tuple(text for text, _ in segments), references, spans


def of_text(
    kernel: ModuleType, segments: Segments, name: str, rule: str, lowercase: str = "none"
) -> list[int]:
    hypotheses, references, spans = sides(segments)
    arguments: list[Any] = []
    for lines in (hypotheses, references):
        text, offsets = kernel.pack(lines)
        bounds = array("q", offsets)
        arguments += [text, bounds[:-1], bounds[1:]]
    return int64(kernel.count_text_edits(*arguments, spans, name, lowercase, rule))


def of_strings(
    kernel: ModuleType, segments: Segments, name: str, rule: str, lowercase: str = "none"
) -> list[int]:
    return int64(kernel.count_string_edits(*sides(segments), name, lowercase, rule))


def of_tokens(segments: Segments, name: str, rule: str, lowercase: Lowercase) -> list[int]:
    tokenizer = tokenizer_of(name)
    rows = []
    for hypothesis, references in segments:
        for reference in references:
            tokens = [tokenizer(line, lowercase) for line in (hypothesis, reference)]
            vocabulary = twin.Vocabulary()
            encoded = [vocabulary.encode_tokens([side]) for side in tokens]
            one_each = array("q", [0, 1]).tobytes()
            hits = twin.count_hits(*encoded[0], *encoded[1], one_each, len(vocabulary), rule)
            rows += [*int64(hits), *map(len, tokens)]
    return rows


@given(
    segments=st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=3)), max_size=6),
    name=st.sampled_from(NAMES),
    lowercase=FOLDINGS,
    rule=st.sampled_from(RULES),
)
def test_they_are_those_of_the_tokens_under_every_folding_and_rule(
    compiled: ModuleType, segments: Segments, name: str, lowercase: Lowercase, rule: str
) -> None:
    expected = of_tokens(segments, name, rule, lowercase)
    assert of_text(compiled, segments, name, rule, lowercase) == expected
    assert of_strings(compiled, segments, name, rule, lowercase) == expected


@pytest.mark.parametrize("name", ["werx", "char-all"])
def test_they_are_those_of_the_tokens_in_segments_of_all_lengths(
    compiled: ModuleType, name: str
) -> None:
    # more text than is compared at once, whose segments are shorter or longer than a word of the
    # machine, so that all ways to compare take turns
    chance = random.Random(5)
    lines = ["".join(chance.choices("abc é中", k=chance.randrange(160))) for _ in range(400)]
    edited = [line[:9] + line[10:60] + line[63:90] + "b" + line[90:] for line in lines]
    segments = [
        (hypothesis, [reference]) for hypothesis, reference in zip(edited, lines, strict=True)
    ]
    each = [of_text(compiled, [segment], name, "edits_last") for segment in segments]
    assert of_text(compiled, segments, name, "edits_last") == [*chain(*each)]
    assert [*chain(*each[:25])] == of_tokens(segments[:25], name, "edits_last", "none")


@pytest.mark.parametrize("letters", ["abc ", "aç \0", "a中文 \0", "中😀 "])
@pytest.mark.parametrize("name", ["char-stripped", "char", "werx", "13a"])
def test_strings_of_all_lengths_have_the_edits_of_their_utf_8_text(
    compiled: ModuleType, letters: str, name: str
) -> None:
    chance = random.Random(7)
    lines = ["".join(chance.choices(letters, k=chance.randrange(190))) for _ in range(300)]
    segments = [
        (line[:9] + line[10:50] + chance.choice(letters) + line[53:90] + "b" + line[90:], [line])
        for line in lines
    ]
    for rule in RULES:
        counts = of_strings(compiled, segments, name, rule)
        assert counts == of_text(compiled, segments, name, rule)


@given(
    segments=st.lists(st.tuples(STRINGS, st.lists(STRINGS, max_size=3)), max_size=6),
    name=st.sampled_from(["char-stripped", "char-all"]),
    rule=st.sampled_from(RULES),
    lowercase=FOLDINGS,
)
def test_kernel_and_twin_have_those_of_strings_by_definition(
    compiled: ModuleType, segments: Segments, name: str, rule: str, lowercase: str
) -> None:
    counts = of_strings(compiled, segments, name, rule, lowercase)
    assert counts == of_strings(twin, segments, name, rule, lowercase)
    exact = of_strings(compiled, segments, "char-all", rule)
    pairs = [
        (hypothesis, reference) for hypothesis, references in segments for reference in references
    ]
    rows = zip(*[iter(exact)] * 4, strict=True)
    for (hypothesis, reference), (edits, hits, *lengths) in zip(pairs, rows, strict=True):
        assert (edits, *lengths) == (
            edit_distance(hypothesis, reference),
            len(hypothesis),
            len(reference),
        )
        assert max(lengths) - edits <= hits <= min(lengths)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "row"),
    [
        ("中é", "丸ĩ", [2, 0, 2, 2]),  # bytes in common, but no characters
        ("a中é", "a中é", [0, 3, 3, 3]),
        (" 中 b", "中 c ", [1, 2, 3, 3]),  # the space behind what is in common is a character
        ("aa", "a", [1, 1, 2, 1]),
        ("0123456789中x", "0123456789x", [1, 11, 12, 11]),
        ("", "é", [1, 0, 0, 1]),
    ],
)
def test_characters_in_common_at_both_ends_are_hits(
    compiled: ModuleType, hypothesis: str, reference: str, row: list[int]
) -> None:
    segments = [(hypothesis, [reference])]
    assert of_text(compiled, segments, "char-stripped", "edits_last") == row


def test_a_lone_surrogate_is_refused_where_it_would_be_written(compiled: ModuleType) -> None:
    with pytest.raises(InputError, match="a string contains a lone surrogate"):
        of_strings(compiled, [("a\ud800", ["b"])], "werx", "most_hits")


@pytest.mark.parametrize("count", [of_text, of_strings])
def test_the_twin_has_no_tokenizers_but_those_of_characters(count: Any) -> None:
    with pytest.raises(ValueError, match="no tokenizer named '13a' is compiled"):
        count(twin, [("a", ["b"])], "13a", "most_hits")


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
