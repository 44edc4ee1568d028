"""Laws that hold for the statistics and scores of every metric."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, Nist
from tallystick.metrics import METRICS, InformationWeights, Workspace, fitted
from tests.metrics.built_in import few_of_each

Words = list[str]
Segments = list[tuple[Words, list[Words]]]

WORDS = st.lists(st.sampled_from(["a", "b", "c", "0", "d."]), max_size=8)
SEGMENT = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
IN_STREAMS = st.tuples(WORDS, st.lists(WORDS, min_size=2, max_size=2))
SEGMENTS = st.lists(SEGMENT, min_size=2, max_size=5) | st.lists(IN_STREAMS, min_size=2, max_size=5)

LIKE_OTHERS = ("meteor", "mer", "wil", "wip", "rouge")
"""Metrics that need WordNet, have the statistics of WER, or lack a type."""

SPECS = {
    **{name: name for name in METRICS.built_in if name not in LIKE_OTHERS},
    "rouge": "rouge:type=3",
    "bleu of order 5": "bleu:order=5,smooth=add-k",
    "chrf++": "chrf++",
    "doddington": "nist:dialect=doddington",
    "tercom": "ter:dialect=tercom",
    "chosen reference": "nist:dialect=match=best_reference+reference_length=matched",
    "plain cider": "cider:dialect=plain",
    "mean of distinct": "distinct:dialect=distinct-n",
}
TABLE = InformationWeights.from_table({("a",): 1.5, ("a", "b"): 0.5, ("0",): 0.25})
WHOLE_CORPUS = [
    name for name, spec in SPECS.items() if tallystick.metric(spec).identity.whole_corpus
]


def metric_of(name: str) -> Any:
    return Nist(information=TABLE) if name == "given weights" else tallystick.metric(SPECS[name])


def corpus_of(segments: Segments) -> Corpus:
    hypotheses, references = map(list, zip(*segments, strict=True))
    sources = [words[::-1] for words in hypotheses]
    return Corpus.from_segments(hypotheses=hypotheses, references=references, sources=sources)


def rows_of(name: str, segments: Segments, threads: int = 1) -> Any:
    try:
        return metric_of(name).statistics(corpus_of(segments), Workspace(threads)).rows
    except InputError:  # not defined for such references
        assume(False)


@pytest.mark.parametrize("name", [*SPECS, "given weights"])
@few_of_each
@given(segments=SEGMENTS, threads=st.sampled_from([2, 3, 7]), cut=st.integers(1, 4), data=st.data())
def test_order_threads_and_parts_change_no_row(
    name: str, segments: Segments, threads: int, cut: int, data: st.DataObject
) -> None:
    rows = rows_of(name, segments)
    assert rows_of(name, segments * 3, threads).tobytes() == rows_of(name, segments * 3).tobytes()
    if name not in WHOLE_CORPUS:  # every segment is counted by itself
        order = data.draw(st.permutations(range(len(segments))))
        found = rows_of(name, [segments[place] for place in order])
        np.testing.assert_allclose(found, rows[list(order)], rtol=1e-12, atol=1e-15)
        parts = [corpus_of(part) for part in (segments[:cut], segments[cut:]) if part]
        ready = fitted(metric_of(name), [part.references for part in parts])
        in_parts = np.concatenate([ready.statistics(part).rows for part in parts])
        assert in_parts.tobytes() == np.ascontiguousarray(rows).tobytes()


@pytest.mark.parametrize("name", ["chrf", "chrf++", "google_gleu", "rouge1", "rouge2", "rougeL"])
@few_of_each
@given(segment=SEGMENT, other=WORDS)
def test_another_reference_never_lowers_the_score_of_a_segment(
    name: str, segment: tuple[Words, list[Words]], other: Words
) -> None:
    hypothesis, references = segment
    several = [(hypothesis, references)], [(hypothesis, [*references, other])]
    one, more = (metric_of(name).formula(rows_of(name, segments)) for segments in several)
    assert more >= one
