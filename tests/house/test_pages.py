"""README.md and docs/ show what their commands and Python print, and their prose is short.

Of prose, code, tables, headings and what is generated are left out. An item of a list is a
paragraph. A name in backticks counts as a word, and a link as its text.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from glob import glob
from pathlib import Path

import pytest

from tallystick.__main__ import main
from tallystick.metrics import DocumentFrequencies

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|(?:\.\./)?reference/)([^)#]+)")
"""A link to a file; the pages of the reference are made with the site, and checked there."""

INSTALLS = re.compile(r"\b(pip|venv)\b")
WITHOUT_SHELL = re.compile(r"tallystick ([^|<>&;$\n]*)(?:> (\S+))?")
JOINTS = re.compile(r" (&&|\|\|) ")
LONGEST_README = 170
LONGEST_SENTENCE = 35
LONGEST_PARAGRAPH = 90
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
QUICKER: dict[str, object] = {
    "explanation.search.MOST_ODD": 1,
    "conformance.thresholds.FEW_OF_LAWS": 5,
    "conformance.thresholds.LONG": 0.5,
    "conformance.running.limited": lambda implementation: implementation,
    "implementations.given.limited": lambda implementation: implementation,
}
"""Lower limits of searches, and libraries that are called in this process, for speed.

Long inputs have more time, because a page shows the same on a machine under load.
"""

NOT_PROSE = re.compile(r"\||#|!\[|<| {4}(?![-*\d])")
ITEM = re.compile(r"\n(?= *(?:[-*]|\d+\.) )")
END = re.compile(r"(?<=[.?!])[\"”)*_]*\s+(?=[\"“(*_\[]*[A-Z0-9`])")

# Document frequencies as Python 2 pickles them: a defaultdict(float), with tokens that are bytes in
# UTF-8. One token is a fraction with a no-break space, as the tokenizer of COCO joins them.
COCO = rb"""ccollections
defaultdict
(c__builtin__
float
tR(S'a'
tF2
s(S'caf\xc3\xa9'
tF1
s(S'a'
S'caf\xc3\xa9'
tF1
s(S'1\xc2\xa01/2'
tF1
s."""


def commands_of(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page and their output, without those that install.

    A line of output that ends in "..." continues.
    """
    blocks: list[str] = CONSOLE_BLOCK.findall(page.read_text(encoding="utf-8"))
    shown = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    commands = [part.partition("\n") for part in shown]
    return [(command, output) for command, _, output in commands if not INSTALLS.search(command)]


def python_of(page: Path) -> list[str]:
    """Return the Python of a page, without sessions, which doctest runs."""
    blocks: list[str] = PYTHON_BLOCK.findall(page.read_text(encoding="utf-8"))
    return [block for block in blocks if not block.startswith(">>>")]


WITH_COMMANDS = [page for page in PAGES if commands_of(page)]
WITH_PYTHON = [page for page in PAGES if python_of(page)]
WITH_SESSIONS = [page for page in PAGES if "\n>>> " in page.read_text(encoding="utf-8")]


def test_most_pages_have_commands_or_python() -> None:
    assert len({*WITH_COMMANDS, *WITH_PYTHON}) >= 7


@pytest.fixture
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUICKER.items():
        monkeypatch.setattr(f"tallystick.compat.{name}", value)


@pytest.mark.slow
@pytest.mark.usefixtures("quicker")
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for command, lines in commands_of(page):
        status, output = run(command, tmp_path / "folder", capsys)
        assert status == 0, f"{command}\n{output}"
        for line in lines.split("\n"):
            assert line.removesuffix("...") in output, f"{command}\n{output}"


def run(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run commands joined by && and ||; return the status and what they print.

    The program runs in this process where it needs no shell, which saves its start.
    """
    status, output, joint = 0, "", "&&"
    for part in JOINTS.split(command):
        if JOINTS.fullmatch(f" {part} "):
            joint = part
        elif (status == 0) != (joint == "&&"):
            continue
        elif program := WITHOUT_SHELL.fullmatch(part):
            words = shlex.split(program[1], comments=True)
            status = main([file for word in words for file in sorted(glob(word)) or [word]])
            printed = capsys.readouterr()
            if program[2]:
                Path(program[2]).write_text(printed.out, encoding="utf-8")
            output += printed.err if program[2] else printed.out + printed.err
        elif part.startswith("cd "):
            os.chdir(shlex.split(part, comments=True)[1])
        else:
            status, printed_there = run_in_shell(part.replace("$?", str(status)), folder)
            output += printed_there
    return status, output


def run_in_shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a command, go where it went, and return its status and what it prints.

    Args:
        command: The command.
        folder: The file for the name of the folder where it ends.
    """
    python = shlex.quote(sys.executable)
    program = f"""set -e
        python() {{ {python} "$@"; }}
        tallystick() {{ {python} -W error -m tallystick "$@"; }}
        {command}
        pwd > {shlex.quote(str(folder))}"""
    done = subprocess.run(
        ["sh", "-c", program],
        env=dict(os.environ),  # without COLUMNS of readline, which pytest imports
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        os.chdir(folder.read_text().removesuffix("\n"))
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("quicker")
@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("coco-val-df.p").write_bytes(COCO)
    names: dict[str, object] = {}
    for block in python_of(page):
        exec(compile(block, str(page), "exec"), names)
    if page.name == "cider.md":  # it converts the pickle of COCO
        frequencies = DocumentFrequencies.read("coco-val-df.tsv")
        assert dict(frequencies.items()) == {("a",): 2, ("café",): 1, ("a", "café"): 1}
        assert frequencies.segments == 40504


@pytest.mark.parametrize("page", WITH_SESSIONS, ids=lambda page: page.name)
def test_the_sessions_of_a_page_print_what_it_shows(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.attempted
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_exist(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= LONGEST_README


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs, with code and links as they are counted."""
    for block in re.split(r"\n\s*\n", FENCED.sub("\n\n", text)):
        if block.strip() and not NOT_PROSE.match(block.lstrip("\n")):
            for item in ITEM.split(block.strip("\n")):
                plain = re.sub(r"`[^`]+`", "`code`", item)
                plain = re.sub(r"\]\([^)]*\)", "]", plain)
                yield " ".join(plain.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\ntwo\n\n- a `b c` [d](e f)\n- g", ["One. two", "- a `code` [d]", "- g"]),
        ("# Head\n\n| a |\n| - |\n\n```\ncode\n```\n\n    code\n", []),
    ],
)
def test_paragraphs_are_found(text: str, expected: list[str]) -> None:
    assert list(paragraphs(text)) == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_sentences_and_paragraphs_are_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    long = [
        f"{len(part.split())} words: {part}"
        for paragraph in paragraphs(text)
        for parts, limit in (
            (END.split(paragraph), LONGEST_SENTENCE),
            ([paragraph], LONGEST_PARAGRAPH),
        )
        for part in parts
        if len(part.split()) > limit
    ]
    assert long == []
