"""Differences between dialects, and the smallest inputs that show them."""

import math
from itertools import islice

import pytest

from tallystick import Bleu, Corpus, Nist
from tallystick.compat import difference
from tallystick.metrics import BleuDialect, presets_of
from tests.compat.internals import (
    VISIBLE,
    empty_sides,
    near_copies,
    segment_pairs,
    single_segments,
    smallest_example,
    texts,
)


def score(bleu: Bleu, corpus: Corpus) -> float:
    return float(bleu.formula(bleu.statistics(corpus).total()))


# By hand. sacreBLEU returns 0 without 4-grams; mteval-v13a skips missing orders. TorchMetrics uses
# the first of two equally close references, multi-bleu the shorter one; a 4-gram must match. NLTK's
# auto_reweigh changes the score of a single token.
@pytest.mark.parametrize(
    ("dialect", "other", "hypotheses", "references", "decisive"),
    [
        ("sacrebleu", "mteval-v13a", ("a",), (("a",),), "missing_order"),
        ("multi-bleu", "torchmetrics", ("a b c d",), (("a b c d x", "a b c"),), "reference_length"),
        ("nltk", "nltk-auto-reweigh", ("a",), (("a",),), "order_limit"),
        ("ignite", "ignite-micro", ("a", "a b c d"), (("a",), ("a b c d",)), "average"),
        ("tensorflow-nmt", "huggingface", ("a. b c",), (("a . b c",),), "tokenize"),
    ],
)
def test_the_example_is_small_and_the_decisive_axis_is_found(
    dialect: str,
    other: str,
    hypotheses: tuple[str, ...],
    references: tuple[tuple[str, ...], ...],
    decisive: str,
) -> None:
    metrics = Bleu(dialect=dialect), Bleu(dialect=other)
    delta = difference(*metrics)
    assert delta.example is not None
    assert delta.example.hypotheses == hypotheses
    assert delta.example.references == references
    assert decisive in delta.decisive
    scores = delta.example.one, delta.example.other
    assert scores == tuple(score(metric, delta.example.corpus) for metric in metrics)
    assert abs(scores[0] - scores[1]) > VISIBLE


def test_an_example_cannot_be_reduced() -> None:
    metric, other = Bleu(dialect="multi-bleu"), Bleu(dialect="torchmetrics")
    example = smallest_example(metric, other)
    assert example is not None
    [hypothesis], [references] = example.hypotheses, example.references
    for which, reference in enumerate(references):
        words = reference.split()
        for place in range(len(words)):
            fewer = " ".join(words[:place] + words[place + 1 :])
            smaller = [*references[:which], fewer, *references[which + 1 :]]
            corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[smaller])
            assert abs(score(metric, corpus) - score(other, corpus)) <= VISIBLE


def test_equal_dialects_have_no_example() -> None:
    delta = difference(Bleu(dialect="torchmetrics"), Bleu(dialect="mmeval"))
    assert delta.axes == {}
    assert delta.example is None


def test_axes_that_never_change_a_score_have_no_example() -> None:
    delta = difference(Bleu(dialect="sacrebleu-add-k"), Bleu(dialect="sacrebleu-add-k-effective"))
    assert list(delta.axes) == ["missing_order"]
    assert delta.example is None


def test_nist_is_compared_too() -> None:
    delta = difference(Nist(dialect="nltk"), Nist(dialect="mteval"))
    assert delta.example is not None
    assert math.isnan(delta.example.one)
    assert delta.example.other == 0
    assert "order_without_ngrams" in delta.decisive


@pytest.mark.slow
def test_every_preset_that_differs_from_the_default_has_an_example() -> None:
    default = Bleu()
    for preset in presets_of(BleuDialect):
        other = Bleu(dialect=preset.name)
        differing = set(difference(default, other).axes) - {"empty_references", "tokenize"}
        if differing - {"empty_hypotheses", "lowercase"}:
            assert smallest_example(default, other) is not None, preset.name


def test_every_segment_of_three_tokens_is_among_the_candidates() -> None:
    # by hand: one or two tokens in the hypothesis, up to the names of the tokens
    pairs = {"a": ("a a", "a b", "b a", "b b"), "a a": ("a", "b"), "a b": ("a", "b", "c")}
    assert {segment for [segment] in single_segments(3, 1)} == {
        (hypothesis, (reference,)) for hypothesis, refs in pairs.items() for reference in refs
    }


def test_only_the_last_candidates_have_an_empty_side() -> None:
    for candidates in (near_copies(), segment_pairs(), texts()):
        for candidate in islice(candidates, 500):
            assert all(hypothesis and all(references) for hypothesis, references in candidate)
    assert all(
        any(not line for hypothesis, references in candidate for line in (hypothesis, *references))
        for candidate in empty_sides()
    )
