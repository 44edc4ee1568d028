"""NIST of one sum or one segment in Python numbers equals that of arrays to the last bit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Nist, NistDialect, PreparedReferences, segment_scores
from tallystick.metrics.nist.formula import columns_of, counts_as_usual, formula_of

# "0" is not a prefix in mteval, and two spaces are an empty segment
TEXT = st.text("aB0. ", max_size=12)
DIALECTS = st.sampled_from(
    [
        *("mteval", "doddington", "nltk", "pymteval", "gem", "travatar", "odashi", "phrasal"),
        *("mteval-v13a-sig", "reference_length=first", "match=best_reference", "order=2"),
    ]
)


@st.composite
def dialects(draw: st.DrawFn) -> NistDialect:
    return NistDialect(
        order=draw(st.integers(1, 12)),
        order_without_ngrams=draw(st.sampled_from(["zero_term", "zero_score", "error", "nan"])),
        empty_references=draw(st.sampled_from(["error", "one"])),
        beta=draw(st.floats(-9, -0.1)),
    )


@st.composite
def sums(draw: st.DrawFn, order: int) -> list[float]:
    """Lengths, matches, totals and information of one hypothesis or of a corpus."""
    length = draw(st.integers(0, 12) | st.integers(0, 100_000))
    reference = draw(st.integers(0, 2 * length + 10)) / draw(st.integers(1, 3))
    least = draw(st.sampled_from([0, -order]))  # the totals of a short hypothesis may be negative
    totals = [max(length - shorter, least) for shorter in range(order)]
    gained = [draw(st.floats(0, 20)) * total if total > 0 else 0.0 for total in totals]
    return [length, reference, *[0] * order, *totals, *gained]


@given(st.data())
def test_one_sum_has_the_score_of_arrays(data: st.DataObject) -> None:
    dialect = data.draw(dialects())
    row, formula = data.draw(sums(dialect.order)), formula_of(dialect)
    columns = columns_of(dialect)
    found = formula.of_numbers(columns.split_list(row))
    np.testing.assert_array_equal(found, formula.of_arrays(columns.split(np.array(row))))
    rows = np.asfortranarray([row] * 9)
    np.testing.assert_array_equal([found] * 9, formula.of_arrays(columns.split(rows)))


@pytest.mark.parametrize(("length", "reference"), [(7, 83), (54, 83), (47, 89)])
def test_a_penalty_that_numpy_rounds_in_two_ways_is_rounded_in_one(
    length: int, reference: int
) -> None:
    # with glibc, pow() of the logarithm of these ratios is not the rounded product
    metric = Nist(order=1)
    row = np.array([length, reference, 0, length, float(length)])
    found = float(metric.formula(row))
    assert [found] * 2 == metric.formula(np.stack([row] * 2)).tolist()


@pytest.mark.parametrize(
    ("axes", "usual"),
    [
        ({}, True),
        ({"match": "best_reference"}, False),
        ({"matched_references": "first"}, False),
        ({"information_references": "first"}, False),
    ],
)
def test_axes_that_choose_references_need_arrays_for_several(
    axes: dict[str, str], usual: bool
) -> None:
    dialect = NistDialect(**axes)  # type: ignore[arg-type]
    assert counts_as_usual(dialect, 1)
    assert counts_as_usual(dialect, 2) == usual


def test_empty_references_have_the_penalty_of_the_dialect() -> None:
    dialect = NistDialect(order=1, empty_references="one")
    sums = {"hypothesis_length": 2, "reference_length": 0, "totals": [2], "information": [0.0]}
    assert formula_of(dialect).parts_of_numbers(sums).length_penalty == 1


def outcome(score: Callable[[], tallystick.NistScore]) -> str:
    """Return everything in a score with all digits, or the error."""
    try:
        found = score()
    except InputError as error:
        return str(error)
    return repr((found.score, found.details, str(found.signature)))


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), DIALECTS)
def test_one_segment_scores_as_a_corpus_of_it(
    hypothesis: str, references: list[str], dialect: str
) -> None:
    metric = Nist(dialect=dialect)
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    expected = outcome(lambda: metric.score(metric.statistics(corpus)))
    assert (
        outcome(lambda: metric.score(hypotheses=[hypothesis], references=[references])) == expected
    )


@given(
    st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=3),
    DIALECTS,
)
def test_prepared_segments_score_as_the_rows_of_a_corpus(
    segments: list[tuple[str, list[str]]], dialect: str
) -> None:
    hypotheses, references = map(list, zip(*segments, strict=True))
    prepared = PreparedReferences(references, metric=Nist(dialect=dialect))
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    expected = segment_scores(prepared.metric, prepared.metric.statistics(corpus))
    found = [prepared.segment_score(number, line) for number, line in enumerate(hypotheses)]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
def test_given_weights_are_those_of_one_segment_too(lowercase: str) -> None:
    weights = tallystick.InformationWeights.from_table({("der",): 2.0, ("der", "hund"): 0.5})
    metric = Nist(information=weights, lowercase=lowercase)  # type: ignore[arg-type]
    corpus = Corpus.from_segments(hypotheses=["Der Hund"], references=["der hund, DER"])
    expected = metric.score(metric.statistics(corpus))
    assert metric.score_alone("Der Hund", ["der hund, DER"]) == expected
    one = {"hypotheses": ["Der Hund"], "references": ["der hund, DER"], "information": weights}
    assert tallystick.nist(lowercase=lowercase, **one) == expected  # type: ignore[arg-type]


@given(TEXT, st.lists(st.text("ab .猫", min_size=1, max_size=12), min_size=1, max_size=4))
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_a_call_with_one_segment_equals_the_call_with_its_corpus(
    hypothesis: str, references: list[str]
) -> None:
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    assert outcome(
        lambda: tallystick.nist(hypotheses=[hypothesis], references=[references])
    ) == outcome(lambda: tallystick.nist(hypotheses=corpus))


def test_a_call_with_one_segment_warns_of_its_language() -> None:
    with pytest.warns(tallystick.TokenizerWarning, match="the references look Chinese"):
        tallystick.nist(hypotheses=["我们喜欢猫和狗。"], references=["我们喜欢狗和猫。"])


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
