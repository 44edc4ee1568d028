"""BLEU equals recorded numbers of sacreBLEU, and the installed one on drawn corpora."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Bleu, Corpus, Signature, metric, segment_scores
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
        found = bleu.formula(statistics.by_document(names)[1].rows)
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


LINES = st.lists(
    st.sampled_from(["a", "b", "c", "A", "the", "1.5", ",", "é", "É.", "x-1-y", "&amp;", "\u3000"]),
    max_size=9,
).map(" ".join)
OPTIONS = st.fixed_dictionaries(
    {
        "smooth": st.sampled_from(
            [
                *(("exp", None), ("none", None), ("floor", None), ("floor", 0.25), ("floor", 0.0)),
                *(("add-k", None), ("add-k", 2.0), ("add-k", 0.3), ("add-k", 0.0)),
            ]
        ),
        "effective_order": st.booleans(),
        "lowercase": st.booleans(),
        "order": st.integers(1, 6),
        "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh"]),
    }
)


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    """Draw hypotheses and up to three reference streams, the first of which is complete."""
    number = draw(st.integers(1, 5))
    hypotheses = draw(st.lists(LINES, min_size=number, max_size=number))
    near = LINES | st.sampled_from(hypotheses)
    references: list[list[str | None]] = [draw(st.lists(near, min_size=number, max_size=number))]
    for _ in range(draw(st.integers(0, 2))):
        references.append(draw(st.lists(st.none() | near, min_size=number, max_size=number)))
    return hypotheses, references


def both(options: dict[str, Any]) -> tuple[Bleu, Any]:
    smooth, value = options["smooth"]
    shared = {key: options[key] for key in ("effective_order", "lowercase", "tokenize")}
    theirs = sacrebleu_metrics.BLEU(
        smooth_method=smooth, smooth_value=value, max_ngram_order=options["order"], **shared
    )
    return Bleu(order=options["order"], smooth=smooth, smooth_value=value, **shared), theirs


@given(drawn=streams(), options=OPTIONS)
def test_corpora_segments_and_signatures_equal_those_of_the_installed_sacrebleu(
    drawn: tuple[list[str], list[list[str | None]]], options: dict[str, Any]
) -> None:
    hypotheses, references = drawn
    ours, theirs = both(options)
    statistics = ours.statistics(Corpus.from_streams(hypotheses=hypotheses, references=references))
    found, expected = ours.score(statistics), theirs.corpus_score(hypotheses, references)
    assert found.score == pytest.approx(expected.score, rel=CLOSE, abs=1e-200)
    assert found.precisions == pytest.approx(expected.precisions, rel=CLOSE)
    assert found.brevity_penalty == pytest.approx(expected.bp, rel=CLOSE)
    lengths = (expected.sys_len, expected.ref_len)
    assert (found.hypothesis_length, found.reference_length) == lengths
    if options["smooth"][0] != "add-k":  # sacreBLEU reports the counts with k added
        assert list(found.counts) == expected.counts
        assert list(found.totals) == expected.totals
    # sacreBLEU rounds the smoothing value to two digits, so only such ones can agree
    fields, _, _ = str(theirs.get_signature()).rpartition("|version:")
    assert str(found.signature).startswith(fields + "|")
    of_segments = [
        theirs.sentence_score(line, [stream[i] for stream in references if stream[i] is not None])
        for i, line in enumerate(hypotheses)
    ]
    scores = [one.score for one in of_segments]
    assert ours.formula(statistics.rows).tolist() == pytest.approx(scores, rel=CLOSE, abs=1e-200)


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
