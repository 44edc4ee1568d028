"""Sentence BLEU equals its definition and the mean of sacreBLEU's sentence_bleu."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick.errors import OptionError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.metric import segment_form, segment_scores
from tallystick.metrics.sentence_bleu.metric import SentenceBleu
from tallystick.metrics.signature import Signature

sacrebleu = pytest.importorskip("sacrebleu")

LINES = st.lists(st.sampled_from(["a", "b", "c", "D", ","]), max_size=7).map(" ".join)
CORPORA = st.lists(st.tuples(LINES, LINES, LINES), min_size=1, max_size=5)


@given(corpus=CORPORA, smooth=st.sampled_from(["exp", "floor", "add-k", "none"]))
def test_sentence_bleu_is_the_mean_of_sacrebleus_sentence_scores(
    corpus: list[tuple[str, str, str]], smooth: str
) -> None:
    hypotheses = [hypothesis for hypothesis, *_ in corpus]
    references = [others for _, *others in corpus]
    expected = [
        sacrebleu.sentence_bleu(
            line, others, smooth_method=smooth, tokenize="13a", use_effective_order=True
        ).score
        for line, others in zip(hypotheses, references, strict=True)
    ]
    made = Corpus.from_segments(hypotheses=hypotheses, references=references)
    metric = SentenceBleu(smooth=smooth)
    statistics = metric.statistics(made)
    assert segment_scores(metric, statistics) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    mean = sum(expected) / len(expected)
    assert metric.score(statistics).score == pytest.approx(mean, rel=1e-9, abs=1e-12)


def test_recorded_means_of_sentences_are_reproduced(golden: Any) -> None:
    recorded = golden("bleu")
    name = "sacrebleu.macro(compat.sentence_bleu)"
    cases = [case for case in recorded["cases"] if name in case.get("expected", case)]
    assert len(cases) > 10
    for case in cases:
        corpus = Corpus.from_segments(
            hypotheses=[line.split() for line in case["hypotheses"]],
            references=[[one.split() for one in lines] for lines in case["references"]],
        )
        metric = SentenceBleu(tokenize="none")
        score = metric.score(metric.statistics(corpus)).score
        assert score / 100 == pytest.approx(case["expected"][name], rel=1e-9)


def test_its_signature_can_be_parsed_and_it_is_its_own_segment_form() -> None:
    metric = tallystick.metric("sentbleu:smooth=floor,smooth_value=0.5,tokenize=intl,lowercase=yes")
    signature = Signature.of(metric, 1, given_tokens=False)
    assert "|eff:yes|" in str(signature)
    assert Signature.parse(str(signature)).metric() == metric
    assert segment_form(metric) is metric


def test_an_option_out_of_range_is_refused() -> None:
    with pytest.raises(OptionError, match="order is 0"):
        SentenceBleu(order=0)
