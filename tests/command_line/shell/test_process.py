"""The program as a separate process: pipes, signals, encodings, exit statuses."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tallystick
from tallystick import __version__

PROGRAM = (sys.executable, "-W", "error", "-m", "tallystick")
SCORE = (*PROGRAM, "score", "reference.txt", "-i", "mine.txt")
pytestmark = pytest.mark.usefixtures("corpus")


def test_version_names_the_kernel_that_is_active() -> None:
    for kernel, words in (("compiled", "compiled kernel"), ("python", "pure-Python kernel")):
        environment = os.environ | {"TALLYSTICK_KERNEL": kernel}
        done = subprocess.run(
            [*PROGRAM, "--version"], env=environment, capture_output=True, text=True, check=False
        )
        if kernel == "compiled" and done.returncode == 2:
            assert "this installation has no compiled kernel" in done.stderr
            continue
        python = ".".join(map(str, sys.version_info[:3]))
        assert done.stdout.startswith(f"tallystick {__version__} ({words}, Python {python}")


def test_version_without_the_compiled_kernel_says_what_to_do(tmp_path: Path) -> None:
    root = Path(tallystick.__file__).parent
    copy = shutil.copytree(
        root, tmp_path / "tallystick", ignore=shutil.ignore_patterns("_kernel.*", "__pycache__")
    )
    environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
    environment.pop("TALLYSTICK_KERNEL", None)
    done = subprocess.run(
        [*PROGRAM, "--version"], env=environment, capture_output=True, text=True, check=True
    )
    assert "(pure-Python kernel, Python " in done.stdout
    assert "takes 20 to 100 times as long" in done.stdout
    assert "    pip install --force-reinstall --no-deps --no-cache-dir tallystick\n" in done.stdout


def test_version_says_that_the_environment_selects_the_kernel() -> None:
    done = subprocess.run(
        [*PROGRAM, "--version"],
        env=os.environ | {"TALLYSTICK_KERNEL": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = "The compiled kernel is not used because TALLYSTICK_KERNEL is 'python'.\n"
    assert done.stdout.endswith(expected)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tallystick.__main__ import main; status = main(['--help'])\n"
        "heavy = {'numpy', 'tabulate', 'importlib.metadata', 'json'} & set(sys.modules)\n"
        "print(status, heavy, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "0 set()\n"
    assert "tallystick score" in done.stdout


def test_wrong_input_gives_one_line_on_standard_error_and_status_2() -> None:
    done = subprocess.run([*SCORE, "nofile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tallystick: error: nofile: there is no such file; check the path\n"


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
@pytest.mark.parametrize("words", [("--segments",), ("--help",)])
def test_a_closed_pipe_ends_the_program_quietly(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as output:
        done = subprocess.run([*SCORE, *words], stdout=output, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("words", [("tokenize",), ("score", "reference.txt")])
def test_an_interrupt_ends_the_program_quietly(words: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(2)  # until it waits for its input
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "wb") as output:
        done = subprocess.run(SCORE, stdout=output, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"standard output cannot be written: No space left on device" in done.stderr


def test_output_is_utf8_whatever_the_locale() -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    environment |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [*SCORE, "--names", "系统", "-f", "csv", "-m", "bleu"],
        env=environment,
        capture_output=True,
        check=True,
    )
    assert done.stdout.split(b"\n")[1].startswith("系统,45.18".encode())


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_a_pipe_instead_of_a_file_is_read_once(corpus: Path) -> None:
    reader, writer = os.pipe()
    os.write(writer, (corpus / "reference.txt").read_bytes())
    os.close(writer)
    done = subprocess.run(
        [*PROGRAM, "score", f"/dev/fd/{reader}", "-i", "mine.txt", "-b", "-m", "bleu", "nist"],
        pass_fds=[reader],
        capture_output=True,
        text=True,
        check=False,
    )
    os.close(reader)
    assert (done.stdout, done.stderr) == ("45.18\t2.5492\n", "")


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
@pytest.mark.parametrize(
    "words",
    [
        ("score", "reference.txt"),
        ("score", "-", "-i", "mine.txt"),
        ("score", "--table", "-", "--table-format", "xml"),
        ("compare", "reference.txt", "-i", "-", "mine.txt"),
        ("compare", "reference.txt", "-i", "mine.txt", "--docs", "-"),
        ("compare", "--report", "-"),
        ("tokenize",),
    ],
)
def test_closed_standard_input_is_an_error(words: tuple[str, ...]) -> None:
    command = subprocess.list2cmdline([*PROGRAM, *words])
    done = subprocess.run(
        ["sh", "-c", f"exec {command} <&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tallystick: error: ")
    assert "standard input is closed, so nothing can be read from it" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no such files")
def test_a_line_without_end_is_refused_before_it_fills_the_memory(corpus: Path) -> None:
    import gzip

    with gzip.open(corpus / "bomb.txt.gz", "wb", compresslevel=1) as file:
        for _ in range(300):
            file.write(b"x" * 1_000_000)
    limited = "ulimit -v 1500000; exec"
    for bomb in ("bomb.txt.gz", "/dev/zero"):
        command = subprocess.list2cmdline([*PROGRAM, "score", bomb, "-i", bomb])
        done = subprocess.run(
            ["sh", "-c", f"{limited} {command}"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{bomb}: a line is longer than 64 MiB" in done.stderr
        assert done.stderr.count("\n") == 1
