"""A plug-in metric that another library computes, used by both commands and in Python."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tests.installing import DISTRIBUTIONS, install

SOURCES = DISTRIBUTIONS / "wrapped_library"
nltk: Any = pytest.importorskip("nltk")

# Winkler, 1990, table 1: the classic pairs
PAIRS = {("MARTHA", "MARHTA"): 0.961, ("DIXON", "DICKSONX"): 0.813, ("DWAYNE", "DUANE"): 0.840}


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SOURCES))
    return importlib.import_module("tallystick_example_library")


@pytest.mark.parametrize(("texts", "expected"), PAIRS.items())
def test_a_segment_has_the_published_similarity(
    library: Any, texts: tuple[str, str], expected: float
) -> None:
    hypothesis, reference = texts
    [score] = tallystick.score(
        hypotheses=[hypothesis], references=[["x", reference]], metrics=library.JaroWinkler()
    )
    assert score.score == pytest.approx(expected, abs=5e-4)


def test_the_methods_paragraph_names_the_library(library: Any) -> None:
    hypotheses = [one for one, _ in PAIRS]
    comparison = tallystick.compare(
        systems={"one": hypotheses, "other": hypotheses[::-1]},
        references=[reference for _, reference in PAIRS],
        metrics=["bleu", library.JaroWinkler()],
    )
    assert f"Jaro-Winkler scores were computed with NLTK {nltk.__version__};" in comparison.methods
    metric = comparison.metrics[1]
    assert metric.signature.endswith(f"|impl:NLTK|version:{nltk.__version__}")


def test_the_module_takes_under_60_lines() -> None:
    text = (SOURCES / "tallystick_example_library.py").read_text(encoding="utf-8")
    assert text.count("\n") < 60


def test_the_installed_metric_is_compared_and_guarded(tmp_path: Path) -> None:
    install("wrapped_library", tmp_path / "site")
    (tmp_path / "reference").write_text("MARHTA\nDUANE\n", encoding="utf-8")
    (tmp_path / "old").write_text("MARHTA\nDUANE\n", encoding="utf-8")
    (tmp_path / "new").write_text("MARTHA\nDWAYNE\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path / "site"), str(Path(tallystick.__file__).parents[1])])
    condition = "jaro-winkler worsens by more than 0.05 even if not significant"
    done = subprocess.run(
        [sys.executable, "-m", "tallystick", "compare", "reference", "-i", "old", "new", "-m",
         "jaro-winkler", "-q", "-f", "json", "--baseline", "old", "--fail-if", condition],
        env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    scores = {one["system"]: one["score"] for one in json.loads(done.stdout)["scores"]}
    assert scores == {"old": 1.0, "new": pytest.approx((0.961 + 0.840) / 2, abs=5e-4)}
