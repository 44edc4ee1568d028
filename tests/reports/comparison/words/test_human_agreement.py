"""What a meta-evaluation says about differences as large as those of a comparison."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.reports import Comparison
from tallystick.reports.comparison.facts.results import results_of
from tallystick.reports.comparison.words.human_agreement import caveats_on_humans

SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|metric:bleu|impl:tallystick|version:0.0.1"


def bin_of(smallest: float, largest: float, agreeing: int) -> dict[str, Any]:
    return {
        "metric": "bleu",
        "smallest": smallest,
        "largest": largest,
        "pairs": 10,
        "agreeing": agreeing,
        "interval": {"low": 0.25, "high": 0.75},
    }


def saved(folder: Path, **changed: Any) -> Path:
    report = {
        "schema": "tallystick/meta/1",
        "against": None,
        "system_level": [{"metric": "bleu", "signature": SIGNATURE}],
        "difference_curve": [bin_of(0.1, 2.0, 5), bin_of(3.0, 90.0, 9)],
    }
    path = folder / "meta.json"
    path.write_text(json.dumps({**report, **changed}))
    return path


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return tallystick.compare(
        systems={"A": ["a b c d e", "f g h i j"], "B": ["a b c d x", "f g h i j"]},
        references=["a b c d e", "f g h i j"],
        metrics="bleu",
        resamples=100,
        details=False,
    )


def test_the_bin_of_the_difference_is_quoted(comparison: Comparison, tmp_path: Path) -> None:
    *_, sentence = caveats_on_humans(results_of(comparison), saved(tmp_path))
    assert "differ by 3.00 to 90.00 BLEU, 9 of 10 were ordered as by humans (90%" in sentence
    [difference] = comparison.differences
    assert difference.difference is not None
    assert sentence.endswith(f"A and B differ by {abs(difference.difference):.2f}.")


def test_a_difference_outside_all_bins_is_said_to_be(
    comparison: Comparison, tmp_path: Path
) -> None:
    path = saved(tmp_path, difference_curve=[bin_of(0.1, 0.2, 5)])
    *_, sentence = caveats_on_humans(results_of(comparison), path)
    assert sentence.endswith("which no bin of pairs contains.")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"schema": "other/1"}, "is not a saved report: .* expected 'tallystick/meta/1'"),
        ({"system_level": [{"metric": "bleu"}]}, r"system_level\[0\] lacks 'signature'"),
        ({"difference_curve": [{"metric": "bleu"}]}, r"difference_curve\[0\] lacks 'smallest'"),
        ({"difference_curve": [{**bin_of(0.1, 2.0, 0), "pairs": 0}]}, "0 of 0 pairs agree"),
        ({"against": "chrf"}, "compares metrics with chrf, not with humans"),
    ],
)
def test_other_reports_are_refused(
    comparison: Comparison, tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        caveats_on_humans(results_of(comparison), saved(tmp_path, **changed))


def test_a_metric_with_other_options_is_refused(comparison: Comparison, tmp_path: Path) -> None:
    other = [{"metric": "bleu", "signature": SIGNATURE.replace("13a", "intl")}]
    with pytest.raises(OptionError, match="says nothing of nrefs:1"):
        caveats_on_humans(results_of(comparison), saved(tmp_path, system_level=other))
