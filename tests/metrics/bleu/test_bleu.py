"""BLEU compared with the formulas of the paper, computed here independently, and its laws."""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Bleu, Corpus, InputError, metric, segment_scores
from tallystick.metrics import (
    METRICS,
    BleuDialect,
    BleuScore,
    Signature,
    Statistics,
    presets_of,
)
from tests.metrics.naive import corpus_of
from tests.metrics.recorded_cases import joined

Words = list[str]
Segments = list[tuple[Words, list[Words]]]


@pytest.mark.parametrize(
    ("weights", "effective", "expected"),
    [
        # a b c x has 3 of 4 words, 2 of 3 bigrams, 1 of 2 trigrams and no 4-gram, halved by `exp`
        ((0.5, 0.3, 0.2), False, (3 / 4) ** 0.5 * (2 / 3) ** 0.3 * (1 / 2) ** 0.2),
        ((0.4, 0.3, 0.2, 0.1), False, 0.75**0.4 * (2 / 3) ** 0.3 * 0.5**0.2 * 0.5**0.1),
        # without a 5-gram, the weights of the others are raised to a sum of 1
        ((0.4, 0.3, 0.2, 0, 0.1), True, (0.75**0.4 * (2 / 3) ** 0.3 * 0.5**0.2) ** (1 / 0.9)),
        ((0.4, 0.3, 0.2, 0, 0.1), False, 0),
    ],
)
def test_weights_are_the_exponents_of_precisions(
    weights: tuple[float, ...], effective: bool, expected: float
) -> None:
    score = tallystick.bleu(
        hypotheses=["a b c x"],
        references=["a b c y"],
        weights=weights,
        effective_order=effective,
        tokenize="none",
    )
    assert score.score == pytest.approx(100 * expected, rel=1e-12)


@pytest.mark.parametrize("base", [2**24 + 1, 2**32 + 1, 2**40 + 3])
def test_counts_beyond_32_bits_are_exact(base: int) -> None:
    bleu = Bleu(smooth="none")
    row = [4 * base + 1, 4 * base, base, base - 1, base - 2, 1, 4 * base, 3 * base, 2 * base, base]
    statistics = Statistics(bleu.columns, np.array([row, row, row], dtype=np.int64), 1, False)
    score = bleu.score(statistics)
    assert list(score.counts) == [3 * base, 3 * base - 3, 3 * base - 6, 3]
    assert score.totals == (12 * base, 9 * base, 6 * base, 3 * base)
    assert (score.hypothesis_length, score.reference_length) == (12 * base + 3, 12 * base)
    product = math.prod(
        Fraction(int(count), total) for count, total in zip(score.counts, score.totals, strict=True)
    )
    assert score.score == pytest.approx(100 * float(product) ** 0.25, rel=1e-14)


def test_statistics_are_integers_in_named_columns() -> None:
    bleu = Bleu(order=2)
    statistics = bleu.statistics(corpus_of([(["a", "b", "b"], [["a", "b"], ["b", "b", "b", "c"]])]))
    assert statistics.rows.dtype == np.int64
    assert dict(zip(statistics.columns, statistics.rows[0].tolist(), strict=True)) == {
        "hypothesis_length": 3,
        "reference_length": 2,
        "matches_1": 3,
        "matches_2": 2,
        "totals_1": 3,
        "totals_2": 2,
    }


@pytest.mark.parametrize(
    ("given", "lowercase"),
    [(True, "unicode"), (False, "none"), ("yes", "unicode"), ("no", "none"), ("ascii", "ascii")],
)
def test_lowercase_has_several_spellings(given: Any, lowercase: str) -> None:
    assert Bleu(lowercase=given).lowercase == lowercase


def test_a_metric_and_its_score_cannot_be_changed() -> None:
    score = tallystick.bleu(hypotheses=["a"], references=["a"])
    for changed, name in ((Bleu(), "order"), (score, "score"), (score.signature, "fields")):
        with pytest.raises(AttributeError):
            setattr(changed, name, 1)


def test_a_score_is_printed_like_that_of_sacrebleu() -> None:
    score = tallystick.bleu(
        hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
    )
    assert isinstance(score, BleuScore)
    # sacreBLEU 2.6.0 prints BLEU = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 ...
    assert str(score).startswith(
        "BLEU = 37.99 83.3/60.0/25.0/16.7 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6) nrefs:"
    )
    assert float(score) == score.score


def test_bleu_is_0_if_no_effective_order_has_a_weight() -> None:
    # by the definition: no order is left in the mean
    metric = Bleu(weights=(0, 1), effective_order=True)
    corpus = Corpus.from_segments(hypotheses=["a"], references=["a"])
    assert metric.score(metric.statistics(corpus)).score == 0


sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")

CLOSE = 1e-9


def test_every_recorded_case_and_order_of_sacrebleu(golden: Callable[[str], Any]) -> None:
    recorded = golden("bleu")
    names, texts = joined(recorded["cases"])
    corpus = Corpus.from_segments(**texts)
    compared = 0
    for (call, options), order in product(recorded["options"].items(), range(1, 6)):
        bleu = Bleu(tokenize="none", order=order, **options)
        statistics = bleu.statistics(corpus)
        scores: Any = bleu.formula(statistics.by_document(names)[1].rows)
        if "macro" in call:
            of_segments = segment_scores(bleu, statistics)
            scores = [of_segments[np.array(names) == name].mean() for name in dict.fromkeys(names)]
        for case, score in zip(recorded["cases"], scores, strict=True):
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


SentenceBleu: Any = METRICS.load("sentbleu")


def test_with_every_preset_it_is_the_macro_average_and_its_signature_recreates_it() -> None:
    corpus = Corpus.from_segments(
        hypotheses=["a b c d e", "x a b c d y"], references=["a b c d f", "z a b c d g h"]
    )
    distinct = {preset.dialect: preset for preset in presets_of(BleuDialect)}
    for preset in distinct.values():
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
