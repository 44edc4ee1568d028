"""`tallystick explain`. sacreBLEU 2.6.0 prints BLEU 45.180100180492246 for the corpus."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick import examples
from tests.command_line.conftest import Run, refused

FILES = "reference.txt -i mine.txt"
GIVEN = f"explain --reported 45.18 {FILES} -m bleu --odd 0"


def test_the_setting_its_command_and_equal_programs_are_printed(run: Run) -> None:
    formats = ("md", "tex", "csv", "tsv", "html", "json")
    done = run(f"{GIVEN} {' '.join(f'-o r.{ending}' for ending in formats)}")
    assert (done.status, done.errors) == (0, "")
    assert "the score of bleu (sacreBLEU, corpus_bleu)" in done.output
    assert "$ tallystick score reference.txt -i mine.txt -m bleu\n" in done.output
    assert "settings were tried" in done.output
    assert "other settings with the same score:\n    programs: Moses, " in done.output
    for ending in formats:
        assert "bleu" in Path(f"r.{ending}").read_text("utf-8")
    report = json.loads(Path("r.json").read_text("utf-8"))
    assert report["schema"] == "tallystick/explanation/1"
    [match] = report["matches"]
    assert (match["metric"], match["references"]) == ("bleu", [1])
    assert match["score"] == pytest.approx(45.180100180492246)
    equal = [(setting["metric"], setting["program"]) for setting in match["equal"]]
    assert ("bleu:dialect=marian", "Marian, bleu validator") in equal
    assert f"{len(equal)} other settings" in done.output


def test_other_settings_of_the_same_program_are_listed(run: Run) -> None:
    done = run(f"explain --reported 99.1234 {FILES} -m chrf --odd 1")
    assert "with the same score:" in done.output
    assert "with the same score:\n    by chance" not in done.output
    assert "A higher --odd" in done.output


def test_the_package_that_a_command_needs_is_named(run: Run) -> None:
    files = f"{examples.reference_paths()[1]} -i {examples.system_paths()['good']}"
    words = "-m bleu:dialect=multi-bleu --odd 1"
    done = run(f"explain --reported 27.52 {files} {words}")  # multi-bleu.perl, 34452895f
    assert "first: pip install sacremoses\n    $ tallystick score <(sacremoses " in done.output


def test_a_table_is_named_in_the_command_too(run: Run) -> None:
    lines = zip("ab", ("a b c d e", "a b q r s"), ("a b c d x", "a b z r s"), strict=True)
    rows = ["doc\thypothesis\treference", *("\t".join(line) for line in lines)]
    Path("both.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    done = run(GIVEN.replace(FILES, "both.tsv"))
    assert "$ tallystick score both.tsv -m bleu\n" in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("number", ["27.3", "66.0", "45"])
def test_every_command_prints_its_score(run: Run, number: str) -> None:
    Path("other.txt").write_text("a b c d y\na b x r t\n", "utf-8")
    words = "reference.txt other.txt -i mine.txt -m bleu --odd 1 -f json"
    report = run(f"explain --reported {number} {words}").data()
    shown = [match for match in report["matches"] or report["nearest"] if match["command"]][:2]
    for match in shown:
        command = match["command"]
        if set(command) & set("|<>"):
            command = command.replace("tallystick", f"{sys.executable} -m tallystick")
            output = subprocess.check_output(["bash", "-c", command], text=True)
        else:
            output = run(f"{command.removeprefix('tallystick ')} -q -b").output
        assert float(output) == pytest.approx(match["score"], abs=0.006)


def test_the_nearest_are_printed_if_nothing_matches(run: Run) -> None:
    done = run(f"explain --reported 1.2345 {FILES} -m bleu --odd 0")
    assert done.status == 0
    assert done.output.startswith("No setting that was tried gives 1.2345.")
    assert "other references" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"--reported 27,3 {FILES}", "with a point: 27.3"),
        ("--reported 27.3 reference.txt", "-i SYSTEM"),
        (f"--reported 27.3 {FILES} copy.txt", "2 systems"),
        ("--reported 27.3 absent.txt -i mine.txt", "absent.txt"),
        (f"--reported 27.3 {FILES} -m blue", "bleu"),
        (f"--reported 27.3 {FILES} --odd 9", "0 to 4"),
        (f"--reported 27.3 {FILES} -f pdf", "pdf"),
        (FILES, "--reported"),
    ],
)
def test_wrong_input_is_explained(run: Run, words: str, message: str) -> None:
    assert message in refused(run(f"explain {words}"))
