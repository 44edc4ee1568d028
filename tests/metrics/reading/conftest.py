"""What the tests of reading share: files of lines, and standard input."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.metrics.reading.functions import Write


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file of lines into the current folder, and return its name."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, *lines: str) -> str:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
        return name

    return write


@pytest.fixture
def standard_input(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], io.TextIOWrapper]:
    """Make bytes what standard input has."""

    def give(data: bytes) -> io.TextIOWrapper:
        file = io.TextIOWrapper(io.BytesIO(data))
        monkeypatch.setattr(sys, "stdin", file)
        return file

    return give
