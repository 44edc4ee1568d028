"""The dialects of known programs reproduce their recorded scores of Google's GLEU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, GoogleGleu, GoogleGleuDialect, segment_scores
from tallystick.metrics import presets_of

DIALECTS: dict[str, dict[str, Any]] = {
    "gleu:nltk": {"dialect": "nltk"},
    "gleu:nltk.1-2": {"dialect": "nltk", "order": 2},
    "gleu:nltk.2-4": {"dialect": "nltk", "min_order": 2},
    "gleu:nltk.13a": {"dialect": "evaluate"},
}

Golden = Callable[[str], Any]


def test_every_recorded_setting_has_a_dialect(golden: Golden) -> None:
    assert set(golden("google_gleu")["programs"]) == set(DIALECTS)


def test_every_preset_said_to_be_run_has_recorded_scores() -> None:
    recorded = {options["dialect"] for options in DIALECTS.values()}
    run = {one.name for one in presets_of(GoogleGleuDialect) if one.verified == "run"}
    assert run < recorded


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reproduces_the_hand_made_cases(name: str, golden: Golden) -> None:
    recorded = golden("google_gleu")
    metric = GoogleGleu(**DIALECTS[name])
    assert len(recorded["cases"]) > 60
    for case in recorded["cases"]:
        references = [[one for one in some if one is not None] for some in case["references"]]
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=references)
        statistics = metric.statistics(corpus)
        expected = recorded["results"][name][case["id"]]
        segments = segment_scores(metric, statistics) / 100
        assert segments == pytest.approx(expected["segments"], rel=1e-12), case["id"]
        found = metric.score(statistics).score / 100
        assert found == pytest.approx(expected["corpus"], rel=1e-12), case["id"]


@pytest.mark.parametrize("system", ["de-en.PROMT", "en-zh.Online-B"])
def test_a_dialect_reproduces_a_system_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    reproduce(system, golden, wmt22_file)


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["de-en.Online-A", "de-en.LT22", "en-zh.GTCOM", "en-zh.DLUT"])
def test_a_dialect_reproduces_further_systems_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    reproduce(system, golden, wmt22_file)


def reproduce(system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]) -> None:
    pair, _, name = system.partition(".")
    target = pair.partition("-")[2]
    hypotheses = wmt22_file(f"system-outputs/generaltest2022.{pair}.hyp.{name}.{target}")
    streams = [
        wmt22_file(f"references/generaltest2022.{pair}.ref.{reference}.{target}")
        for reference in "AB"
    ]
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=streams)
    recorded = golden("google_gleu")["wmt22"][system]
    assert recorded
    for setting, expected in recorded.items():
        metric = GoogleGleu(**DIALECTS[setting])
        found = metric.score(metric.statistics(corpus)).score / 100
        assert found == pytest.approx(expected, rel=1e-12), setting
