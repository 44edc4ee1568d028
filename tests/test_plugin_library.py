"""A plug-in metric that another library computes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tallystick

DISTRIBUTIONS = Path(__file__).parent / "distributions"
nltk: Any = pytest.importorskip("nltk")

# Winkler, 1990, table 1: the classic pairs
PAIRS = {("MARTHA", "MARHTA"): 0.961, ("DIXON", "DICKSONX"): 0.813, ("DWAYNE", "DUANE"): 0.840}


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(DISTRIBUTIONS / "wrapped_library"))
    return import_module("tallystick_example_library")


@pytest.mark.parametrize(("texts", "expected"), PAIRS.items())
def test_a_segment_has_the_published_similarity(
    library: Any, texts: tuple[str, str], expected: float
) -> None:
    hypothesis, reference = texts
    [score] = tallystick.score(
        hypotheses=[hypothesis], references=[["x", reference]], metrics=library.JaroWinkler()
    )
    assert score.score == pytest.approx(expected, abs=5e-4)


def test_a_comparison_has_its_means_and_names_the_library(library: Any) -> None:
    comparison = tallystick.compare(
        systems={"old": ["MARHTA", "DUANE"], "new": ["MARTHA", "DWAYNE"]},
        references=["MARHTA", "DUANE"],
        metrics=["bleu", library.JaroWinkler()],
    )
    assert f"Jaro-Winkler scores were computed with NLTK {nltk.__version__};" in comparison.methods
    metric = comparison.metrics[1]
    assert metric.signature.endswith(f"|impl:NLTK|version:{nltk.__version__}")
    scores = {row.system: row.score for row in comparison.scores if row.metric == metric.metric}
    assert scores == {"old": 1.0, "new": pytest.approx((0.961 + 0.840) / 2, abs=5e-4)}


@pytest.mark.parametrize("name", ["char_f", "word_edits", "tallystick_example_library"])
def test_a_metric_takes_under_60_lines(name: str) -> None:
    [module] = DISTRIBUTIONS.rglob(f"{name}.py")
    assert module.read_text(encoding="utf-8").count("\n") < 60
