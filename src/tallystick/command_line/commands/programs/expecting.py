"""The options for expected differences, which `check` and `vectors replay` share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tallystick.command_line.shell.output import check_output_files
from tallystick.errors import InputError

if TYPE_CHECKING:
    from tallystick.compat.expected import Expectation


def add_expectations(group: argparse._ArgumentGroup) -> None:
    """Add the options."""
    group.add_argument("--expect", metavar="FILE",
        help="differences that are expected, by their causes, in TOML; it is a failure if one of "
        "them is not found, or another one is")  # fmt: skip
    group.add_argument("--write-expected", metavar="FILE",
        help="write the differences that are found to such a file, with the reasons that it has "
        "for them")  # fmt: skip


def check_expectations(arguments: argparse.Namespace) -> dict[str, str] | None:
    """Return the entries of the file that is given, before the work; None if there is none.

    Raises:
        InputError: It cannot be read, or the other one cannot be written.
    """
    from tallystick.compat.expected import read_expected

    if arguments.write_expected is not None:
        check_output_files([arguments.write_expected], [])
    return None if arguments.expect is None else read_expected(arguments.expect)


def compared(
    names: Iterable[str], entries: dict[str, str] | None, arguments: argparse.Namespace
) -> Expectation | None:
    """Return what was expected of the differences found, and write them if that is asked for."""
    from tallystick.compat.expected import expectation, expected_text, read_expected

    given, target = list(names), arguments.write_expected
    if target is not None:
        reasons = read_expected(target) if Path(target).exists() else (entries or {})
        try:
            Path(target).write_text(expected_text(given, reasons), encoding="utf-8", newline="\n")
        except OSError as error:
            raise InputError(f"{target}: {error.strerror}; give another name") from None
    return None if entries is None else expectation(given, entries, arguments.expect)
