"""`tallystick compare --emulate`: compared with sacreBLEU's own command."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from tallystick.reports import Interval
from tests.command_line.conftest import (
    EXAMPLE_SYSTEMS,
    EXAMPLE_TABLE,
    EXAMPLE_TEXTS,
    Run,
    comparison_of,
)

pytestmark = pytest.mark.slow

NAMED = f"compare {EXAMPLE_TEXTS} --names {' '.join(EXAMPLE_SYSTEMS)} -m bleu --emulate sacrebleu"
TABLE = f"compare --table {EXAMPLE_TABLE} -m bleu"


def test_p_values_are_printed_as_sacrebleu_prints_them(run: Run) -> None:
    done = run(f"{NAMED} --test bootstrap")
    # sacreBLEU 2.6.0 prints p-values as f"(p = {p:.4f})"
    assert " 0.0010* " in done.output
    assert "p < 0.001" not in done.output


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("--paired-ar -parn 500", "--resamples 500"),
        ("--paired-bs -pbsn 300 -lc", "--test bootstrap --resamples 300 -lc"),
    ],
)
def test_numbers_are_those_that_the_command_of_sacrebleu_prints(
    run: Run, theirs: str, ours: str
) -> None:
    pytest.importorskip("sacrebleu")
    environment = {name: value for name, value in os.environ.items() if "SACREBLEU" not in name}
    words = shlex.split(f"-m sacrebleu {EXAMPLE_TEXTS} {theirs} -m bleu -f json")
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=True, env=environment
    )
    printed = [row["BLEU"] for row in json.loads(done.stdout)]
    comparison = comparison_of(run(f"{NAMED} {ours} -f json"))
    assert len(printed) == len(comparison.systems)
    differences = {difference.system: difference for difference in comparison.differences}
    for number, (row, system) in enumerate(zip(printed, comparison.systems, strict=True)):
        score = comparison.score_of(system.name, "bleu")
        assert score.score == pytest.approx(row["score"], rel=1e-12)
        if number:
            assert differences[system.name].p_value == row["p_value"]
        else:
            assert comparison.baseline == system.name
        if "mean" in row and row["mean"] is not None:
            assert score.interval == Interval(row["mean"] - row["ci"], row["mean"] + row["ci"])


def test_defaults_are_those_of_sacrebleu_and_every_option_is_passed_on(run: Run) -> None:
    like = "--emulate sacrebleu --seed 3 --resamples 99 --correction none --baseline short"
    done = run(f"{TABLE} {like} -o r.json -o -")
    assert done.status == 0, done.errors
    assert "sacreBLEU 2.6.0 paired approximate randomisation over segments" in done.output
    comparison = comparison_of(run("compare --report r.json -f json"))
    signature = "emulate:sacrebleu-2.6.0|ar:99|unit:segment|adj:none|seed:3"
    assert comparison.test.signature.startswith(signature)
    assert comparison.baseline == "short"
