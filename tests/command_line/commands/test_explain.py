"""`tallystick explain`. sacreBLEU 2.6.0 prints BLEU 45.180100180492246 for the corpus."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick import examples
from tests.command_line.conftest import Run

GIVEN = ("explain", "--reported", "45.18", "reference.txt", "-i", "mine.txt")


def test_the_setting_and_its_command_are_printed(run: Run, corpus: Path) -> None:
    done = run(*GIVEN, "-m", "bleu", "--odd", "0")
    assert done.status == 0
    assert "the score of bleu (sacreBLEU, corpus_bleu)" in done.output
    assert "$ tallystick score reference.txt -i mine.txt -m bleu\n" in done.output
    assert "settings were tried" in done.output


def test_json_has_every_match(run: Run, corpus: Path) -> None:
    found = json.loads(run(*GIVEN, "-m", "bleu", "--odd", "0", "-f", "json").output)
    assert found["schema"] == "tallystick/explanation/1"
    assert found["matches"][0]["metric"] == "bleu"
    assert found["matches"][0]["score"] == pytest.approx(45.180100180492246)
    assert found["matches"][0]["references"] == [1]


def test_programs_with_the_same_score_are_listed(run: Run, corpus: Path) -> None:
    done = run(*GIVEN, "-m", "bleu", "--odd", "0")
    assert "other settings with the same score:\n    programs: Moses, " in done.output
    [match] = json.loads(run(*GIVEN, "-m", "bleu", "--odd", "0", "-f", "json").output)["matches"]
    equal = [(one["metric"], one["program"]) for one in match["equal"]]
    assert ("bleu:dialect=marian", "Marian, bleu validator") in equal
    assert f"{len(equal)} other settings" in done.output


def test_other_settings_of_the_same_program_are_listed(run: Run, corpus: Path) -> None:
    number, words = "99.1234", ("-m", "chrf", "--odd", "1")
    done = run("explain", "--reported", number, *GIVEN[3:], *words)
    assert "with the same score:" in done.output
    assert "with the same score:\n    by chance" not in done.output
    assert "A higher --odd" in done.output


def test_the_package_that_a_command_needs_is_named(run: Run) -> None:
    files = (str(examples.reference_paths()[1]), "-i", str(examples.system_paths()["good"]))
    words = ("-m", "bleu:dialect=multi-bleu", "--odd", "1")
    done = run("explain", "--reported", "27.52", *files, *words)  # multi-bleu.perl, 34452895f
    assert "first: pip install sacremoses\n    $ tallystick score <(sacremoses " in done.output


@pytest.mark.parametrize("format", ["markdown", "latex", "csv", "tsv", "html"])
def test_every_format_shows_the_setting(run: Run, corpus: Path, format: str) -> None:
    done = run(*GIVEN, "-m", "bleu", "--odd", "0", "-f", format)
    assert "bleu" in done.output
    assert done.errors == ""


def test_a_table_is_named_in_the_command_too(run: Run, corpus: Path) -> None:
    lines = zip("ab", ("a b c d e", "a b q r s"), ("a b c d x", "a b z r s"), strict=True)
    rows = ["doc\thypothesis\treference", *("\t".join(line) for line in lines)]
    (corpus / "both.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    done = run("explain", "--reported", "45.18", "both.tsv", "-m", "bleu", "--odd", "0")
    assert "$ tallystick score both.tsv -m bleu\n" in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("number", ["27.3", "66.0", "45"])
def test_every_command_prints_its_score(run: Run, corpus: Path, number: str) -> None:
    (corpus / "other.txt").write_text("a b c d y\na b x r t\n", "utf-8")
    words = ("reference.txt", "other.txt", "-i", "mine.txt", "-m", "bleu", "--odd", "1")
    found = json.loads(run("explain", "--reported", number, *words, "-f", "json").output)
    shown = [one for one in found["matches"] or found["nearest"] if one["command"]][:2]
    for one in shown:
        command = one["command"].replace("tallystick", f"{sys.executable} -m tallystick")
        done = subprocess.run(
            ["bash", "-c", f"{command} -q -b" if "|" not in command else command],
            capture_output=True,
            text=True,
            check=True,
        )
        assert float(done.stdout) == pytest.approx(one["score"], abs=0.006)


def test_the_nearest_are_printed_if_nothing_matches(run: Run, corpus: Path) -> None:
    done = run("explain", "--reported", "1.2345", *GIVEN[3:], "-m", "bleu", "--odd", "0")
    assert done.status == 0
    assert done.output.startswith("No setting that was tried gives 1.2345.")
    assert "other references" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--reported", "27,3", "reference.txt", "-i", "mine.txt"), "with a point: 27.3"),
        (("--reported", "27.3", "reference.txt"), "-i SYSTEM"),
        (("--reported", "27.3", "reference.txt", "-i", "mine.txt", "copy.txt"), "2 systems"),
        (("--reported", "27.3", "absent.txt", "-i", "mine.txt"), "absent.txt"),
        (("--reported", "27.3", "reference.txt", "-i", "mine.txt", "-m", "blue"), "bleu"),
        (("--reported", "27.3", "reference.txt", "-i", "mine.txt", "--odd", "9"), "0 to 4"),
        (("--reported", "27.3", "reference.txt", "-i", "mine.txt", "-f", "pdf"), "pdf"),
        (("reference.txt", "-i", "mine.txt"), "--reported"),
    ],
)
def test_wrong_input_is_explained(
    run: Run, corpus: Path, words: tuple[str, ...], message: str
) -> None:
    done = run("explain", *words)
    assert done.status == 2
    assert message in done.errors
    assert done.output == ""
