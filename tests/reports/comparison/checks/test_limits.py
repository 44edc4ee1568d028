"""Limits that fail a build. All numbers are chosen by hand."""

from dataclasses import replace

import pytest

import tallystick
from tallystick import OptionError
from tallystick.reports import CheckedCondition, Comparison, SuspiciousSegment
from tests.reports.comparison import made
from tests.reports.comparison.made import checked

REFERENCES = [f"one two three four five {n}" for n in range(8)]
SYSTEMS = {"whole": REFERENCES, "gaps": ["", " ", *REFERENCES[2:]]}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return tallystick.compare(systems=SYSTEMS, references=REFERENCES, metrics="bleu")


def by_system(comparison: Comparison, text: str) -> dict[str, CheckedCondition]:
    return {outcome.system: outcome for outcome in checked(comparison, text)}


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
    assert by_system(comparison, text)["gaps"].passed is gaps_pass


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bleu below 80", "gaps has 71.65 BLEU, which is below 80."),
        ("bleu below 71.65", "gaps has 71.65313105737893 BLEU, which is not below 71.65."),
        ("length ratio below 0.8", "gaps has a length ratio of 0.750, which is below 0.8."),
        ("empty hypotheses above 0", "gaps has 2 empty hypotheses in 8 segments (25%; segments 1 "
         "and 2), which is above 0."),
        ("length ratio below 0.75", "gaps has a length ratio of 0.750, which is not below 0.75."),
        ("copied sources above 5%",
         "gaps has 0 copied sources in 8 segments, which is not above 5%."),
    ],
)  # fmt: skip
def test_the_sentence_has_the_number_and_the_limit(
    comparison: Comparison, text: str, sentence: str
) -> None:
    assert by_system(comparison, text)["gaps"].sentence == sentence


def test_every_system_is_checked_and_has_its_number(comparison: Comparison) -> None:
    of_score = by_system(comparison, "bleu below 80")["whole"]
    assert (of_score.requirement, of_score.metric) == ("bleu is not below 80", "bleu")
    assert of_score.score == pytest.approx(100)
    of_segments = by_system(comparison, "empty hypotheses above 1")
    assert {name: outcome.passed for name, outcome in of_segments.items()} == {
        "whole": True,
        "gaps": False,
    }
    gaps = of_segments["gaps"]
    assert gaps.requirement == "empty hypotheses are not above 1"
    assert (gaps.metric, gaps.score) == (None, 2)


@pytest.mark.parametrize(
    ("empty", "said"),
    [
        ([8], "; segment 8)"),
        ([1, 2, 3], "; segments 1, 2 and 3)"),
        ([1, 2, 4, 8], "; segments 1, 2, 4 and 8)"),
        ([1, 2, 4, 6, 8], "; segments 1, 2, 4 and 2 more)"),
    ],
)
def test_more_than_four_segments_are_not_all_named(
    comparison: Comparison, empty: list[int], said: str
) -> None:
    suspicious = tuple(
        SuspiciousSegment("empty hypothesis", "gaps", segment, "") for segment in empty
    )
    outcomes = by_system(replace(comparison, suspicious=suspicious), "empty hypotheses above 0")
    assert f"{said}, which is above 0." in outcomes["gaps"].sentence


def test_an_undefined_number_fails(comparison: Comparison) -> None:
    undefined = made.each(comparison.scores, score=None)
    lengths = made.each(comparison.lengths, ratio=None)
    without = replace(comparison, scores=undefined, lengths=lengths)
    for condition, said in (
        ("bleu below 30", "gaps has no score under BLEU."),
        ("length ratio below 0.1", "gaps has no length ratio, because the references are empty."),
    ):
        outcome = by_system(without, condition)["gaps"]
        assert (outcome.passed, outcome.sentence) == (False, said)


@pytest.mark.parametrize("text", ["empty hypotheses above 0", "length ratio below 1"])
def test_segments_are_not_limited_in_a_report_without_analyses(
    comparison: Comparison, text: str
) -> None:
    with pytest.raises(OptionError, match="needs the analyses of segments"):
        by_system(replace(comparison, lengths=()), text)
