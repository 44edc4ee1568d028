"""A small corpus in files, and the program run inside this process."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tallystick import examples
from tallystick.__main__ import main

# "two_segments_shared_info" of tests/golden/nist.json, printed by mteval: NIST 2.5492091425765566;
# sacreBLEU 2.6.0 prints BLEU 45.180100180492246
REFERENCE = "a b c d x\na b z r s\n"
MINE = "a b c d e\na b q r s\n"


EXAMPLE_TABLE = str(examples.example_path("corpus.tsv"))
EXAMPLE_DOCUMENTS = str(examples.example_path("documents.txt"))
EXAMPLE_SYSTEMS = {name: str(path) for name, path in examples.system_paths().items()}
EXAMPLE_TEXTS = (*map(str, examples.reference_paths()), "-i", *EXAMPLE_SYSTEMS.values())
EXAMPLE = ("compare", *EXAMPLE_TEXTS, "--names", *EXAMPLE_SYSTEMS, "--resamples", "200")


class Done(NamedTuple):
    """What a run of the program left behind."""

    status: int
    output: str
    errors: str


Run = Callable[..., Done]


def refused(done: Done) -> str:
    """Return the errors of a run that ended with status 2, printed nothing, and says why."""
    assert (done.status, done.output) == (2, ""), done
    assert done.errors.removesuffix("\n").rpartition("\n")[2].startswith("tallystick: error: ")
    assert "Traceback" not in done.errors
    return done.errors


def write_with_parts(folder: Path, texts: Mapping[str, Sequence[str]], cut: int) -> None:
    """Write NAME.txt with the lines of each text, and NAME.1.txt and NAME.2.txt with its parts."""
    for name, lines in texts.items():
        for part, chosen in (("", lines), (".1", lines[:cut]), (".2", lines[cut:])):
            (folder / f"{name}{part}.txt").write_text("".join(f"{line}\n" for line in chosen))


def output_of(*words: str) -> str:
    """Run the program with some words, outside of a test, and return what it prints."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        assert main(list(words)) == 0
    return written.getvalue()


def write_statistics(folder: Path, name: str, systems: str, *options: str) -> None:
    """Write the statistics of two parts of systems into a folder."""
    files = [f"{system}.{{part}}.txt" for system in systems]
    with contextlib.chdir(folder):
        output_of("statistics", "ref.{part}.txt", "-i", *files, *options, "-q", "-o", name)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program with some words, and perhaps some standard input."""

    def run_with(*words: str | Path, standard_input: bytes = b"") -> Done:
        stream = io.TextIOWrapper(io.BytesIO(standard_input), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stream)
        status = main([str(word) for word in words])
        return Done(status, *capsys.readouterr())

    return run_with


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the current one, with reference.txt, mine.txt and copy.txt."""
    monkeypatch.chdir(tmp_path)
    files = {"reference.txt": REFERENCE, "mine.txt": MINE, "copy.txt": REFERENCE}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content.encode())
    return tmp_path
