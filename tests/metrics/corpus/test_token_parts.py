"""Token lists that are scored in parts, whose vocabulary grows from system to system."""

import pytest

from tallystick.metrics import Bleu, Cider, Corpus, Distinct, Metric, Nist, SelfBleu, score_parts

HYPOTHESES = {
    "first": [["A", "b", "A", "B"], ["C", "d"], ["A", "b"], ["d", "E", "A"]],
    "second": [["X", "b", "A", "b"], ["C", "Y"], ["A", "b"], ["d", "Z", "A", "b"]],
}
REFERENCES = [
    [["A", "b", "A", "b"], ["A"]],
    [["C", "d", "A", "b"], ["d"]],
    [["A", "b", "C"], ["C", "d"]],
    [["d", "A", "b"], ["C", "d", "A"]],
]


def part(start: int, stop: int) -> list[tuple[str, Corpus]]:
    """Return the corpora of both systems, which share their references."""
    first, second = (
        Corpus.from_segments(hypotheses=all[start:stop], references=REFERENCES[start:stop])
        for all in HYPOTHESES.values()
    )
    return [("first", first), ("second", Corpus(second.hypotheses, first.references))]


@pytest.mark.parametrize("metric", [Cider(), Nist(), Nist(3, "nltk"), SelfBleu()])
def test_tokens_that_another_metric_has_folded_change_no_score(metric: Metric) -> None:
    parts = [part(0, 2), part(2, 4)]
    references = (one[0][1].references for one in parts)
    metrics: list[Metric] = [Bleu(lowercase="unicode"), metric]
    found = score_parts(parts, references, metrics, keep_segments=False)
    expected = [metric.score(metric.statistics(corpus)).score for _, corpus in part(0, 4)]
    assert [one.scored[1].score.score for one in found] == pytest.approx(expected, rel=1e-12)


def test_words_that_only_references_have_are_not_distinct_words_of_hypotheses() -> None:
    parts = [
        [("x", Corpus.from_segments(hypotheses=hypotheses, references=[[["y", "z"]]]))]
        for hypotheses in ([["a", "b", "a"]], [["a", "c"]])
    ]
    references = (one[0][1].references for one in parts)
    [found] = score_parts(parts, references, [Distinct(order=1)], keep_segments=False)
    assert found.scored[0].score.score == 100 * 3 / 5
