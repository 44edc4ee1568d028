"""A start costs little, because nothing heavy is imported before it is used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tallystick

PARENT = str(Path(tallystick.__file__).parents[1])
PREPARE = f"import sys; sys.path.insert(0, {PARENT!r})"


def processor_seconds(*arguments: str, repeats: int = 12) -> float:
    """Return the least processor time, user and system, of several runs of Python."""
    if not hasattr(os, "wait4"):
        pytest.skip("this system does not tell the processor time of one process")
    seconds = []
    for _ in range(repeats):
        process = subprocess.Popen(
            [sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, arguments
        seconds.append(usage.ru_utime + usage.ru_stime)
    return min(seconds)


def test_importing_the_package_takes_at_most_30_milliseconds_beyond_a_bare_interpreter() -> None:
    bare = processor_seconds("-I", "-c", PREPARE)
    imported = processor_seconds("-I", "-c", f"{PREPARE}; import tallystick")
    assert imported - bare <= 0.030


def test_importing_the_package_imports_no_numpy() -> None:
    code = f"{PREPARE}; import tallystick; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_help_takes_at_most_70_milliseconds() -> None:
    run_module = f"{PREPARE}; sys.argv[1:] = ['--help']; import runpy; "
    run_module += "runpy.run_module('tallystick', run_name='__main__', alter_sys=True)"
    assert processor_seconds("-I", "-c", run_module) <= 0.070
