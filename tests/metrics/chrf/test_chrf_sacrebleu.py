"""chrF equals the installed sacreBLEU on any text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Chrf, Corpus, segment_scores
from tallystick.metrics import Signature

theirs = pytest.importorskip("sacrebleu.metrics")

LINES = st.one_of(
    st.lists(
        st.sampled_from(["the", "cat", "(cat)", "cat.", "...", "Σ", "中文", "é", "\u3000", "."])
    )
    .map(" ".join)
    .map(str),
    st.text(st.sampled_from("abA \t\x1c\x85\u200b.,'\"’中ÉΣ"), max_size=12),
)
OPTIONS = st.fixed_dictionaries(
    {
        "word_order": st.integers(0, 3),
        "beta": st.integers(1, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    size, streams = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    some = st.lists(LINES, min_size=size, max_size=size)
    return draw(some), [draw(some) for _ in range(streams)]


@given(corpora(), st.integers(1, 7), OPTIONS)
def test_corpora_segments_and_signatures_equal_sacrebleu(
    given_corpus: tuple[list[str], list[list[str]]], order: int, options: dict[str, Any]
) -> None:
    hypotheses, streams = given_corpus
    their_metric = theirs.CHRF(char_order=order, **options)
    whitespace = "kept" if options["whitespace"] else "removed"
    metric = Chrf(order=order, dialect="sacrebleu", **{**options, "whitespace": whitespace})
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams)
    statistics = metric.statistics(corpus)
    expected = their_metric.corpus_score(hypotheses, streams)
    found = metric.score(statistics)
    assert found.score == expected.score
    assert found.variant == expected.name
    assert segment_scores(metric, statistics).tolist() == [
        their_metric.sentence_score(line, [stream[i] for stream in streams]).score
        for i, line in enumerate(hypotheses)
    ]
    line = str(their_metric.get_signature())
    fields = dict(part.split(":") for part in line.split("|"))
    assert fields.items() - {("version", fields["version"])} <= dict(found.signature.fields).items()
    if options["beta"] == 2:
        assert Signature.parse(line).metric() == metric


@given(corpora(), st.integers(0, 2))
def test_with_one_reference_the_default_equals_sacrebleu(
    given_corpus: tuple[list[str], list[list[str]]], words: int
) -> None:
    hypotheses, streams = given_corpus
    expected = theirs.CHRF(word_order=words).corpus_score(hypotheses, streams[:1])
    metric = Chrf(word_order=words)
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams[:1])
    assert metric.score(metric.statistics(corpus)).score == expected.score
