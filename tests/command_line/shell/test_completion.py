"""Completion: every shell offers what can follow."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tallystick.command_line import COMMANDS
from tallystick.command_line.commands.completion import SCRIPTS, offers
from tallystick.command_line.shell.parser import command_parser
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


@pytest.fixture(params=sorted(ASKS))
def offered(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
        script = (ZSH if shell == "zsh" else "") + SCRIPTS[shell] + ASKS[shell]
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
    assert offered(["tallystick", "score", "ref", "--seg"]) == {"--segments"}
    assert offered(["tallystick", "score", "ref", "-m", "bleu", "n"]) == {"nist"}
    assert offered(["tallystick", "score", "ref", "-f", "xyz"]) == set()
    Path("reference.txt").touch()
    assert offered(["tallystick", "score", "ref"]) == {"reference.txt"}
    assert offered(["tallystick", "score", "ref", "-m", "ref"]) == set()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([""], {*COMMANDS, "--help", "--version"}),
        (["tok"], {"tokenize", "tokenizers"}),
        (["compare", "ref", "--fail"], {"--fail-if"}),
        (["compare", "ref", "-f", "htm"], {"html"}),
        (["compare", "ref", "--correction", "ho"], {"holm"}),
        (["score", "ref", "-m", "b"], {"bleu"}),
        (["score", "ref", "-tok", "13"], {"13a"}),
        (["score", "ref", "-f", "json"], {"json", "jsonl"}),
        (["score", "ref", "-s", "add"], {"add-k"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["completion", "z"], {"zsh"}),
    ],
)
def test_commands_options_and_values_are_offered(words: list[str], expected: set[str]) -> None:
    assert set(offers(words[:-1], words[-1]) or ()) == expected


@pytest.mark.parametrize(
    "words",
    [
        ["score", "ref"],
        ["score", "x", "-i", "ref"],
        ["score", "x", "-i", "y", "ref"],
        ["score", "x", "-tok", "intl", "ref"],
        ["score", "-", "ref"],
        ["nothing", ""],
    ],
)
def test_files_are_offered_where_files_are_expected(words: list[str]) -> None:
    assert offers(words[:-1], words[-1]) is None


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_every_command_is_offered_with_its_description(command: str) -> None:
    described = offers([command], "-") or {}
    for action in command_parser(command)._actions:
        for name in action.option_strings:
            assert described[name]


def test_the_command_prints_the_script_of_a_shell(run: Run) -> None:
    assert run("completion", "zsh").output == SCRIPTS["zsh"]


def test_the_command_that_the_scripts_call_is_in_no_help(run: Run) -> None:
    assert "offers" not in run("--help").output
    assert "offers" not in COMMANDS
    assert run("offers", "completion", "z").output == "zsh\t\n"


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_valid_for_its_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = SCRIPTS[shell].encode()
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
