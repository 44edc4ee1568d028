"""`tallystick challenge`: files, formats and errors."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

REFERENCE = "the cat sat on the mat\nit is raining here today\nwe like green tea a lot\n"
WORDS = "challenge reference.txt -l en --fewest 1 --resamples 20"
FEW = f"{WORDS} -m bleu rougeL"


@pytest.fixture(autouse=True)
def texts() -> None:
    Path("reference.txt").write_text(REFERENCE)
    Path("other.txt").write_text("a cat sat on a mat\nit rains today\nwe love green tea\n")


def test_the_reactions_of_each_metric_are_printed_and_given_as_data(run: Run) -> None:
    report = run(f"{FEW} -f json -o challenge.txt").data()
    assert report["schema"] == "tallystick/challenge/1"
    used = [change["change"] for change in report["changes"] if not change["left_out"]]
    assert len(report["reactions"]) == 2 * len(used)
    assert [metric["score"] for metric in report["metrics"]] == pytest.approx([100, 100])
    shown = Path("challenge.txt").read_text()
    assert "change              type              segments    BLEU    ROUGE-L" in shown
    assert "dropped word        major fault              3    1.00       1.00" in shown
    without = "Left out because there are no sources (--source, in Python sources=): untranslated"
    assert without in shown


def test_the_last_of_several_references_is_changed(run: Run) -> None:
    report = run(f"{FEW.replace(' -l', ' other.txt -l')} -f json").data()
    assert report["unchanged"] == 0
    assert run(f"{FEW} -i other.txt -f json").data() == report


def test_a_saved_set_is_a_table_that_can_be_scored(run: Run) -> None:
    for name in ("set.tsv", "set.jsonl"):
        assert run(f"{FEW} --save {name}").status == 0
        scored = run(f"score {name} -m bleu --segments -f json").data()
        assert scored["scores"][0]["segments"][:3] == pytest.approx([100, 100, 100])
    # scores of another program for its lines are a metric
    lines = Path("set.tsv").read_text().split("\n")[1:-1]
    scores = "".join("1\n" if "\tunchanged\t" in line else "0\n" for line in lines)
    Path("exact.txt").write_text(scores)
    report = run(f"{FEW} --scores exact=exact.txt -f json").data()
    exact = [reaction for reaction in report["reactions"] if reaction["metric"] == "exact"]
    assert {reaction["drop"] for reaction in exact} == {1.0}


def test_the_numbers_are_explained(run: Run) -> None:
    done = run("challenge --explain")
    assert done.status == 0
    assert "fault above harmless\n    the share of pairs" in done.output


def test_items_of_a_table_are_reported_by_phenomenon(run: Run) -> None:
    rows = "".join(f"the cat {n}\tthe dog {n}\ta cat {n}\tanimal\n" for n in range(9))
    Path("items.tsv").write_text(f"better\tbad\tref\tphenomenon\n{rows}")
    words = "challenge --items items.tsv --columns good=better --fewest 9 -m wer --save set.tsv"
    assert "animal    fault            9   100%" in run(words).output
    assert Path("set.tsv").read_text().count("\tanimal\t") == 9


def test_a_text_with_a_tab_is_saved_as_json_lines_only(run: Run) -> None:
    Path("reference.txt").write_text("a\tb c\nd e f\n")
    assert "segment 1 has a tab" in refused(run(f"{FEW} --save set.tsv"))
    assert run(f"{FEW} --save set.jsonl").status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("challenge", "no reference file is given"),
        ("challenge reference.txt -l en", "3 segments of two or more words; expected"),
        (f"{WORDS} -m bleus", "no metric is named 'bleus'"),
        (f"{WORDS} -m sari", "name a file with --source FILE"),
        (f"{WORDS} -i reference.txt other.txt", "2 systems are given"),
        (f"{WORDS} --confidence 2", "confidence"),
        (f"{WORDS} --without number-fromat", "no change is named 'number-fromat'"),
        (f"{WORDS} --save set.csv", "expected one of .tsv, .jsonl"),
        (f"{WORDS} --save reference.tsv -o reference.tsv", "is both input and output"),
        ("challenge --items reference.txt", "line 1: there are several columns 'the'"),
        (f"{WORDS} --items reference.txt", "has the texts, and phenomena in the place of"),
        ("challenge --items x.tsv -o x.tsv", "is both input and output"),
    ],
)
def test_wrong_use_is_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(words))
