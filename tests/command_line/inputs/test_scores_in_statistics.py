"""Given scores in files of statistics: `tallystick statistics --scores`."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Done, Run, refused, write_with_parts

COMET = "'comet:digits=2,high=1,program=unbabel-comet 2.2.2={}'"


@pytest.fixture(autouse=True)
def texts(tmp_path: Path) -> None:
    """Write two systems on 8 segments in two parts, with a score for each segment."""
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


def statistics(run: Run, words: str) -> Done:
    texts = "statistics ref.{part}.txt -i a.{part}.txt b.{part}.txt -m bleu --scores"
    return run(f"{texts} {COMET.format('comet.{part}.tsv')} -q {words}")


def test_the_comparison_of_parts_equals_that_of_the_texts(run: Run) -> None:
    assert statistics(run, "-o parts").status == 0
    texts = f"ref.txt -i a.txt b.txt -m bleu --scores {COMET.format('comet.tsv')}"
    of_parts, of_texts = (
        run(f"compare {given} --resamples 100 -f json").data() for given in ("parts", texts)
    )
    for key in ("scores", "metrics", "test_set", "caveats", "methods"):
        assert of_parts[key] == of_texts[key], key
    assert [row["p_value"] for row in of_parts["differences"]] == [
        row["p_value"] for row in of_texts["differences"]
    ]


def test_merged_scores_are_means_over_all_segments(run: Run) -> None:
    for system in "ab":
        words = f"ref.txt -i {system}.txt -m bleu -q -o {system}.parquet"
        assert run(f"statistics {words} --scores comet=comet.{system}.txt").status == 0
    # 0.5 + 0.03 * 3.5 and 0.9 - 0.07 * 3.5
    shown = run("merge a.parquet b.parquet -m comet -w 3").output
    assert [line.split() for line in shown.split("\n")[2:4]] == [["a", "0.605"], ["b", "0.655"]]


def test_other_scores_are_not_taken_for_those_of_an_earlier_run(run: Run) -> None:
    assert statistics(run, "-o parts").status == 0
    assert statistics(run, "-o parts").status == 0
    Path("comet.2.tsv").write_text(Path("comet.2.tsv").read_text().replace("0.59", "0.6"))
    errors = refused(statistics(run, "-o parts"))
    assert "parts/2.parquet is there already, with other settings of comet" in errors


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("wmt=comet.tsv", "has no {part}, but names of texts have"),
        ("bleu=comet.{part}.tsv", "the name of another metric"),
        ("x=no.{part}.tsv", "no.1.tsv"),
    ],
)
def test_wrong_scores_are_refused(run: Run, scores: str, message: str) -> None:
    assert message in refused(statistics(run, f"--scores {scores} -o parts"))


def test_scores_of_other_texts_leave_no_file(run: Run) -> None:
    words = "ref.txt -i a.txt --scores comet=comet.a.1.txt -o a.parquet"
    assert "has 3 scores of the system 'a'" in refused(run(f"statistics {words}"))
    assert not Path("a.parquet").exists()
