"""NIST compared with the equations of the paper, computed here independently, and its laws."""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Nist, segment_scores
from tallystick.metrics import InformationWeights, NistScore, Statistics
from tests.metrics.naive import clipped, corpus_of, information_ratios, ngrams

Words = list[str]
Segments = list[tuple[Words, list[Words]]]

DIALECTS = ("mteval", "doddington")
TOKENS = st.sampled_from(["a", "b", "c", "0", "00"])
WORDS = st.lists(TOKENS, max_size=9)


@st.composite
def segment_lists(draw: st.DrawFn, least: int = 1, most: int = 3) -> Segments:
    """Draw segments with one to three references, of which at least one has words."""
    pool = draw(st.lists(WORDS, min_size=1, max_size=3))
    near = WORDS | st.sampled_from(pool)
    references = st.lists(near, min_size=least, max_size=most)
    segments = draw(st.lists(st.tuples(near, references), min_size=1, max_size=5))
    segments[0][1][0].append(draw(TOKENS)) if not any(map(any, segments[0][1])) else None
    return segments


def nist_of(dialect: str, **options: Any) -> Nist:
    return Nist(dialect=dialect, tokenize="none", lowercase="none", **options)


def weights_by_hand(
    references: Sequence[Words], order: int, dialect: str
) -> dict[tuple[str, ...], float]:
    """Doddington 2002, equation 2; in mteval the one-word prefix "0" counts as no prefix."""
    ratios = information_ratios(references, order, dialect == "mteval")
    return {ngram: math.log2(ratio) for ngram, ratio in ratios.items()}


def by_hand(
    segments: Segments, fitted_on: Segments, order: int, dialect: str
) -> tuple[float, list[float]] | None:
    """Doddington 2002, equation 3: the score and its terms; None if it is undefined."""
    weights = weights_by_hand(
        [reference for _, references in fitted_on for reference in references], order, dialect
    )
    length = sum(len(hypothesis) for hypothesis, _ in segments)
    if dialect == "mteval":
        sets = max(len(references) for _, references in fitted_on)
        words = sum(len(reference) for _, references in segments for reference in references)
        reference_length = Fraction(words, sets)
    else:
        reference_length = sum(
            (Fraction(sum(map(len, refs)), len(refs)) for _, refs in segments), Fraction(0)
        )
    if not reference_length:
        return None
    terms = []
    for n in range(1, order + 1):
        gained: list[float] = []
        total = 0
        for hypothesis, references in segments:
            for ngram in clipped(hypothesis, references, n).elements():
                gained.append(weights[ngram])
            total += ngrams(hypothesis, n).total()
        terms.append(math.fsum(gained) / max(total, 1))
    ratio = min(Fraction(1), length / reference_length)
    beta = math.log(0.5) / math.log(1.5) ** 2
    penalty = math.exp(beta * math.log(ratio) ** 2) if ratio else 0.0
    return penalty * math.fsum(terms), [penalty * term for term in terms]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(segments=segment_lists(), order=st.integers(1, 9))
def test_nist_is_the_equations_of_the_paper(dialect: str, segments: Segments, order: int) -> None:
    nist = nist_of(dialect, order=order)
    statistics = nist.statistics(corpus_of(segments))
    score, expected = nist.score(statistics), by_hand(segments, segments, order, dialect)
    assert expected is not None
    assert score.score == pytest.approx(expected[0], rel=1e-12, abs=1e-15)
    assert score.individual == pytest.approx(expected[1], rel=1e-12, abs=1e-15)
    assert score.cumulative == pytest.approx(
        list(itertools.accumulate(expected[1])), rel=1e-12, abs=1e-15
    )
    # every segment with the weights of the corpus
    alone = [by_hand([segment], segments, order, dialect) for segment in segments]
    assert segment_scores(nist, statistics).tolist() == pytest.approx(
        [math.nan if score is None else score[0] for score in alone],
        rel=1e-12,
        abs=1e-15,
        nan_ok=True,
    )


@pytest.mark.parametrize("dialect", DIALECTS)
@given(segments=segment_lists(), order=st.integers(1, 9))
def test_the_weights_are_those_of_equation_2_and_those_of_0_can_be_omitted(
    dialect: str, segments: Segments, order: int
) -> None:
    corpus, nist = corpus_of(segments), nist_of(dialect, order=order)
    weights = nist.information_weights([corpus.references])
    references = [reference for _, refs in segments for reference in refs]
    expected = weights_by_hand(references, order, dialect)
    assert dict(weights.items()) == pytest.approx(expected, rel=1e-15)
    assert weights.words == sum(map(len, references))
    fewer = nist.information_weights([corpus.references], complete=False)
    for information in (weights, fewer):
        rows = nist_of(dialect, order=order, information=information).statistics(corpus).rows
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


def score_of_sums(nist: Nist, hypothesis: float, reference: float, **sums: Any) -> NistScore:
    names = dict.fromkeys(nist.columns, 0.0)
    row = names | {"hypothesis_length": hypothesis, "reference_length": reference} | sums
    return nist.score(Statistics(nist.columns, np.array([list(row.values())]), 1, False))


def test_references_without_words_have_no_penalty_in_a_dialect() -> None:
    assert score_of_sums(Nist(dialect="empty_references=one"), 3, 0).length_penalty == 1


def test_the_mean_length_is_that_of_references_that_are_not_empty() -> None:
    # by hand: 4 words in 2 references of 6 segments are 12 words in all segments
    nist = Nist(dialect="reference_length=mean_nonempty")
    score = score_of_sums(nist, 3, 4, nonempty_references=2, segments=6)
    assert score.reference_length == 12


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
