"""A small corpus in files, and the program run inside this process."""

import contextlib
import io
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tallystick import examples
from tallystick.__main__ import main
from tallystick.reports import Comparison

# "two_segments_shared_info" of tests/golden/nist.json, printed by mteval: NIST 2.5492091425765566;
# sacreBLEU 2.6.0 prints BLEU 45.180100180492246
REFERENCE = "a b c d x\na b z r s\n"
MINE = "a b c d e\na b q r s\n"


EXAMPLE_TABLE = str(examples.example_path("corpus.tsv"))
EXAMPLE_DOCUMENTS = str(examples.example_path("documents.txt"))
EXAMPLE_SYSTEMS = {name: str(path) for name, path in examples.system_paths().items()}
EXAMPLE_REFERENCE = str(examples.reference_paths()[0])
EXAMPLE_TEXTS = shlex.join([*map(str, examples.reference_paths()), "-i", *EXAMPLE_SYSTEMS.values()])
EXAMPLE = f"compare {EXAMPLE_TEXTS} --names {' '.join(EXAMPLE_SYSTEMS)} --resamples 200"


class Done(NamedTuple):
    """What a run of the program left behind."""

    status: int
    output: str
    errors: str

    def data(self) -> Any:
        """Return the JSON that a run printed that ended with status 0."""
        assert self.status == 0, self.errors
        return json.loads(self.output)


Run = Callable[..., Done]


def refused(done: Done) -> str:
    """Return the errors of a run that ended with status 2, printed nothing, and says why."""
    assert (done.status, done.output) == (2, ""), done
    assert done.errors.removesuffix("\n").rpartition("\n")[2].startswith("tallystick: error: ")
    assert "Traceback" not in done.errors
    return done.errors


def comparison_of(done: Done) -> Comparison:
    """Return the comparison that a run printed as JSON."""
    assert done.status == 0, done.errors
    return Comparison.from_json(done.output)


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
    """Run the program with some words, and perhaps some standard input.

    One string is split into words as a shell does. None as standard input is a closed one.
    """

    def run_with(*words: str | Path, standard_input: bytes | None = b"") -> Done:
        if len(words) == 1:
            words = (*shlex.split(str(words[0])),)
        given = None if standard_input is None else io.BytesIO(standard_input)
        monkeypatch.setattr("sys.stdin", given and io.TextIOWrapper(given, encoding="utf-8"))
        status = main([str(word) for word in words])
        return Done(status, *capsys.readouterr())

    return run_with


@pytest.fixture(autouse=True)
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the current one, with reference.txt, mine.txt and copy.txt."""
    monkeypatch.chdir(tmp_path)
    files = {"reference.txt": REFERENCE, "mine.txt": MINE, "copy.txt": REFERENCE}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content.encode())
    return tmp_path
