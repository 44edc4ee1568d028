"""A metric in the place of humans."""

from __future__ import annotations

from typing import Any

import pytest

import tallystick
from tallystick import OptionError, meta
from tallystick.reports import MetaEvaluation, render
from tests.reports.meta_evaluation.judged import OUTPUTS, REFERENCES, tau_b

SYSTEMS = OUTPUTS | {
    "long": ["the cat sat on the mat now", "it is raining today now", "we like it", "he left it"]
}
COMET = {"good": [0.9, 0.8, 0.9, 0.5], "fair": [0.8] * 4, "poor": [0.1] * 4, "long": [0.3] * 4}


def against(judge: Any, *metrics: str, **options: Any) -> MetaEvaluation:
    return meta(
        systems=SYSTEMS,
        references=REFERENCES,
        against=judge,
        metrics=metrics or ("bleu", "ter"),
        resamples=100,
        **options,
    )


def corpus_scores(metric: str) -> list[float]:
    return [
        tallystick.score(hypotheses=lines, references=REFERENCES, metrics=metric)[0].score
        for lines in SYSTEMS.values()
    ]


def test_systems_are_compared_with_the_corpus_scores_of_the_metric() -> None:
    for level in against("chrf").system_level:
        sign = -1 if level.metric == "ter" else 1
        expected = tau_b(corpus_scores("chrf"), [sign * raw for raw in corpus_scores(level.metric)])
        assert level.kendall.value == pytest.approx(expected)


def test_segments_are_compared_with_the_segment_scores_of_the_metric() -> None:
    report = against("comet", "chrf", scores={"comet": COMET})
    [level] = [level for level in report.segment_level if level.grouping == "none"]
    chrf = [
        tallystick.score(hypotheses=[hypothesis], references=[reference], metrics="chrf")[0].score
        for lines in SYSTEMS.values()
        for hypothesis, reference in zip(lines, REFERENCES, strict=True)
    ]
    expected = tau_b([score for scores in COMET.values() for score in scores], chrf)
    assert level.kendall.value == pytest.approx(expected)


def test_the_metric_is_no_candidate_even_as_another_dialect() -> None:
    report = against("nist", "nist", "nist:dialect=*", "chrf")
    metrics = [metric.metric for metric in report.metrics]
    assert "nist" not in metrics
    assert "nist:dialect=mteval" not in metrics
    assert "chrf" in metrics
    assert any("the first one is kept: nist = nist:dialect=" in note for note in report.notes)


def test_resamples_compute_the_scores_of_the_metric_again_without_what_needs_judgements() -> None:
    report = against("chrf")
    assert report.sets[0].human_resampled
    assert report.sets[0].significant_pairs is not None
    assert report.health == ()


@pytest.mark.parametrize("format", ["text", "html", "markdown"])
def test_every_title_of_agreement_says_that_it_is_not_with_humans(format: str) -> None:
    report = against("chrf")
    shown = render(report, format)
    assert isinstance(shown, str)
    assert "agreement with chrF2, not with humans" in shown
    assert "no evidence of quality" in " ".join(shown.split())
    for wrong in ("as humans do", "Agreement with humans", "human scores (", "under humans"):
        assert wrong not in shown
    assert report.to_json()["against"] == "chrf"


def test_both_humans_and_a_metric_are_refused_and_neither_too() -> None:
    for options in ({}, {"human": {"good": 1, "fair": 2, "poor": 3}, "against": "chrf"}):
        with pytest.raises(OptionError, match=r"expected one of human .*, preferences .* and a"):
            meta(systems=SYSTEMS, references=REFERENCES, metrics=["bleu"], **options)  # type: ignore[arg-type]
