"""The dialects of known programs reproduce their recorded scores of CIDEr and CIDEr-D."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Cider, CiderDialect, Corpus, InputError, segment_scores
from tallystick.metrics import presets_of
from tests.metrics.kernel.both import kernel

DIALECTS: dict[str, list[str]] = {
    "cider:pycocoevalcap": ["pycocoevalcap", "cider-d"],
    "cider:vrama91.cider": ["vrama91-cider", "plain"],
    "cider:vrama91.ciderD": ["vrama91-ciderd"],
}
"""The dialect of each program, and that which only differs in refusing one segment."""

WITHOUT_WEIGHTS = ("id1", "eh", "co4", "co7")
"""Cases of one segment, or of segments with the same references: the programs give 0."""

Golden = Callable[[str], Any]


def test_every_recorded_setting_has_a_dialect(golden: Golden) -> None:
    assert set(golden("cider")["programs"]) == set(DIALECTS)


def test_every_preset_said_to_be_run_has_recorded_scores() -> None:
    recorded = {dialect for dialects in DIALECTS.values() for dialect in dialects}
    assert {one.name for one in presets_of(CiderDialect) if one.verified == "run"} == recorded


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reproduces_the_hand_made_cases(name: str, golden: Golden) -> None:
    recorded = golden("cider")
    assert len(recorded["cases"]) == 30
    for case in recorded["cases"]:
        references = [[one for one in some if one is not None] for some in case["references"]]
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=references)
        expected = recorded["results"][name][case["id"]]
        for dialect in DIALECTS[name]:
            metric = Cider(dialect=dialect)
            refused = case["id"] in WITHOUT_WEIGHTS and metric.conventions.no_weights == "error"
            if "error" in expected or refused:
                with pytest.raises(InputError):
                    metric.statistics(corpus)
                continue
            statistics = metric.statistics(corpus)
            segments = segment_scores(metric, statistics)
            assert segments == pytest.approx(expected["segments"], rel=1e-12), case["id"]
            found = metric.score(statistics).score
            assert found == pytest.approx(expected["corpus"], rel=1e-12), case["id"]


# the pure-Python kernel takes seconds for long segments
SYSTEMS = ["en-zh.Online-B", *(["de-en.Online-A"] if kernel.ACTIVE == "compiled" else [])]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_dialect_reproduces_a_system_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    reproduce(system, golden, wmt22_file)


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["de-en.PROMT", "de-en.LT22", "en-zh.GTCOM", "en-zh.DLUT"])
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
    recorded = golden("cider")["wmt22"][system]
    assert recorded
    for setting, expected in recorded.items():
        metric = Cider(dialect=DIALECTS[setting][0])
        found = metric.score(metric.statistics(corpus)).score
        assert found == pytest.approx(expected, rel=1e-12), setting
