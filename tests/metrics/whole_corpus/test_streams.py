"""Metrics of whole corpora have the same sums if a corpus is read once, part by part."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, TallystickError
from tallystick.metrics import (
    Cider,
    Corpus,
    Distinct,
    DocumentFrequencies,
    InformationWeights,
    Nist,
    SelfBleu,
    Workspace,
    as_metric,
)
from tests.metrics.internals import nist_statistics as statistics
from tests.metrics.internals import stream

Segments = Sequence[tuple[str, str, list[str]]]
"""The hypotheses of both systems and the references of each segment."""

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "0", "d"]), max_size=9).map(" ".join)
SEGMENT = st.tuples(TEXTS, TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=9)

CHOOSES = "match=best_reference"
METRICS: dict[str, st.SearchStrategy[Any]] = {
    "nist": st.sampled_from(
        [
            *(
                Nist(dialect=name)
                for name in ("mteval", "mteval-v14", "doddington", "phrasal", "nltk")
            ),
            *(
                Nist(dialect=f"{CHOOSES}+reference_ties={one}")
                for one in ("rounded", "compensated")
            ),
            Nist(dialect=f"{CHOOSES}+reference_length=matched+order=2"),
            *(Nist(dialect=f"information_references=first{more}") for more in ("", f"+{CHOOSES}")),
            Nist(dialect="information_references=first+matched_references=first"),
            *(Nist(dialect=f"reference_length=mean_global{more}") for more in ("", f"+{CHOOSES}")),
            Nist(information=InformationWeights.from_table({("a",): 1.5, ("a", "b"): 0.5})),
        ]
    ),
    "cider": st.builds(Cider, dialect=st.sampled_from(["cider-d", "plain", "pycocoevalcap"])),
    "self_bleu": st.builds(
        lambda order, sample, dialect: SelfBleu(order, sample, dialect=f"sentence_bleu={dialect}"),
        st.integers(1, 4),
        st.integers(0, 9),
        st.sampled_from(["nltk-method1", "nltk-method3", "sacrebleu"]),
    ),
    "distinct": st.builds(
        lambda order, dialect: Distinct(order, dialect=dialect),
        st.integers(1, 3),
        st.sampled_from(["li2016", "distinct-n"]),
    ),
}


def corpora(segments: Segments) -> list[Corpus]:
    """Return the corpora of two systems, which share their references."""
    first = Corpus.from_segments(
        hypotheses=[one for one, _, _ in segments], references=[some for _, _, some in segments]
    )
    others = Corpus.without_references([other for _, other, _ in segments])
    return [first, Corpus(others.hypotheses, first.references)]


def streamed(metric: Any, parts: Sequence[Sequence[Corpus]], threads: int = 1) -> list[Any]:
    """Return the sums of the systems x and y on a corpus in parts."""
    with stream.Stream(metric.ngram_counting()) as sums:
        for part in parts:
            workspace = Workspace(threads)
            for system, corpus in zip("xy", part, strict=False):
                sums.add(system, corpus, workspace)
        return [sums.total(system) for system in "xy"[: len(parts[0])]]


def of_texts(hypotheses: list[str], references: Any = None) -> list[Corpus]:
    """Return a part in which there is one system."""
    if references is None:
        return [Corpus.without_references(hypotheses)]
    return [Corpus.from_segments(hypotheses=hypotheses, references=references)]


@pytest.mark.parametrize("name", METRICS)
@given(data=st.data(), segments=SEGMENTS, cut=st.integers(0, 9), threads=st.integers(1, 2))
def test_sums_of_parts_equal_those_of_the_whole_corpus(
    name: str, data: st.DataObject, segments: Segments, cut: int, threads: int
) -> None:
    metric = data.draw(METRICS[name])
    parts = [corpora(part) for part in (segments[:cut], segments[cut:]) if part]
    try:
        expected = [metric.statistics(corpus) for corpus in corpora(segments)]
    except InputError as error:
        with pytest.raises(InputError, match=re.escape(str(error))):
            streamed(metric, parts, threads)
        return
    for found, of_whole in zip(streamed(metric, parts, threads), expected, strict=True):
        total = of_whole.as_total(finite=False)
        assert found.columns == total.columns
        assert found.references == total.references or cut > 0
        assert found.sums == pytest.approx(total.sums, rel=1e-12, abs=1e-12, nan_ok=True)
        for count in {"matches", "totals"} & {*total.named()}:
            assert found.named()[count] == total.named()[count]


WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "no", "dog", "was", "there"]
LINES = [" ".join(WORDS[start::step]) for start in range(6) for step in range(1, 4)]
PARTS = [LINES[:7], LINES[7:]]


@pytest.mark.parametrize("spec", ["nist", "nist:dialect=nltk", "cider", "distinct2", "self_bleu"])
def test_neither_threads_nor_blocks_change_the_sums(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "SEGMENTS_IN_A_PART", 2)

    def totals(parts: list[list[str]], threads: int) -> list[Any]:
        """Return the sums of two systems, the second with the words of the first from behind."""
        segments = [
            [(line, " ".join(line.split()[::-1]), [line[2:]]) for line in part] for part in parts
        ]
        return streamed(as_metric(spec), [corpora(part) for part in segments], threads)

    expected = totals(PARTS, 1)
    assert totals(PARTS, 3) == expected  # to the last digit
    for found, total in zip(totals([LINES], 1), expected, strict=True):
        assert found.columns == total.columns
        assert found.sums == pytest.approx(total.sums, rel=1e-12)


@pytest.mark.parametrize(
    "metric", [Nist(), Nist(dialect=CHOOSES), Cider(), SelfBleu(), Distinct()], ids=str
)
def test_a_system_without_parts_has_no_total(metric: Any) -> None:
    empty = stream.Stream(metric.ngram_counting())
    with empty, pytest.raises(TallystickError, match="no segments"):
        empty.total("x")


@pytest.mark.parametrize("dialect", ["mteval", "doddington"])
def test_the_information_of_a_small_corpus_is_that_of_exact_fractions(dialect: str) -> None:
    # The references have 6 words; a occurs 3 times, b 2, c 1, "a b" 2 times, "a c" 1 time.
    # Matches: a, b, "a b" of the first part, a, c, "a c" of the second.
    parts = [of_texts(["a b"], ["a b a b"]), of_texts(["a c"], ["a c"])]
    [found] = streamed(Nist(order=2, dialect=dialect), parts)
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
    parts = [of_texts(["a b"], [["a c", "b d"]]), of_texts(["x"], [["b b", "b a"]])]
    [found] = streamed(Nist(order=1, dialect=CHOOSES), parts)
    named = found.named()
    assert (named["matches"], named["information"]) == ([1], [2.0])


@pytest.mark.parametrize("match", [CHOOSES, "match=maximum"])
def test_information_of_first_references_counts_for_the_others_too(match: str) -> None:
    # Among the first references a occurs once and c once: both are worth log2(2 / 1) = 1 bit. The
    # second reference, whose words do not count in the first part, matches c.
    parts = [of_texts(["c"], [["a", "c x"]]), of_texts(["d"], ["c"])]
    [found] = streamed(Nist(1, f"{match}+information_references=first"), parts)
    named = found.named()
    assert (named["matches"], named["information"]) == ([1], [1.0])


def test_counts_that_do_not_fit_in_a_table_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST", 2)
    with pytest.raises(TallystickError, match="an n-gram occurs 3 times in the corpus"):
        streamed(Nist(dialect=CHOOSES), [of_texts(["a"], [["a b a", "a"]])])


def test_the_similarity_of_a_small_corpus_is_that_of_its_document_frequencies() -> None:
    # Of 4 segments in two parts, a is in the references of 2, b of 3, c of 1; x is in none.
    parts = [of_texts(["a b x", ""], ["a b", "b"]), of_texts(["", ""], ["a b", "c"])]
    [total] = streamed(Cider(order=1, dialect="plain"), parts)
    a, b, x = math.log(4 / 2), math.log(4 / 3), math.log(4)
    cosine = (a * a + b * b) / math.hypot(a, b) / math.hypot(a, b, x)
    assert total.sums == pytest.approx((cosine, 4))


def test_one_segment_is_refused_or_has_the_score_0() -> None:
    segment = corpora([("a b", "c", ["a b"])])
    with pytest.raises(InputError, match="CIDEr-D is not defined for one segment"):
        streamed(Cider(), [segment])
    for total in streamed(Cider(dialect="pycocoevalcap"), [segment]):
        assert total.sums[:-1] == (0, 0, 0, 0)


def test_frequencies_that_are_given_are_not_counted() -> None:
    assert Cider().ngram_counting is not None
    assert Cider(df=DocumentFrequencies.from_table({("a",): 1}, 2)).ngram_counting is None


def test_a_repeated_word_matches_as_often_as_another_sentence_has_it() -> None:
    # 2 of the 3 words of the first sentence match the second; all of the second match the first.
    self_bleu = SelfBleu(order=1, dialect="sentence_bleu=sacrebleu")
    [total] = streamed(self_bleu, [of_texts(["a a a"]), of_texts(["a a"])])
    brevity_penalty = 0.6065306597126334  # exp(1 - 3/2)
    assert total.sums == pytest.approx((100 * 2 / 3 + 100 * brevity_penalty, 2))


def test_an_empty_sentence_at_the_end_of_a_part_is_scored() -> None:
    self_bleu = SelfBleu(order=1, dialect="sentence_bleu=sacrebleu")
    [total] = streamed(self_bleu, [of_texts(["a b", "a b", ""]), of_texts(["a b"])])
    assert total.sums == pytest.approx((300, 4))  # all but the empty one are equal


def test_a_text_without_a_score_makes_the_sum_undefined() -> None:
    [total] = streamed(Distinct(order=3, dialect="distinct-n"), [of_texts(["a"])])
    assert math.isnan(total.named()["segment_scores"])


def test_an_ngram_of_several_parts_is_counted_once() -> None:
    [total] = streamed(Distinct(order=1), [of_texts(["a b"]), of_texts(["b c"])])
    assert total.named()["new_ngrams"] == 3
