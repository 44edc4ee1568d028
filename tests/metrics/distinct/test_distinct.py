"""Distinct-n: scopes and denominators, short and empty hypotheses, and what needs no references."""

from collections.abc import Callable

import numpy as np
import pytest

import tallystick
from tallystick import Corpus, Distinct, InputError, OptionError
from tallystick.compat import difference
from tallystick.metrics import (
    Settings,
    Signature,
    bootstrap_scores,
    compare_under,
    segment_form,
)


def test_the_denominators_by_hand() -> None:
    # a b, b c, c d and c e: of 8 tokens, or of 6 bigrams; 3 of 4 tokens in each segment
    hypotheses = ["a b c d", "a b c e"]
    of_tokens = tallystick.distinct(hypotheses=hypotheses)
    assert (of_tokens.score, of_tokens.distinct, of_tokens.size) == (50, 4, 8)
    start = "distinct-2 = 50.00 (4 distinct, size = 8) nrefs:0|case:mixed|tok:none|order:2|"
    assert str(of_tokens).startswith(start)
    by_ngrams = tallystick.distinct(hypotheses=hypotheses, dialect="denominator=ngrams")
    assert by_ngrams.score == pytest.approx(400 / 6)
    assert by_ngrams.size == 6
    assert tallystick.distinct(hypotheses=hypotheses, dialect="distinct-n").score == 75


def test_a_name_with_an_order_is_short_for_the_option() -> None:
    assert tallystick.metric("distinct3:tokenize=13a") == Distinct(order=3, tokenize="13a")
    assert tallystick.metric("distinct1").identity.title == "distinct-1"


def test_segments_are_scored_each_by_itself() -> None:
    corpus = Corpus.without_references(["a b c", "a b"])
    metric = Distinct(order=1)
    rows = metric.statistics(corpus).rows
    assert segment_form(metric).formula(rows).tolist() == [100, 100]
    assert metric.score(metric.statistics(corpus)).score == 60


def test_references_are_not_needed_and_change_nothing() -> None:
    [alone] = tallystick.score(hypotheses=["a b", "a b"], metrics="distinct1")
    [beside] = tallystick.score(
        hypotheses=["a b", "a b"], references=["c", "d"], metrics="distinct1"
    )
    assert alone == beside
    assert alone.signature["nrefs"] == "0"
    beside_them = Corpus.from_segments(hypotheses=["a b"], references=["c"])
    assert Distinct().statistics(beside_them).references == 0
    with pytest.raises(OptionError, match="distinct-n takes no references; leave references out"):
        tallystick.distinct(hypotheses=["a b"], references=["c"])  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "call",
    [
        lambda corpus: tallystick.bleu(hypotheses=corpus),
        lambda corpus: tallystick.score(hypotheses=corpus, metrics=["distinct2", "bleu"]),
        lambda corpus: tallystick.Ter().statistics(corpus),
        lambda corpus: tallystick.Chrf().statistics(corpus),
        lambda corpus: tallystick.Nist().fit([corpus.references]),
    ],
)
def test_a_metric_that_needs_references_refuses_hypotheses_alone(
    call: Callable[[Corpus], object],
) -> None:
    corpus = Corpus.without_references(["a b", "c"])
    with pytest.raises(InputError, match=r"there are none|have no references"):
        call(corpus)


def test_systems_are_scored_without_references_each_on_its_own_hypotheses() -> None:
    systems = {"one": ["a b", "b a"], "other": ["a a a"]}
    scored = tallystick.score_systems(systems=systems, metrics="distinct1")
    scores = {name: score.score for name, [score] in scored.items()}
    assert scores == pytest.approx({"one": 50, "other": 100 / 3})


@pytest.mark.parametrize(
    "call",
    [
        lambda: tallystick.score_matrix(["a b", "b"], metric="distinct1"),
        lambda: tallystick.PreparedReferences(["a b", "b"], metric="self_bleu"),
        lambda: tallystick.compare(
            systems={"one": Corpus.without_references(["a"])}, metrics="self_bleu"
        ),
    ],
)
def test_what_compares_with_references_refuses_metrics_and_corpora_without(
    call: Callable[[], object],
) -> None:
    with pytest.raises((OptionError, InputError), match=r"with references"):
        call()


def test_an_example_of_two_dialects_is_a_whole_corpus() -> None:
    differing = difference(Distinct(), Distinct(dialect="scope=segment"))
    assert differing.example is not None
    assert differing.example.one != differing.example.other
    assert len(differing.example.hypotheses) == 2


def test_a_corpus_without_references_is_cut_copied_and_compared_as_any_other() -> None:
    import copy

    corpus = Corpus.without_references(["a", "b", "c"])
    assert not corpus.has_references
    assert copy.deepcopy(corpus[1:]).references == corpus[:2].references
    assert corpus[1:].hypotheses[0] == "b"
    assert not Corpus.without_references([["a", "b"]]).as_text().has_references


def test_the_score_of_a_corpus_has_no_resamples_but_the_mean_has() -> None:
    rows = np.array([[0.5, 1.0, 1.0, 2.0]] * 4)
    for metric in (Distinct(), Distinct(order=1, dialect="denominator=ngrams")):
        with pytest.raises(OptionError, match=r"distinct has no sign.*use the mean over"):
            compare_under(metric, [[rows], [rows]], Settings())
        with pytest.raises(OptionError, match="distinct has no bootstrap"):
            bootstrap_scores(metric, [rows], resamples=2, seed=1)
    mean = Distinct(dialect="distinct-n")
    assert compare_under(mean, [[rows], [rows]], Settings()).p_values.tolist() == [1.0]


def test_a_signature_without_a_dialect_is_of_the_default() -> None:
    line = str(Signature.of(Distinct(order=3), 0, given_tokens=False))
    assert Signature.parse(line.replace("|dialect:li2016", "")).metric() == Distinct(order=3)
