"""References that are prepared once, and matrices of scores."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import (
    Corpus,
    InputError,
    OptionError,
    PreparedReferences,
    score_matrix,
    segment_scores,
)
from tallystick.metrics import segment_form

METRICS = ["bleu", "bleu:dialect=nltk", "bleu:tokenize=intl,lowercase=unicode", "nist"]
LINES = st.lists(st.text("ab .", max_size=12), min_size=1, max_size=5)
REFERENCES = [["the cat sat down", "a cat sat"], ["a dog ran away"], ["", "it rained"]]
HYPOTHESES = ["the cat sat", "a dog ran off", "it rained"]


def metric_of(spec: str) -> Any:
    return tallystick.metric(spec)


def by_corpora(metric: Any, hypotheses: list[str], references: list[str]) -> list[list[float]]:
    """Score every pair as a corpus of one segment."""
    form = segment_form(metric)
    rows: list[list[float]] = []
    for hypothesis in hypotheses:
        rows.append([])
        for reference in references:
            corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[reference])
            rows[-1].append(float(segment_scores(form, form.statistics(corpus))[0]))
    return rows


@pytest.mark.parametrize("spec", METRICS)
@given(hypotheses=LINES, references=LINES)
def test_a_matrix_has_the_score_of_every_pair(
    spec: str, hypotheses: list[str], references: list[str]
) -> None:
    metric = metric_of(spec)
    if hasattr(metric, "fit"):
        metric = metric.fit([tallystick.metrics.References.per_segment(references)])
    matrix = score_matrix(hypotheses, references, metric=metric)
    np.testing.assert_array_equal(matrix, by_corpora(metric, hypotheses, references))


def test_a_matrix_of_one_list_is_of_the_list_against_itself() -> None:
    assert (np.diag(score_matrix(HYPOTHESES)) == 100).all()
    assert score_matrix(HYPOTHESES).tolist() == score_matrix(HYPOTHESES, HYPOTHESES).tolist()


def test_a_matrix_larger_than_a_block_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = score_matrix(HYPOTHESES)
    monkeypatch.setattr("tallystick.metrics.scoring.score_matrix.SEGMENTS_IN_A_PART", 4)
    assert score_matrix(HYPOTHESES).tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        ("a b", None, "hypotheses is the single string 'a b'; expected a list of strings"),
        (["a b"], 5, "references is 5; expected a list of strings"),
        ([], None, "hypotheses are empty"),
        (["a"], [], "references are empty"),
        (["a", 1], None, r"hypotheses\[1\] is of type int; expected a string"),
    ],
)
def test_a_matrix_of_wrong_input_is_refused(hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        score_matrix(hypotheses, references)


@pytest.mark.parametrize("spec", [*METRICS, "nist:dialect=nltk,tokenize=13a,order=2", "sentbleu"])
def test_prepared_references_score_as_a_corpus(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.scoring.prepared.MOST_CALLS", 2)
    metric = metric_of(spec)
    prepared = PreparedReferences(REFERENCES, metric=metric)
    name = metric.identity.name
    assert repr(prepared) == f"<PreparedReferences: 3 segments for {name}>"
    corpus = Corpus.from_segments(hypotheses=HYPOTHESES, references=REFERENCES)
    form = segment_form(prepared.metric)
    expected = segment_scores(form, form.statistics(corpus)).tolist()
    for _ in range(3):
        [score] = tallystick.score(hypotheses=corpus, metrics=[metric])
        assert prepared.score(HYPOTHESES).score == score.score
        assert prepared.segment_scores(HYPOTHESES).tolist() == expected
    assert [
        prepared.segment_score(segment, hypothesis) for segment, hypothesis in enumerate(HYPOTHESES)
    ] == expected


@pytest.mark.parametrize("spec", ["bleu", "nist"])
def test_prepared_references_serve_several_threads(spec: str) -> None:
    prepared = PreparedReferences(REFERENCES, metric=spec)
    expected = PreparedReferences(REFERENCES, metric=spec).segment_scores(HYPOTHESES).tolist()

    def scores(turn: int) -> list[list[float]]:
        # new words for the vocabulary
        prepared.segment_scores([f"{line} {turn}" for line in HYPOTHESES])
        alone = [prepared.segment_score(place, line) for place, line in enumerate(HYPOTHESES)]
        return [prepared.segment_scores(HYPOTHESES).tolist(), alone]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(scores, range(100))) == [[expected, expected]] * 100


@pytest.mark.parametrize("spec", ["bleu", "nist", "bleu:tokenize=zh-2", "wer"])
def test_a_hypothesis_that_is_not_text_is_refused(spec: str) -> None:
    prepared = PreparedReferences(REFERENCES, metric=spec)
    for hypothesis, message in (
        (7, "the hypothesis is of type int; expected a string"),
        (["a"], "the hypothesis is of type list; expected a string"),
        ("\udcff", "surrogate"),
    ):
        with pytest.raises(InputError, match=message):
            prepared.segment_score(0, hypothesis)  # type: ignore[arg-type]


def test_a_score_that_a_dialect_does_not_define_is_nan() -> None:
    prepared = PreparedReferences(["a b"], metric="nist:dialect=travatar")
    assert np.isnan(prepared.segment_score(0, "a"))


def test_prepared_references_refuse_what_they_cannot_score() -> None:
    prepared, wrong = PreparedReferences(REFERENCES), 3
    with pytest.raises(InputError, match="there are 2 hypotheses but references for 3 segments"):
        prepared.score(["a", "b"])
    with pytest.raises(OptionError, match="is not a metric"):
        PreparedReferences(REFERENCES, metric=wrong)  # type: ignore[arg-type]
    for segment in (-1, 3, "a b", 0.0):
        with pytest.raises(InputError, match=f"there is no segment {segment!r}; expected 0 to 2"):
            prepared.segment_score(segment, "a")  # type: ignore[arg-type]
    references = tallystick.metrics.References.per_segment([["a", "b"]], tokens=True)
    tokens = PreparedReferences(references)
    with pytest.raises(InputError, match="the references are token lists; use segment_scores"):
        tokens.segment_score(0, "a b")


@pytest.mark.parametrize("spec", ["bleu", "nist", "chrf", "sari:dialect=evaluate"])
def test_a_copy_for_another_process_gives_equal_scores(spec: str) -> None:
    sources = ["the cat"] * len(REFERENCES) if spec.startswith("sari") else None
    prepared = PreparedReferences(REFERENCES, metric=spec, sources=sources)
    hypotheses = ["the cat sat"] * len(REFERENCES)
    copy = pickle.loads(pickle.dumps(prepared))
    assert copy.score(hypotheses) == prepared.score(hypotheses)
    assert copy.segment_score(1, "the cat") == prepared.segment_score(1, "the cat")
