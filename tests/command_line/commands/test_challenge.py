"""`tallystick challenge`: files, formats and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

REFERENCE = "the cat sat on the mat\nit is raining here today\nwe like green tea a lot\n"
WORDS = ("challenge", "reference.txt", "-l", "en", "--fewest", "1", "--resamples", "20")
FEW = ("-m", "bleu", "rougeL")


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reference.txt").write_text(REFERENCE)
    (tmp_path / "other.txt").write_text("a cat sat on a mat\nit rains today\nwe love green tea\n")
    return tmp_path


def test_the_reactions_of_each_metric_are_printed(run: Run, texts: Path) -> None:
    done = run(*WORDS, *FEW)
    assert done.status == 0
    assert "change              type              segments    BLEU    ROUGE-L" in done.output
    assert "dropped word        major fault              3    1.00       1.00" in done.output
    assert (
        "Left out because there are no sources (--source, in Python sources=): untranslated"
        in done.output
    )


def test_json_has_every_reaction(run: Run, texts: Path) -> None:
    found = json.loads(run(*WORDS, *FEW, "-f", "json").output)
    assert found["schema"] == "tallystick/challenge/1"
    used = [one["change"] for one in found["changes"] if not one["left_out"]]
    assert len(found["reactions"]) == 2 * len(used)
    assert [one["score"] for one in found["metrics"]] == pytest.approx([100, 100])


def test_the_last_of_several_references_is_changed(run: Run, texts: Path) -> None:
    found = json.loads(
        run("challenge", "reference.txt", "other.txt", *WORDS[2:], *FEW, "-f", "json").output
    )
    assert found["unchanged"] == 0
    given = json.loads(run(*WORDS, "-i", "other.txt", *FEW, "-f", "json").output)
    assert given == found


@pytest.mark.parametrize("name", ["set.tsv", "set.jsonl"])
def test_a_saved_set_is_a_table_that_can_be_scored(run: Run, texts: Path, name: str) -> None:
    assert run(*WORDS, *FEW, "--save", name).status == 0
    scored = json.loads(run("score", name, "-m", "bleu", "--segments", "-f", "json").output)
    assert scored["scores"][0]["segments"][:3] == pytest.approx([100, 100, 100])


def test_scores_of_another_program_are_a_metric(run: Run, texts: Path) -> None:
    run(*WORDS, *FEW, "--save", "set.tsv")
    lines = (texts / "set.tsv").read_text().split("\n")[1:-1]
    scores = "".join("1\n" if "\tunchanged\t" in line else "0\n" for line in lines)
    (texts / "exact.txt").write_text(scores)
    found = json.loads(run(*WORDS, *FEW, "--scores", "exact=exact.txt", "-f", "json").output)
    exact = [one for one in found["reactions"] if one["metric"] == "exact"]
    assert {one["drop"] for one in exact} == {1.0}


def test_the_numbers_are_explained(run: Run) -> None:
    done = run("challenge", "--explain")
    assert done.status == 0
    assert "fault above harmless\n    the share of pairs" in done.output


def test_items_of_a_table_are_reported_by_phenomenon(run: Run, texts: Path) -> None:
    rows = "".join(f"the cat {n}\tthe dog {n}\ta cat {n}\tanimal\n" for n in range(9))
    (texts / "items.tsv").write_text(f"better\tbad\tref\tphenomenon\n{rows}")
    words = ("challenge", "--items", "items.tsv", "--columns", "good=better", "--fewest", "9")
    done = run(*words, "-m", "wer", "--save", "set.tsv")
    assert "animal    fault            9   100%" in done.output
    assert (texts / "set.tsv").read_text().count("\tanimal\t") == 9


def test_a_text_with_a_tab_is_saved_as_json_lines_only(run: Run, texts: Path) -> None:
    (texts / "reference.txt").write_text("a\tb c\nd e f\n")
    assert "segment 1 has a tab" in refused(run(*WORDS, *FEW, "--save", "set.tsv"))
    assert run(*WORDS, *FEW, "--save", "set.jsonl").status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("challenge",), "no reference file is given"),
        (("challenge", "reference.txt", "-l", "en"), "3 segments of two or more words; expected"),
        ((*WORDS, "-m", "bleus"), "no metric is named 'bleus'"),
        ((*WORDS, "-m", "sari"), "name a file with --source FILE"),
        ((*WORDS, "-m", "distinct2"), "does not compare hypotheses with references"),
        ((*WORDS, "-i", "reference.txt", "other.txt"), "2 systems are given"),
        ((*WORDS, "--confidence", "2"), "confidence"),
        ((*WORDS, "--without", "number-fromat"), "no change is named 'number-fromat'"),
        ((*WORDS, "--save", "set.csv"), "expected one of .tsv, .jsonl"),
        ((*WORDS, "--save", "reference.tsv", "-o", "reference.tsv"), "is both input and output"),
        (("challenge", "--items", "reference.txt"), "line 1: there are several columns 'the'"),
        ((*WORDS, "--items", "reference.txt"), "has the texts, and phenomena in the place of"),
        (("challenge", "--items", "x.tsv", "-o", "x.tsv"), "is both input and output"),
        ((*WORDS[:2], "-l", "zh"), "the letters of the texts are not Han"),
    ],
)
def test_wrong_use_is_refused(run: Run, texts: Path, words: tuple[str, ...], message: str) -> None:
    assert message in refused(run(*words))
