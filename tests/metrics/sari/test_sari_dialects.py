"""The dialects of known programs reproduce their recorded scores of SARI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, Sari, SariDialect, segment_scores
from tallystick.metrics import presets_of

DIALECTS = {
    "sari:easse": "easse",
    "sari:easse.delP": "easse-p",
    "sari:easse.paper": "easse-paper",
    "sari:evaluate": "evaluate",
    "sari:xu": "xu",
}

Golden = Callable[[str], Any]


def scale(dialect: str) -> float:
    return 100 if dialect == "xu" else 1


def check(metric: Sari, corpus: Corpus, expected: dict[str, Any], factor: float) -> None:
    statistics = metric.statistics(corpus)
    segments = [factor * one for one in expected["segments"]]
    found = segment_scores(metric, statistics)[: len(segments)]
    assert found == pytest.approx(segments, rel=1e-12)
    score = metric.score(statistics)
    figures = expected["corpus"]
    assert score.score == pytest.approx(factor * figures.get("mean", figures.get("sari")))
    if "sari" in figures:
        parts = [figures[name] for name in ("add", "keep", "del")]
        assert [score.add, score.keep, score.delete] == pytest.approx(parts, rel=1e-12)


def test_every_recorded_program_has_a_dialect_and_every_dialect_a_record(golden: Golden) -> None:
    assert set(golden("sari")["programs"]) == set(DIALECTS)
    assert {preset.name for preset in presets_of(SariDialect)} == set(DIALECTS.values())


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reproduces_the_hand_made_cases(name: str, golden: Golden) -> None:
    recorded = golden("sari")
    assert len(recorded["cases"]) == 12
    for case in recorded["cases"]:
        columns = {key: case[key] for key in ("hypotheses", "references", "sources")}
        corpus = Corpus.from_segments(**columns)
        expected = recorded["results"][name][case["id"]]
        check(Sari(dialect=DIALECTS[name]), corpus, expected, scale(DIALECTS[name]))


@pytest.mark.parametrize("system", ["de-en.Online-A", "de-en.LT22", "en-zh.Online-B", "en-zh.DLUT"])
def test_a_dialect_reproduces_systems_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    pair, _, name = system.partition(".")
    target = pair.partition("-")[2]
    recorded = golden("sari")["wmt22"][system]

    def first_200(kind: str, what: str) -> list[str]:
        return wmt22_file(f"{kind}/generaltest2022.{pair}.{what}.{target}")[:200]

    corpus = Corpus.from_streams(
        hypotheses=first_200("system-outputs", f"hyp.{name}"),
        references=[first_200("references", f"ref.{one}") for one in "AB"],
        sources=first_200("system-outputs", f"hyp.{recorded['source']}"),
    )
    for setting, expected in recorded["results"].items():
        dialect = DIALECTS[setting]
        check(Sari(dialect=dialect), corpus, expected, scale(dialect))
