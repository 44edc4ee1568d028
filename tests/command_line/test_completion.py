"""Completion scripts: right for the shell, and complete."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tallystick.command_line.commands import COMMANDS
from tallystick.command_line.completion_scripts import command_words, completion_script

Run = Callable[..., Any]
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def offered(words: Sequence[str]) -> set[str]:
    """Return what bash offers for the last of some words."""
    script = completion_script("bash") + (
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tallystick; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", script, "bash", *words], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@needs_bash
def test_the_script_for_bash_is_valid() -> None:
    script = completion_script("bash").encode()
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@needs_bash
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tallystick", ""], {*COMMANDS, "--help", "--version"}),
        (["tallystick", "tok"], {"tokenize", "tokenizers"}),
        (["tallystick", "comp"], {"compare", "completion"}),
        (["tallystick", "compare", "ref", "--fail"], {"--fail-if"}),
        (["tallystick", "compare", "ref", "-f", "htm"], {"html"}),
        (["tallystick", "compare", "ref", "--correction", "ho"], {"holm"}),
        (["tallystick", "score", "ref", "--seg"], {"--segments"}),
        (["tallystick", "score", "ref", "-m", "b"], {"bleu"}),
        (["tallystick", "score", "ref", "-m", "bleu", "n"], {"nist"}),
        (["tallystick", "score", "ref", "-tok", "13"], {"13a"}),
        (["tallystick", "score", "ref", "-f", "json"], {"json", "jsonl"}),
        (["tallystick", "score", "ref", "-s", "add"], {"add-k"}),
        (["tallystick", "completion", ""], {"bash", "zsh", "fish"}),
    ],
)
def test_bash_offers_commands_options_and_values(words: list[str], expected: set[str]) -> None:
    assert offered(words) == expected


@needs_bash
def test_bash_offers_files_where_files_are_expected(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reference.txt").touch()
    assert offered(["tallystick", "score", "ref"]) == {"reference.txt"}
    assert offered(["tallystick", "score", "x", "-i", "ref"]) == {"reference.txt"}
    assert offered(["tallystick", "score", "x", "-tok", "intl", "ref"]) == {"reference.txt"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_in_every_script(run: Run, shell: str) -> None:
    script = run("completion", shell).output
    for command in COMMANDS:
        assert command in script
        for option in command_words(command).options:
            for name in option.names:
                assert (name if shell != "fish" else name.lstrip("-")) in script


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_is_valid_for_its_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = completion_script(shell).encode()
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
