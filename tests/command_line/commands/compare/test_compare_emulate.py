"""`tallystick compare --emulate`: compared with sacreBLEU's own command, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.reports import Comparison, Interval
from tests.command_line.conftest import EXAMPLE_SYSTEMS, EXAMPLE_TABLE, EXAMPLE_TEXTS, Run, refused

pytestmark = pytest.mark.slow


FILES = ("compare", *EXAMPLE_TEXTS)


def test_p_values_are_printed_as_sacrebleu_prints_them(run: Run) -> None:
    words = ("--emulate", "sacrebleu", "--test", "bootstrap")
    done = run(*FILES, "--names", *EXAMPLE_SYSTEMS, "-m", "bleu", *words)
    # sacreBLEU 2.6.0 prints p-values as f"(p = {p:.4f})"
    assert " 0.0010* " in done.output
    assert "p < 0.001" not in done.output


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (("--paired-bs",), ("--test", "bootstrap")),
        (("--paired-ar",), ()),
        (("--paired-bs", "-pbsn", "300", "-lc"), ("--test", "bootstrap", "--resamples", "300")),
    ],
)
def test_numbers_are_those_that_the_command_of_sacrebleu_prints(
    run: Run, theirs: tuple[str, ...], ours: tuple[str, ...]
) -> None:
    pytest.importorskip("sacrebleu")
    environment = {name: value for name, value in os.environ.items() if "SACREBLEU" not in name}
    command = (*EXAMPLE_TEXTS, *theirs)
    done = subprocess.run(
        [sys.executable, "-m", "sacrebleu", *command, "-m", "bleu", "-f", "json"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    printed = [one["BLEU"] for one in json.loads(done.stdout)]
    folded = ["-lc"] if "-lc" in theirs else []
    words = (*FILES, "--names", *EXAMPLE_SYSTEMS, "-m", "bleu", "--emulate", "sacrebleu", *ours)
    found = run(*words, *folded, "-f", "json")
    assert found.status == 0, found.errors
    comparison = Comparison.from_json(found.output)
    assert len(printed) == len(comparison.systems)
    differences = {one.system: one for one in comparison.differences}
    for number, (one, system) in enumerate(zip(printed, comparison.systems, strict=True)):
        score = comparison.score_of(system.name, "bleu")
        assert score.score == pytest.approx(one["score"], rel=1e-12)
        if number:
            assert differences[system.name].p_value == one["p_value"]
        else:
            assert comparison.baseline == system.name
        if "mean" in one and one["mean"] is not None:
            assert score.interval == Interval(one["mean"] - one["ci"], one["mean"] + one["ci"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--emulate", "nltk"), "choose from"),
        (("--emulate", "sacrebleu", "--correction", "holm"), "omit the correction"),
        (("--emulate", "sacrebleu", "--seed", "0"), "give another seed, such as 12345"),
        (("--emulate", "sacrebleu", "--by", "document"), "omit the unit or the emulation"),
        (("--emulate", "sacrebleu", "--against", "report.json"), "leave out one of them"),
        (("--emulate", "sacrebleu", "--report", "report.json"), "incompatible with --emulate"),
    ],
)
def test_settings_that_cannot_be_emulated_are_refused(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    texts = ("--table", EXAMPLE_TABLE, "-m", "bleu")
    assert message in refused(run("compare", *(() if "--report" in words else texts), *words))


def test_defaults_are_those_of_sacrebleu_and_every_option_is_passed_on(
    run: Run, tmp_path: Path
) -> None:
    words = ("compare", "--table", EXAMPLE_TABLE, "-m", "bleu")
    path = tmp_path / "r.json"
    like = ("--emulate", "sacrebleu", "--seed", "3", "--resamples", "99", "--correction", "none")
    done = run(*words, *like, "--baseline", "short", "-o", path)
    assert done.status == 0, done.errors
    found = Comparison.from_json(path.read_bytes())
    assert found.test.signature.startswith(
        "emulate:sacrebleu-2.6.0|ar:99|unit:segment|adj:none|seed:3"
    )
    assert found.baseline == "short"
    assert "sacreBLEU 2.6.0 paired approximate randomisation over segments" in done.output


def test_a_condition_goes_by_the_emulated_test(run: Run) -> None:
    words = (*FILES, "--names", *EXAMPLE_SYSTEMS, "-m", "bleu", "--baseline", "good", "-q")
    condition = ("--fail-if", "bleu", "worsens")
    done = run(*words, "--emulate", "sacrebleu", "--resamples", "100", *condition)
    assert done.status == 1
    assert "is significantly worse than good in BLEU" in done.errors
