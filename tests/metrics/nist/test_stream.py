"""NIST of a corpus read once equals that of the whole corpus in memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import TallystickError
from tallystick.metrics import Corpus, InformationWeights, Nist
from tallystick.metrics.nist import statistics
from tallystick.metrics.whole_corpus.stream import Stream
from tests.metrics.streams import Segments, corpora, segments_of, streamed

CHOOSES = "match=best_reference"
METRICS = [
    *(Nist(dialect=name) for name in ("mteval", "mteval-v14", "doddington", "phrasal", "nltk")),
    *(Nist(dialect=f"{CHOOSES}+reference_ties={name}") for name in ("rounded", "compensated")),
    Nist(dialect=f"{CHOOSES}+reference_length=matched+order=2"),
    *(Nist(dialect=f"information_references=first{more}") for more in ("", f"+{CHOOSES}")),
    Nist(dialect="information_references=first+matched_references=first"),
    *(Nist(dialect=f"reference_length=mean_global{more}") for more in ("", f"+{CHOOSES}")),
    Nist(information=InformationWeights.from_table({("a",): 1.5, ("a", "b"): 0.5})),
]


@given(
    nist=st.sampled_from(METRICS),
    segments=segments_of(["a", "b", "c", "0", "d"]),
    cut=st.integers(0, 9),
    threads=st.integers(1, 2),
)
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    nist: Nist, segments: Segments, cut: int, threads: int
) -> None:
    parts = [corpora(part) for part in (segments[:cut], segments[cut:]) if part]
    for found, corpus in zip(streamed(nist, parts, threads), corpora(segments), strict=True):
        expected = nist.total(corpus)
        assert found.columns == expected.columns
        assert found.references == expected.references or cut > 0
        assert found.sums == pytest.approx(expected.sums, rel=1e-12, abs=1e-12, nan_ok=True)
        named, counts = expected.named(), found.named()
        assert counts["matches"] == named["matches"]
        assert counts["totals"] == named["totals"]


@pytest.mark.parametrize("dialect", ["mteval", "doddington"])
def test_the_information_of_a_small_corpus_is_that_of_exact_fractions(dialect: str) -> None:
    # The references have 6 words; a occurs 3 times, b 2, c 1, "a b" 2 times, "a c" 1 time.
    # Matches: a, b, "a b" of the first part, a, c, "a c" of the second.
    parts = [
        [Corpus.from_segments(hypotheses=["a b"], references=["a b a b"])] * 2,
        [Corpus.from_segments(hypotheses=["a c"], references=["a c"])] * 2,
    ]
    found, _ = streamed(Nist(order=2, dialect=dialect), parts)
    information = found.named()["information"]
    # log2(6/3) + log2(6/2) + log2(6/3) + log2(6/1), then log2(3/2) + log2(3/1)
    assert information == pytest.approx([6.169925001442312, 2.169925001442312], rel=1e-15)


@pytest.mark.parametrize(
    "dialect", ["mteval-v14", "information_references=first+matched_references=first"]
)
def test_the_first_reference_and_a_zero_count_as_in_memory(dialect: str) -> None:
    nist = Nist(dialect=dialect)
    segments = [("0 a b 0 a", "a", ["0 a 0 b 0 a", "a b a"]), ("0 b a", "b", ["a 0 b", "0 b a"])]
    parts = [corpora(segments[:1]), corpora(segments[1:])]
    for found, corpus in zip(streamed(nist, parts), corpora(segments), strict=True):
        assert found.sums == pytest.approx(nist.total(corpus).sums, rel=1e-14)


def test_a_reference_is_chosen_by_the_information_of_all_parts() -> None:
    # Among 8 words a occurs 2 times and b 4 times, so that a is worth log2(8 / 2) = 2 bits and b
    # log2(8 / 4) = 1. In the first part alone, a and b are equally rare.
    parts = [
        [Corpus.from_segments(hypotheses=["a b"], references=[["a c", "b d"]])] * 2,
        [Corpus.from_segments(hypotheses=["x"], references=[["b b", "b a"]])] * 2,
    ]
    found, _ = streamed(Nist(order=1, dialect=CHOOSES), parts)
    named = found.named()
    assert (named["matches"], named["information"]) == ([1], [2.0])


@pytest.mark.parametrize("match", [CHOOSES, "match=maximum"])
def test_information_of_first_references_counts_for_the_others_too(match: str) -> None:
    # Among the first references a occurs once and c once: both are worth log2(2 / 1) = 1 bit. The
    # second reference, whose words do not count in the first part, matches c.
    parts = [
        [Corpus.from_segments(hypotheses=["c"], references=[["a", "c x"]])] * 2,
        [Corpus.from_segments(hypotheses=["d"], references=["c"])] * 2,
    ]
    found, _ = streamed(Nist(1, f"{match}+information_references=first"), parts)
    named = found.named()
    assert (named["matches"], named["information"]) == ([1], [1.0])


def test_counts_that_do_not_fit_in_a_table_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST", 2)
    with pytest.raises(TallystickError, match="an n-gram occurs 3 times in the corpus"):
        streamed(Nist(dialect=CHOOSES), [corpora([("a", "a", ["a b a", "a"])])])


@pytest.mark.parametrize("dialect", ["mteval", CHOOSES])
def test_a_system_without_parts_has_no_total(dialect: str) -> None:
    counting = Nist(dialect=dialect).ngram_counting()
    with Stream(counting) as empty, pytest.raises(TallystickError, match="no segments"):
        empty.total("x")
