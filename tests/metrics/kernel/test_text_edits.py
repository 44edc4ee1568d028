"""The edits between lines of text are those between their tokens, which the twin counts."""

import random
from array import array
from collections.abc import Sequence
from itertools import accumulate, chain
from types import ModuleType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Lowercase, tokenizer_named
from tallystick.metrics.kernel import python as kernel_python
from tallystick.metrics.tokenizers.plain import PlainTokenizer

NAMES = ("none", "werx", "13a", "rouge-score", "char", "char-stripped")
RULES = ("most_hits", "edits_last")
WORDS = (
    *(
        "a",
        "A",
        "b",
        "B.",
        "é",
        "É",
        "İ",
        "中",
        "中文",
        "😀",
        "1.5",
        "-",
        "&lt;",
        "a" * 15,
        "b" * 16,
    ),
    *("c" * 31 + "d", "c" * 31 + "e", "\u3000", "\t"),
)
LINES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)

Segments = Sequence[tuple[str, Sequence[str]]]  # a hypothesis and its references


def counted(
    kernel: ModuleType, segments: Segments, tokenizer: str, lowercase: str, rule: str
) -> list[int]:
    arguments: list[Any] = []
    for lines in ([one for one, _ in segments], list(chain.from_iterable(r for _, r in segments))):
        text, offsets = kernel.pack(lines)
        bounds = array("q", offsets)
        arguments += [text, bounds[:-1], bounds[1:]]
    spans = array("q", accumulate((len(references) for _, references in segments), initial=0))
    return array(
        "q", kernel.count_text_edits(*arguments, spans, tokenizer, lowercase, rule)
    ).tolist()


def expected(segments: Segments, name: str, lowercase: Lowercase, rule: str) -> list[int]:
    tokenizer = PlainTokenizer(name) if name.startswith("char-") else tokenizer_named(name)
    rows = []
    for hypothesis, references in segments:
        for reference in references:
            tokens = [tokenizer(line, lowercase) for line in (hypothesis, reference)]
            vocabulary = kernel_python.Vocabulary()
            encoded = [vocabulary.encode_tokens([one]) for one in tokens]
            one_each = array("q", [0, 1]).tobytes()
            found = kernel_python.count_hits(
                *encoded[0], *encoded[1], one_each, len(vocabulary), rule
            )
            rows += [*array("q", found), *map(len, tokens)]
    return rows


@given(
    segments=st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=3)), max_size=6),
    name=st.sampled_from(NAMES),
    lowercase=st.sampled_from(get_args(Lowercase)),
    rule=st.sampled_from(RULES),
)
def test_they_are_those_of_the_tokens_under_every_folding_and_rule(
    compiled: ModuleType, segments: Segments, name: str, lowercase: Lowercase, rule: str
) -> None:
    found = counted(compiled, segments, name, lowercase, rule)
    assert found == expected(segments, name, lowercase, rule)


def segments_of_all_lengths() -> Segments:
    """Return more text than is compared at once, whose segments are shorter or longer than a word
    of the machine, so that all ways to compare take turns."""
    chance = random.Random(5)
    lines = ["".join(chance.choices("abc é中", k=chance.randrange(160))) for _ in range(400)]
    edited = [line[:9] + line[10:60] + line[63:90] + "b" + line[90:] for line in lines]
    return [(one, [other]) for one, other in zip(edited, lines, strict=True)]


@pytest.mark.parametrize("name", ["werx", "char-all"])
def test_they_are_those_of_the_tokens_in_segments_of_all_lengths(
    compiled: ModuleType, name: str
) -> None:
    segments = segments_of_all_lengths()
    each = [counted(compiled, [one], name, "none", "edits_last") for one in segments]
    assert counted(compiled, segments, name, "none", "edits_last") == list(
        chain.from_iterable(each)
    )
    few = segments[:25]
    assert list(chain.from_iterable(each[:25])) == expected(few, name, "none", "edits_last")


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
    assert counted(compiled, segments, "char-stripped", "none", "edits_last") == row


@pytest.mark.parametrize(
    ("place", "wrong", "message"),
    [
        (1, array("q", [-1]), "starts and ends are not the bounds of lines in text"),
        (2, array("q", [0, 1]), "starts and ends are not the bounds of lines in text"),
        (5, array("q", [9]), "starts and ends are not the bounds of lines in text"),
        (6, array("q", [0, 2]), "segment_offsets falls or leaves 0 to 1"),
        (6, array("q", [0]), "segment_offsets and hypothesis_starts differ in length"),
        (7, "ja-mecab", "no tokenizer named 'ja-mecab' is compiled"),
        (8, "lower", "lowercase is 'lower'; expected none, ascii or unicode"),
        (9, "best", "rule is 'best'; expected most_hits or edits_last"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(
    compiled: ModuleType, place: int, wrong: object, message: str
) -> None:
    bounds = array("q", [0]), array("q", [1])
    arguments: list[Any] = [b"a", *bounds, b"b", *bounds, array("q", [0, 1]), "none", "none"]
    arguments.append("most_hits")
    assert array("q", compiled.count_text_edits(*arguments)).tolist() == [1, 0, 1, 1]
    arguments[place] = wrong
    with pytest.raises(ValueError, match=message):
        compiled.count_text_edits(*arguments)


def test_the_twin_has_no_tokenizers() -> None:
    with pytest.raises(ValueError, match="no tokenizer named '13a' is compiled"):
        counted(kernel_python, [("a", ["b"])], "13a", "none", "most_hits")
