"""Writing to standard output."""

from __future__ import annotations

import contextlib
import os
import sys

from tallystick.errors import TallystickError


def write_output(content: str | bytes) -> None:
    """Write text, or bytes, to standard output and flush it."""
    if sys.stdout is None:
        raise TallystickError("standard output is closed; redirect it to a file or to /dev/null")
    try:
        if isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_standard_output()
        raise TallystickError(
            f"standard output cannot be written: {error.strerror or error}; the output is "
            "incomplete"
        ) from None


def discard_standard_output() -> None:
    """Redirect the last flush of the interpreter, which would fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
