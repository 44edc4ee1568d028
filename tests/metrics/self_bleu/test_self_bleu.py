"""Self-BLEU equals BLEU with all other hypotheses as references, which takes quadratic time."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tallystick
from tallystick import Bleu, Corpus, InputError, OptionError, SelfBleu
from tallystick.metrics import SelfBleuDialect
from tests.metrics.wmt22 import Read, corpus_of_system

TOKENS = st.lists(st.sampled_from("abc"), max_size=6)
SENTENCES = st.lists(TOKENS, min_size=2, max_size=6)
ORDERS = {"gram2": 2, "gram3": 3, "gram4": 4}

Golden = Callable[[str], Any]


def segment_scores(metric: SelfBleu, sentences: list[Any]) -> list[float]:
    statistics = metric.statistics(Corpus.without_references(sentences))
    scores: list[float] = metric.formula(statistics.rows).tolist()
    return scores


def others(sentences: list[Any], place: int) -> list[Any]:
    return sentences[:place] + sentences[place + 1 :]


@given(
    SENTENCES,
    st.sampled_from(["sacrebleu", "papineni2002", "nltk-method1", "nltk-method3", "nltk-method4"]),
    st.integers(1, 4),
)
@example([["a"], ["a", "b", "c"], ["c"] * 5], "sacrebleu", 1)  # lengths as close
def test_scores_equal_those_of_any_bleu_with_all_others_as_references(
    sentences: list[list[str]], dialect: str, order: int
) -> None:
    corpus = Corpus.from_segments(
        hypotheses=sentences,
        references=[others(sentences, place) for place in range(len(sentences))],
    )
    bleu = Bleu(order=order, dialect=dialect)
    expected = bleu.formula(bleu.statistics(corpus).rows)
    metric = SelfBleu(order=order, dialect=SelfBleuDialect(sentence_bleu=dialect))
    assert segment_scores(metric, sentences) == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_a_sample_is_compared_with_itself_alone() -> None:
    sentences = ["a b c", "a b c", "d e f", "a b d"]
    metric = SelfBleu(sample=3)
    scores = segment_scores(metric, sentences)
    assert scores[:3] == pytest.approx(segment_scores(SelfBleu(), sentences[:3]))
    assert math.isnan(scores[3])
    score = tallystick.self_bleu(hypotheses=sentences, sample=3)
    assert score.sentences == 3
    assert score.score == pytest.approx(200 / 3)
    start = (
        "self-BLEU (sample=3) = 66.67 (sentences = 3) nrefs:0|case:mixed|tok:none|order:3|sample:3|"
    )
    assert str(score).startswith(start)
    assert SelfBleu(dialect="texygen").sample == 500


def test_references_are_not_used() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c", "a b d"], references=["e", "f"])
    statistics = SelfBleu().statistics(corpus)
    assert statistics.references == 0
    alone = SelfBleu().statistics(Corpus.without_references(["a b c", "a b d"]))
    assert statistics.rows.tolist() == alone.rows.tolist()


def test_a_sample_of_one_sentence_is_refused_as_such() -> None:
    with pytest.raises(InputError, match="only one in the sample; give at least two"):
        tallystick.self_bleu(hypotheses=["a b c", "a b"], sample=1)


@pytest.mark.parametrize("system", ["de-en.Online-A", "en-zh.Online-B"])
def test_recorded_runs_on_wmt22_are_reproduced(
    system: str, golden: Golden, wmt22_file: Read
) -> None:
    hypotheses = list(corpus_of_system(wmt22_file, system, segments=200).hypotheses)
    recorded = golden("self_bleu")["wmt22"][system]
    for gram, order in ORDERS.items():
        scores = segment_scores(SelfBleu(order=order), hypotheses)
        assert np.mean(scores) / 100 == pytest.approx(recorded["corpus"][gram], rel=1e-12)
        first = [score / 100 for score in scores[:12]]
        assert first == pytest.approx(recorded["first_segments"][gram], rel=1e-12)


# opik fails if any reference is empty, also if it is not the closest
@pytest.mark.parametrize("dialect", ["torchmetrics", "opik-corpus"])
def test_a_dialect_of_bleu_with_another_treatment_of_references_is_refused(dialect: str) -> None:
    with pytest.raises(OptionError, match=rf"sentence_bleu is '{dialect}'.*such as nltk-method1"):
        SelfBleuDialect(sentence_bleu=dialect)


def test_unknown_dialects_of_bleu_are_refused() -> None:
    with pytest.raises(OptionError, match="no dialect of BLEU is named"):
        SelfBleuDialect(sentence_bleu="nltk-method9")


def test_a_dialect_that_fails_on_a_sentence_says_so() -> None:
    with pytest.raises(InputError, match="is not defined under the dialect"):
        tallystick.self_bleu(
            hypotheses=["a b", ""], dialect=SelfBleuDialect(sentence_bleu="multi-bleu")
        )
