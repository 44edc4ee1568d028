"""Sentence BLEU equals the macro average of BLEU."""

from dataclasses import replace
from typing import Any

import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import (
    METRICS,
    Bleu,
    BleuDialect,
    Corpus,
    Signature,
    presets_of,
)

SentenceBleu: Any = METRICS.load("sentbleu")


def test_with_every_preset_it_is_the_macro_average_and_its_signature_recreates_it() -> None:
    corpus = Corpus.from_segments(
        hypotheses=["a b c d e", "x a b c d y"], references=["a b c d f", "z a b c d g h"]
    )
    for preset in presets_of(BleuDialect):
        if preset.dialect.average == "smoothed_counts":
            continue
        metric = SentenceBleu(dialect=preset.name, effective_order=None)
        macro = Bleu(dialect=replace(metric.bleu.conventions, average="macro"))
        score = metric.score(metric.statistics(corpus))
        assert score.score == macro.score(macro.statistics(corpus)).score, preset.name
        assert score.signature.metric() == metric, preset.name


@pytest.mark.parametrize(
    ("options", "effective"),
    [
        ({}, True),
        ({"effective_order": False}, False),
        ({"smooth": "add-k", "weights": (0.5, 0.5), "order": 2}, True),
        ({"dialect": "multi-bleu"}, False),
        ({"dialect": "multi-bleu", "effective_order": True}, True),
    ],
)
def test_effective_order_is_the_default_of_sacrebleus_dialect_only(
    options: dict[str, Any], effective: bool
) -> None:
    metric = SentenceBleu(**options)
    assert metric.effective_order is metric.bleu.effective_order is effective
    signature = Signature.of(metric, 1, given_tokens=False)
    assert signature["eff"] == ("yes" if effective else "no")
    assert signature.metric() == metric


def test_a_segment_on_which_the_program_fails_is_named() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b", ""], references=["a b", "c"])
    metric = SentenceBleu(dialect="vikasnar")
    with pytest.raises(InputError, match="BLEU of segment 2 is not defined under the dialect vik"):
        metric.score(metric.statistics(corpus))


def test_an_option_out_of_range_is_refused() -> None:
    with pytest.raises(OptionError, match="order is 0"):
        SentenceBleu(order=0)
