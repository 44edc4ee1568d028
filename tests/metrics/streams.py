"""Corpora of two systems, and their sums from a stream of parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tallystick.metrics import Corpus, Workspace
from tallystick.metrics.sums.statistics import Total
from tallystick.metrics.whole_corpus.stream import Stream

Segments = Sequence[tuple[str, str, list[str]]]
"""The hypotheses of both systems and the references of each segment."""


def segments_of(words: Sequence[str]) -> st.SearchStrategy[list[tuple[str, str, list[str]]]]:
    """Return segments of some of these words."""
    texts = st.lists(st.sampled_from(words), max_size=9).map(" ".join)
    segment = st.tuples(texts, texts, st.lists(texts, min_size=1, max_size=3))
    return st.lists(segment, min_size=1, max_size=9)


def corpora(segments: Segments) -> list[Corpus]:
    """Return the corpora of two systems, which share their references."""
    first = Corpus.from_segments(
        hypotheses=[one for one, _, _ in segments], references=[some for _, _, some in segments]
    )
    other = Corpus.from_segments(
        hypotheses=[other for _, other, _ in segments], references=[["x"]] * len(segments)
    )
    return [first, Corpus(other.hypotheses, first.references)]


def streamed(metric: Any, parts: Sequence[Sequence[Corpus]], threads: int = 1) -> list[Total]:
    """Return the sums of both systems on a corpus in parts."""
    with Stream(metric.ngram_counting()) as stream:
        for part in parts:
            workspace = Workspace(threads)
            for system, corpus in zip("xy", part, strict=True):
                stream.add(system, corpus, workspace)
        return [stream.total(system) for system in "xy"]
