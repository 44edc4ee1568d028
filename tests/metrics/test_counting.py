"""Sums in Python numbers equal those of the statistics of every segment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import workspace as workspace_module
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.counting import count
from tallystick.metrics.workspace import Workspace

LINE = st.text("ab ", max_size=12)


@given(
    st.lists(st.tuples(LINE, st.lists(LINE, min_size=1, max_size=3)), min_size=1, max_size=9),
    st.booleans(),
    st.integers(1, 5),
    st.integers(1, 4),
)
def test_a_corpus_is_counted_as_the_sum_of_its_segments(
    segments: list[tuple[str, list[str]]], tokens: bool, order: int, part: int
) -> None:
    hypotheses: list[object] = [one.split() if tokens else one for one, _ in segments]
    references = [[one.split() if tokens else one for one in several] for _, several in segments]
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    expected = Bleu(order=order, tokenize="none").statistics(corpus).total().tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workspace_module, "SEGMENTS_IN_A_PART", part)
        found = count(corpus, tokenizer_named("none"), "none", order, Workspace())
    lengths = [found.hypothesis_length, found.closest_length]
    assert [*lengths, *found.matches, *found.totals] == expected
