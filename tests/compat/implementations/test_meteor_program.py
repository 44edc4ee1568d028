"""The program METEOR 1.5 and its statistics, from which `MeteorStatistics` computes scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tallystick import Corpus
from tallystick.compat import Case, implementation_named
from tallystick.metrics import MeteorStatistics


def has_other_blanks(text: str) -> bool:
    return text != " ".join(text.split())


@pytest.mark.slow
def test_the_program_scores_a_corpus_as_the_formula_scores_its_recorded_statistics(
    golden: Callable[[str], Any],
) -> None:
    implementation = implementation_named("meteor-1.5")
    missing = implementation.missing()
    if missing is not None:
        pytest.skip(missing)
    recorded = golden("meteor_1_5")["cases"]
    hypotheses: list[str] = []
    references: list[list[str]] = []
    rows: list[tuple[float, ...]] = []
    for case in golden("meteor")["cases"]:
        texts = [text or "" for some in (case["hypotheses"], *case["references"]) for text in some]
        runs = recorded.get(case["id"])
        single = len(texts) == 2 * len(case["hypotheses"])
        if runs and single and not any(map(has_other_blanks, texts)):
            hypotheses += case["hypotheses"]
            references += case["references"]
            rows += [tuple(map(float, row.split())) for row in runs["statistics"]]
    assert len(hypotheses) == len(rows) > 50
    metric = MeteorStatistics("meteor-1.5")
    corpus = Corpus.from_segments(hypotheses=["a"] * len(rows), references=["a"] * len(rows))
    statistics = metric.statistics(replace(corpus, scores={"meteor-1.5": tuple(rows)}))
    outcome = implementation.score_case(Case.from_lines(hypotheses, references))
    assert outcome.score == pytest.approx(metric.score(statistics).score, abs=1e-9)
