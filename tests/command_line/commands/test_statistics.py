"""`tallystick statistics` and `tallystick merge`."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

FILES = "reference.txt -i mine.txt"


def test_a_file_has_the_scores_of_the_texts(run: Run) -> None:
    words = f"{FILES} -m bleu nist ter"
    assert run(f"statistics {words} -o a.parquet") == (0, "", "")
    assert run("merge a.parquet") == run(f"score {words}")


def test_scores_of_segments_and_documents_are_those_of_the_texts(run: Run) -> None:
    Path("docs.txt").write_text("d0\nd0\n")
    words = f"{FILES} -m bleu chrf --docs docs.txt"
    assert run(f"statistics {words} -o a.parquet").status == 0
    for level in ("--segments", "--documents"):
        merged = run(f"merge a.parquet {level} -f tsv")
        assert merged == run(f"score {words} {level} -f tsv")


def test_a_folder_is_written_once_and_merged(run: Run) -> None:
    words = f"statistics {FILES} -o parts"
    assert run(words).output == "parts: 1 file written\n"
    assert run(words).output == "parts: 0 files written, 1 kept from an earlier run\n"
    assert run("merge parts -b") == run(f"score {FILES} -m bleu chrf -b")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-o a.txt", "-o a.txt: expected a file ending in .parquet, or a folder"),
        ("-o a.parquet -m cider", "CIDEr-D depends on all segments of a corpus"),
        ("-o a.parquet --rows document", "the document of no segment is known"),
        ("-o a.parquet --docs short.txt", "there are fewer documents than segments"),
        ("-o a.parquet --docs long.txt", "there are more documents than segments"),
        ("-o missing/a.parquet", "missing/a.parquet: there is no folder missing"),
    ],
)
def test_a_wrong_request_ends_with_status_2_and_leaves_no_file(
    run: Run, corpus: Path, words: str, message: str
) -> None:
    Path("short.txt").write_text("d\n")
    Path("long.txt").write_text("d\n" * 99)
    assert message in refused(run(f"statistics {FILES} {words}"))
    assert not list(corpus.glob("**/*.parquet"))


def test_a_file_is_kept_if_it_is_of_the_same_texts(run: Run) -> None:
    words = f"statistics {FILES} -o a.parquet"
    assert run(words).output == ""
    assert run(words).output == "a.parquet: 0 files written, 1 kept from an earlier run\n"
    errors = refused(run(words.replace("mine", "copy")))
    assert "a.parquet is there already, with other systems or hypotheses" in errors


def test_segments_are_in_the_natural_order_of_files(run: Run) -> None:
    for name, end in (("ref", " there\n"), ("out", "\n")):
        lines = [f"the cat {'sat ' * number}on a mat{end}" for number in range(12)]
        Path(name).write_text("".join(lines))
        for number, line in enumerate(lines):
            Path(f"{name}.{number}").write_text(line)
    assert run("statistics ref.{part} -i out.{part} -m bleu -o s").status == 0
    whole = run("score ref -i out -m bleu --segments -f tsv")
    shell = " ".join(sorted(map(str, Path("s").iterdir())))
    for files in ("s", shell):
        assert run(f"merge {files} --segments -f tsv") == whole
