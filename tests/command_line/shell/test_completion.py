"""Completion: every shell offers what can follow."""

import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.command_line.conftest import Run

ASKS = {
    "bash": 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tallystick; '
    'printf "%s\\n" "${COMPREPLY[@]}"',
    "zsh": 'words=("$@"); CURRENT=$#; _tallystick',
    "fish": 'complete -C "$argv"',
}
# zsh's own functions work in an interactive shell alone
ZSH = """compdef() { }
_describe() { print -l -- "${(@P)2}"; }
_files() { print -l -- "${words[CURRENT]}"*(N); }
"""


def offers(run: Run, words: str) -> dict[str, str]:
    """Return what is offered for the last word, with descriptions."""
    lines = run(words).output.split("\n")[:-1]
    return {word: described for word, _, described in (line.partition("\t") for line in lines)}


def commands(run: Run) -> list[str]:
    """Return the commands that the help lists."""
    return re.findall(r"^  (\w+)  ", run("--help").output, re.MULTILINE)


@pytest.fixture(params=sorted(ASKS))
def offered(
    run: Run, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Sequence[str]], set[str]]:
    """Return what a shell offers for the last of some words, in an empty folder."""
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "bin" / "tallystick"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tallystick "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")

    def ask(words: Sequence[str]) -> set[str]:
        script = (ZSH if shell == "zsh" else "") + run("completion", shell).output + ASKS[shell]
        name = [shell] if shell != "fish" else []
        arguments = {"fish": ["--no-config"], "zsh": ["-f"], "bash": []}[shell]
        done = subprocess.run(
            [shell, *arguments, "-c", script, *name, *words],
            capture_output=True,
            text=True,
            check=True,
        )
        separator = ":" if shell == "zsh" else "\t"
        return {line.partition(separator)[0] for line in done.stdout.split("\n") if line}

    return ask


def test_every_shell_offers_commands_options_values_and_files(
    offered: Callable[[Sequence[str]], set[str]],
) -> None:
    assert offered(["tallystick", "comp"]) == {"compare", "completion"}
    assert offered(["tallystick", "score", "ref", "-m", "bleu", "n"]) == {"nist"}
    Path("reference.txt").touch()
    assert offered(["tallystick", "score", "ref"]) == {"reference.txt"}
    assert offered(["tallystick", "score", "ref", "-m", "ref"]) == set()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tok", {"tokenize"}),
        ("score ref --seg", {"--segments"}),
        ("compare ref --fail", {"--fail-if"}),
        ("compare ref -f htm", {"html"}),
        ("compare ref --correction ho", {"holm"}),
        ("score ref -m b", {"bleu"}),
        ("score ref -tok 13", {"13a"}),
        ("score ref -f json", {"json", "jsonl"}),
        ("score ref -f xyz", set()),
        ("score ref -s add", {"add-k"}),
        ("completion ''", {"bash", "zsh", "fish"}),
        ("completion z", {"zsh"}),
        # where files are expected
        ("score ref", {"files"}),
        ("score x -i ref", {"files"}),
        ("score x -i y ref", {"files"}),
        ("score x -tok intl ref", {"files"}),
        ("score - ref", {"files"}),
        ("nothing ''", {"files"}),
    ],
)
def test_commands_options_values_and_files_are_offered(
    run: Run, words: str, expected: set[str]
) -> None:
    assert set(offers(run, f"offers {words}")) == expected


def test_all_commands_are_offered_with_their_options_and_a_description_of_each(run: Run) -> None:
    assert set(offers(run, "offers ''")) == {*commands(run), "--help", "--version"}
    for command in commands(run):
        if command == "list":
            assert set(offers(run, "offers list ''")) > {"metrics", "dialects"}
            continue
        described = offers(run, f"offers {command} -")
        listed = re.findall(
            r"^  (-[\w-]+)(?:[ ,\n]|$)", run(command, "--help").output, re.MULTILINE
        )
        assert "-h" in listed
        assert all(described[option] for option in listed)


def test_the_command_that_the_scripts_call_is_in_no_help(run: Run) -> None:
    assert "offers" not in run("--help").output
    assert run("offers", "completion", "z").output == "zsh\t\n"
