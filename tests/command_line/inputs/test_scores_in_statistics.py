"""Given scores in files of statistics: `tallystick statistics --scores`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Run, refused, write_with_parts

FEW = ("--resamples", "100")
COMET = "comet:digits=2,high=1,program=unbabel-comet 2.2.2={}"


@pytest.fixture(autouse=True)
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write two systems on 8 segments in two parts, with a score for each segment."""
    monkeypatch.chdir(tmp_path)
    lines = [f"the cat sat on mat number {n}" for n in range(8)]
    texts = {
        "ref": lines,
        "a": [line.replace("the", "a") for line in lines],
        "b": [line.replace("cat", "dog") if n % 2 else line for n, line in enumerate(lines)],
        "comet.a": [str(0.5 + 0.03 * n) for n in range(8)],
        "comet.b": [str(0.9 - 0.07 * n) for n in range(8)],
    }
    write_with_parts(tmp_path, texts, cut=3)
    for part in ("", ".1", ".2"):
        rows = [
            f"{system}\t{score}"
            for system in "ab"
            for score in Path(f"comet.{system}{part}.txt").read_text().split()
        ]
        Path(f"comet{part}.tsv").write_text("\n".join(["system\tscore", *rows]) + "\n")


def statistics(run: Run, *words: str) -> Any:
    texts = ("statistics", "ref.{part}.txt", "-i", "a.{part}.txt", "b.{part}.txt", "-m", "bleu")
    return run(*texts, "--scores", COMET.format("comet.{part}.tsv"), "-q", *words)


def test_the_comparison_of_parts_equals_that_of_the_texts(run: Run) -> None:
    assert statistics(run, "-o", "parts").status == 0
    texts = ("ref.txt", "-i", "a.txt", "b.txt", "-m", "bleu", "--scores", COMET.format("comet.tsv"))
    found, of_texts = (
        json.loads(run("compare", *given, *FEW, "-f", "json").output)
        for given in (["parts"], texts)
    )
    for key in ("scores", "metrics", "test_set", "caveats", "methods"):
        assert found[key] == of_texts[key], key
    assert [one["p_value"] for one in found["differences"]] == [
        one["p_value"] for one in of_texts["differences"]
    ]


def test_merged_scores_are_means_over_all_segments(run: Run) -> None:
    for system in "ab":
        words = ["ref.txt", "-i", f"{system}.txt", "-m", "bleu", "-q", "-o", f"{system}.parquet"]
        assert run("statistics", *words, "--scores", f"comet=comet.{system}.txt").status == 0
    # 0.5 + 0.03 * 3.5 and 0.9 - 0.07 * 3.5
    shown = run("merge", "a.parquet", "b.parquet", "-m", "comet", "-w", "3").output
    assert [line.split() for line in shown.split("\n")[2:4]] == [["a", "0.605"], ["b", "0.655"]]


def test_other_scores_are_not_taken_for_those_of_an_earlier_run(run: Run) -> None:
    assert statistics(run, "-o", "parts").status == 0
    assert statistics(run, "-o", "parts").status == 0
    lines = Path("comet.2.tsv").read_text().replace("0.59", "0.6")
    Path("comet.2.tsv").write_text(lines)
    refused = statistics(run, "-o", "parts")
    assert refused.status == 2
    assert "parts/2.parquet is there already, with other settings of comet" in refused.errors


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--scores", "wmt=comet.tsv", "-o", "parts"], "has no {part}, but names of texts have"),
        (["--scores", "bleu=comet.{part}.tsv", "-o", "parts"], "the name of another metric"),
        (["--scores", "x=no.{part}.tsv", "-o", "parts"], "no.1.tsv"),
    ],
)
def test_a_wrong_request_ends_with_status_2(run: Run, words: list[str], message: str) -> None:
    done = statistics(run, *words)
    assert (done.status, done.output) == (2, "")
    assert message in done.errors


def test_scores_of_other_texts_leave_no_file(run: Run) -> None:
    words = ["ref.txt", "-i", "a.txt", "--scores", "comet=comet.a.1.txt", "-o", "a.parquet"]
    assert "has 3 scores of the system 'a'" in refused(run("statistics", *words))
    assert not Path("a.parquet").exists()
