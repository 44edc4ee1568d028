"""NIST and the n-grams of its parts, compared with the equations of the paper."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Nist, segment_scores
from tallystick.metrics import InformationWeights, NistDialect, References, tokenizer_named
from tests.metrics.internals import NistCounting, count_ngrams, divided, sums_of_range
from tests.metrics.naive import clipped, corpus_of, information_ratios

Segments = list[tuple[list[str], list[list[str]]]]

DIALECTS = ("mteval", "doddington")
TOKENS = st.sampled_from(["a", "b", "c", "0", "00"])
WORDS = st.lists(TOKENS, max_size=9)


@st.composite
def segment_lists(draw: st.DrawFn) -> Segments:
    """Draw segments with one to three references, of which at least one has words."""
    references = st.lists(WORDS, min_size=1, max_size=3)
    segments = draw(st.lists(st.tuples(WORDS, references), min_size=1, max_size=5))
    segments[0][1][0].append(draw(TOKENS)) if not any(map(any, segments[0][1])) else None
    return segments


@pytest.mark.parametrize("dialect", DIALECTS)
@given(segments=segment_lists(), order=st.integers(1, 9))
def test_the_weights_are_those_of_equation_2_and_those_of_0_can_be_omitted(
    dialect: str, segments: Segments, order: int
) -> None:
    nist = Nist(order, dialect, tokenize="none", lowercase="none")
    corpus = corpus_of(segments)
    weights = nist.information_weights([corpus.references])
    references = [reference for _, some in segments for reference in some]
    # Doddington 2002, equation 2; in mteval the one-word prefix "0" counts as no prefix
    ratios = information_ratios(references, order, dialect == "mteval")
    expected = {ngram: math.log2(ratio) for ngram, ratio in ratios.items()}
    assert dict(weights.items()) == pytest.approx(expected, rel=1e-15)
    assert weights.words == sum(map(len, references))
    fewer = nist.information_weights([corpus.references], complete=False)
    for information in (weights, fewer):
        rows = replace(nist, information=information).statistics(corpus).rows
        assert np.array_equal(rows, nist.statistics(corpus).rows)


def test_threads_can_share_the_weights_while_another_encodes_new_tokens() -> None:
    # the first thread still encodes its hypotheses while the last one already matches
    long = " ".join(f"h{number}" for number in range(300))
    hypotheses = [f"{long} {number} a b" for number in range(600)] + ["a b"] * 600
    references = ["a b c"] * 1200
    expected = tallystick.nist(hypotheses=hypotheses, references=references)
    for threads in (2, 3, 7):
        result = tallystick.nist(hypotheses=hypotheses, references=references, threads=threads)
        assert result == expected


@pytest.mark.parametrize(
    # Doddington 2002: beta makes it 0.5 at 2/3; the others from a calculator, to the digits shown
    ("words", "reference", "penalty"),
    [
        *((2, 3, 0.5), (9, 10, 0.954275), (8, 10, 0.810636), (5, 10, 0.131905)),
        *((2, 10, 1.807e-05), (3, 3, 1), (4, 3, 1), (0, 3, 0)),
    ],
)
def test_the_length_penalty_of_recorded_ratios(words: int, reference: int, penalty: float) -> None:
    score = tallystick.nist(hypotheses=["x " * words], references=["x " * reference])
    assert score.length_penalty == pytest.approx(penalty, rel=2e-4)
    assert (score.hypothesis_length, score.reference_length) == (words, reference)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_references_without_words_are_refused_and_the_score_of_their_segments_is_nan(
    dialect: str,
) -> None:
    with pytest.raises(InputError, match="all references are empty"):
        tallystick.nist(hypotheses=["a"], references=[["", ""]], dialect=dialect)
    nist = Nist(dialect=dialect)
    corpus = Corpus.from_segments(hypotheses=["a", "a"], references=["", "a"])
    first, second = segment_scores(nist, nist.statistics(corpus))
    assert math.isnan(first)
    assert second == 0.0  # log2(1), by hand


def test_ngrams_outside_a_given_table_have_the_weight_0() -> None:
    table = InformationWeights.from_table({("a",): 2.0, ("a", "b"): 0.5})
    score = tallystick.nist(
        hypotheses=["a b c"], references=["a b c"], information=table, tokenize="none"
    )
    # by hand: 2.0 / 3 words, 0.5 / 2 bigrams
    assert score.individual == pytest.approx((2 / 3, 0.25, 0, 0, 0), rel=1e-15)


def test_a_score_is_printed_with_its_components() -> None:
    score = tallystick.nist(hypotheses=["a b c d e f"], references=["a b c d e f"])
    assert str(score).startswith(
        "NIST = 2.5850 2.5850/0.0000/0.0000/0.0000/0.0000 "
        "(penalty = 1.0000 hyp_len = 6 ref_len = 6) "
        "nrefs:1|case:ascii|tok:mteval-13a|dialect:mteval|metric:nist|"
    )


def test_empty_references_do_not_count_in_the_mean_length_of_mteval_with_signatures() -> None:
    corpus = Corpus.from_segments(
        hypotheses=["a b c", "b"], references=[["a b c", ""], ["a", "b b"]]
    )
    nist = Nist(dialect="mteval-v13a-sig")
    sums = nist.total(corpus).named()
    assert (sums["reference_length"], sums["nonempty_references"], sums["segments"]) == (6, 3, 2)
    # by hand: 6 words in 3 references that are not empty, times 2 segments
    assert nist.score_total(nist.total(corpus)).reference_length == 4
    # of the first segment alone: 3 words in 1 reference that is not empty
    score = nist.score(hypotheses=["a b c"], references=[["a b c", ""]])
    assert score.reference_length == 3


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
def test_given_weights_are_those_of_one_segment_too(lowercase: str) -> None:
    weights = InformationWeights.from_table({("der",): 2.0, ("der", "hund"): 0.5})
    metric = Nist(information=weights, lowercase=lowercase)  # type: ignore[arg-type]
    corpus = Corpus.from_segments(hypotheses=["Der Hund"], references=["der hund, DER"])
    expected = metric.score(metric.statistics(corpus))
    assert metric.score_alone("Der Hund", ["der hund, DER"]) == expected
    segment = {"hypotheses": ["Der Hund"], "references": ["der hund, DER"], "information": weights}
    assert tallystick.nist(lowercase=lowercase, **segment) == expected  # type: ignore[arg-type]


TextSegments = list[tuple[str, list[str]]]

DODDINGTON = NistDialect(tokenize="none", lowercase="none")


def information_by_hand(dialect: NistDialect, segments: TextSegments) -> dict[int, float]:
    """Return the information of the matches of each order, from equation 2 of the paper."""
    if dialect.lowercase == "ascii":
        segments = [(text.lower(), [text.lower() for text in some]) for text, some in segments]
    weighed, matched = (
        [(text, some[:1] if axis == "first" else some) for text, some in segments]
        for axis in (dialect.information_references, dialect.matched_references)
    )
    ratios = information_ratios(
        [text.split() for _, some in weighed for text in some],
        dialect.order,
        dialect.zero_prefix == "perl_falsy",
    )
    return {
        order: math.fsum(
            count * math.log2(ratios.get(ngram, 1))
            for hypothesis, some in matched
            for ngram, count in clipped(hypothesis.split(), map(str.split, some), order).items()
        )
        for order in range(1, dialect.order + 1)
    }


@pytest.mark.parametrize(
    "axes",
    [
        {},
        {"order": 2},
        {"order": 1},
        {"lowercase": "ascii"},
        {"zero_prefix": "perl_falsy"},
        {"information_references": "first", "matched_references": "first"},
    ],
    ids=str,
)
def test_coefficients_of_parts_give_the_information_of_the_paper(axes: dict[str, object]) -> None:
    dialect = replace(DODDINGTON, **axes)  # type: ignore[arg-type]
    draw = random.Random(1)

    def text() -> str:
        return " ".join(
            draw.choices(["a", "A", "b", "0", "c"], [4, 1, 2, 3, 1], k=draw.randint(0, 9))
        )

    systems: list[TextSegments] = [[(text(), [text(), text()]) for _ in range(9)] for _ in range(2)]
    systems[1] = [(text(), references) for _, references in systems[0]]
    counting = NistCounting(Nist(dialect=dialect))
    parts = []
    for begin, end in pairwise([0, 4, 5, 9]):
        corpora = [corpus_of(system[begin:end]) for system in systems]
        ngrams, shared = counting.of_references(corpora[0].references)
        of_systems = [counting.coefficients(corpus, shared) for corpus in corpora]
        [whole] = divided(ngrams, of_systems, 1)
        parts.append(whole)
    sums = sums_of_range(parts)
    for number, system in enumerate(systems):
        for order, bits in information_by_hand(dialect, system).items():
            assert sums.get((number, order), 0.0) == pytest.approx(bits, rel=1e-12, abs=1e-12)


MASK = 2**64 - 1


def splitmix64(number: int) -> int:
    """Mix as the generator of Steele, Lea and Flood (2014) does after its addition."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


def mixed(prefix: Sequence[int], halves: Sequence[int]) -> list[int]:
    factors = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
    return [
        splitmix64((of_prefix * factor + half & MASK) ^ other >> 29)
        for of_prefix, factor, half, other in zip(
            prefix, factors, halves, halves[::-1], strict=True
        )
    ]


def key_of_word(word: str) -> list[int]:
    """Add up the keys of eight bytes at a time and of their place, and mix with the length."""
    text = word.encode()
    pieces = [text[start : start + 8] for start in range(0, len(text) + 1, 8)]
    keys = [
        mixed([place] * 2, [int.from_bytes(piece, "little")] * 2)
        for place, piece in enumerate(pieces, start=1)
    ]
    return mixed([len(text)] * 2, [sum(halves) & MASK for halves in zip(*keys, strict=True)])


def key_by_hand(words: str) -> list[int]:
    key = [0, 0]
    for word in words.split():
        key = mixed(key, key_of_word(word))
    return key


def test_keys_depend_on_words_alone_so_that_files_of_parts_fit_together() -> None:
    counting = NistCounting(Nist(dialect=replace(DODDINGTON, order=3)))
    counted, _ = counting.of_references(
        corpus_of([("x", ["b a évolution", "a évolution"])]).references
    )
    expected = {
        "": 5,
        **{"b": 1, "a": 2, "évolution": 2},
        **{"b a": 1, "a évolution": 2},
        **{"b a évolution": 1},
    }
    keys = counted.keys.T.tolist()
    assert keys[0] == [0, 0]
    assert sorted(zip(keys, counted.counts.tolist(), strict=True)) == sorted(
        (key_by_hand(words), count) for words, count in expected.items()
    )


def test_references_without_words_have_the_empty_ngram_only() -> None:
    corpus = corpus_of([("a", [""])])
    counting = NistCounting(Nist(dialect=DODDINGTON))
    ngrams, shared = counting.of_references(corpus.references)
    assert (ngrams.keys.tolist(), ngrams.counts.tolist()) == ([[0], [0]], [0])
    assert [column.tolist() for column in counting.coefficients(corpus, shared)] == [[], [], []]


def test_statistics_of_a_part_have_no_information_yet() -> None:
    metric = Nist(dialect=DODDINGTON)
    rows = NistCounting(metric).unweighted(corpus_of([("a b", ["a b"])])).rows
    named = metric.columns.split(rows)
    assert named["matches"].sum() == 3
    assert named["information"].sum() == 0


def test_weights_with_other_counts_are_those_of_the_larger_text() -> None:
    counted = count_ngrams(
        [References.per_segment(["a b"])], tokenizer_named("none"), "none", 1, complete=True
    )
    counted.ngrams.table.set_counts(np.array([9, 2], np.uint32))
    weights = InformationWeights.of_counts(counted.ngrams, 1, 14, False)
    assert (weights["a",], weights["b",]) == (math.log2(14 / 9), math.log2(14 / 2))
    assert weights.rounded().tolist() == [math.log(14 / 9, 2), math.log(14 / 2, 2)]
