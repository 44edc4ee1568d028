"""Tables and transcripts as other programs write them, on the command line."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused


@pytest.mark.parametrize(
    "command", ["score -m wer -b", "compare -m wer -q", "align", "statistics -m wer -o out -q"]
)
def test_every_command_that_reads_tables_has_columns(run: Run, command: str) -> None:
    Path("t.csv").write_text("x,y\na b,a c\nd,d\n")
    name, _, more = command.partition(" ")
    done = run(f"{name} t.csv --columns hypothesis=x reference=y {more}")
    assert done.status == 0, done.errors


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("x", "expected MEANING=COLUMN, each meaning once"),
        ("hypothesis=", "expected MEANING=COLUMN, each meaning once"),
        ("doc=x doc=y", "expected MEANING=COLUMN, each meaning once"),
        ("hypothesis=x hypothesis=y", "a label, as in hypothesis:A=x hypothesis:B=y"),
        ("hypothesis=x,y", "found 'x', 'y', 'w'; for several columns write hypothesis:A=x hypot"),
        ("reference=x,z", "no column 'x,z'; found 'x', 'y', 'w'\n"),
    ],
)
def test_columns_are_checked(run: Run, given: str, said: str) -> None:
    Path("t.csv").write_text("x,y,w\na,b,c\n")
    assert said in refused(run(f"score t.csv --columns {given}"))


def test_the_reading_of_an_ambiguous_table_is_chosen(run: Run) -> None:
    Path("t.tsv").write_text('hypothesis\treference\n"a b"\ta b\n')
    errors = refused(run("score t.tsv -m wer"))
    assert "say which is meant with --table FILE --table-format tsv-plain" in errors
    words = "score --table t.tsv -m wer -b --table-format"
    assert run(f"{words} tsv-plain").output == "100.00\n"
    assert run(f"{words} tsv-quoted").output == "0.00\n"


def test_several_tables_have_the_given_format(run: Run) -> None:
    for name in "ab":
        Path(f"{name}.out").write_text(f"T-0\ta c\nH-0\t-0.5\t{name} c\n")
    assert run("score a.out b.out --table-format fairseq -m wer -b").output == "0.00\n50.00\n"
    assert "--table is given twice" in refused(run("score --table a.out --table b.out -m wer"))


def test_tables_of_parts_have_columns_and_a_format(run: Run) -> None:
    for part in "12":
        Path(f"t.{part}.tsv").write_text('x\ty\n"a b"\ta b\n')
    words = "score t.{part}.tsv --columns hyp=x ref=y -m wer -b --table-format tsv-quoted"
    assert run(words).output == "0.00\n"


@pytest.mark.parametrize("command", ["score", "compare", "align"])
def test_transcripts_are_joined_by_their_ids_in_every_command(run: Run, command: str) -> None:
    Path("ref.trn").write_text("the cat (a-1)\na dog (a-2)\n")
    Path("hyp.trn").write_text("a dog (a-2)\nthe cat (a-1)\n")
    Path("text").write_text("a-2 a dog\na-1 the cat sat\n")
    done = run(f"{command} ref.trn -i hyp.trn text -m wer")
    assert done.status == 0, done.errors
    assert "0.00" in done.output
    assert "25.00" in done.output  # 1 insertion, 4 words
    assert "a-1" not in done.output
