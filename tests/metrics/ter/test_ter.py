"""TER: its components, its laws, and what it does with empty text."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, OptionError, Ter
from tallystick.metrics import Signature
from tests.metrics.internals import ShiftedAlignment, shifted_alignments
from tests.metrics.naive import corpus_of, edit_distance


def edits(hypothesis: str, *references: str, **options: Any) -> int:
    return tallystick.ter(hypotheses=[hypothesis], references=[references], **options).edits


def test_the_example_of_the_paper_costs_four_edits() -> None:
    # Snover et al. 2006, section 2: one shift, two substitutions and one insertion, TER 31%
    score = tallystick.ter(
        hypotheses=["THIS WEEK THE SAUDIS denied information published in the new york times"],
        references=[
            "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"
        ],
    )
    assert score.edits == 4
    assert round(score.score) == 31


def test_the_score_is_the_edits_per_word_of_the_mean_reference() -> None:
    score = tallystick.ter(hypotheses=["a b c d"], references=[["a b x d", "a b c d e f"]])
    assert (score.edits, score.reference_length, score.score) == (1, 5.0, 20.0)
    assert str(score).startswith("TER = 20.00 (edits = 1 ref_len = 5) nrefs:2|case:lc|tok:tercom|")
    assert float(score) == 20.0
    assert str(score.details) == "{'edits': 1, 'reference_length': 5}"


def test_lower_is_better_and_the_scale_is_open() -> None:
    assert not Ter.identity.higher_is_better
    assert tallystick.ter(hypotheses=["b c d e"], references=["a"]).score == 400.0


def test_a_dialect_that_divides_by_an_empty_reference_has_no_score() -> None:
    with pytest.raises(InputError, match=r"all references are empty.*dialect=sacrebleu"):
        tallystick.ter(hypotheses=["a"], references=[""], dialect="pyter")
    metric = Ter(dialect="pyter")
    rows = metric.statistics(Corpus.from_segments(hypotheses=["a", "b"], references=["", "b"])).rows
    assert np.isnan(metric.formula(rows)).tolist() == [True, False]


def test_short_and_repetitive_hypotheses_are_punished_by_the_limits_of_sacrebleu_alone() -> None:
    reference = " ".join(f"w{number}" for number in range(27))
    assert edits("w0", reference) == 27
    assert edits("w0", reference, dialect="tercom") == 26


def test_the_order_of_the_words_as_strings_decides_between_the_shifts_of_pyter() -> None:
    # pyter3 0.3; the second pair is the first with a and c swapped
    assert edits("a c b b", "b a b c", dialect="pyter") == 3
    assert edits("c a b b", "b c b a", dialect="pyter") == 2


def test_tokens_are_compared_as_they_are() -> None:
    score = tallystick.ter(hypotheses=[["a b", "C"]], references=[[["c", "a b"]]])
    assert score.edits == 1
    assert "tok:given" in str(score.signature)


def test_a_signature_of_sacrebleu_names_the_tokenizer_by_its_options() -> None:
    line = "nrefs:1|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0"
    assert Signature.parse(line).metric() == Ter("tercom-norm-nopunct-asian", lowercase="none")
    assert Signature.parse(f"TER|{line}").metric() == Signature.parse(line).metric()
    without = "TER|nrefs:1|case:mixed|tok:tercom|version:2.6.0"
    assert Signature.parse(without).metric() == Ter(lowercase="none")


def test_fields_of_tercom_are_refused_with_another_tokenizer() -> None:
    with pytest.raises(OptionError, match="expected tok:tercom"):
        Signature.parse("nrefs:1|case:lc|tok:13a|norm:yes|metric:ter").metric()


def test_references_are_tokenized_twice_by_sacrebleus_own_tokenizer_only() -> None:
    line = "This book is John's."  # sacreBLEU 2.6.0, normalized=True: 33.33 for this identity
    score = tallystick.ter(hypotheses=[line], references=[line], tokenize="tercom-norm")
    assert round(score.score, 2) == 33.33
    for options in ({"tokenize": "13a"}, {"tokenize": "tercom-norm", "dialect": "tercom"}):
        same = tallystick.ter(
            hypotheses=[line],
            references=[line],
            **options,  # type: ignore[arg-type]
        )
        assert same.score == 0


@pytest.mark.parametrize(
    ("edits", "length", "expected"), [(3, 4.0, 75.0), (3, 1.5, 200.0), (0, 0.0, 0.0), (1, 0.0, 100)]
)
def test_the_score_is_edits_per_word_and_100_for_any_edit_of_nothing(
    edits: int, length: float, expected: float
) -> None:
    assert Ter().score_of_row({"edits": edits, "reference_length": length}) == expected


def test_without_reference_words_a_dialect_may_have_no_score() -> None:
    metric = Ter(dialect="empty_references=undefined")
    assert math.isnan(metric.score_of_row({"edits": 1, "reference_length": 0.0}))


def test_the_columns_are_the_fewest_edits_and_the_mean_reference_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # "a b" needs 1 edit for "b a" (a shift) and 3 for "c d e"; "c" needs 2, 1 and 1
    monkeypatch.setattr("tallystick.metrics.base.base_metric.arrays_pay", lambda numbers: False)
    corpus = Corpus.from_segments(
        hypotheses=["a b", "c"], references=[["c d e", "b a"], ["c d e", "", "d"]]
    )
    statistics = Ter().statistics(corpus)
    assert statistics.values is not None
    assert statistics.rows.tolist() == [[1, 5 / 2], [1, 4 / 3]]


WORDS = st.lists(st.sampled_from("abcA"), max_size=8)
SEGMENTS = st.lists(
    st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=2)), min_size=1, max_size=3
)
DIALECTS = ["sacrebleu", "tercom", "torchmetrics-1.9", "pyter"]


def count(aligned: ShiftedAlignment) -> int:
    return len(aligned.shifts) + sum(word.operation != "hit" for word in aligned.tokens)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(segments=SEGMENTS)
def test_shifts_and_operations_are_the_edits_of_the_statistics(
    dialect: str, segments: list[tuple[list[str], list[list[str]]]]
) -> None:
    metric = Ter(dialect=dialect)
    corpus = Corpus.from_segments(
        hypotheses=[" ".join(hypothesis) for hypothesis, _ in segments],
        references=[[" ".join(text) for text in references] for _, references in segments],
    )
    alignments = list(shifted_alignments(metric.conventions, corpus))
    assert list(map(count, alignments)) == metric.statistics(corpus).column("edits").tolist()


TEXT = st.lists(st.sampled_from("abc"), min_size=1, max_size=8)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(hypothesis=TEXT, references=st.lists(TEXT, min_size=1, max_size=3))
def test_shifts_only_save_edits_and_the_reference_with_the_fewest_counts(
    dialect: str, hypothesis: list[str], references: list[list[str]]
) -> None:
    segments = [(hypothesis, references), *((hypothesis, [text]) for text in references)]
    edits = Ter(dialect=dialect).statistics(corpus_of(segments)).column("edits").tolist()
    assert edits[0] == min(edits[1:])
    for reference, fewest in zip(references, edits[1:], strict=True):
        # a shift changes no length, so that the other words are inserted or deleted
        assert abs(len(hypothesis) - len(reference)) <= fewest
        assert fewest <= edit_distance(hypothesis, reference)


def test_words_are_those_that_were_compared() -> None:
    corpus = Corpus.from_segments(hypotheses=["John's BOOK"], references=[["x", "book John 's"]])
    [aligned] = shifted_alignments(Ter("tercom-norm").conventions, corpus)
    assert aligned.reference == 1
    assert [shift.words for shift in aligned.shifts] == [("book",)]
    assert {word.operation for word in aligned.tokens} <= {"hit", "insertion", "deletion"}


def test_where_the_reference_is_shifted_the_sides_remain() -> None:
    corpus = Corpus.from_segments(hypotheses=["b c a", ""], references=["a b c d", "a"])
    alignments = list(shifted_alignments(Ter(dialect="torchmetrics-1.9").conventions, corpus))
    assert [word.operation for word in alignments[0].tokens].count("deletion") == 1
    assert [word.hypothesis for word in alignments[0].tokens if word.hypothesis] == ["b", "c", "a"]
    assert alignments[1] == ShiftedAlignment(0, (), ())
