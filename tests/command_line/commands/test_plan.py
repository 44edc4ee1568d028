"""`tallystick plan`: from a saved report, or from the outputs of a pilot."""

from pathlib import Path

import pytest

from tests.command_line.conftest import (
    EXAMPLE,
    EXAMPLE_SYSTEMS,
    EXAMPLE_TEXTS,
    Run,
    output_of,
    refused,
)

PLAN = "plan report.json"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a saved report of the example."""
    path = tmp_path_factory.mktemp("plan") / "report.json"
    output_of(*f"{EXAMPLE} -m bleu -q --without-texts -o {path}".split())
    return path.read_bytes()


@pytest.fixture(autouse=True)
def folder(report: bytes) -> None:
    Path("report.json").write_bytes(report)


def test_a_report_and_its_texts_give_the_same_plan(run: Run) -> None:
    saved = run(f"{PLAN} -f json").data()
    names = " ".join(EXAMPLE_SYSTEMS)
    of_texts = run(f"plan {EXAMPLE_TEXTS} -m bleu --names {names} -f json").data()
    assert saved["differences"] == of_texts["differences"]
    assert len(saved["differences"]) == 6  # to find, and observed


def test_the_differences_to_find_and_the_comparisons_are_chosen(run: Run) -> None:
    plan = run(f"{PLAN} --difference bleu=3 bleu=7 --comparisons 10 -f json").data()
    assert [row["difference"] for row in plan["differences"][:2]] == [3.0, 7.0]
    assert plan["comparisons"] == 10


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{PLAN} --margin bleu=1", "with its own systems, metrics and test, and is incompatible"),
        (f"{PLAN} -m ter", "is incompatible with --metrics; leave out one of them"),
        ("plan missing.json", "missing.json"),
        ("plan report.json b.json", "references and outputs of systems; 2 files were given"),
    ],
)
def test_what_cannot_be_planned_is_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(words))
