"""The dialects of known programs reproduce their recorded scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, Ter, TerDialect, segment_scores
from tallystick.metrics import presets_of
from tests.metrics.kernel.both import kernel

DIALECTS: dict[str, dict[str, Any]] = {
    "ter:sacrebleu": {},
    "ter:sacrebleu.case": {"lowercase": "none"},
    "ter:sacrebleu.nopunct": {"tokenize": "tercom-nopunct"},
    "ter:sacrebleu.normalized": {"tokenize": "tercom-norm"},
    "ter:sacrebleu.normalized.asian": {"tokenize": "tercom-norm-asian"},
    "ter:sacrebleu.normalized.asian.nopunct": {"tokenize": "tercom-norm-nopunct-asian"},
    "ter:tercom": {"dialect": "tercom"},
    "ter:tercom.case": {"dialect": "tercom", "lowercase": "none"},
    "ter:tercom.nopunct": {"dialect": "tercom", "tokenize": "tercom-nopunct"},
    "ter:tercom.normalized": {"dialect": "tercom", "tokenize": "tercom-norm"},
    "ter:tercom.normalized.asian": {"dialect": "tercom", "tokenize": "tercom-norm-asian"},
    "ter:torchmetrics": {"dialect": "torchmetrics-1.9"},
    "ter:torchmetrics.normalize": {"dialect": "torchmetrics-1.9", "tokenize": "tercom-norm"},
    "ter:pyter3": {"dialect": "pyter"},
}
# Our tokenizers with these options are sacreBLEU's: they split at Unicode white space and keep the
# mark <skipped>, which tercom does not. To tercom, text of which nothing is left is an empty word.
OTHER_TOKENS = {
    "ter:tercom.nopunct": {"pu2", "ws3", "ws4", "ws8", "ws9"},
    "ter:tercom.normalized": {"ws3", "ws4", "ws8", "ws9", "pu9"},
    "ter:tercom.normalized.asian": {"ws3", "ws4", "ws8", "ws9", "pu9"},
}

Golden = Callable[[str], Any]


def test_every_recorded_setting_has_a_dialect(golden: Golden) -> None:
    assert set(golden("ter")["programs"]) == set(DIALECTS)


def test_every_preset_said_to_be_run_has_recorded_scores() -> None:
    recorded = {options.get("dialect", "sacrebleu") for options in DIALECTS.values()}
    run = {preset.name for preset in presets_of(TerDialect) if preset.verified == "run"}
    assert run == recorded


@pytest.mark.parametrize("name", DIALECTS)
def test_every_recorded_case(name: str, golden: Golden) -> None:
    metric = Ter(**DIALECTS[name])
    scale = 100 if "sacrebleu" in name else 1
    first_only = golden("ter")["programs"][name]["references"] == "first"
    # 60 words of two kinds take the pure-Python kernel seconds if no number of candidates ends it
    long_search = kernel.ACTIVE == "python" and not metric.conventions.candidates
    compared, differing = 0, set()
    for case in golden("ter")["cases"]:
        expected = next(one for one in case["expected"] if name in one["programs"])
        if "error" in expected or (long_search and case["id"] == "te2"):
            continue
        references = [lines[:1] if first_only else lines for lines in case["references"]]
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=references)
        statistics = metric.statistics(corpus)
        found = segment_scores(metric, statistics).tolist()
        wanted = expected["segments"]
        if "corpus" in expected:
            found.append(float(metric.formula(statistics.total())))
            wanted = [*wanted, expected["corpus"]]
        for ours, theirs in zip(found, wanted, strict=True):
            if not isinstance(theirs, (int, float)):
                continue  # the program fails or returns infinity
            compared += 1
            if ours != pytest.approx(theirs * 100 / scale, rel=1e-6, abs=1e-9):
                differing.add(case["id"])
    assert compared >= 75
    assert differing == OTHER_TOKENS.get(name, set())
