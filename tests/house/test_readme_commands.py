"""Every `tallystick` command of README.md runs as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.examples import example_path

README = Path(__file__).parents[2] / "README.md"
CONSOLE_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What README.md calls its files, and which of the examples stand in for them.
FILES = {
    "ref.txt": "reference.en.txt",
    "ref-1.txt": "reference.en.txt",
    "ref-2.txt": "reference-2.en.txt",
    "out.txt": "system-good.en.txt",
    "system-a.txt": "system-good.en.txt",
    "system-b.txt": "system-literal.en.txt",
}


def commands() -> list[str]:
    """Return the commands that use tallystick, without those that install it."""
    blocks: list[str] = CONSOLE_BLOCK.findall(README.read_text(encoding="utf-8"))
    lines = [line for block in blocks for line in block.split("\n")]
    written = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    return [command for command in written if re.search(r"(^|\| )tallystick ", command)]


def test_there_are_commands_to_run() -> None:
    assert len(commands()) >= 5


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("command", commands())
def test_a_command_succeeds_and_warns_of_nothing(command: str, tmp_path: Path) -> None:
    for name, example in FILES.items():
        shutil.copyfile(example_path(example), tmp_path / name)
    python = shlex.quote(sys.executable)
    done = subprocess.run(
        f'tallystick() {{ {python} -W error -m tallystick "$@"; }}\n{command}',
        shell=True,
        cwd=tmp_path,
        input="It's 5 o'clock.\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != ""
