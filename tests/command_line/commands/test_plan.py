"""`tallystick plan`: from a saved report, or from the outputs of a pilot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import EXAMPLE, EXAMPLE_TEXTS, Run, refused

PILOT = ("plan", *EXAMPLE_TEXTS, "-m", "bleu")


@pytest.fixture
def report(run: Run, tmp_path: Path) -> str:
    """Return a saved report of the example."""
    path = str(tmp_path / "report.json")
    assert run(*EXAMPLE, "-m", "bleu", "-q", "--without-texts", "-o", path).status == 0
    return path


def test_a_report_and_its_texts_give_the_same_plan(run: Run, report: str) -> None:
    saved = json.loads(run("plan", report, "-f", "json").output)
    names = ("--names", "good", "literal", "short")
    of_texts = json.loads(run(*PILOT, *names, "-f", "json").output)
    assert saved["differences"] == of_texts["differences"]
    assert len(saved["differences"]) == 6  # to find, and observed


def test_the_differences_to_find_and_the_comparisons_are_chosen(run: Run, report: str) -> None:
    words = ("--difference", "bleu=5", "bleu=10", "--comparisons", "10")
    found = json.loads(run("plan", report, *words, "-f", "json").output)
    assert [one["difference"] for one in found["differences"][:2]] == [5.0, 10.0]
    assert found["comparisons"] == 10


def test_a_plan_is_written_to_files(run: Run, report: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.md"
    done = run("plan", report, "-o", str(path))
    assert done.output.startswith("This test set shows true differences of about ")
    assert "to find, median pair" in path.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--margin", "bleu=1"),
            "with its own systems, metrics and test, and is incompatible with",
        ),
        (("-m", "ter"), "is incompatible with --metrics; leave out one of them"),
        (("--difference", "bleu=-1"), "the difference of bleu is -1.0; expected a number above 0"),
        (("--difference", "ter=1"), "'ter', which is not a metric of the comparison"),
    ],
)
def test_what_does_not_go_with_a_report_is_refused(
    run: Run, report: str, words: tuple[str, ...], message: str
) -> None:
    assert message in refused(run("plan", report, *words))


def test_a_pilot_needs_two_systems_and_a_file_that_exists(run: Run) -> None:
    reference, _, system = EXAMPLE_TEXTS[0], *EXAMPLE_TEXTS[2:4]
    alone = run("plan", reference, "-i", system, "-m", "bleu")
    assert "nothing can be planned from this comparison of 1 system," in refused(alone)
    assert "missing.json" in refused(run("plan", "missing.json"))
