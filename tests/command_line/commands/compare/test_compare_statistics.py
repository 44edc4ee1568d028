"""`tallystick compare` with files of statistics equals the comparison of the texts."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Run, refused, write_statistics, write_with_parts

METRICS = ("-m", "bleu", "ter", "rougeL")
DOCUMENTS = ("--docs", "docs.{part}.txt")
WRITTEN = {
    "segment": (*METRICS, *DOCUMENTS),
    "document": (*METRICS, *DOCUMENTS, "--rows", "document"),
    "part": ("-m", "bleu", "nist", "--rows", "part"),
    "nist": ("-m", "nist"),
}
STATISTICS = "ab-segment c-segment"
FEW = "--resamples 100"
SAME = ("scores", "test", "metrics", "systems", "verdict", "caveats", "test_set", "baseline")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three systems on 12 segments of 4 documents, as texts and as files of two parts."""
    folder = tmp_path_factory.mktemp("statistics")
    lines = [f"the cat {'sat ' * (n % 3)}on mat number {n} today" for n in range(12)]
    texts = {
        "ref": lines,
        "a": [line.replace("the", "a") if n % 2 else line for n, line in enumerate(lines)],
        "b": [line.replace("today", "") if n % 3 else line for n, line in enumerate(lines)],
        "c": [line.replace("cat", "dog") if n % 4 else line for n, line in enumerate(lines)],
        "docs": [f"d{n // 3}" for n in range(12)],
    }
    write_with_parts(folder, texts, cut=5)
    columns = [texts[name] for name in ("ref", "a", "b", "c")]
    rows = ["reference\tpart\thypothesis:a\thypothesis:b\thypothesis:c"] + [
        "\t".join([reference, "1" if number < 5 else "2", *outputs])
        for number, (reference, *outputs) in enumerate(zip(*columns, strict=True))
    ]
    (folder / "corpus.tsv").write_text("\n".join(rows) + "\n")
    (folder / "empty").mkdir()
    for kind, options in WRITTEN.items():
        for systems in ("ab", "c"):
            write_statistics(folder, f"{systems}-{kind}", systems, *options)
    return folder


@pytest.fixture(autouse=True)
def parts(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the folder of the files the current one."""
    monkeypatch.chdir(written)


def report(run: Run, words: str) -> dict[str, Any]:
    done = run(f"compare {words} {FEW} -f json")
    assert done.errors == ""
    comparison: dict[str, Any] = done.data()
    for difference in comparison["differences"]:
        difference.pop("differing_segments")
    return comparison


TEXTS = "ref.txt -i a.txt b.txt c.txt --docs docs.txt"


@pytest.mark.parametrize("unit", ["segment", "document"])
def test_the_results_by_segment_or_document_equal_those_of_the_texts(run: Run, unit: str) -> None:
    of_texts = report(run, f"{TEXTS} {' '.join(METRICS)} --by {unit}")
    of_files = report(run, f"{STATISTICS} --by {unit}")
    for key in (*SAME, "differences", "segment_outcomes"):
        assert of_files[key] == of_texts[key], key


def test_files_with_a_row_for_each_document_have_the_same_results(run: Run) -> None:
    counts = "-m bleu ter"  # sums of other numbers differ in the last digit
    of_texts = report(run, f"{TEXTS} {counts}")
    of_files = report(run, f"ab-document c-document {counts}")
    for key in (*SAME, "differences"):
        assert of_files[key] == of_texts[key], key
    assert of_files["segment_outcomes"] == []


def test_parts_are_resampled_as_the_groups_of_a_column_are(run: Run) -> None:
    of_texts = report(run, "corpus.tsv -m bleu --by part")
    of_files = report(run, "ab-part c-part")
    assert of_files["scores"] == of_texts["scores"]
    assert of_files["differences"] == of_texts["differences"]
    assert of_files["test_set"]["unit"] == "part"
    assert "over parts" in of_files["methods"]
    # metrics without rows are left out and named
    assert "nist is left out, because its weights depend on" in " ".join(of_files["notes"])


def test_a_report_says_once_that_there_were_no_texts(run: Run, tmp_path: Path) -> None:
    page, saved = tmp_path / "page.html", tmp_path / "report.json"
    shown = run(f"compare ab-part -o {page} -o {saved} {FEW}").output
    said = "files of statistics, which have no texts"
    assert " ".join(shown.split()).count(said) == page.read_text().count(said) == 1
    comparison = json.loads(saved.read_text())
    assert comparison["segments"] is None
    assert {difference["differing_segments"] for difference in comparison["differences"]} == {None}
    assert run(f"compare --report {saved}").output == shown


def test_equal_outputs_are_known_without_texts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "equal.parquet"
    words = f"ref.txt -i a.txt a.txt --names A B -m bleu -o {path}"
    assert run(f"statistics {words}").status == 0
    shown = run(f"compare {path} {FEW}").output
    assert "A and B have the same output in every segment." in shown


@pytest.mark.parametrize(("words", "rows"), [("ab-part -m nist", "parts"), ("ab-nist", "segments")])
def test_nist_alone_is_refused(run: Run, words: str, rows: str) -> None:
    errors = refused(run(f"compare {words}"))
    assert f"so its files have no rows of {rows}; choose other" in errors


def test_conditions_test_systems_against_a_baseline_in_other_files(run: Run) -> None:
    words = f"--baseline c --fail-if 'bleu worsens' -q -m bleu {FEW}"
    of_files, of_texts = (run(f"compare {given} {words}") for given in (STATISTICS, TEXTS))
    assert (of_files.status, of_files.errors) == (of_texts.status, of_texts.errors)


def test_scores_alone_are_compared_with_a_saved_report(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    run(f"compare {TEXTS} -m bleu -q -o {old} {FEW}")
    words = f"compare c-part --against {old} {FEW} --fail-if bleu worsens"
    done = run(f"{words} even if not significant")
    assert done.status == 0
    assert "c is no worse than c (saved) in BLEU" in done.errors
    assert "because files of statistics have no texts" in refused(run(words))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ref.txt c-part", "ref.txt has texts and c-part statistics, which cannot be mixed"),
        ("ref.txt -i c-part/1.parquet", "give them without -i"),
        ("c-part --source ref.txt", "so leave out --source, or give texts"),
        ("c-part -tok zh --names d", "leave out --names, --tokenize, or give texts"),
        ("c-part --human ref.txt", "so leave out --human, or give texts"),
        ("c-part --by document", "no documents; expected part"),
        ("c-part c-part/1.parquet", "c-part/1.parquet is given twice"),
        ("c-part --baseline d", "--baseline is 'd', which is not a system"),
        ("c-part -m chrf", "has no statistics of 'chrf'"),
        ("empty", "empty is a folder without files of statistics, which end in .parquet; give"),
        ("empty -i c-part", "empty is a folder without files of statistics"),
        ("ref.txt empty", "empty is a folder without files of statistics"),
    ],
)
def test_a_wrong_request_ends_with_status_2(
    run: Run, tmp_path: Path, words: str, message: str
) -> None:
    path = tmp_path / "report.json"
    assert message in refused(run(f"compare {words} -o {path}"))
    assert not path.exists()


def test_systems_on_different_documents_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    for system, documents in (("a", "docs.txt"), ("b", "ref.txt")):
        words = f"ref.txt -i {system}.txt --docs {documents} -m bleu"
        run(f"statistics {words} -o {tmp_path}/parts/{system}.parquet")
    errors = refused(run(f"compare {tmp_path}/parts"))
    assert "the segments of a and b are in different documents" in errors


def test_a_parquet_table_of_texts_is_no_file_of_statistics(run: Run, tmp_path: Path) -> None:
    import duckdb

    query = "SELECT 'a b c d' AS reference, 'a b c' AS \"hypothesis:x\""
    duckdb.sql(f"COPY ({query}) TO '{tmp_path}/texts.parquet'")
    assert "x scores" in run(f"compare {tmp_path}/texts.parquet {FEW}").output
