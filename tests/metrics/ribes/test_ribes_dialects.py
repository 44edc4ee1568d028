"""The dialects of known programs reproduce their recorded scores of RIBES."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, InputError, Ribes, RibesDialect, segment_scores
from tallystick.metrics import presets_of
from tests.metrics.kernel.both import kernel

DIALECTS = {
    "ribes:official": "official-z",
    "ribes:nltk": "nltk",
    "ribes:nltk-3.9.1": "nltk-3.9",
}

Golden = Callable[[str], Any]


def test_every_recorded_setting_has_a_dialect(golden: Golden) -> None:
    assert set(golden("ribes")["programs"]) == set(DIALECTS)


def test_every_preset_is_recorded_or_differs_only_in_empty_references() -> None:
    presets = {one.name: one.dialect for one in presets_of(RibesDialect)}
    assert set(presets) - set(DIALECTS.values()) == {"official"}
    assert list(presets["official"].differences(presets["official-z"])) == ["empty_references"]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reproduces_the_hand_made_cases(name: str, golden: Golden) -> None:
    recorded = golden("ribes")
    metric = Ribes(dialect=DIALECTS[name])
    assert len(recorded["cases"]) > 50
    for case in recorded["cases"]:
        references = [[one for one in some if one is not None] for some in case["references"]]
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=references)
        statistics = metric.statistics(corpus)
        expected = recorded["results"][name][case["id"]]
        segments = [math.nan if one is None else one for one in expected["segments"]]
        found = segment_scores(metric, statistics) / 100
        assert found == pytest.approx(segments, rel=1e-12, nan_ok=True), case["id"]
        if expected["corpus"] is None:
            with pytest.raises(InputError):
                metric.score(statistics)
        else:
            score = metric.score(statistics).score / 100
            assert score == pytest.approx(expected["corpus"], rel=1e-12), case["id"]


@pytest.mark.parametrize("system", ["de-en.Online-A"])
def test_a_dialect_reproduces_a_system_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    reproduce(system, golden, wmt22_file)


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["de-en.LT22", "en-zh.Online-B", "en-zh.DLUT"])
@pytest.mark.filterwarnings("ignore:the references look Chinese")
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
    recorded = list(golden("ribes")["wmt22"][system].items())
    assert recorded
    if kernel.ACTIVE == "python":
        recorded = recorded[:1]  # the pure-Python kernel takes seconds, and aligns equally
    for setting, expected in recorded:
        metric = Ribes(dialect=DIALECTS[setting])
        found = metric.score(metric.statistics(corpus)).score / 100
        assert found == pytest.approx(expected, rel=1e-11), setting
