"""Write files completely or leave them unchanged."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping

from tallystick.errors import TallystickError

TAKES_NO_NEW_FILE = frozenset(
    (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.ENOENT, errno.ENOTDIR)
)
INCOMPLETE = "its content is not complete"


def write_files(contents: Mapping[str, str | bytes]) -> None:
    """Write contents to their paths; text as UTF-8, with line feeds as line ends.

    Every content is first written to a temporary file in the folder of its target. The temporary
    files replace their targets only after all of them are on the disk. If the disk is full or the
    process is killed, an earlier file is unchanged; if two processes write the same file, it has
    the content of one of them. Permissions and symbolic links are kept. Files that are not regular
    (a pipe, /dev/stdout), and files in a folder that does not allow new files, are written in
    place. Errors name the file and its current content.
    """
    encoded = {
        path: content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        for path, content in contents.items()
    }
    temporary: dict[str, str] = {}
    try:
        for path, data in encoded.items():
            file = _make_temporary(path)
            if file is not None:
                temporary[path] = file
                _write(path, file, data)
        for path, data in encoded.items():
            if path not in temporary or not _replace(path, temporary[path]):
                _write(path, path, data)
    finally:
        for file in temporary.values():
            with contextlib.suppress(OSError):
                os.unlink(file)


def make_folder(path: str) -> None:
    """Create a folder if it does not exist."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise TallystickError(
            f"{path}: cannot be created: {error.strerror or error}; choose another folder"
        ) from None


@contextlib.contextmanager
def replaced_file(path: str) -> Iterator[str]:
    """Give the name of a file to write, which replaces the one at `path` once it is complete.

    It is `path` itself if that must be written in place; see `write_files`.
    """
    file = _make_temporary(path)
    if file is None:
        yield path
        return
    try:
        yield file
        if not _replace(path, file):
            try:
                shutil.copyfile(file, path)
            except OSError as error:
                raise _unwritable(path, error, INCOMPLETE) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(file)


def _make_temporary(path: str) -> str | None:
    """Create a file that can replace the one at `path`; None if that is written in place."""
    try:
        target = os.path.realpath(path)
        before = os.stat(target) if os.path.lexists(target) else None
        if before is not None and not (stat.S_ISREG(before.st_mode) and os.access(target, os.W_OK)):
            return None
        file = os.path.join(os.path.dirname(target), f".tallystick-{secrets.token_hex(8)}.tmp")
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    except ValueError:  # a NUL in the name, reported when it is opened
        return None
    except OSError as error:
        if error.errno in TAKES_NO_NEW_FILE:
            return None
        raise _unwritable(path, error, _left(path)) from None
    if before is None:
        return file
    try:
        if hasattr(os, "chown") and before.st_uid != os.geteuid():
            os.chown(file, before.st_uid, before.st_gid)
        os.chmod(file, stat.S_IMODE(before.st_mode))
    except OSError:
        os.unlink(file)
        return None
    return file


def _replace(path: str, file: str) -> bool:
    """Replace a file by a temporary one; False if it must be written in place."""
    try:
        os.replace(file, os.path.realpath(path))
    except OSError as error:
        if error.errno in TAKES_NO_NEW_FILE:
            return False
        raise _unwritable(path, error, _left(path)) from None
    return True


def _write(path: str, file: str, data: bytes) -> None:
    try:
        opened = open(file, "wb")  # noqa: SIM115 (closed below, with a separate error)
    except (OSError, ValueError) as error:
        raise TallystickError(
            f"{path}: cannot be opened for writing: "
            f"{getattr(error, 'strerror', None) or error}; choose another name or folder"
        ) from None
    try:
        with opened:
            opened.write(data)
            opened.flush()
            if file != path:
                os.fsync(opened.fileno())
    except OSError as error:
        left = INCOMPLETE if file == path else _left(path)
        raise _unwritable(path, error, left) from None


def _left(path: str) -> str:
    exists = os.path.lexists(path)
    return "its previous content is unchanged" if exists else "it has not been created"


def _unwritable(path: str, error: OSError, left: str) -> TallystickError:
    return TallystickError(f"{path}: cannot be written: {error.strerror or error}; {left}")
