"""Systems against those of a saved report: tested anew, or by their scores alone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tallystick import InputError, OptionError
from tallystick.command_line.commands.compare.against import saved_counterparts
from tallystick.metrics import Corpus, as_metric
from tallystick.reports import ComparedSystem, Comparison, Segments
from tallystick.reports.comparison.build import compare_systems
from tallystick.reports.comparison.checks.condition import parse_condition
from tallystick.reports.comparison.saved.against import (
    check_same_test_set,
    checks_by_scores,
    same_metric,
    saved_corpus,
    why_untestable,
)

# sacreBLEU 2.6.0: 45.180100180492246; the copy has 100
REFERENCES = ["a b c d x", "a b z r s"]
MINE = ["a b c d e", "a b q r s"]
CARELESS = parse_condition("bleu worsens even if not significant")


def corpus(hypotheses: list[str], references: list[str] = REFERENCES) -> Corpus:
    return Corpus.from_segments(hypotheses=hypotheses, references=references)


def compared(hypotheses: list[str], *metrics: str) -> Comparison:
    found = compare_systems(
        [("mine", corpus(hypotheses))],
        {metric: as_metric(metric) for metric in metrics or ("bleu",)},
    )
    segments = Segments(
        sources=None,
        references=tuple((one,) for one in REFERENCES),
        hypotheses={"mine": tuple(hypotheses)},
        documents=None,
        metadata={},
        scores={},
        directions={},
        language="",
    )
    return replace(found, segments=segments)


def test_a_system_is_compared_with_the_saved_one_of_its_name_or_the_chosen_one() -> None:
    saved = replace(compared(MINE), systems=(ComparedSystem("mine"), ComparedSystem("other")))
    assert saved_counterparts(["mine"], saved, "r.json", None) == {"mine": "mine"}
    assert saved_counterparts(["a", "b"], saved, "r.json", "other") == {"a": "other", "b": "other"}


@pytest.mark.parametrize(
    ("systems", "chosen", "message"),
    [
        (
            ["new"],
            None,
            "r.json has no system 'new' to compare it with, only mine; name the intended",
        ),
        (["new"], "mien", "--against-system is 'mien', but r.json has no such system; did you mea"),
    ],
)
def test_a_system_without_a_counterpart_is_refused(
    systems: list[str], chosen: str | None, message: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        saved_counterparts(systems, compared(MINE), "r.json", chosen)


def test_a_test_requires_texts() -> None:
    saved = compared(MINE)
    assert why_untestable(saved, "r.json", ["mine"]) == ""
    without = replace(saved, segments=None)
    assert why_untestable(without, "r.json", ["mine"]) == "r.json contains no texts"
    runs = replace(saved, systems=(ComparedSystem("mine", runs=3),))
    message = "r.json contains the texts of one run of 3 of mine"
    assert why_untestable(runs, "r.json", ["mine"]) == message


def test_the_saved_hypotheses_are_scored_again() -> None:
    again = saved_corpus(compared(MINE), "mine", corpus(REFERENCES))
    found = compare_systems([("mine", again)], {"bleu": as_metric("bleu")})
    assert found.score_of("mine", "bleu").score == pytest.approx(45.180100180492246, rel=1e-12)


def test_another_test_set_is_refused() -> None:
    saved = compared(MINE)
    check_same_test_set(saved, "r.json", corpus(REFERENCES))
    with pytest.raises(InputError, match=r"r\.json has 2 segments, but there are 1 now"):
        check_same_test_set(saved, "r.json", corpus(["a"], ["a"]))
    changed = corpus(MINE, [REFERENCES[0], "a b z r t"])
    message = "segment 2 has the reference 'a b z r s' in r.json, but 'a b z r t' now; scores on"
    with pytest.raises(InputError, match=message):
        check_same_test_set(saved, "r.json", changed)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (["same", "x y"], ["same", "x z"], "has as reference 2 'x y' in r.json, but 'x z' now;"),
        (["same"], ["same", "more"], "has 1 reference in r.json, but 2 now;"),
        (
            [f"{'a' * 100} b {'c' * 100}"],
            [f"{'a' * 100} d {'c' * 100}"],
            "has the reference ...'aaaaaaaaaaaaaaaaaaa b cccccccccccccccccc'... in r.json, but "
            "...'aaaaaaaaaaaaaaaaaaa d cccccccccccccccccc'... now (they differ from "
            "character 102 on);",
        ),
        (
            ["a" * 50],
            ["a" * 50 + " b"],
            "has the reference ...'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' in r.json, but "
            "...'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b' now (they differ from character 51 on);",
        ),
        (
            ["b" + "a" * 50],
            ["a" * 51],
            "has the reference 'baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        ),
    ],
)
def test_differing_references_are_shown(before: list[str], after: list[str], message: str) -> None:
    hypotheses = ["a"]
    saved = compare_systems(
        [("mine", Corpus.from_segments(hypotheses=hypotheses, references=[before]))],
        {"bleu": as_metric("bleu")},
    )
    changed = Corpus.from_segments(hypotheses=hypotheses, references=[after])
    with pytest.raises(InputError, match=re.escape(message)):
        check_same_test_set(saved, "r.json", changed)


def test_without_texts_the_saved_score_decides_and_the_sentence_explains_it() -> None:
    [verdict] = checks_by_scores(
        compared(MINE), [CARELESS], compared(REFERENCES), "r.json", {"mine": "mine"}, "it is so"
    )
    assert not verdict.passed
    assert verdict.sentence == (
        "mine is worse than mine (saved) in BLEU: 45.18 against 100.00, a difference of -54.82; "
        "no test was possible, because it is so."
    )


def test_a_metric_is_identified_by_its_signature_and_not_by_its_name() -> None:
    now = compared(MINE, "bleu:smooth=exp").metrics[0]
    assert same_metric(now, compared(MINE, "bleu"), "r.json") == "bleu"


def test_another_version_of_the_program_makes_no_other_metric() -> None:
    now = compared(MINE).metrics[0]
    older = replace(now, signature=re.sub(r"version:.*", "version:0.0.1", now.signature))
    assert same_metric(older, compared(MINE), "r.json") == "bleu"


def test_scores_with_a_different_signature_are_not_compared() -> None:
    now = compared(MINE, "bleu:order=2").metrics[0]
    with pytest.raises(OptionError, match="scores of bleu:order=2 cannot be compared") as caught:
        same_metric(now, compared(MINE), "r.json")
    assert now.signature in str(caught.value)
    with pytest.raises(OptionError, match=r"r\.json has no scores under bleu:order=2"):
        same_metric(now, compared(MINE, "nist"), "r.json")
