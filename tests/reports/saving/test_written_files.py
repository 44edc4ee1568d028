"""Files are written whole or not at all."""

import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tallystick import TallystickError
from tests.reports.internals import replaced_file, write_files

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_is_utf8_with_line_feeds_and_bytes_stay_as_they_are(tmp_path: Path) -> None:
    write_files({str(tmp_path / "a"): "é\n", str(tmp_path / "b"): b"\xff"})
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9\n"
    assert (tmp_path / "b").read_bytes() == b"\xff"
    assert names(tmp_path) == ["a", "b"]


@posix
def test_permissions_of_an_old_file_are_kept_and_new_ones_follow_the_mask(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("old")
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        write_files({str(old): "x", str(new): "y"})
    finally:
        os.umask(mask)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o640, 0o640]
    assert old.read_text() == "x"


@posix
def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    target.write_text("old")
    for name in ("folder/target", "folder/absent"):
        (tmp_path / "link").unlink(missing_ok=True)
        (tmp_path / "link").symlink_to(name)
        write_files({str(tmp_path / "link"): "new"})
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / name).read_text() == "new"


@posix
def test_a_pipe_is_written_in_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as pool:
        read = pool.submit((tmp_path / "pipe").read_bytes)
        write_files({str(tmp_path / "pipe"): "text"})
        assert read.result(30) == b"text"
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_in_a_folder_that_takes_no_new_files_is_written_in_place(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    tmp_path.chmod(0o500)
    try:
        write_files({str(path): "new"})
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "new"


def errors_on_a_full_disk(folder: Path, files: str) -> str:
    """Write files where none can be larger than 1,000 bytes, and return standard error."""
    code = (
        "import resource\n"
        "from tallystick.reports.saving.written_files import write_files\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"write_files({files})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stderr


def failing(number: int) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_a_mounted_file_on_a_full_disk_is_said_to_be_incomplete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    monkeypatch.setattr(os, "replace", failing(errno.EBUSY))
    monkeypatch.setattr(shutil, "copyfile", failing(errno.ENOSPC))
    with (
        pytest.raises(TallystickError, match="No space left on device; its content is not compl"),
        replaced_file(str(path)) as file,
    ):
        Path(file).write_text("new")
    assert names(tmp_path) == []


@posix
@pytest.mark.parametrize(
    ("before", "said"),
    [([], "it has not been created"), (["large", "small"], "its previous content is unch")],
)
def test_a_disk_that_becomes_full_leaves_every_file_as_it_was(
    tmp_path: Path, before: list[str], said: str
) -> None:
    for name in before:
        (tmp_path / name).write_text("old")
    errors = errors_on_a_full_disk(tmp_path, "{'small': 'new', 'large': 'new' * 1000}")
    assert f"large: cannot be written: File too large; {said}" in errors
    assert names(tmp_path) == before
    assert [(tmp_path / name).read_text() for name in before] == ["old"] * len(before)


@posix
def test_a_process_that_is_killed_leaves_the_old_file_whole(tmp_path: Path) -> None:
    code = (
        "from tallystick.reports.saving.written_files import write_files\n"
        "content = b'x' * 30_000_000\n"
        "print('ready', flush=True)\n"
        "while True: write_files({'report': content})\n"
    )
    for delay in (0.0, 0.02):
        (tmp_path / "report").write_text("old")
        with subprocess.Popen(
            [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        assert (tmp_path / "report").stat().st_size in (3, 30_000_000)


def test_writers_of_one_file_leave_the_whole_content_of_one(tmp_path: Path) -> None:
    contents = [str(number) * 1_000_000 for number in range(8)]
    path = str(tmp_path / "report")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_files({path: content}), contents))
    assert (tmp_path / "report").read_text() in contents
    assert names(tmp_path) == ["report"]


@pytest.mark.parametrize("name", ["no/file", "nul\0"])
def test_a_file_that_cannot_be_opened_is_named_and_no_other_is_replaced(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "good").write_text("old")
    path = str(tmp_path / name)
    with pytest.raises(TallystickError, match=r"cannot be opened for writing: .*; choose another"):
        write_files({path: "x", str(tmp_path / "good"): "new"})
    assert (tmp_path / "good").read_text() == "old"
    assert names(tmp_path) == ["good"]
