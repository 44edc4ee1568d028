"""Limits that fail a build. All numbers are chosen by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tallystick
from tallystick.errors import OptionError
from tallystick.reports.comparison.condition import parse_condition
from tallystick.reports.comparison.guard import checks
from tallystick.reports.comparison.model import CheckedCondition, Comparison

REFERENCES = [f"one two three four five {n}" for n in range(8)]
SYSTEMS = {"whole": REFERENCES, "gaps": ["", " ", *REFERENCES[2:]]}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return tallystick.compare(systems=SYSTEMS, references=REFERENCES, metrics="bleu")


def checked(comparison: Comparison, text: str) -> dict[str, CheckedCondition]:
    return {one.system: one for one in checks(comparison, [parse_condition(text)], {})}


@pytest.mark.parametrize(
    ("text", "gaps_pass"),
    [
        # by hand: two of eight hypotheses are empty, so that the length ratio is 0.75 and all
        # n-grams that there are match: BLEU is 100 exp(1 - 8/6) = 71.65
        ("bleu below 71.6", True),
        ("bleu below 71.7", False),
        ("bleu above 71.6", False),
        ("length ratio below 0.75", True),
        ("length ratio below 0.76", False),
        ("empty hypotheses above 2", True),
        ("empty hypotheses above 1", False),
        ("empty hypotheses above 25%", True),
        ("empty hypotheses above 24.9%", False),
        ("suspicious segments above 0", False),
        ("copied sources above 0", True),
    ],
)
def test_a_system_fails_beyond_the_limit(
    comparison: Comparison, text: str, gaps_pass: bool
) -> None:
    assert checked(comparison, text)["gaps"].passed is gaps_pass


def test_every_system_is_checked_without_a_baseline(comparison: Comparison) -> None:
    found = checked(comparison, "empty hypotheses above 0")
    assert {name: one.passed for name, one in found.items()} == {"whole": True, "gaps": False}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bleu below 80", "gaps has 71.65 BLEU, which is below 80."),
        ("bleu below 71.65", "gaps has 71.65313105737893 BLEU, which is not below 71.65."),
        ("length ratio below 0.8", "gaps has a length ratio of 0.750, which is below 0.8."),
        ("empty hypotheses above 0", "gaps has 2 empty hypotheses in 8 segments (25%; segments 1 "
         "and 2), which is above 0."),
        ("copied sources above 5%",
         "gaps has 0 copied sources in 8 segments, which is not above 5%."),
    ],
)  # fmt: skip
def test_the_sentence_has_the_number_and_the_limit(
    comparison: Comparison, text: str, sentence: str
) -> None:
    assert checked(comparison, text)["gaps"].sentence == sentence


def test_an_undefined_number_fails(comparison: Comparison) -> None:
    undefined = tuple(replace(one, score=None) for one in comparison.scores)
    lengths = tuple(replace(one, ratio=None) for one in comparison.lengths)
    without = replace(comparison, scores=undefined, lengths=lengths)
    by_score = checked(without, "bleu below 30")["gaps"]
    assert (by_score.passed, by_score.sentence) == (False, "gaps has no score under BLEU.")
    assert not checked(without, "length ratio below 0.1")["gaps"].passed


def test_segments_are_not_limited_in_a_report_without_analyses(comparison: Comparison) -> None:
    with pytest.raises(OptionError, match="needs the analyses of segments"):
        checked(replace(comparison, lengths=()), "empty hypotheses above 0")
