"""The scorers for Inspect, in evaluations of what a model answered."""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path
from typing import Any

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


@pytest.mark.filterwarnings("ignore")  # Inspect leaves streams open
@pytest.mark.parametrize("epochs", [1, 2])
@pytest.mark.parametrize("spec", ["bleu:order=2", "chrf", "ter", "rougeL"])
def test_a_log_has_the_scores_of_samples_and_of_the_corpus_and_its_jackknife(
    spec: str, epochs: int, tmp_path: Path
) -> None:
    inspect, data, model, solver = (
        import_module(f"inspect_ai{name}") for name in ("", ".dataset", ".model", ".solver")
    )

    @solver.solver  # type: ignore[untyped-decorator]
    def answer() -> Any:
        async def solve(state: Any, generate: object) -> Any:
            state.output = model.ModelOutput.from_content("mockllm/model", state.input_text)
            return state

        return solve

    texts = zip(HYPOTHESES, REFERENCES, strict=True)
    task = inspect.Task(
        dataset=[data.Sample(input=text, target=targets) for text, targets in texts],
        solver=answer(),
        scorer=import_module("tallystick.compat.inspect_ai").ngrams(spec),
        epochs=epochs,
    )
    [log] = inspect.eval(task, model="mockllm/model", display="none", log_dir=str(tmp_path))
    gc.collect()
    metric = tallystick.metric(spec)
    corpus = tallystick.Corpus.from_segments(hypotheses=HYPOTHESES, references=REFERENCES)
    each = tallystick.segment_scores(metric, metric.statistics(corpus))
    first = [sample for sample in log.samples if sample.epoch == 1]
    values = {sample.input: sample.scores["ngrams"].value for sample in first}
    assert [values[text] for text in HYPOTHESES] == pytest.approx(each.tolist())
    [scores] = log.results.scores
    without = [corpus_score(spec, places) for places in ([1, 2], [0, 2], [0, 1])]
    variance = 2 / 3 * sum((value - np.mean(without)) ** 2 for value in without)
    assert {name: metric.value for name, metric in scores.metrics.items()} == {
        "corpus": pytest.approx(corpus_score(spec, [0, 1, 2])),
        "corpus_stderr": pytest.approx(np.sqrt(variance)),
    }


def test_the_standard_error_of_a_single_sample_is_that_of_inspect() -> None:
    scorer, ours = map(import_module, ("inspect_ai.scorer", "tallystick.compat.inspect_ai"))
    corpus = tallystick.Corpus.from_segments(hypotheses=HYPOTHESES[:1], references=REFERENCES[:1])
    statistics = tallystick.metric("chrf").statistics(corpus).total().tolist()
    of_sample = scorer.Score(value=50.0, metadata={"metric": "chrf", "statistics": statistics})
    scores = [scorer.SampleScore(score=of_sample)]
    assert ours.corpus_stderr()(scores) == scorer.stderr()(scores) == 0


@pytest.mark.parametrize("spec", ["nist", "self_bleu", "sari"])
def test_a_metric_that_needs_more_than_a_sample_is_refused(spec: str) -> None:
    with pytest.raises(tallystick.OptionError, match=f"{spec} needs more"):
        import_module("tallystick.compat.inspect_ai").ngrams(spec)
