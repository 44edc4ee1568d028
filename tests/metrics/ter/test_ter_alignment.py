"""The shifts and alignments from which the edits of TER are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Corpus, Ter
from tests.metrics.internals import ShiftedAlignment, shifted_alignments

WORDS = st.lists(st.sampled_from("abcA"), max_size=8)
SEGMENTS = st.lists(
    st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=2)), min_size=1, max_size=3
)
DIALECTS = ["sacrebleu", "tercom", "torchmetrics-1.9", "pyter"]


def count(found: ShiftedAlignment) -> int:
    return len(found.shifts) + sum(one.operation != "hit" for one in found.tokens)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(segments=SEGMENTS)
def test_shifts_and_operations_are_the_edits_of_the_statistics(
    dialect: str, segments: list[tuple[list[str], list[list[str]]]]
) -> None:
    metric = Ter(dialect=dialect)
    corpus = Corpus.from_segments(
        hypotheses=[" ".join(hypothesis) for hypothesis, _ in segments],
        references=[[" ".join(one) for one in references] for _, references in segments],
    )
    found = list(shifted_alignments(metric.conventions, corpus))
    assert list(map(count, found)) == metric.statistics(corpus).column("edits").tolist()


@pytest.mark.parametrize("dialect", ["sacrebleu", "tercom", "pyter"])
@given(hypothesis=WORDS, reference=WORDS)
def test_shifts_and_operations_lead_from_the_hypothesis_to_the_reference(
    dialect: str, hypothesis: list[str], reference: list[str]
) -> None:
    conventions = Ter(dialect=dialect, lowercase="none").conventions
    corpus = Corpus.from_segments(
        hypotheses=[" ".join(hypothesis)], references=[" ".join(reference)]
    )
    [found] = shifted_alignments(conventions, corpus)
    words = list(hypothesis)
    for shift in found.shifts:
        end = shift.start + len(shift.words)
        assert words[shift.start : end] == list(shift.words)
        del words[shift.start : end]
        words[shift.to : shift.to] = shift.words
    assert words == [one.hypothesis for one in found.tokens if one.hypothesis is not None]
    assert reference == [one.reference for one in found.tokens if one.reference is not None]


def test_words_are_those_that_were_compared() -> None:
    corpus = Corpus.from_segments(hypotheses=["John's BOOK"], references=[["x", "book John 's"]])
    [found] = shifted_alignments(Ter("tercom-norm").conventions, corpus)
    assert found.reference == 1
    assert [shift.words for shift in found.shifts] == [("book",)]
    assert {one.operation for one in found.tokens} <= {"hit", "insertion", "deletion"}


def test_where_the_reference_is_shifted_the_sides_remain() -> None:
    corpus = Corpus.from_segments(hypotheses=["b c a", ""], references=["a b c d", "a"])
    found = list(shifted_alignments(Ter(dialect="torchmetrics-1.9").conventions, corpus))
    assert [one.operation for one in found[0].tokens].count("deletion") == 1
    assert [one.hypothesis for one in found[0].tokens if one.hypothesis] == ["b", "c", "a"]
    assert found[1] == ShiftedAlignment(0, (), ())
