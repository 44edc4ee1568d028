"""Texts and analyses of a comparison: on a small test set, and on WMT22."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tallystick
from tallystick.metrics import Bleu, Corpus
from tallystick.reports import Comparison
from tests.reports.rendering import rendered

Lines = Callable[[str], list[str]]


def test_a_comparison_with_all_analyses_survives_json() -> None:
    comparison = tallystick.compare(
        systems={
            "one": ["the cat sat", "", "a b c d"] * 12,
            "two": ["a cat", "it rains", "a b"] * 12,
        },
        references=[["the cat sat", "cats sit"], ["it rains", "rain"], ["a b c", ""]] * 12,
        metrics=["bleu", "nist"],
        documents=[str(number // 3) for number in range(36)],
        sources=["die Katze", "es regnet", "a b c"] * 12,
        metadata={"domain": ["pets", "weather", "letters"] * 12},
        resamples=200,
    )
    assert Comparison.from_json(comparison.to_json()) == comparison
    segments = comparison.segments
    assert segments is not None
    assert segments.references[0] == ("the cat sat", "cats sit")
    assert segments.hypotheses["two"][:2] == ("a cat", "it rains")
    assert segments.directions == {"source": "ltr", "target": "ltr"}
    assert segments.scores["bleu"]["one"][0] == pytest.approx(100.0)
    assert segments.scores["bleu"]["one"][1] == 0.0
    assert segments.metadata["domain"][0] == "pets"
    assert [one.field for one in comparison.breakdowns] == ["reference"]
    assert comparison.breakdown_notes == (
        "Scores by document are omitted: no group has 30 segments.",
        "Scores by domain are omitted: no group has 30 segments.",
    )
    assert comparison.breakdown_notes[0] in rendered("markdown", comparison)
    assert {one.suspicion for one in comparison.suspicious} >= {"empty hypothesis"}
    assert comparison.ngrams
    assert len(comparison.orders) == 2 * (4 + 5)  # BLEU and NIST


def test_given_tokens_are_not_tokenized_again() -> None:
    one = Corpus.from_segments(hypotheses=[["a", "b c"], []], references=[[["a", "b c"]], [["d"]]])
    two = Corpus(one.hypotheses[:2], one.references)
    comparison = tallystick.compare(
        systems={"one": one, "two": two}, metrics=Bleu(order=1), resamples=200
    )
    assert [one.clipped_matches for one in comparison.orders] == [2, 2]
    assert comparison.segments is not None
    assert comparison.segments.hypotheses["one"] == ("a b c", "")


def test_pairs_are_those_with_the_baseline_if_there_is_one() -> None:
    lines = {"one": ["a b c d e", "p"], "two": ["a b c d x", "p"], "three": ["a b c d", "p"]}
    comparison = tallystick.compare(
        systems=lines, references=["a b c d e", "p"], metrics="bleu", baseline="three"
    )
    for found in (comparison.examples, comparison.segment_outcomes):
        assert {(one.system, one.other) for one in found} == {("one", "three"), ("two", "three")}


def compared(
    lines: Callable[[str], list[str]], pair: str, *systems: str, segments: int | None = None
) -> Comparison:
    source, target = pair.split("-")
    test_set = f"generaltest2022.{pair}"
    return tallystick.compare(
        systems={
            name: lines(f"system-outputs/{test_set}.hyp.{name}.{target}")[:segments]
            for name in systems
        },
        references=lines(f"references/{test_set}.ref.A.{target}")[:segments],
        sources=lines(f"sources/{test_set}.src.{source}")[:segments],
        metrics="bleu",
        resamples=200,
    )


@pytest.mark.filterwarnings("ignore:the references look:tallystick.TallystickWarning")
def test_languages_of_wmt22_are_derived_from_their_scripts_and_texts_left_in_english_are_found(
    wmt22_file: Lines,
) -> None:
    for pair, language in (("en-ja", "ja"), ("en-zh", "zh"), ("ja-en", "")):
        segments = compared(wmt22_file, pair, "Online-W", segments=300).segments
        assert segments is not None
        assert (segments.language, segments.directions["target"]) == (language, "ltr")
    comparison = compared(wmt22_file, "en-ru", "HuaweiTSC", "Online-W")
    assert comparison.segments is not None
    assert comparison.segments.language == ""
    copied = {
        one.segment
        for one in comparison.suspicious
        if (one.suspicion, one.system) == ("copied source", "HuaweiTSC")
    }
    # lines 1,247 and 1,847 of its output are "Tap Repair now/Restore"
    assert {1247, 1847} <= copied
    over = {one.ngram for one in comparison.ngrams if one.kind == "over-produced"}
    assert ("Tap",) in over
