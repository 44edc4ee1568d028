"""TER equals the installed sacreBLEU on any text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Corpus, Ter, segment_scores
from tallystick.metrics import Signature, tokenizer_named

theirs = pytest.importorskip("sacrebleu.metrics")

WORDS = ["the", "The", "cat", "cat's", "(cat)", "1.5", "U.S.", "中文", "。", "\u3000", "&amp;"]
LINES = st.one_of(
    st.lists(st.sampled_from("abc"), max_size=25).map(" ".join),
    st.permutations("abcdefghijklabcdef").map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.text(st.sampled_from("aΣ \t\x1c\x85\u200b\n.,'\"’中ÉsＡ（。-&;1"), max_size=12),
)
OPTIONS = st.fixed_dictionaries(
    {
        "normalized": st.booleans(),
        "no_punct": st.booleans(),
        "asian_support": st.booleans(),
        "case_sensitive": st.booleans(),
    }
)


def tokenizer_of(options: dict[str, Any]) -> str:
    if not options["normalized"] and not options["no_punct"]:
        return "none"
    parts = ("normalized", "norm"), ("no_punct", "nopunct"), ("asian_support", "asian")
    return "-".join(["tercom", *(name for option, name in parts if options[option])])


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    size, streams = draw(st.integers(1, 4)), draw(st.integers(1, 2))
    some = st.lists(LINES, min_size=size, max_size=size)
    return draw(some), [draw(some) for _ in range(streams)]


@given(corpora(), OPTIONS)
def test_corpora_segments_and_signatures_equal_sacrebleu(
    given_corpus: tuple[list[str], list[list[str]]], options: dict[str, Any]
) -> None:
    hypotheses, streams = given_corpus
    their_metric = theirs.TER(**options)
    lowercase = "none" if options["case_sensitive"] else "unicode"
    metric = Ter(tokenizer_of(options), lowercase=lowercase)  # type: ignore[arg-type]
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams)
    statistics = metric.statistics(corpus)
    expected = their_metric.corpus_score(hypotheses, streams)
    found = metric.score(statistics)
    assert (found.score, found.edits) == (expected.score, expected.num_edits)
    assert found.reference_length == expected.ref_length
    assert segment_scores(metric, statistics).tolist() == [
        their_metric.sentence_score(line, [stream[i] for stream in streams]).score
        for i, line in enumerate(hypotheses)
    ]
    line = str(their_metric.get_signature())
    assert Signature.parse(line).metric() == metric
    fields = dict(part.split(":") for part in line.split("|"))
    fields.pop("version")
    if tokenizer_of(options) == "none":
        fields["asian"] = "no"  # it has no effect
    assert fields.items() <= dict(found.signature.fields).items()


@given(LINES, OPTIONS)
def test_tokens_equal_those_of_sacrebleu(line: str, options: dict[str, Any]) -> None:
    their_tokenizer = theirs.TER(**options).tokenizer
    ours = tokenizer_named(tokenizer_of(options))
    lowercase = "none" if options["case_sensitive"] else "unicode"
    assert ours(line, lowercase) == their_tokenizer(line.rstrip()).split()  # type: ignore[arg-type]
