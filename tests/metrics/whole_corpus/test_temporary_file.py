"""Temporary files."""

import tempfile
from pathlib import Path

import pytest

from tallystick import TallystickError
from tallystick.metrics.whole_corpus import stream
from tallystick.metrics.whole_corpus.stream import TemporaryFile


@pytest.mark.parametrize("in_memory", [1, 1 << 20])
def test_bytes_are_read_where_they_were_written(
    monkeypatch: pytest.MonkeyPatch, in_memory: int
) -> None:
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", in_memory)
    with TemporaryFile() as file:
        assert [file.append(text) for text in (b"one", b"", b"three")] == [0, 3, 3]
        file.write(12, b"end")
        assert file.append(b"!") == 15
        assert file.read(2, 2) == b"et"
        assert file.read(12, 4) == b"end!"


def test_bytes_that_are_missing_are_an_error() -> None:
    with TemporaryFile() as file, pytest.raises(TallystickError, match="was cut off"):
        file.read(file.append(b"one"), 4)


@pytest.mark.parametrize(("folder", "named"), [("/nowhere", "/nowhere"), (None, "TMPDIR")])
def test_a_file_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, folder: str | None, named: str
) -> None:
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", 1)
    monkeypatch.delenv("TMPDIR", raising=False)
    with TemporaryFile() as file:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nowhere"])
        with pytest.raises(TallystickError, match=rf"temporary file in {named} .* set TMPDIR"):
            file.append(b"two")


@pytest.mark.parametrize(("kind", "reason"), [("missing", "No such file"), ("file", "Not a dir")])
def test_a_wrong_tmpdir_is_refused_where_a_file_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / kind))
    with TemporaryFile() as file:
        file.append(b"in memory")
    monkeypatch.setattr(stream, "BYTES_IN_MEMORY", 1)
    with TemporaryFile() as file, pytest.raises(TallystickError, match=rf"in .*{kind} .*{reason}"):
        file.append(b"two")
