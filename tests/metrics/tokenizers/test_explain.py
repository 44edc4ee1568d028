"""Replayed rules compared with the tokenizers that they explain."""

import pickle
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from importlib.metadata import metadata
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, PluginError
from tallystick.metrics import TOKENIZERS, FunctionTokenizer, Lowercase, Tokenizer, fold
from tests.metrics.internals import (
    Boundary,
    RuleTokenizer,
    Step,
    Substitution,
    boundaries,
    explain,
    none_of,
    one_of,
    read_ranges,
    unicode_categories,
)

OF_RULES = ("none", "char", "13a", "intl", "zh", "zh-2", "mteval-13a", "mteval-intl", "mteval-14c")
PIECES = [
    *"05aZİΣ.,-'!/$%&_ \t",
    *("&amp;", "&lt;", "&quot;", "<skipped>", "-\n", "\n", "\u00a0", "\u2028", "\x1c", "\u3000"),
    *("http://", " https://", "中", "，", "“", "…", "€", "½", "😀", "𠀀"),
]
LINES = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)
FOLDINGS = st.sampled_from(["none", "ascii", "unicode"])


@pytest.mark.parametrize("name", OF_RULES)
@given(line=LINES, lowercase=FOLDINGS)
def test_steps_lead_to_the_tokens_and_boundaries_name_neighbours_and_a_rule(
    built_in: Callable[[str], Tokenizer], name: str, line: str, lowercase: Lowercase
) -> None:
    tokenizer = built_in(name)
    assert isinstance(tokenizer, RuleTokenizer)
    steps, tokens = explain(tokenizer, line, lowercase), tokenizer(line, lowercase)
    assert steps[0].before == line
    assert all(step.after == later.before for step, later in pairwise(steps))
    assert all(step.before != step.after for step in steps[:-1])
    assert steps[-1].after == " ".join(tokens)
    splits = boundaries(tokenizer, line, lowercase)
    positions = [boundary.position for boundary in splits]
    assert positions == sorted(set(positions))
    for boundary in splits:
        neighbours = tokens[boundary.position - 1 : boundary.position + 1]
        assert neighbours == [boundary.left, boundary.right]
        assert boundary.rule in {rule.name for rule in tokenizer.rules}


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "zh-2", "char"])
@given(words=st.lists(st.text("a5.,-'%中€", min_size=1), max_size=6))
def test_every_boundary_is_white_space_of_the_line_or_has_a_rule(
    built_in: Callable[[str], Tokenizer], name: str, words: list[str]
) -> None:
    line = " ".join(words)
    tokens = built_in(name)(line)
    by_rules = boundaries(built_in(name), line)
    assert len(tokens) == len(words) + len(by_rules)


def test_each_boundary_names_the_rule_that_split_first(
    built_in: Callable[[str], Tokenizer],
) -> None:
    assert boundaries(built_in("13a"), "Yes, 9-to-5 costs $5.") == [
        Boundary(1, "Yes", ",", "split period or comma after a non-digit"),
        Boundary(3, "9", "-", "split hyphen after a digit"),
        Boundary(4, "-", "to-5", "split hyphen after a digit"),
        Boundary(7, "$", "5", "isolate ASCII punctuation"),
        Boundary(8, "5", ".", "split period or comma before a non-digit"),
    ]


def test_only_rules_that_changed_the_line_are_listed(built_in: Callable[[str], Tokenizer]) -> None:
    steps = explain(built_in("13a"), "A&quot;b ", "ascii")
    assert [(step.rule, step.after) for step in steps] == [
        ("fold case", "a&quot;b "),
        ("strip line end", "a&quot;b"),
        ("decode &quot;", 'a"b'),
        ("pad with spaces", ' a"b '),
        ("isolate ASCII punctuation", ' a " b '),
        ("split at white space", 'a " b'),
    ]


def test_no_rule_is_applied_to_an_address_that_is_kept(
    built_in: Callable[[str], Tokenizer],
) -> None:
    steps = explain(built_in("mteval-14c"), "http://a.b  c.d")
    assert steps[0].rule == "take words one by one"
    assert steps[-1].after == "http://a.b c . d"
    assert [split.rule for split in boundaries(built_in("mteval-14c"), "http://a.b  c.d")] == [
        "split period or comma after a non-digit",
        "split period or comma after a non-digit",
    ]


def test_a_tokenizer_without_rules_gives_one_step() -> None:
    halves = FunctionTokenizer("halves", lambda line: line.split(";"), version="2")
    assert explain(halves, "A;b", "ascii") == [
        Step("halves", "Split by halves 2, whose rules are unknown.", "A;b", "a b")
    ]
    assert boundaries(halves, "A;b") == []


@given(
    line=st.text(
        st.sampled_from("a5.,-\n\t &;<>\x1c\u2028\u3000中😀") | st.characters(), max_size=12
    )
)
def test_the_faster_form_of_a_rule_makes_the_replacements_of_its_pattern(
    built_in: Callable[[str], Tokenizer], line: str
) -> None:
    tokenizers = [built_in(name) for name in WITHOUT_EXTRAS]
    rules = {
        rule
        for tokenizer in tokenizers
        if isinstance(tokenizer, RuleTokenizer)
        for rule in tokenizer.rules
        if isinstance(rule, Substitution) and rule.equivalent is not None
    }
    assert len(rules) > 15
    for rule in rules:
        for text in (line, rule.pattern.pattern.replace("\\", "") + line):  # entities as such
            assert rule.rewriter("none")(text) == rule.pattern.sub(rule.replacement, text)


WITHOUT_EXTRAS = [
    name
    for name in TOKENIZERS.built_in
    if "mecab" not in name and name not in {"given", "spm", "flores101", "flores200"}
]
WITH_EMPTY_WORDS = {"fastwer", "every-space", "pltrdy"}


@pytest.mark.parametrize("name", WITHOUT_EXTRAS)
def test_a_tokenizer_has_its_registered_name_survives_pickling_and_refuses_unknown_foldings(
    built_in: Callable[[str], Tokenizer], name: str
) -> None:
    tokenizer = built_in(name)
    assert tokenizer.name == name
    by_categories = name.endswith("intl") or name == "unicode-words"
    assert tokenizer.version == (built_in("intl").version if by_categories else None)
    assert pickle.loads(pickle.dumps(tokenizer)) == tokenizer
    with pytest.raises(OptionError, match=r"lowercase='lower'.*'none', 'ascii' or 'unicode'"):
        tokenizer("a", cast("Lowercase", "lower"))


@pytest.mark.parametrize("name", sorted({*WITHOUT_EXTRAS} - WITH_EMPTY_WORDS))
def test_a_line_of_white_space_has_no_tokens(
    built_in: Callable[[str], Tokenizer], name: str
) -> None:
    wide = "" if name in ("mteval-11b", "ascii-space") else "\u3000"  # which these do not know
    for line in ("", " ", f"{wide}\t", "\n"):
        assert built_in(name)(line) == []


def test_the_tokenizer_of_given_tokens_refuses_text(built_in: Callable[[str], Tokenizer]) -> None:
    with pytest.raises(InputError, match="'given' cannot split the text 'a b'; give token lists"):
        built_in("given")("a b")


def test_importing_the_tokenizers_builds_no_tables_and_loads_no_library() -> None:
    program = (
        "import sys, tallystick.metrics.tokenizers as t; "
        "print(*sorted(m for m in sys.modules if m.startswith(t.__name__ + '.')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert [module.rpartition(".")[2] for module in run.stdout.split()] == ["protocol"]


@pytest.mark.parametrize(
    ("lowercase", "folded"), [("none", "AbÄΣ İ"), ("ascii", "abÄΣ İ"), ("unicode", "abäς i\u0307")]
)
def test_folding_lowers_nothing_ascii_letters_or_every_letter(
    lowercase: Lowercase, folded: str
) -> None:
    assert fold("AbÄΣ İ", lowercase) == folded


def test_folding_without_context_lowers_every_character_by_itself() -> None:
    everything = map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1)))
    # all that have another form, and some of the others
    chosen = [letter for letter in everything if letter.lower() != letter or ord(letter) % 16 == 0]
    line = " ".join(f"A{letter}b{letter}" for letter in chosen)
    assert fold(line, "unicode", in_context=False) == "".join(map(str.lower, line))


def test_a_function_sees_the_folded_line() -> None:
    tokenizer = FunctionTokenizer("words", str.split, "1")
    assert tokenizer("A B", "unicode") == ["a", "b"]
    assert (tokenizer.name, tokenizer.version) == ("words", "1")


@pytest.mark.parametrize("name", ["13a", "zh"])
def test_a_function_takes_no_name_of_a_built_in_tokenizer(name: str) -> None:
    with pytest.raises(OptionError, match=f"'{name}' is the name of a built-in tokenizer"):
        FunctionTokenizer(name, str.split)


@pytest.mark.parametrize("returned", ["a b", ["a", 1], ["a", ""], None])
def test_a_function_that_returns_no_tokens_is_named(returned: object) -> None:
    broken = FunctionTokenizer("broken", cast("Callable[[str], list[str]]", lambda line: returned))
    with pytest.raises(PluginError, match="tokenizer 'broken' returned"):
        broken("a b")


FROZEN = {
    "N": unicode_categories.NUMBER,
    "P": unicode_categories.PUNCTUATION,
    "S": unicode_categories.SYMBOL,
    "Z": unicode_categories.SEPARATOR,
}


EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))


def members(category: str) -> set[str]:
    return {
        chr(code)
        for first, last in read_ranges(FROZEN[category])
        for code in range(first, last + 1)
    }


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@pytest.mark.parametrize("category", FROZEN)
def test_every_code_point_has_the_category_that_regex_gives_it(category: str) -> None:
    regex = pytest.importorskip("regex")
    frozen_version = as_numbers(unicode_categories.UNICODE_VERSION)
    stated = re.search(
        r"supports Unicode ([0-9.]+[0-9])", str(metadata("regex").json["description"])
    )
    assert stated is not None
    compared = EVERYTHING
    if as_numbers(stated[1]) < frozen_version:
        compared = regex.sub(r"\p{Cn}+", "", EVERYTHING)
    elif as_numbers(stated[1]) > frozen_version:
        if as_numbers(unicodedata.unidata_version) > frozen_version:
            pytest.skip("neither regex nor Python has the frozen version")
        compared = "".join(letter for letter in EVERYTHING if unicodedata.category(letter) != "Cn")
    frozen = members(category)
    matched = regex.sub(rf"\P{{{category}}}+", "", compared)
    assert matched == "".join(letter for letter in compared if letter in frozen)


@pytest.mark.parametrize("category", FROZEN)
def test_the_patterns_match_exactly_the_frozen_ranges(category: str) -> None:
    ranges, inside = read_ranges(FROZEN[category]), members(category)
    # patterns are made of ranges, so that only their ends can be wrong
    ends = {end + step for block in ranges for end in block for step in (-1, 0, 1)}
    compared = "".join(map(chr, sorted(ends | {*range(0x500), sys.maxunicode})))
    left = re.sub(f"{one_of(ranges)}+", "", compared)
    assert left == "".join(letter for letter in compared if letter not in inside)
    left = re.sub(f"{none_of(ranges)}+", "", compared)
    assert left == "".join(letter for letter in compared if letter in inside)


@pytest.mark.parametrize("category", FROZEN)
def test_ranges_ascend_and_none_crosses_the_basic_plane(category: str) -> None:
    ranges = read_ranges(FROZEN[category])
    flat = [code for pair in ranges for code in pair]
    assert flat == sorted(flat)
    assert all(last <= 0xFFFF or first > 0xFFFF for first, last in ranges)
