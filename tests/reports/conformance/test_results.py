"""What `check`, `identify`, `explain` and `replay` return, as files and in notebooks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick.compat import explain
from tallystick.metrics import Corpus

from . import test_check, test_vectors

CORPUS = Corpus.from_segments(
    hypotheses=["the cat is on the mat"], references=["The cat sat on the mat"]
)
EXPLAINED = explain(CORPUS, "0.3247", ["bleu"], most_odd=0)
RESULTS = (
    test_check.DIFFERS,
    test_check.FOUND,
    test_vectors.DRIFTED,
    EXPLAINED,
    explain(CORPUS, "99.99", ["bleu"], most_odd=0),
)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.headline)
def test_a_result_shows_its_headline_in_a_notebook(result: Any) -> None:
    page = result._repr_html_()
    assert page.startswith('<div dir="ltr"><p><strong><bdi>')
    assert page == tallystick.render(result, "notebook")
    assert str(result).startswith(result.headline)


def test_markup_in_a_result_is_text_in_a_notebook() -> None:
    page = test_check.DIFFERS._repr_html_()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_result_is_written_to_files(tmp_path: Path) -> None:
    tallystick.write_report(RESULTS[0], tmp_path / "check.json", tmp_path / "check.xml")
    assert json.loads((tmp_path / "check.json").read_text("utf-8"))["verdict"] == "differs"
    assert "<testsuites " in (tmp_path / "check.xml").read_text("utf-8")


def test_an_explanation_prints_its_settings() -> None:
    # (4/6 * 2/5 * 1/4 * 1/6) ** (1/4), of which the last precision is smoothed
    assert str(EXPLAINED).split("\n")[1] == "1. 0.324668: the score of bleu"


def test_a_replay_prints_each_cause_with_its_smallest_case() -> None:
    assert str(test_vectors.DRIFTED).split("\n")[:3] == [
        "mine 2 differs from paper on 2 of 3 cases.",
        "scores differ, on 1 case",
        "b: recorded 1.0, counts (2, 1), now 0.5",
    ]
