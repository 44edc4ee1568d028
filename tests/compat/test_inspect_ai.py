"""The scorers for Inspect, on what a model answered."""

from __future__ import annotations

import asyncio
from importlib import import_module

import numpy as np
import pytest

import tallystick

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed")

HYPOTHESES = ["the cat sat on a mat", "it rains today", "a dog ran home"]
REFERENCES = [
    ["the cat sat on the mat", "a cat sat"],
    ["it is raining today"],
    ["the dog ran home"],
]


def corpus_score(spec: str, places: list[int]) -> float:
    result = tallystick.score(
        hypotheses=[HYPOTHESES[place] for place in places],
        references=[REFERENCES[place] for place in places],
        metrics=[spec],
    )
    return result[0].score


@pytest.mark.parametrize("spec", ["bleu:order=2", "chrf", "ter", "rougeL"])
def test_samples_add_up_to_the_score_of_the_corpus_and_its_jackknife(spec: str) -> None:
    scorers = import_module("tallystick.compat.inspect_ai")
    inspect, model, solver = (
        import_module(f"inspect_ai.{name}") for name in ("scorer", "model", "solver")
    )
    score = scorers.ngrams(spec)
    samples = []
    for text, targets in zip(HYPOTHESES, REFERENCES, strict=True):
        output = model.ModelOutput.from_content("mockllm/model", text)
        state = solver.TaskState("mockllm/model", 1, 1, "x", [], output=output)
        samples.append(
            inspect.SampleScore(score=asyncio.run(score(state, inspect.Target(targets))))
        )
    metric = tallystick.metric(spec)
    corpus = tallystick.Corpus.from_segments(hypotheses=HYPOTHESES, references=REFERENCES)
    each = tallystick.segment_scores(metric, metric.statistics(corpus))
    assert [sample.score.value for sample in samples] == pytest.approx(each.tolist())
    assert scorers.corpus()(samples) == pytest.approx(corpus_score(spec, [0, 1, 2]))
    without = [corpus_score(spec, places) for places in ([1, 2], [0, 2], [0, 1])]
    variance = 2 / 3 * sum((value - np.mean(without)) ** 2 for value in without)
    assert scorers.corpus_stderr()(samples) == pytest.approx(np.sqrt(variance))


@pytest.mark.parametrize("spec", ["nist", "self_bleu", "sari"])
def test_a_metric_that_needs_more_than_a_sample_is_refused(spec: str) -> None:
    with pytest.raises(tallystick.OptionError, match=f"{spec} needs more"):
        import_module("tallystick.compat.inspect_ai").ngrams(spec)
