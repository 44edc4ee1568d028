"""The dialects of known programs reproduce their recorded scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Chrf, ChrfDialect, Corpus, segment_scores
from tallystick.metrics import presets_of
from tests.metrics.kernel.both import kernel

DIALECTS: dict[str, dict[str, Any]] = {
    "chrf:sacrebleu": {"dialect": "sacrebleu"},
    "chrf+:sacrebleu": {"dialect": "sacrebleu", "word_order": 1},
    "chrf++:sacrebleu": {"dialect": "sacrebleu", "word_order": 2},
    "chrf:sacrebleu.eps": {"dialect": "sacrebleu-eps"},
    "chrf++:sacrebleu.eps": {"dialect": "sacrebleu-eps", "word_order": 2},
    "chrf:sacrebleu.whitespace": {"dialect": "sacrebleu", "whitespace": "kept"},
    "chrf:sacrebleu.lowercase": {"dialect": "sacrebleu", "lowercase": True},
    "chrf:sacrebleu.beta1": {"dialect": "sacrebleu", "beta": 1},
    "chrf:sacrebleu.beta3": {"dialect": "sacrebleu", "beta": 3},
    "chrf:sacrebleu.nc3": {"dialect": "sacrebleu", "order": 3},
    "chrf:nltk": {"dialect": "nltk"},
    "chrf:nltk.beta2": {"dialect": "nltk", "beta": 2},
    "chrf:nltk.keepspace": {"dialect": "nltk", "whitespace": "kept"},
    "chrf:nltk-3.9.1": {"dialect": "nltk-3.9"},
    "chrf:nltk-3.9.1.beta2": {"dialect": "nltk-3.9", "beta": 2},
    "chrf:nltk-3.9.1.keepspace": {"dialect": "nltk-3.9", "whitespace": "kept"},
    "chrf:chrF++.py": {"dialect": "chrfpp.py", "word_order": 0},
    "chrf+:chrF++.py": {"dialect": "chrfpp.py", "word_order": 1},
    "chrf++:chrF++.py": {"dialect": "chrfpp.py"},
    "chrf:fastchrf": {"dialect": "fastchrf"},
    "chrf:fastchrf.eps": {"dialect": "fastchrf", "eps_smoothing": True},
    "chrf++:torchmetrics": {"dialect": "torchmetrics"},
    "chrf:torchmetrics": {"dialect": "torchmetrics", "word_order": 0},
    "chrf:torchmetrics.whitespace": {
        "dialect": "torchmetrics",
        "word_order": 0,
        "whitespace": "kept",
    },
}
OF_SCALE_1 = ("nltk", "torchmetrics")
# It repeats the counts of the segment before one without a match: the ledger describes it.
REPEATS = "chrF++.py"

Golden = Callable[[str], Any]

# characters of long segments take the pure-Python kernel a minute
SYSTEMS = ["en-zh.Online-B", *(["de-en.Online-A"] if kernel.ACTIVE == "compiled" else [])]


def test_every_recorded_setting_has_a_dialect(golden: Golden) -> None:
    assert set(golden("chrf")["programs"]) == set(DIALECTS)


def test_every_preset_said_to_be_run_has_recorded_scores() -> None:
    recorded = {options["dialect"] for options in DIALECTS.values()} | {"chrfpp.py-avg"}
    run = {preset.name for preset in presets_of(ChrfDialect) if preset.verified == "run"}
    assert run == recorded


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_reproduces_the_hand_made_cases(name: str, golden: Golden) -> None:
    recorded = golden("chrf")
    metric = Chrf(**DIALECTS[name])
    unit = 0.01 if any(f":{program}" in name for program in OF_SCALE_1) else 1.0
    close = 2e-6 if "torchmetrics" in name else 1e-9
    seen = 0
    for case in recorded["cases"]:
        given = [[one for one in some if one is not None] for some in case["references"]]
        if recorded["programs"][name]["references"] == "first":
            given = [some[:1] for some in given]
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=given)
        statistics = metric.statistics(corpus)
        expected = recorded["results"][name][case["id"]]
        segments = segment_scores(metric, statistics) * unit
        if REPEATS in name:
            unmatched = not statistics.split()["matches"].any(axis=1).all()
            if unmatched:
                continue
            average = Chrf(
                dialect="chrfpp.py-avg", order=metric.order, word_order=metric.word_order
            )
            mean = average.score(average.statistics(corpus)).score
            assert mean == pytest.approx(expected["mean"], abs=close), case["id"]
        several = "fastchrf" in name and any(len(some) > 1 for some in given)
        if not several:  # of several references, the recorded mean is that of the maxima
            found = metric.score(statistics).score * unit
            assert found == pytest.approx(expected["corpus"], abs=close), case["id"]
        assert segments == pytest.approx(expected["segments"], abs=close), case["id"]
        seen += 1
    assert seen > 60


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_dialect_reproduces_a_system_of_wmt22(
    system: str, golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    pair, _, name = system.partition(".")
    target = pair.partition("-")[2]
    hypotheses = wmt22_file(f"system-outputs/generaltest2022.{pair}.hyp.{name}.{target}")
    streams = [
        wmt22_file(f"references/generaltest2022.{pair}.ref.{reference}.{target}")
        for reference in "AB"
    ]
    recorded = golden("chrf")["wmt22"][system]
    for setting, expected in recorded.items():
        if REPEATS in setting and system == "en-zh.Online-B":
            continue  # a segment has no match
        if "fastchrf" in setting:
            continue  # the recorded mean is that of the maxima over references
        chosen = streams[:1] if "nltk" in setting else streams
        metric = Chrf(**DIALECTS[setting])
        corpus = Corpus.from_streams(hypotheses=hypotheses, references=chosen)
        found = metric.score(metric.statistics(corpus)).score
        found *= 0.01 if "nltk" in setting else 1
        assert found == pytest.approx(expected, rel=1e-9), setting
