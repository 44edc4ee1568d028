"""Writing to standard output."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from typing import TYPE_CHECKING

from tallystick.errors import OptionError, TallystickError

if TYPE_CHECKING:
    from tallystick.reports.formats import Renderer

STANDARD_OUTPUT = "-"


def shown_by(arguments: argparse.Namespace, kind: str, *, written: bool) -> Renderer | None:
    """Return the renderer of a report on standard output, or None if it is not written there.

    `written` says whether the report is written to files.

    Raises:
        OptionError: There is no such format, or it is given but nothing is written there.
    """
    from tallystick.reports.formats import renderer_named

    shown = not (arguments.quiet and written) or STANDARD_OUTPUT in (arguments.output or [])
    if arguments.format is not None and not shown:
        raise OptionError(
            f"--format {arguments.format} is the format of standard output, but -q keeps the "
            "report from being written there; leave out one, or add -o -"
        )
    return renderer_named(arguments.format or "text", kind) if shown else None


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
