"""CIDEr and CIDEr-D on hand-made segments: options, references, degenerate input and errors."""

import math
from collections import Counter
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Cider, Corpus, InputError, OptionError, segment_scores
from tallystick.metrics import DocumentFrequencies, FittedCider, Signature
from tests.metrics.naive import corpus_of, ngrams

TOKENS = st.lists(st.sampled_from("abc,"), max_size=7)
SEGMENT = st.tuples(TOKENS, st.lists(TOKENS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=2, max_size=4).filter(
    lambda segments: len({frozenset(chain(*some)) for _, some in segments}) > 1
)

Segments = list[tuple[list[str], list[list[str]]]]


def score(segments: Segments, **options: Any) -> float:
    metric = Cider(**options)
    return metric.score(metric.statistics(corpus_of(segments))).score


def by_the_paper(segments: Segments, d: bool) -> list[float]:
    """Compute the equations of the paper, with counts divided by the number of n-grams."""
    sums = [0.0] * len(segments)
    for order in (1, 2, 3, 4):
        frequencies = Counter(
            ngram
            for _, references in segments
            for ngram in {one for some in references for one in ngrams(some, order)}
        )

        def vector(tokens: list[str]) -> dict[tuple[str, ...], float]:
            counts = ngrams(tokens, order)  # noqa: B023
            return {
                ngram: count / counts.total() * math.log(len(segments) / max(1, frequencies[ngram]))  # noqa: B023
                for ngram, count in counts.items()
            }

        for number, (hypothesis, references) in enumerate(segments):
            mine = vector(hypothesis)
            for reference in references:
                theirs = vector(reference)
                shared = mine.keys() & theirs.keys()
                product = sum(
                    (min(mine[one], theirs[one]) if d else mine[one]) * theirs[one]
                    for one in shared
                )
                length = math.hypot(*mine.values()) * math.hypot(*theirs.values())
                penalty = math.exp(-((len(hypothesis) - len(reference)) ** 2) / (2 * 6**2))
                if length:
                    cosine = product / length * (penalty if d else 1)
                    sums[number] += 10 * cosine / len(references) / 4
    return sums


def test_two_segments_by_hand() -> None:
    # every word is in one of two segments, so all weigh log 2; "a" and "a b" have cosine 1/sqrt 2
    segments: Segments = [(["a"], [["a", "b"]]), (["c"], [["c"]])]
    found = tallystick.cider(hypotheses=corpus_of(segments), order=1, dialect="plain")
    assert found.score == pytest.approx(10 * (1 / math.sqrt(2) + 1) / 2)
    assert found.variant == "CIDEr"
    # "a b" has one bigram and "a" none
    found = tallystick.cider(hypotheses=corpus_of(segments), order=1, sigma=2)
    assert found.score == pytest.approx(10 * (math.exp(-1 / 8) / math.sqrt(2) + 1) / 2)
    assert str(found).startswith(
        "CIDEr-D (order=1, sigma=2) = 8.1201 8.1201 nrefs:1|case:mixed|tok:given|dialect:"
    )
    assert found.individual == (found.score,)


@pytest.mark.parametrize(("dialect", "d"), [("plain", False), ("paper-d", True)])
@given(segments=SEGMENTS)
def test_the_paper_is_reproduced(dialect: str, d: bool, segments: Segments) -> None:
    metric = Cider(dialect=dialect)
    found = segment_scores(metric, metric.statistics(corpus_of(segments)))
    assert found == pytest.approx(by_the_paper(segments, d), abs=1e-9)


def test_a_penalty_of_any_width_is_defined() -> None:
    segments: Segments = [(["a", "b"], [["a", "b", "c", "d"]]), (["e"], [["e"]])]
    assert score(segments, sigma=1e100) == score(segments, dialect="length_penalty=none")


def test_the_document_frequencies_stay_fixed_when_segments_are_chosen() -> None:
    segments: Segments = [
        (list("abcde"), [list("abcdf")]),
        (list("bcd"), [list("bcde"), list("cd")]),
        (list("fgh"), [list("fgh")]),
    ]
    metric = Cider()
    rows = metric.statistics(corpus_of(segments)).rows
    fitted = metric.fit([corpus_of(segments).references])
    alone = fitted.statistics(corpus_of(segments[:1]))
    assert alone.rows.tolist() == rows[:1].tolist()
    assert metric.formula(rows.sum(axis=0)) == pytest.approx(metric.formula(rows).mean())


@pytest.mark.parametrize("dialect", ["cider-d", "plain", "paper-d"])
def test_no_weights_is_refused_with_the_reason(dialect: str) -> None:
    with pytest.raises(InputError, match="not defined for one segment, because every n-gram"):
        tallystick.cider(hypotheses=["a b"], references=["a b"], dialect=dialect)


def test_no_weights_scores_0_in_pycocoevalcap_and_is_defined_with_a_table() -> None:
    one = corpus_of([(list("abcde"), [list("abcde")])])
    assert tallystick.cider(hypotheses=one, dialect="pycocoevalcap").score == 0
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    assert tallystick.cider(hypotheses=one, df=frequencies).score == pytest.approx(10)


def test_references_without_words_are_refused() -> None:
    with pytest.raises(InputError, match="all references are empty"):
        tallystick.cider(hypotheses=["a", "b"], references=["", " "])


def test_an_empty_side_scores_0() -> None:
    # as pycocoevalcap 1.2
    corpus = Corpus.from_segments(hypotheses=["", "a", "b"], references=["c", "", "b"])
    metric = Cider(order=1)
    assert segment_scores(metric, metric.statistics(corpus)).tolist() == pytest.approx([0, 0, 10])


def test_orders_above_four_match_nothing_in_the_programs() -> None:
    # pycocoevalcap 1.2: Cider(n=5) gives 8.0 for two segments equal to their references
    texts = ["a b c d e f", "g h i j k l"]
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    for dialect, expected in (("pycocoevalcap", 8), ("cider-d", 10)):
        found = tallystick.cider(hypotheses=corpus, order=5, dialect=dialect)
        assert found.score == pytest.approx(expected)


def test_the_name_of_the_variant_is_a_spec() -> None:
    assert tallystick.metric("cider-d:order=3") == Cider(order=3)
    assert Cider.identity.title == "CIDEr"
    assert Cider().identity.title == "CIDEr-D"
    assert Cider(dialect="plain").identity.title == "CIDEr"
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    assert FittedCider(Cider(), frequencies).identity.title == "CIDEr-D"


def test_a_signature_with_other_frequencies_names_them() -> None:
    frequencies = DocumentFrequencies.from_table({("a",): 2}, segments=3)
    line = str(Signature.of(Cider(df=frequencies), 1, given_tokens=False))
    assert f"|df:{frequencies.fingerprint()}|" in line
    with pytest.raises(OptionError, match="names document frequencies"):
        Signature.parse(line).metric()
