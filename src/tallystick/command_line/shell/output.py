"""What a command writes: standard output, and files that are checked before the work."""

from __future__ import annotations

import argparse
import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

from tallystick.errors import InputError, OptionError, TallystickError

if TYPE_CHECKING:
    from tallystick.reports.document import Report, Term
    from tallystick.reports.formats import Renderer

STANDARD_OUTPUT = "-"
NO_FILES: Mapping[str, str] = MappingProxyType({})


def shown_by(arguments: argparse.Namespace, kind: str, plots: bool = False) -> Renderer | None:
    """Return the renderer of standard output, or None if only files are written, with -q."""
    from tallystick.reports.formats import renderer_named

    quiet = getattr(arguments, "quiet", False) and (arguments.output or plots)
    shown = not quiet or STANDARD_OUTPUT in arguments.output
    if "format" in arguments.given and not shown:
        raise OptionError(
            f"--format {arguments.format} is the format of standard output, but -q keeps the "
            "report from being written there; leave out one, or add -o -"
        )
    return renderer_named(arguments.format, kind) if shown else None


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


def report_files(
    arguments: argparse.Namespace, kind: str, inputs: Sequence[str] = ()
) -> dict[str, str]:
    """Return the format of each file to write, before the work; refuse a wrong --format too."""
    shown_by(arguments, kind)
    return formats_of_files(arguments.output, kind, inputs)


def formats_of_files(paths: Sequence[str], kind: str, inputs: Sequence[str]) -> dict[str, str]:
    """Return the format of each file to write; "-" is none."""
    from tallystick.reports.formats import format_of_file

    files = [path for path in paths if path != STANDARD_OUTPUT]
    formats = {path: format_of_file(path, kind) for path in files}
    check_output_files(files, inputs)
    return formats


def write_report(
    report: Report,
    arguments: argparse.Namespace,
    files: Mapping[str, str] = NO_FILES,
    shown: str | None = None,
) -> None:
    """Write a report to files, given the format of each, and print it, or what is `shown`."""
    from tallystick.reports.formats import render

    digits = getattr(arguments, "width", None)
    renderer = shown_by(arguments, report.kind)
    printed = "" if renderer is None else renderer(report, digits) if shown is None else shown
    if files:
        from tallystick.reports.saving.written_files import write_files

        write_files({path: render(report, of_file, digits) for path, of_file in files.items()})
    write_output(printed)


def write_definitions(terms: Iterable[Term]) -> None:
    """Print terms with what they mean, for --explain."""
    from textwrap import fill

    for term in terms:
        text = fill(term.text, 96, initial_indent=" " * 4, subsequent_indent=" " * 4)
        write_output(f"{term.name}\n{text}\n")


def check_output_files(paths: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse outputs that cannot be written, or are named twice or as inputs, even by links."""
    seen: set[Hashable] = set()
    read = {identity for path in inputs for identity in _identities(path)}
    for path in paths:
        identities = _identities(path)
        if not seen.isdisjoint(identities):
            raise OptionError(f"{path} is an output twice; give every output a separate file")
        if not read.isdisjoint(identities):
            raise OptionError(
                f"{path} is both input and output, and its content would be lost; "
                "give the output another name"
            )
        seen.update(identities)
        if os.path.isdir(path):
            raise InputError(f"{path} is a directory; expected the name of a file to write")
        folder = os.path.dirname(path) or os.curdir
        if not os.path.isdir(folder):
            raise InputError(f"{path}: there is no folder {folder}; create it first")
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise InputError(f"{path} may not be written; change the permissions, or the name")


def _identities(path: str) -> set[Hashable]:
    """Return what two names of one file share: its location and, if it exists, its id."""
    real = os.path.realpath(path)
    try:
        status = os.stat(real)
    except OSError:
        return {real}
    if not stat.S_ISREG(status.st_mode):
        return {real}
    return {real, (status.st_dev, status.st_ino)}


def check_output_folder(path: str) -> None:
    """Refuse a folder that cannot be written into; a missing one may be created."""
    existing = os.path.abspath(path)
    while not os.path.lexists(existing):
        existing = os.path.dirname(existing)
    if not os.path.isdir(existing):
        raise InputError(f"{path}: {existing} is a file; expected a folder, or a free name")
    if not os.access(existing, os.W_OK):
        raise InputError(f"{path}: {existing} may not be written into; choose another folder")


SECONDS_OF_SILENCE = 2.0
CLEAR = "\r\x1b[K"


class Progress(ExitStack):
    """Count segments, or something else, and show the count while long work goes on."""

    def __init__(self, quiet: bool = False, unit: str = "segments") -> None:
        super().__init__()
        self._done = 0
        self.enter_context(elapsed(lambda: f"{self._done:,} {unit}", quiet))

    def advance(self, number: int) -> None:
        """Count a number that is done."""
        self._done += number


@contextmanager
def elapsed(doing: Callable[[], str], quiet: bool) -> Iterator[None]:
    """Show what is done, and for how long, while work takes long."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    import threading

    done, begin = threading.Event(), time.monotonic()

    def show() -> None:
        if done.wait(SECONDS_OF_SILENCE):
            return
        while True:
            sys.stderr.write(f"{CLEAR}{doing()}, {time.monotonic() - begin:.0f} s")
            sys.stderr.flush()
            if done.wait(1.0):
                break
        sys.stderr.write(CLEAR)
        sys.stderr.flush()

    shower = threading.Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        done.set()
        shower.join()
