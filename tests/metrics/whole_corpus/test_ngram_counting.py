"""Corpora that are counted in parts, under all metrics that depend on counts of n-grams."""

from __future__ import annotations

import pytest

from tallystick.metrics import Corpus, Workspace, as_metric
from tallystick.metrics.in_parts.sums import counting_of
from tallystick.metrics.sums.statistics import Total
from tallystick.metrics.whole_corpus import stream
from tallystick.metrics.whole_corpus.stream import Stream

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "no", "dog", "was", "there"]
LINES = [" ".join(WORDS[start::step]) for start in range(6) for step in range(1, 4)]
METRICS = ["nist", "nist:dialect=nltk", "cider", "distinct2", "self_bleu"]


@pytest.fixture(autouse=True)
def few_segments_in_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SEGMENTS_IN_A_PART", 2)


def totals(metric: str, blocks: list[list[str]], threads: int) -> list[Total]:
    """Return the sums of two systems, the second with the words of the first from behind."""
    counting = counting_of(as_metric(metric))
    assert counting is not None
    with Stream(counting) as sums:
        for block in blocks:
            one = Corpus.from_segments(hypotheses=block, references=[line[2:] for line in block])
            reversed_words = [" ".join(line.split()[::-1]) for line in block]
            other = Corpus.from_segments(hypotheses=reversed_words, references=block)
            sums.add("one", one, Workspace(threads))
            sums.add("other", Corpus(other.hypotheses, one.references), Workspace(threads))
        return [sums.total(system) for system in ("one", "other")]


@pytest.mark.parametrize("metric", METRICS)
def test_threads_do_not_change_the_last_digit(metric: str) -> None:
    blocks = [LINES[:7], LINES[7:]]
    assert totals(metric, blocks, 1) == totals(metric, blocks, 3)


@pytest.mark.parametrize("metric", METRICS)
def test_blocks_do_not_change_the_sums(metric: str) -> None:
    for found, expected in zip(
        totals(metric, [LINES[:7], LINES[7:]], 1), totals(metric, [LINES], 1), strict=True
    ):
        assert found.columns == expected.columns
        assert found.sums == pytest.approx(expected.sums, rel=1e-12)
