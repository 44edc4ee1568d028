"""Metrics that do not suit the texts, or contradict each other."""

from __future__ import annotations

import pytest

import tallystick
from tallystick import TokenizerWarning
from tallystick.reports import Doubt

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


def contradictions(**orders: str) -> list[Doubt]:
    """Return the doubts if metrics order systems in this way, the best first."""
    systems = sorted(next(iter(orders.values())))
    found = tallystick.compare(
        systems={name: [f"{name} {n}" for n in range(20)] for name in systems},
        references=["a b c d"] * 20,
        metrics=[],
        scores={
            metric: {name: [9.0 - order.index(name) + n % 3 / 9 for n in range(20)]
                     for name in systems}
            for metric, order in orders.items()
        },
    )  # fmt: skip
    return [one for one in found.doubts if one.kind == "contradicting metrics"]


def test_significant_contradictions_are_found() -> None:
    [found] = contradictions(one="AB", other="BA")
    assert (found.kind, found.systems, found.metric) == ("contradicting metrics", ("A", "B"), None)
    assert found.sentence == (
        "The metrics contradict each other: A is significantly better than B under one, and "
        "significantly worse under other."
    )


def test_agreement_is_no_contradiction() -> None:
    assert contradictions(one="ABC", other="ABC") == []


def test_many_contradicted_pairs_are_one_doubt_about_the_first() -> None:
    [found] = contradictions(one="ABCDE", other="EDCBA")
    assert found.sentence.endswith(
        " They also contradict each other about A and C; A and D; A and E; B and C; 5 more pairs."
    )
