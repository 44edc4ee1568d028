"""Metrics that do not suit the texts, or contradict each other."""

from __future__ import annotations

import pytest

import tallystick
from tallystick import TokenizerWarning
from tallystick.reports import Comparison, Doubt
from tallystick.reports.comparison.doubts.metrics import contradicting_metrics
from tallystick.reports.comparison.facts.results import results_of

JAPANESE = ["今日はとても良い天気ですね", "明日は雨が降るでしょう", "彼は昨日東京に行きました"] * 10


def test_a_tokenizer_that_does_not_suit_the_language_is_named_with_its_metric() -> None:
    with pytest.warns(TokenizerWarning):
        found = tallystick.compare(
            systems={"A": JAPANESE, "B": JAPANESE[::-1]},
            references=JAPANESE,
            metrics=["bleu:tokenize=char", "bleu"],
            details=False,
        )
    [doubt] = [one for one in found.doubts if one.kind == "unsuited metric"]
    assert (doubt.kind, doubt.systems, doubt.metric) == ("unsuited metric", (), "bleu")
    assert doubt.sentence.startswith("The references look Japanese, but the tokenizer 13a of bleu")
    assert found.notes == ()


def test_texts_of_one_system_that_do_not_suit_are_its_own() -> None:
    plain = ["It rains in the north.", "Prices rose again in May."] * 10
    with pytest.warns(TokenizerWarning):
        found = tallystick.compare(
            systems={"A": plain, "B": [line.replace(".", " .") for line in plain]},
            references=plain,
            metrics="bleu",
            details=False,
        )
    [doubt] = [one for one in found.doubts if one.kind == "unsuited metric"]
    assert (doubt.kind, doubt.systems, doubt.metric) == ("unsuited metric", ("B",), "bleu")


def contradictions(*given: tuple[str, str, str]) -> list[Doubt]:
    """Return the doubts if systems are better than others under metrics: "A", "B", "bleu"."""
    systems = sorted({name for one in given for name in one[:2]})
    found = tallystick.compare(
        systems={name: ["a b c d"] for name in systems},
        references=["a b c d"],
        metrics=["bleu", "nist"],
        details=False,
    )
    report = found.to_json()
    for one in report["differences"]:
        for better, worse, metric in given:
            if one["metric"] == metric and {one["system"], one["other"]} == {better, worse}:
                one["better"] = better
    return list(contradicting_metrics(results_of(Comparison.from_json(report))))


def test_significant_contradictions_are_found() -> None:
    [found] = contradictions(("A", "B", "bleu"), ("B", "A", "nist"))
    assert (found.kind, found.systems, found.metric) == ("contradicting metrics", ("A", "B"), None)
    assert found.sentence == (
        "The metrics contradict each other: A is significantly better than B under BLEU, and "
        "significantly worse under NIST."
    )


def test_agreement_is_no_contradiction() -> None:
    assert contradictions(("A", "B", "bleu"), ("A", "B", "nist"), ("B", "C", "bleu")) == []


def test_many_contradicted_pairs_are_one_doubt_about_the_first() -> None:
    pairs = [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D"), ("A", "E")]
    turned = [(one, other, "bleu") for one, other in pairs]
    turned += [(other, one, "nist") for one, other in pairs]
    [found] = contradictions(*turned)
    assert found.sentence.endswith(
        " They also contradict each other about A and C; A and D; A and E; B and C; 2 more pairs."
    )
