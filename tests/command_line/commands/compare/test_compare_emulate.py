"""`tallystick compare --emulate`: compared with sacreBLEU's own command."""

import pytest

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


def test_defaults_are_those_of_sacrebleu_and_every_option_is_passed_on(run: Run) -> None:
    like = "--emulate sacrebleu --seed 3 --resamples 99 --correction none --baseline short"
    done = run(f"{TABLE} {like} -o r.json -o -")
    assert done.status == 0, done.errors
    assert "sacreBLEU 2.6.0 paired approximate randomisation over segments" in done.output
    comparison = comparison_of(run("compare --report r.json -f json"))
    signature = "emulate:sacrebleu-2.6.0|ar:99|unit:segment|adj:none|seed:3"
    assert comparison.test.signature.startswith(signature)
    assert comparison.baseline == "short"
