"""Tables and transcripts as other programs write them, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["score", "compare", "align", "statistics"])
def test_every_command_that_reads_tables_has_columns(run: Run, folder: Path, command: str) -> None:
    (folder / "t.csv").write_text("x,y\na b,a c\nd,d\n")
    more = {
        "compare": ["-m", "wer", "-q"],
        "statistics": ["-m", "wer", "-o", "out", "-q"],
        "score": ["-m", "wer", "-b"],
    }.get(command, [])
    done = run(command, "t.csv", "--columns", "hypothesis=x", "reference=y", *more)
    assert done.status == 0, done.errors


def test_a_table_of_spreadsheets_has_the_scores_of_its_texts(run: Run, folder: Path) -> None:
    (folder / "t.csv").write_text('hypothesis,reference\n"x ""y"" z w","x ""y"" z w"\n')
    assert run("score", "t.csv", "-m", "bleu", "wer", "-b").output == "100.00\t0.00\n"


def test_columns_are_checked(run: Run, folder: Path) -> None:
    (folder / "t.csv").write_text("x,y\na,b\n")
    for given in (["x"], ["hypothesis="], ["hypothesis=x", "hypothesis=y"]):
        assert "expected MEANING=COLUMN, each meaning once" in refused(
            run("score", "t.csv", "--columns", *given)
        )


def test_the_reading_of_an_ambiguous_table_is_chosen(run: Run, folder: Path) -> None:
    (folder / "t.tsv").write_text('hypothesis\treference\n"a b"\ta b\n')
    assert "say which is meant with --table FILE --table-format tsv-plain" in refused(
        run("score", "t.tsv", "-m", "wer")
    )
    words = ("score", "--table", "t.tsv", "-m", "wer", "-b", "--table-format")
    assert run(*words, "tsv-plain").output == "100.00\n"
    assert run(*words, "tsv-quoted").output == "0.00\n"


def test_tables_of_parts_have_columns_and_a_format(run: Run, folder: Path) -> None:
    for part in "12":
        (folder / f"t.{part}.tsv").write_text('x\ty\n"a b"\ta b\n')
    words = ("score", "t.{part}.tsv", "--columns", "hyp=x", "ref=y", "-m", "wer", "-b")
    assert run(*words, "--table-format", "tsv-quoted").output == "0.00\n"


@pytest.mark.parametrize("command", ["score", "compare", "align"])
def test_transcripts_are_joined_by_their_ids_in_every_command(
    run: Run, folder: Path, command: str
) -> None:
    (folder / "ref.trn").write_text("the cat (a-1)\na dog (a-2)\n")
    (folder / "hyp.trn").write_text("a dog (a-2)\nthe cat (a-1)\n")
    (folder / "text").write_text("a-2 a dog\na-1 the cat sat\n")
    done = run(command, "ref.trn", "-i", "hyp.trn", "text", "-m", "wer")
    assert done.status == 0, done.errors
    assert "0.00" in done.output
    assert "25.00" in done.output  # 1 insertion, 4 words
    assert "a-1" not in done.output
