"""Writing to standard output."""

from __future__ import annotations

import contextlib
import os
import sys

from tallystick.errors import TallystickError


def write_output(text: str) -> None:
    """Write text to standard output and see that it is gone.

    Raises:
        TallystickError: Standard output is closed, or its disk is full.
        BrokenPipeError: Its reader has gone.
    """
    if sys.stdout is None:
        raise TallystickError("standard output is closed; redirect it to a file or to /dev/null")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_standard_output()
        raise TallystickError(
            f"standard output cannot be written: {error.strerror or error}; the output is not "
            "complete"
        ) from None


def discard_standard_output() -> None:
    """Let the interpreter's last flush go nowhere instead of failing once more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
