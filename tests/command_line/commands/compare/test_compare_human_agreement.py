"""`tallystick compare --human-agreement`: what a meta-evaluation says of such differences."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Done, Run, comparison_of, refused

Compare = Callable[..., Done]
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


@pytest.fixture
def compare(run: Run) -> Compare:
    """Compare two systems with a meta-evaluation of which some parts are changed."""
    report = {
        "schema": "tallystick/meta/1",
        "against": None,
        "system_level": [{"metric": "bleu", "signature": SIGNATURE}],
        "difference_curve": [bin_of(0.1, 2.0, 5), bin_of(3.0, 90.0, 9)],
    }

    def compared(**changed: Any) -> Done:
        Path("meta.json").write_text(json.dumps({**report, **changed}))
        words = "compare reference.txt -i mine.txt copy.txt -m bleu -q -f json"
        return run(f"{words} --human-agreement meta.json")

    return compared


def test_the_bin_of_the_difference_is_quoted(compare: Compare) -> None:
    comparison = comparison_of(compare())
    [sentence] = [caveat for caveat in comparison.caveats if "ordered as by humans" in caveat]
    assert "differ by 3.00 to 90.00 BLEU, 9 of 10 were ordered as by humans (90%" in sentence
    size = abs(comparison.differences[0].difference or 0)
    assert sentence.endswith(f"mine and copy differ by {size:.2f}.")


def test_a_difference_outside_all_bins_is_said_to_be(compare: Compare) -> None:
    comparison = comparison_of(compare(difference_curve=[bin_of(0.1, 0.2, 5)]))
    assert any(caveat.endswith("which no bin of pairs contains.") for caveat in comparison.caveats)


def test_human_scores_are_no_metric_of_a_meta_evaluation(compare: Compare, run: Run) -> None:
    compare()
    lines = len(Path("reference.txt").read_text().splitlines())
    rows = [f"{name}\t{n}\t{n}" for name in ("mine", "copy") for n in range(1, lines + 1)]
    Path("human.tsv").write_text("\n".join(["system\tsegment\tscore", *rows, ""]))
    words = "compare reference.txt -i mine.txt copy.txt -m bleu --human human.tsv -f json"
    of_both = comparison_of(run(f"{words} --human-agreement meta.json"))
    assert sum("ordered as by humans" in caveat for caveat in of_both.caveats) == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"schema": "other/1"}, "; expected 'tallystick/meta/1'"),
        ({"system_level": [{"metric": "bleu"}]}, "system_level[0] lacks 'signature'"),
        ({"difference_curve": [{"metric": "bleu"}]}, "difference_curve[0] lacks 'smallest'"),
        ({"difference_curve": [{**bin_of(0.1, 2.0, 0), "pairs": 0}]}, "0 of 0 pairs agree"),
        ({"difference_curve": []}, "because it has several aspects or too few systems"),
        ({"against": "chrf"}, "compares metrics with chrf, not with humans"),
        (
            {"system_level": [{"metric": "bleu", "signature": SIGNATURE.replace("13a", "intl")}]},
            "says nothing of nrefs:1",
        ),
    ],
)
def test_other_reports_are_refused(compare: Compare, changed: dict[str, Any], message: str) -> None:
    assert message in refused(compare(**changed))
