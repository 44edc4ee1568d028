"""Replayed rules compared with the tokenizers that they explain."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import FunctionTokenizer, Lowercase, Tokenizer
from tests.metrics.internals import Boundary, RuleTokenizer, Step, Substitution, boundaries, explain
from tests.metrics.tokenizers.test_tokenizer_contract import WITHOUT_EXTRAS

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
    found = boundaries(tokenizer, line, lowercase)
    positions = [boundary.position for boundary in found]
    assert positions == sorted(set(positions))
    for boundary in found:
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
    assert [found.rule for found in boundaries(built_in("mteval-14c"), "http://a.b  c.d")] == [
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
