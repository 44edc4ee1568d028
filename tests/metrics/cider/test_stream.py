"""CIDEr of a corpus read once equals that of the whole corpus in memory."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Cider, Corpus, DocumentFrequencies, Workspace
from tallystick.metrics.cider.statistics import CiderCounting
from tallystick.metrics.whole_corpus.stream import Stream
from tests.metrics.streams import Segments, corpora, segments_of, streamed


@given(
    dialect=st.sampled_from(["cider-d", "plain", "pycocoevalcap"]),
    segments=segments_of("abcd"),
    cut=st.integers(0, 9),
    threads=st.integers(1, 2),
)
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    dialect: str, segments: Segments, cut: int, threads: int
) -> None:
    cider = Cider(dialect=dialect)
    parts = [corpora(part) for part in (segments[:cut], segments[cut:]) if part]
    try:
        expected = [cider.statistics(corpus).as_total() for corpus in corpora(segments)]
    except InputError as error:
        with pytest.raises(InputError, match=re.escape(str(error))):
            streamed(cider, parts, threads)
        return
    for total, of_whole in zip(streamed(cider, parts, threads), expected, strict=True):
        assert total.columns == of_whole.columns
        assert total.sums == pytest.approx(of_whole.sums, rel=1e-12, abs=1e-12)


def test_the_similarity_of_a_small_corpus_is_that_of_its_document_frequencies() -> None:
    # Of 4 segments in two parts, a is in the references of 2, b of 3, c of 1; x is in none.
    parts = [
        Corpus.from_segments(hypotheses=["a b x", ""], references=["a b", "b"]),
        Corpus.from_segments(hypotheses=["", ""], references=["a b", "c"]),
    ]
    with Stream(CiderCounting(Cider(order=1, dialect="plain"))) as stream:
        for part in parts:
            stream.add("x", part, Workspace())
        total = stream.total("x")
    a, b, x = math.log(4 / 2), math.log(4 / 3), math.log(4)
    cosine = (a * a + b * b) / math.hypot(a, b) / math.hypot(a, b, x)
    assert total.sums == pytest.approx((cosine, 4))


def test_one_segment_is_refused_or_has_the_score_0() -> None:
    segment = corpora([("a b", "c", ["a b"])])
    with pytest.raises(InputError, match="CIDEr-D is not defined for one segment"):
        streamed(Cider(), [segment])
    assert [one.sums[:-1] for one in streamed(Cider(dialect="pycocoevalcap"), [segment])] == [
        (0, 0, 0, 0),
        (0, 0, 0, 0),
    ]


def test_frequencies_that_are_given_are_not_counted() -> None:
    assert Cider().ngram_counting is not None
    assert Cider(df=DocumentFrequencies.from_table({("a",): 1}, 2)).ngram_counting is None


def test_a_stream_without_parts_has_no_total() -> None:
    counting = CiderCounting(Cider())
    with Stream(counting) as stream, pytest.raises(InputError, match="no segments"):
        stream.total("x")
