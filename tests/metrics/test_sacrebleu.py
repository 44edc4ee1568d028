"""BLEU, chrF and TER equal the installed sacreBLEU on any text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, Chrf, Corpus, Ter
from tallystick.metrics import Signature, tokenizer_named

theirs = pytest.importorskip("sacrebleu.metrics")

BOOLEAN = st.booleans()
WORDS = ["a", "b", "c", "A", "the", "The", "cat", "cat's", "(cat)", "cat.", "...", "1.5", "U.S."]
WORDS += [",", "é", "É.", "Σ", "x-1-y", "&amp;", "中文", "。", "\u3000"]
LINES = st.one_of(
    st.lists(st.sampled_from("abc"), max_size=15).map(" ".join),
    st.permutations("abcdefghijabcd").map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
    st.text(st.sampled_from("abAΣ \t\x1c\x85\u200b\n.,'\"’中ÉsＡ（。-&;1"), max_size=12),
)


@st.composite
def corpora(draw: st.DrawFn, may_lack: bool = False) -> tuple[list[str], list[list[Any]]]:
    """Draw hypotheses and up to three reference streams, the first of which is complete."""
    number = draw(st.integers(1, 4))
    hypotheses = draw(st.lists(LINES, min_size=number, max_size=number))
    near = LINES | st.sampled_from(hypotheses)
    streams = [draw(st.lists(near, min_size=number, max_size=number))]
    for _ in range(draw(st.integers(0, 2))):
        further: st.SearchStrategy[Any] = st.none() | near if may_lack else near
        streams.append(draw(st.lists(further, min_size=number, max_size=number)))
    return hypotheses, streams


def check(
    ours: Any, their_metric: Any, texts: tuple[list[str], list[list[Any]]], close: float = 0
) -> tuple[Any, Any]:
    """Compare scores of corpus and segments, and signatures; return both scores of the corpus."""
    hypotheses, streams = texts
    statistics = ours.statistics(Corpus.from_streams(hypotheses=hypotheses, references=streams))
    expected, score = their_metric.corpus_score(hypotheses, streams), ours.score(statistics)
    fields = dict(part.split(":") for part in str(their_metric.get_signature()).split("|"))
    fields.pop("version")
    if (fields.get("norm"), fields.get("punct")) == ("no", "yes"):
        fields["asian"] = "no"  # it has no effect on TER
    assert fields.items() <= dict(score.signature.fields).items()
    of_segments = [
        their_metric.sentence_score(
            line, [stream[i] for stream in streams if stream[i] is not None]
        ).score
        for i, line in enumerate(hypotheses)
    ]
    scores = [score.score, *ours.formula(statistics.rows).tolist()]
    assert scores == pytest.approx([expected.score, *of_segments], rel=close, abs=close * 1e-191)
    return score, expected


def parsed(their_metric: Any) -> Any:
    return Signature.parse(str(their_metric.get_signature())).metric()


SMOOTHINGS: Sequence[tuple[Any, float | None]] = [
    *(("exp", None), ("none", None), ("floor", None), ("floor", 0.25), ("floor", 0.0)),
    *(("add-k", None), ("add-k", 2.0), ("add-k", 0.3), ("add-k", 0.0)),
]


@given(
    texts=corpora(may_lack=True),
    smoothing=st.sampled_from(SMOOTHINGS),
    order=st.integers(1, 6),
    options=st.fixed_dictionaries(
        {
            "effective_order": BOOLEAN,
            "lowercase": BOOLEAN,
            "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh"]),
        }
    ),
)
def test_bleu_equals_that_of_sacrebleu(
    texts: Any, smoothing: tuple[Any, float | None], order: int, options: dict[str, Any]
) -> None:
    smooth, value = smoothing
    ours = Bleu(order=order, smooth=smooth, smooth_value=value, **options)
    their_metric = theirs.BLEU(
        smooth_method=smooth, smooth_value=value, max_ngram_order=order, **options
    )
    # sacreBLEU rounds the smoothing value to two digits, so only such ones can agree
    score, expected = check(ours, their_metric, texts, close=1e-9)
    assert score.precisions == pytest.approx(expected.precisions, rel=1e-9)
    assert score.brevity_penalty == pytest.approx(expected.bp, rel=1e-9)
    lengths = (expected.sys_len, expected.ref_len)
    assert (score.hypothesis_length, score.reference_length) == lengths
    if smooth != "add-k":  # sacreBLEU reports the counts with k added
        assert (list(score.counts), list(score.totals)) == (expected.counts, expected.totals)


@given(
    texts=corpora(),
    order=st.integers(1, 7),
    options=st.fixed_dictionaries(
        {
            "word_order": st.integers(0, 3),
            "beta": st.integers(1, 3),
            "lowercase": BOOLEAN,
            "whitespace": BOOLEAN,
            "eps_smoothing": BOOLEAN,
        }
    ),
)
def test_chrf_equals_that_of_sacrebleu(texts: Any, order: int, options: dict[str, Any]) -> None:
    their_metric = theirs.CHRF(char_order=order, **options)
    whitespace = "kept" if options["whitespace"] else "removed"
    ours = Chrf(order=order, dialect="sacrebleu", **{**options, "whitespace": whitespace})
    score, expected = check(ours, their_metric, texts)
    assert score.variant == expected.name
    if options["beta"] == 2:
        assert parsed(their_metric) == ours


@given(corpora(), st.integers(0, 2))
def test_with_one_reference_the_default_of_chrf_equals_sacrebleu(texts: Any, words: int) -> None:
    hypotheses, streams = texts
    expected = theirs.CHRF(word_order=words).corpus_score(hypotheses, streams[:1])
    metric = Chrf(word_order=words)
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams[:1])
    assert metric.score(metric.statistics(corpus)).score == expected.score


TER_OPTIONS = st.fixed_dictionaries(
    dict.fromkeys(("normalized", "no_punct", "asian_support", "case_sensitive"), BOOLEAN)
)


def tokenizer_of(options: dict[str, Any]) -> str:
    if not options["normalized"] and not options["no_punct"]:
        return "none"
    parts = ("normalized", "norm"), ("no_punct", "nopunct"), ("asian_support", "asian")
    return "-".join(["tercom", *(name for option, name in parts if options[option])])


@given(corpora(), LINES, TER_OPTIONS)
def test_ter_and_its_tokens_equal_those_of_sacrebleu(
    texts: Any, line: str, options: dict[str, Any]
) -> None:
    tokenize, their_metric = tokenizer_of(options), theirs.TER(**options)
    lowercase: Any = "none" if options["case_sensitive"] else "unicode"
    ours = Ter(tokenize, lowercase=lowercase)
    tokens = tokenizer_named(tokenize)(line, lowercase)
    assert tokens == their_metric.tokenizer(line.rstrip()).split()
    score, expected = check(ours, their_metric, texts)
    assert (score.edits, score.reference_length) == (expected.num_edits, expected.ref_length)
    assert parsed(their_metric) == ours
