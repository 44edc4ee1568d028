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


@pytest.mark.parametrize("name", ["mteval-13a", "mteval-14c", "mteval-intl"])
def test_the_separators_u001c_to_u001f_are_not_white_space_in_perl(
    built_in: Callable[[str], Tokenizer], name: str
) -> None:
    # perl 5.36: split(/\s+/, "a\x1cb c") gives two words.
    assert built_in(name)("a\x1cb c\x85d") == ["a\x1cb", "c", "d"]


def test_a_capital_sigma_at_the_end_of_a_word_folds_as_in_perl(
    built_in: Callable[[str], Tokenizer],
) -> None:
    # perl 5.36: lc("ΟΔΟΣ") is "οδοσ"; Python's str.lower gives "οδος".
    assert built_in("mteval-intl")("ΟΔΟΣ", "unicode") == ["οδοσ"]
    assert built_in("intl")("ΟΔΟΣ", "unicode") == ["οδος"]


@pytest.mark.parametrize("name", ["mteval-13a", "mteval-14c", "mteval-intl"])
def test_ascii_folding_leaves_other_letters_alone(
    built_in: Callable[[str], Tokenizer], name: str
) -> None:
    assert built_in(name)("ÄB Ж", "ascii") == ["Äb", "Ж"]


def test_entities_are_decoded_before_case_is_folded(built_in: Callable[[str], Tokenizer]) -> None:
    assert built_in("mteval-13a")("&QUOT;", "ascii") == ["&", "quot", ";"]
    assert built_in("13a")("&QUOT;", "ascii") == ['"']


def test_the_international_tokenizer_splits_before_white_space_at_the_end(
    built_in: Callable[[str], Tokenizer],
) -> None:
    assert built_in("mteval-intl")("5. ") == ["5", "."]
    assert built_in("mteval-intl")("5.") == ["5."]
    assert built_in("intl")("5. ") == ["5."]


def test_version_14c_keeps_addresses_in_lower_case_schemes_only(
    built_in: Callable[[str], Tokenizer],
) -> None:
    line = "(https://a.b HTTPS://a.b https://A.b,"
    assert " ".join(built_in("mteval-14c")(line, "ascii")) == (
        "( https : / / a . b https : / / a . b https://A.b,"
    )


def test_tokens_are_never_empty_although_mteval_counts_an_empty_word(
    built_in: Callable[[str], Tokenizer],
) -> None:
    assert built_in("mteval-intl")("\ta") == ["a"]
    assert built_in("mteval-14c")("<skipped> a") == ["a"]


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


def test_version_11b_joins_no_hyphenated_lines(built_in: Callable[[str], Tokenizer]) -> None:
    assert built_in("mteval-11b")("a-\nb") == ["a-", "b"]
    assert built_in("mteval-13a")("a-\nb") == ["ab"]


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_the_tokens_are_those_that_sacrebleu_gave(
    golden: Callable[[str], Any], built_in: Callable[[str], Tokenizer], name: str
) -> None:
    recorded = golden("tokenizer_cases")["sacrebleu"][name]
    assert {line: " ".join(built_in(name)(line)) for line in recorded} == recorded
