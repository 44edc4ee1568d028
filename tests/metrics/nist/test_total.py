"""NIST added up in Python numbers equals that of the statistics of every segment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InformationWeights, Nist
from tallystick.errors import InputError
from tallystick.metrics import ngram_weights, workspace
from tallystick.metrics.nist import metric as nist_metric

# "0" is not a prefix in mteval, and two spaces are an empty segment
TEXT = st.text("aB0. ", max_size=12)
SEGMENTS = st.lists(
    st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=20
)
DIALECTS = st.sampled_from(
    [
        *("mteval", "doddington", "nltk", "pymteval", "gem", "travatar", "odashi", "phrasal"),
        *("mteval-v13a-sig", "reference_length=first", "match=best_reference", "order=2"),
    ]
)


@contextmanager
def adding_in_python() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (nist_metric, ngram_weights):
            patch.setattr(module, "arrays_pay", lambda numbers: False)
        yield patch


def outcome(metric: Nist, corpus: Corpus, whole: bool) -> str:
    """Return everything in a score with all digits, or the error."""
    try:
        total = metric.total(corpus) if whole else metric.statistics(corpus).as_total()
        found = metric.score_total(total)
    except InputError as error:
        return str(error)
    return repr((found.score, found.details, str(found.signature)))


@given(SEGMENTS, st.sampled_from([1, 2, None]), st.booleans(), DIALECTS, st.integers(1, 21))
def test_a_corpus_has_the_score_of_its_statistics(
    segments: list[tuple[str, list[str]]],
    number: int | None,
    tokens: bool,
    dialect: str,
    part: int,
) -> None:
    several = [(references * 2)[: number or len(references)] for _, references in segments]
    corpus = Corpus.from_segments(
        hypotheses=[one.split() if tokens else one for one, _ in segments],
        references=[[one.split() if tokens else one for one in those] for those in several],
    )
    expected = outcome(Nist(dialect=dialect), corpus, whole=False)
    with adding_in_python() as patch:
        patch.setattr(workspace, "SEGMENTS_IN_A_PART", part)
        assert outcome(Nist(dialect=dialect), corpus, whole=True) == expected


@pytest.mark.parametrize("weight", [2.0, 1e308])
def test_given_weights_are_added_up_too(weight: float) -> None:
    metric = Nist(information=InformationWeights.from_table({("der",): weight, ("hund",): 1e308}))
    corpus = Corpus.from_segments(hypotheses=["der hund"], references=["der hund, DER"])
    expected = outcome(metric, corpus, whole=False)
    with adding_in_python():
        assert outcome(metric, corpus, whole=True) == expected
    assert ("is not a finite number" in expected) == (weight > 2)


def test_the_function_adds_up_a_corpus() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "d"])
    expected = Nist().score(Nist().statistics(corpus))
    with adding_in_python():
        assert tallystick.nist(hypotheses=corpus) == expected
