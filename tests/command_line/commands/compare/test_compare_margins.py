"""`tallystick compare --margin`: equivalence, and conditions on it."""

from __future__ import annotations

import pytest

from tests.command_line.conftest import EXAMPLE, Run, refused


def test_a_margin_is_in_every_part_of_the_report(run: Run) -> None:
    report = run(f"{EXAMPLE} -m bleu chrf --margin bleu=90 chrF2=0.1 -f json").data()
    assert [one["margin"] for one in report["metrics"]] == [90.0, 0.1]
    assert all(one["equivalence"]["equivalent"] for one in report["differences"][:3])
    assert "Equivalence within ±90 BLEU and ±0.1 chrF2" in report["methods"]


def test_a_condition_can_require_equivalence(run: Run) -> None:
    guard = f"{EXAMPLE} -m bleu --baseline good -q --fail-if bleu may differ by more than"
    assert run(f"{guard} 90").status == 0
    failed = run(f"{guard} 1")
    assert failed.status == 1
    assert "literal may differ from good in BLEU by more than 1: " in failed.errors


COPY = "compare reference.txt -i copy.txt"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{COPY} mine.txt -m bleu --margin bleu=-0.5", "bleu is -0.5; expected a number above 0"),
        (f"{COPY} --margin bleu", "it is 'bleu'; expected METRIC=NUMBER, such as bleu=0.5"),
        (f"{COPY} --margin bleu=x", "it is 'x'; expected a number, such as 0.5"),
        (f"{COPY} --margin bleu=1 bleu=2", "--margin names a metric twice; give each metric one"),
        (f"{COPY} --margin bleu=1", "a margin is for the difference of two systems, but "),
        (f"{COPY} --margin bleu=1", "is the only one; give another system, or no margin"),
        ("compare --report report.json --margin bleu=1", "is incompatible with --margin"),
    ],
)
def test_a_wrong_margin_is_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(words))
