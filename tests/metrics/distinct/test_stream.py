"""Distinct-n of a corpus read once equals that of the whole corpus in memory."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Corpus, Distinct, Workspace
from tallystick.metrics.whole_corpus.stream import Stream

TEXTS = st.lists(
    st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join), min_size=1, max_size=9
)


@given(
    dialect=st.sampled_from(["li2016", "distinct-n"]),
    order=st.integers(1, 3),
    texts=TEXTS,
    cut=st.integers(0, 9),
)
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    dialect: str, order: int, texts: list[str], cut: int
) -> None:
    distinct = Distinct(order=order, dialect=dialect)
    with Stream(distinct.ngram_counting()) as stream:
        for part in (texts[:cut], texts[cut:]):
            if part:
                stream.add("x", Corpus.without_references(part), Workspace())
                stream.add("y", Corpus.without_references([*part[1:], "a"]), Workspace())
        found = stream.total("x")
    expected = distinct.statistics(Corpus.without_references(texts)).as_total(finite=False)
    assert found.columns == expected.columns
    assert found.sums == pytest.approx(expected.sums, rel=1e-12, nan_ok=True)


def test_a_text_without_a_score_makes_the_sum_undefined() -> None:
    with Stream(Distinct(order=3, dialect="distinct-n").ngram_counting()) as stream:
        stream.add("x", Corpus.without_references(["a"]), Workspace())
        assert math.isnan(stream.total("x").named()["segment_scores"])


def test_an_ngram_of_several_parts_is_counted_once() -> None:
    with Stream(Distinct(order=1).ngram_counting()) as stream:
        for text in ("a b", "b c"):
            stream.add("x", Corpus.without_references([text]), Workspace())
        assert stream.total("x").named()["new_ngrams"] == 3


def test_a_stream_without_parts_has_no_total() -> None:
    counting = Distinct().ngram_counting()
    with Stream(counting) as stream, pytest.raises(InputError, match="no segments"):
        stream.total("x")
