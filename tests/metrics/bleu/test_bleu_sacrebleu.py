"""BLEU equals recorded numbers of sacreBLEU, and the installed one on drawn corpora."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Bleu, Corpus, metric, segment_scores
from tallystick.metrics import Signature
from tests.metrics.recorded_cases import joined

sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")

CLOSE = 1e-9


@pytest.mark.parametrize(
    ("space", "words"),
    [(s, 2) for s in "\u00a0\u3000\u2028\u202f\x85\x1c"]
    + [(s, 1) for s in "\u200b\u2060\ufeff\u180e"],
)
def test_words_are_separated_by_the_white_space_of_sacrebleu(space: str, words: int) -> None:
    # sacreBLEU splits with str.split() of CPython 3
    score = tallystick.bleu(hypotheses=[f"a{space}b"], references=["a b"], tokenize="none")
    assert score.hypothesis_length == words


def test_every_recorded_case_and_order_of_sacrebleu(golden: Callable[[str], Any]) -> None:
    recorded = golden("bleu")
    names, texts = joined(recorded["cases"])
    corpus = Corpus.from_segments(**texts)
    compared = 0
    for (call, options), order in product(recorded["options"].items(), range(1, 6)):
        bleu = Bleu(tokenize="none", order=order, **options)
        statistics = bleu.statistics(corpus)
        found: Any = bleu.formula(statistics.by_document(names)[1].rows)
        if "macro" in call:
            of_segments = segment_scores(bleu, statistics)
            found = [of_segments[np.array(names) == one].mean() for one in dict.fromkeys(names)]
        for case, score in zip(recorded["cases"], found, strict=True):
            by_order = case.get("expected_by_order", {}).get(call, {})
            expected = [by_order[str(order)]] if by_order else []
            expected += [case["expected"][call]] if order == 4 else []
            assert [score / 100] * len(expected) == pytest.approx(expected, rel=CLOSE), case["id"]
            compared += len(expected)
    assert compared == 9 * 3 * 5 + 68 * 10


def test_the_defaults_are_those_of_the_installed_sacrebleu() -> None:
    theirs = sacrebleu_metrics.BLEU()
    theirs.corpus_score(["a"], [["a"]])
    assert Signature.parse(str(theirs.get_signature())).metric() == metric("bleu") == Bleu()


def test_a_signature_of_sacrebleu_with_resampling_can_be_parsed() -> None:
    theirs = sacrebleu_metrics.BLEU()
    theirs.corpus_score(["a b c d e"] * 9, [["a b c d e"] * 9], n_bootstrap=10)
    text = str(theirs.get_signature())
    assert "|bs:10|seed:" in text
    assert Signature.parse(text).metric() == Bleu()
