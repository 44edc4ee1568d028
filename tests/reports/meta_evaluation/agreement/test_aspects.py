"""Several aspects of the same outputs: one table, and units that are drawn together."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick import meta, render
from tallystick.errors import InputError
from tallystick.reports import MetaEvaluation
from tests.reports.meta_evaluation.judged import tau_b, with_given_scores

RANDOM = np.random.default_rng(5)
FLUENCY = RANDOM.normal(size=40).round(1)
MEANING = RANDOM.normal(size=40).round(1)
METRICS = {
    "fluent": FLUENCY[np.newaxis] + 0.3 * RANDOM.normal(size=40),
    "adequate": MEANING[np.newaxis] + 0.3 * RANDOM.normal(size=40),
}


def rated(**aspects: NDArray[np.float64]) -> MetaEvaluation:
    human = {aspect: {"s0": scores.tolist()} for aspect, scores in aspects.items()}
    return with_given_scores(human, METRICS, resamples=200)


def test_each_aspect_has_its_best_metrics() -> None:
    report = rated(fluency=FLUENCY, meaning=MEANING)
    assert {aspect.name: aspect.best for aspect in report.sets} == {
        "fluency": ("fluent",),
        "meaning": ("adequate",),
    }
    tau = tau_b(FLUENCY.tolist(), METRICS["fluent"][0].tolist())
    assert f"Best on fluency: fluent (tau-b {tau:.3f})." in report.verdict
    [level] = [level for level in report.on_outputs if level.metric == "fluent"]
    other = tau_b(MEANING.tolist(), METRICS["fluent"][0].tolist())
    assert level.kendall.value == pytest.approx((tau + other) / 2)


def test_aspects_on_which_metrics_contradict_humans_are_said() -> None:
    verdict = rated(fluency=FLUENCY, inverse=-FLUENCY, meaning=MEANING).verdict
    fluent = tau_b(FLUENCY.tolist(), METRICS["fluent"][0].tolist())
    adequate = tau_b(MEANING.tolist(), METRICS["adequate"][0].tolist())
    assert [sentence for sentence in verdict if sentence.startswith(("Under ", "Best "))] == [
        "Under fluency significantly above chance over all outputs: fluent.",
        "Under fluency not significantly different from chance over all outputs: adequate.",
        f"Best on fluency: fluent (tau-b {fluent:.3f}).",
        "Under inverse significantly below chance over all outputs: fluent.",
        "Under inverse not significantly different from chance over all outputs: adequate.",
        "Under meaning significantly above chance over all outputs: adequate.",
        "Under meaning not significantly different from chance over all outputs: fluent.",
        f"Best on meaning: adequate (tau-b {adequate:.3f}).",
    ]


def test_an_aspect_that_is_given_twice_adds_no_evidence() -> None:
    once = rated(fluency=FLUENCY, meaning=MEANING)
    twice = rated(**dict.fromkeys(("f", "g"), FLUENCY), **dict.fromkeys(("m", "n"), MEANING))
    for level, other in zip(once.on_outputs, twice.on_outputs, strict=True):
        assert level.kendall.over_segments is not None
        assert other.kendall.over_segments is not None
        assert other.kendall.over_segments.low == pytest.approx(level.kendall.over_segments.low)
    for test, again in zip(once.output_differences, twice.output_differences, strict=True):
        assert again.p_value == pytest.approx(test.p_value)


def test_systems_are_exchanged_under_all_aspects_together() -> None:
    scores = np.array([[n, n + 0.5, 2 * n] for n in range(6)], np.float64)
    human = dict(zip([f"s{number}" for number in range(6)], scores.tolist(), strict=True))
    metrics = {"m": scores, "n": np.tile([1.0, 3, 2], (6, 1))}
    alone, three = (
        with_given_scores({f"aspect {n}": human for n in range(aspects)}, metrics)
        for aspects in (1, 3)
    )
    assert three.differences[0].p_value == alone.differences[0].p_value
    assert three.together[0].accuracy == alone.together[0].accuracy
    assert three.across_sets == ()  # other aspects are no sample
    assert alone.difference_curve
    assert three.difference_curve == ()  # the pairs of systems are the same
    assert len(three.system_level) == 6


@pytest.mark.parametrize(
    ("format", "best", "other"),
    [
        ("text", r"fluent +0\.\d+\* +-?0\.\d+\n", r"adequate +-?0\.\d+ +0\.\d+\*"),
        ("markdown", r"\| fluent +\| +\*\*0\.\d+\*\*\\\* \|", r"\| adequate +\| +-?0\.\d+ +\|"),
        ("latex", r"fluent & \\textbf\{0\.\d+\}\* & ", "adequate & "),
        ("csv", "fluency,fluent,none,.*,yes\n", "fluency,adequate,none,.*,no\n"),
    ],
)
def test_the_best_metrics_are_marked(format: str, best: str, other: str) -> None:
    shown = str(render(rated(fluency=FLUENCY, meaning=MEANING), format))
    assert re.search(best, shown)
    assert re.search(other, shown)


def test_json_says_that_sets_are_aspects() -> None:
    content = json.loads(render(rated(fluency=FLUENCY, meaning=MEANING), "json"))
    assert content["aspects"] is True
    assert [aspect["best"] for aspect in content["sets"]] == [["fluent"], ["adequate"]]


def test_aspects_of_different_systems_are_refused() -> None:
    human: Any = {"fluency": {"a": 1, "b": 2, "c": 3}, "meaning": {"a": 1, "b": 2, "d": 3}}
    with pytest.raises(
        InputError, match="meaning: rated are a, b and d, but under fluency a, b an"
    ):
        meta(
            systems={name: ["a"] for name in "abcd"}, references=["a"], human=human, metrics=["wer"]
        )
