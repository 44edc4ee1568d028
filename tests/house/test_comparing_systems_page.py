"""The commands of docs/comparing-systems.md run and print what stands there; so does its Python."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "comparing-systems.md"
CONSOLE_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BETWEEN = "----- the next command -----"


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
def test_the_commands_of_the_page_run_and_print_what_it_shows(tmp_path: Path) -> None:
    blocks: list[str] = CONSOLE_BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    shown = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    commands, expected = zip(*(part.split("\n", 1) for part in shown), strict=True)
    python = shlex.quote(sys.executable)
    start = f"""set -e
        python() {{ {python} "$@"; }}
        tallystick() {{ {python} -W error -m tallystick "$@"; }}
        """
    done = subprocess.run(
        ["sh", "-c", start + f"\necho '{BETWEEN}'\n".join(commands)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    printed = done.stdout.split(f"{BETWEEN}\n")
    for command, lines, output in zip(commands, expected, printed, strict=True):
        for line in lines.split("\n"):
            assert line in output, f"{command}\n{output}"


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks: list[str] = PYTHON_BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), {})
    assert {path.suffix for path in tmp_path.iterdir()} == {".html", ".json"}
