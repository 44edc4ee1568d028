"""The vectors of tokenizers: lines of text and their tokens."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tallystick import MissingExtraError, UnknownNameError
from tallystick.compat import curated_vectors
from tallystick.metrics import tokenizer_named
from tests.command_line.conftest import output_of

TOOLS = Path(__file__).parents[3] / "tools" / "vectors"
FIRST, REST = output_of("vectors", "export", "tokenizers").split("\n", 1)
HEADER, LINES = json.loads(FIRST), list(map(json.loads, REST.splitlines()))
ORIGINS: dict[str, dict[str, Any]] = HEADER["origins"]

WITHOUT_EFFECT = {
    # case is folded in other columns
    "fold case",
    # a line feed is white space
    "join lines",
    # white space at the ends separates no tokens, unless a rule needs it
    "strip line end",
    "squeeze separators",
}
"""The rules that no line of these tokenizers can show, unless `SHOWN` says so."""

SHOWN = {("13a", "strip line end"), ("intl", "strip line end"), ("zh", "strip line end")}

OTHERS_WITHOUT_EFFECT = {
    ("zh-2", "strip line start"),  # the line is padded afterwards
    ("mteval-14c", "join hyphenated lines"),  # lines are split at white space first
}


def results(origin: str) -> list[tuple[str, list[str]]]:
    return [
        (line["text"], line["results"][origin]["tokens"])
        for line in LINES
        if origin in line["results"]
    ]


def ours(origin: str) -> Any:
    try:
        return tokenizer_named(ORIGINS[origin]["tokenizer"])
    except MissingExtraError as error:
        pytest.skip(str(error))


def folding(origin: str) -> str:
    return str(ORIGINS[origin].get("options", {}).get("lowercase", "none"))


@pytest.mark.parametrize("origin", ORIGINS)
def test_our_tokenizer_gives_the_recorded_tokens(origin: str) -> None:
    tokenize, lowercase = ours(origin), folding(origin)
    for text, tokens in results(origin):
        assert tokenize(text, lowercase) == tokens


@pytest.mark.parametrize("origin", [one for one in ORIGINS if " " not in one])
def test_each_rule_of_a_tokenizer_is_shown_by_a_line(origin: str) -> None:
    tokenize = ours(origin)
    missed = set()
    for number, rule in enumerate(getattr(tokenize, "rules", ())):
        rules = tokenize.rules[:number] + tokenize.rules[number + 1 :]
        without = replace(tokenize, rules=rules)
        if all(without(text, folding(origin)) == tokens for text, tokens in results(origin)):
            missed.add(rule.name)
    shown = {rule for name, rule in SHOWN if name == origin}
    others = {rule for name, rule in OTHERS_WITHOUT_EFFECT if name == origin}
    assert missed <= WITHOUT_EFFECT - shown | others


@pytest.mark.parametrize("origin", [one for one in ORIGINS if " " in one])
def test_folding_case_is_shown_by_a_line(origin: str) -> None:
    tokenize = ours(origin)
    assert any(tokenize(text, "none") != tokens for text, tokens in results(origin))


def test_the_tokens_of_mteval_are_the_recorded_ones(golden: Callable[[str], Any]) -> None:
    columns = {
        "mteval-13a": "13a_cased",
        "mteval-intl": "intl_cased",
        "mteval-13a lowercase": "13a",
        "mteval-intl lowercase": "intl",
        "mteval-14c lowercase": "14c",
    }
    recorded = {case["input"]: case for case in golden("tokenizer_cases")["cases"]}
    for origin, column in columns.items():
        compared = [(text, tokens) for text, tokens in results(origin) if text in recorded]
        assert len(compared) > 6
        assert all(" ".join(tokens) == recorded[text][column] for text, tokens in compared)


@cache
def tool() -> Any:
    spec = spec_from_file_location("write_tokens", TOOLS / "write_tokens.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_installed_program_gives_the_recorded_tokens(origin: str) -> None:
    program, recorded = ORIGINS[origin]["program"], ORIGINS[origin]["version"]
    try:
        if program != "tallystick" and version(program) != recorded:
            pytest.skip(f"{program} {recorded} is not installed")
        tokens = [given for _, given in tool().tokens_of(origin)]
    except PackageNotFoundError:
        pytest.skip(f"{program.replace('-', '_')} is not installed")
    except (ImportError, MissingExtraError) as error:
        pytest.skip(str(error))
    assert tokens == [given for _, given in results(origin)]


def test_the_lines_are_those_of_the_table() -> None:
    table = tool().lines()
    assert [(line["id"], line["text"], line["tests"]) for line in LINES] == [
        (key, one["text"], one["tests"]) for key, one in table.items()
    ]


def test_the_digest_is_that_of_all_lines_but_the_first() -> None:
    assert HEADER["sha256"] == hashlib.sha256(REST.encode("ascii")).hexdigest()
    assert HEADER["cases"] == len(LINES)


def test_the_tokenizer_of_every_score_has_lines() -> None:
    columns = {one["tokenizer"] for one in ORIGINS.values()}
    listed = json.loads(output_of("vectors", "list", "-f", "json"))["curated-vectors"]
    for name in {one["name"] for one in listed} - {"tokenizers"}:
        named = {one.tokenizer for one in curated_vectors(name).origins.values()}
        assert named - {""} <= columns


def test_the_vectors_of_tokenizers_are_not_those_of_scores() -> None:
    with pytest.raises(UnknownNameError, match="have tokens, no scores; export them"):
        curated_vectors("tokenizers")
