"""The program as a separate process: pipes, encodings, exit statuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick import __version__
from tests.command_line.conftest import Run, refused

PROGRAM = (sys.executable, "-W", "error", "-m", "tallystick")
SCORE = (*PROGRAM, "score", "reference.txt", "-i", "mine.txt")


@pytest.mark.parametrize(
    ("active", "demand", "name", "advice"),
    [
        ("compiled", "compiled", "compiled kernel", ""),
        ("python", "python", "pure-Python kernel", "because TALLYSTICK_KERNEL is 'python'.\n"),
        ("python", "", "pure-Python kernel", "--force-reinstall --no-deps --no-cache-dir tally"),
    ],
)
def test_version_names_the_active_kernel_and_says_what_to_do_about_a_slow_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, active: str, demand: str, name: str, advice: str
) -> None:
    monkeypatch.setattr("tallystick.metrics.kernel.kernel.ACTIVE", active)
    monkeypatch.setenv("TALLYSTICK_KERNEL", demand)
    first, _, others = run("--version").output.partition("\n")
    python = ".".join(map(str, sys.version_info[:3]))
    assert first == f"tallystick {__version__} ({name}, Python {python})"
    assert advice in others
    assert bool(others) == bool(advice)
    assert ("takes 20 to 100 times as long" in others) == (not demand)


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
@pytest.mark.parametrize("words", [("--segments",), ("--help",)])
def test_a_closed_pipe_ends_the_program_quietly(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        done = subprocess.run([*SCORE, *words], stdout=output, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "wb") as output:
        done = subprocess.run(SCORE, stdout=output, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"standard output cannot be written: No space left on device" in done.stderr


def test_output_is_utf8_whatever_the_locale() -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    environment |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [*SCORE, "--names", "系统", "-f", "csv", "-m", "bleu"]
    done = subprocess.run(words, env=environment, capture_output=True, check=True)
    assert done.stdout.split(b"\n")[1].startswith("系统,45.18".encode())


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_a_pipe_instead_of_a_file_is_read_once(run: Run) -> None:
    reader, writer = os.pipe()
    os.write(writer, Path("reference.txt").read_bytes())
    os.close(writer)
    assert run(f"score /dev/fd/{reader} -i mine.txt -b -m bleu nist") == (0, "45.18\t2.5492\n", "")
    os.close(reader)


@pytest.mark.parametrize(
    "words",
    [
        "score reference.txt",
        "score - -i mine.txt",
        "score --table - --table-format xml",
        "compare reference.txt -i - mine.txt",
        "compare reference.txt -i mine.txt --docs -",
        "compare --report -",
        "tokenize",
    ],
)
def test_closed_standard_input_is_an_error(run: Run, words: str) -> None:
    errors = refused(run(words, standard_input=None))
    assert "standard input is closed, so nothing can be read from it" in errors
    assert errors.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no such files")
def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    command = subprocess.list2cmdline([*PROGRAM, "score", "/dev/zero", "-i", "/dev/zero"])
    words = ["sh", "-c", f"ulimit -v 1500000; exec {command}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "/dev/zero: a line is longer than 64 MiB" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "report"),
    [
        ("score reference.txt -i mine.txt", "o.json"),
        ("score reference.txt -i mine.txt -b", "o.csv"),
        ("compare reference.txt -i mine.txt copy.txt --resamples 99", "o.html"),
        ("merge s.parquet", "o.md"),
        ("meta reference.txt -i mine.txt copy.txt --human h.tsv --resamples 99", "o.json"),
        ("explain reference.txt -i mine.txt --reported 45.2 -m bleu --odd 0", "o.txt"),
    ],
)
def test_quiet_commands_do_not_print_the_report_that_they_write(
    run: Run, words: str, report: str
) -> None:
    Path("h.tsv").write_text("system\tsegment\tscore\nmine\t1\t1\nmine\t2\t2\ncopy\t1\t3\n")
    assert run("statistics reference.txt -i mine.txt -q -o s.parquet").status == 0
    assert run(f"{words} -q -o {report}") == (0, "", "")
    written = Path(report).read_text()
    assert written
    assert run(f"{words} -q").output
    assert run(f"{words} -q -o {report} -o -").output
    errors = refused(run(f"{words} -q -o {report} -f json"))
    assert "-q keeps the report from being written there" in errors
