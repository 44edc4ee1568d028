"""Tokens that mteval and sacreBLEU printed; golden/tokenizer_cases.json has their origin."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick.metrics import Lowercase, Tokenizer

GOLDEN = Path(__file__).parents[2] / "golden" / "tokenizer_cases.json"
CASES: list[dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
COLUMNS: dict[str, tuple[str, Lowercase]] = {
    "13a": ("mteval-13a", "ascii"),
    "13a_cased": ("mteval-13a", "none"),
    "intl": ("mteval-intl", "unicode"),
    "intl_cased": ("mteval-intl", "none"),
    "14c": ("mteval-14c", "ascii"),
}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_tokens_are_those_that_mteval_printed(
    built_in: Callable[[str], Tokenizer], case: dict[str, str], column: str
) -> None:
    name, lowercase = COLUMNS[column]
    assert " ".join(built_in(name)(case["input"], lowercase)) == case[column]


# v13m --no-norm decodes entities, which the tokenizer `none` does not.
WITHOUT_ENTITIES = [case for case in CASES if "&" not in case["input"]]


@pytest.mark.parametrize("case", WITHOUT_ENTITIES)
def test_without_entities_none_splits_as_mteval_without_normalization(
    built_in: Callable[[str], Tokenizer], case: dict[str, str]
) -> None:
    assert built_in("none")(case["input"]) == case["none"].split()


# perl 5.36: split(/\s+/, "a\x1cb c") gives two words, and lc("ΟΔΟΣ") is "οδοσ".
DIFFERENCES: list[tuple[str, str, Lowercase, str]] = [
    ("mteval-13a mteval-14c mteval-intl", "a\x1cb c\x85d", "none", "a\x1cb c d"),
    ("mteval-13a mteval-14c mteval-intl", "ÄB Ж", "ascii", "Äb Ж"),
    ("mteval-intl", "ΟΔΟΣ", "unicode", "οδοσ"),
    ("intl", "ΟΔΟΣ", "unicode", "οδος"),
    # entities are decoded before case is folded
    ("mteval-13a", "&QUOT;", "ascii", "& quot ;"),
    ("13a", "&QUOT;", "ascii", '"'),
    # the international tokenizer splits before white space at the end
    ("mteval-intl", "5. ", "none", "5 ."),
    ("mteval-intl", "5.", "none", "5."),
    ("intl", "5. ", "none", "5."),
    # version 14c keeps addresses in lower-case schemes only
    (
        *("mteval-14c", "(https://a.b HTTPS://a.b https://A.b,", "ascii"),
        "( https : / / a . b https : / / a . b https://A.b,",
    ),
    # mteval counts an empty word
    ("mteval-intl", "\ta", "none", "a"),
    ("mteval-14c", "<skipped> a", "none", "a"),
    # version 11b joins no hyphenated lines
    ("mteval-11b", "a-\nb", "none", "a- b"),
    ("mteval-13a", "a-\nb", "none", "ab"),
]


@pytest.mark.parametrize(("names", "line", "lowercase", "tokens"), DIFFERENCES)
def test_tokens_differ_where_programs_do(
    built_in: Callable[[str], Tokenizer], names: str, line: str, lowercase: Lowercase, tokens: str
) -> None:
    for name in names.split():
        assert built_in(name)(line, lowercase) == tokens.split(" ")


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_version_11b_differs_from_13a_in_white_space_beyond_ascii_alone(
    built_in: Callable[[str], Tokenizer], case: dict[str, str]
) -> None:
    # by the scripts' source and runs: the rules are those of 13a, on bytes
    beyond = "\u00a0\u2028\u3000"
    marked = "".join("\ue000" if character in beyond else character for character in case["input"])
    tokens = built_in("mteval-13a")(marked, "ascii")
    found = built_in("mteval-11b")(case["input"], "ascii")
    assert [len(token) for token in found] == [len(token) for token in tokens]
    if marked == case["input"]:
        assert " ".join(found) == case["13a"]


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_the_tokens_are_those_that_sacrebleu_gave(
    golden: Callable[[str], Any], built_in: Callable[[str], Tokenizer], name: str
) -> None:
    recorded = golden("tokenizer_cases")["sacrebleu"][name]
    assert {line: " ".join(built_in(name)(line)) for line in recorded} == recorded
