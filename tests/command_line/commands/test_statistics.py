"""`tallystick statistics` and `tallystick merge`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

pytestmark = pytest.mark.usefixtures("corpus")


def test_a_file_has_the_scores_of_the_texts(run: Run) -> None:
    metrics = ["-m", "bleu", "nist", "ter"]
    assert run("statistics", "reference.txt", "-i", "mine.txt", *metrics, "-o", "a.parquet") == (
        0,
        "",
        "",
    )
    assert run("merge", "a.parquet") == run("score", "reference.txt", "-i", "mine.txt", *metrics)


def test_scores_of_segments_and_documents_are_those_of_the_texts(run: Run, corpus: Path) -> None:
    lines = (corpus / "reference.txt").read_text().count("\n")
    (corpus / "docs.txt").write_text("".join(f"d{number // 2}\n" for number in range(lines)))
    words = ["reference.txt", "-i", "mine.txt", "-m", "bleu", "chrf", "--docs", "docs.txt"]
    assert run("statistics", *words, "-o", "a.parquet").status == 0
    for level in ("--segments", "--documents"):
        merged = run("merge", "a.parquet", level, "-f", "tsv")
        assert merged == run("score", *words, level, "-f", "tsv")


def test_a_folder_is_written_once_and_merged(run: Run) -> None:
    words = ["statistics", "reference.txt", "-i", "mine.txt", "-o", "parts"]
    assert run(*words).output == "parts: 1 file written\n"
    assert run(*words).output == "parts: 0 files written, 1 kept from an earlier run\n"
    scores = run("score", "reference.txt", "-i", "mine.txt", "-m", "bleu", "chrf", "-b")
    assert run("merge", "parts", "-b") == scores


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "a.txt"], "-o a.txt: expected a file ending in .parquet, or a folder"),
        (["-o", "a.parquet", "-m", "cider"], "CIDEr-D depends on all segments of a corpus"),
        (["-o", "a.parquet", "--rows", "document"], "the document of no segment is known"),
        (["-o", "a.parquet", "--docs", "short.txt"], "there are fewer documents than segments"),
        (["-o", "a.parquet", "--docs", "long.txt"], "there are more documents than segments"),
        (["-o", "missing/a.parquet"], "missing/a.parquet: there is no folder missing"),
    ],
)
def test_a_wrong_request_ends_with_status_2_and_leaves_no_file(
    run: Run, corpus: Path, words: list[str], message: str
) -> None:
    (corpus / "short.txt").write_text("d\n")
    (corpus / "long.txt").write_text("d\n" * 99)
    assert message in refused(run("statistics", "reference.txt", "-i", "mine.txt", *words))
    assert not list(corpus.glob("**/*.parquet"))


def test_a_file_of_other_texts_is_not_overwritten(run: Run) -> None:
    words = ["statistics", "reference.txt", "-o", "a.parquet", "-i"]
    assert run(*words, "mine.txt").output == ""
    assert run(*words, "mine.txt").output == (
        "a.parquet: 0 files written, 1 kept from an earlier run\n"
    )
    assert "a.parquet is there already, with other systems or hypotheses" in refused(
        run(*words, "copy.txt")
    )


def test_segments_are_in_the_natural_order_of_files(run: Run, corpus: Path) -> None:
    lines = [f"the cat {'sat ' * number}on a mat" for number in range(12)]
    for number, line in enumerate(lines):
        (corpus / f"ref.{number}").write_text(f"{line} there\n")
        (corpus / f"out.{number}").write_text(f"{line}\n")
    for name, end in (("ref", " there\n"), ("out", "\n")):
        (corpus / name).write_text("".join(f"{line}{end}" for line in lines))
    assert run("statistics", "ref.{part}", "-i", "out.{part}", "-m", "bleu", "-o", "s").status == 0
    whole = run("score", "ref", "-i", "out", "-m", "bleu", "--segments", "-f", "tsv")
    shell = sorted(str(path) for path in (corpus / "s").iterdir())
    for files in (["s"], shell):
        assert run("merge", *files, "--segments", "-f", "tsv") == whole


def test_an_empty_folder_cannot_be_merged(run: Run, corpus: Path) -> None:
    (corpus / "parts").mkdir()
    assert "parts is a folder without files of statistics, which end in .parquet" in refused(
        run("merge", "parts")
    )
