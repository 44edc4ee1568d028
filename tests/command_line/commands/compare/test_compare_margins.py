"""`tallystick compare --margin`: equivalence, and conditions on it."""

from __future__ import annotations

import json

import pytest

from tests.command_line.conftest import EXAMPLE, Run, refused


def test_a_margin_is_in_every_part_of_the_report(run: Run) -> None:
    done = run(*EXAMPLE, "-m", "bleu", "chrf", "--margin", "bleu=90", "chrF2=0.1", "-f", "json")
    report = json.loads(done.output)
    assert [one["margin"] for one in report["metrics"]] == [90.0, 0.1]
    assert all(one["equivalence"]["equivalent"] for one in report["differences"][:3])
    assert "Equivalence within ±90 BLEU and ±0.1 chrF2" in report["methods"]


def test_a_condition_can_require_equivalence(run: Run) -> None:
    guard = (*EXAMPLE, "-m", "bleu", "--baseline", "good", "-q", "--fail-if")
    assert run(*guard, "bleu", "may", "differ", "by", "more", "than", "90").status == 0
    failed = run(*guard, "bleu", "may", "differ", "by", "more", "than", "1")
    assert failed.status == 1
    assert "literal may differ from good in BLEU by more than 1: " in failed.errors


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bleu=-0.5",), "the margin of bleu is -0.5; expected a number above 0"),
        (("bleu",), "it is 'bleu'; expected METRIC=NUMBER, such as bleu=0.5"),
        (("bleu=x",), "it is 'x'; expected a number, such as 0.5"),
        (("ter=1",), "the margin of 'ter' names 'ter', which is not a metric of the comparison"),
        (("bleu=1", "bleu=2"), "--margin names a metric twice; give each metric one margin"),
    ],
)
def test_a_wrong_margin_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    assert message in refused(run(*EXAMPLE, "-m", "bleu", "--margin", *words))


def test_a_margin_of_a_single_system_is_refused(run: Run) -> None:
    one = (*EXAMPLE[: EXAMPLE.index("-i") + 2], "-m", "bleu", "--margin", "bleu=1")
    message = refused(run(*one))
    assert "a margin is for the difference of two systems, but " in message
    assert "is the only one; give another system, or no margin" in message


def test_margins_are_of_systems_that_are_compared_now(run: Run) -> None:
    assert "is incompatible with --margin" in refused(
        run("compare", "--report", "report.json", "--margin", "bleu=1")
    )
