"""What commands that run another program share: the program, and what is expected of it."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tallystick.command_line.shell.options import add_shared, number, whole_number
from tallystick.command_line.shell.output import check_output_files
from tallystick.errors import InputError

if TYPE_CHECKING:
    from tallystick.compat.expected import Expectation
    from tallystick.compat.implementations.implementation import Implementation

MEBIBYTE = 2**20

SHARE = 1 / 6
"""The share of the time of a command that one input may take by default."""

_OPTIONS: tuple[tuple[str, str, Callable[[str], object], str], ...] = (
    ("--order", "N", whole_number(4), "the highest order of n-grams (default: the metric's)"),
    ("--shape", "CALL", str, "how a Python function is called: nltk, sacrebleu, huggingface, jiwer "
     "or another name, or a call such as (refs.tokens, hyps.tokens) or (hyp, ref).score"),
    ("--pattern", "REGEX", str, "a regular expression whose first group is the score in the output "
     "of a command (default: the output is a number)"),
    ("--scale", "SCORE", number(100), "its perfect score, mostly 1 or 100 (default: found with a "
     "small corpus)"),
    ("--decimals", "N", whole_number(2), "the decimals of its scores (default: as a command "
     "prints, or double precision)"),
    ("--tolerance", "SCORE", number(0.01), "the largest difference from our score, instead of "
     "--decimals"),
    ("--timeout", "SECONDS", number(10), "the limit for an input (default: 10, or a sixth of "
     "--seconds if that is less)"),
    ("--start", "SECONDS", number(60), "the limit until it has started (default: 60, or "
     "--seconds if that is less)"),
    ("--memory", "MIB", whole_number(1024), "the limit of its data, on Linux (default: half of "
     "what the machine has)"),
)  # fmt: skip


def add_implementation(parser: argparse.ArgumentParser) -> None:
    """Add the implementation, and the options that `implementation_from` reads."""
    parser.add_argument("implementation", metavar="IMPLEMENTATION",
        help="a name, a Python function or a command")  # fmt: skip
    add_implementation_options(parser)


def add_implementation_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `implementation_from` reads, without the implementation itself."""
    group = parser.add_argument_group("options of the implementation")
    add_shared(group, "--metric",
        help="the metric, with options as in bleu:lowercase=yes (default: what it says, or "
        "bleu)")  # fmt: skip
    group.add_argument("-d", "--dialect", metavar="DIALECT",
        help="the dialect that it should equal (default: what it says)")  # fmt: skip
    group.add_argument("--references", choices=("one", "several"),
        help="how many references of a segment it takes (default: what it says, or "
        "several)")  # fmt: skip
    for name, metavar, kind, text in _OPTIONS:
        group.add_argument(name, metavar=metavar, type=kind, help=text)
    group.add_argument("--shell", action="store_true", help="run the command in a POSIX shell")


def add_limits(group: argparse._ArgumentGroup) -> None:
    """Add the limits of commands that search for inputs."""
    group.add_argument("--seconds", type=float, default=60.0, metavar="S",
        help="the time after which the program is not run again (default: 60)")  # fmt: skip
    add_shared(group, "--seed", default=0, help="seed of the drawn inputs")


def implementation_from(arguments: argparse.Namespace) -> Implementation:
    """Return the implementation that the arguments describe."""
    from tallystick.compat.implementations.given import implementation_given
    from tallystick.compat.implementations.processes.json_lines import DEFAULT_LIMITS
    from tallystick.compat.implementations.processes.process import checked_timeout, until

    timeout, seconds = arguments.timeout, getattr(arguments, "seconds", math.inf)
    if seconds < math.inf:
        checked_timeout(seconds, "seconds")
    if timeout is None and 0 < SHARE * seconds < DEFAULT_LIMITS.timeout:
        timeout = SHARE * seconds
    alike = ("metric", "dialect", "references", "shell")
    named = [*alike, *(name.removeprefix("--") for name, *_ in _OPTIONS)]
    given = {name: getattr(arguments, name) for name in named}
    memory = None if arguments.memory is None else arguments.memory * MEBIBYTE
    with until(time.monotonic() + seconds):
        return implementation_given(
            arguments.implementation, **{**given, "timeout": timeout, "memory": memory}
        )


def seconds_until(deadline: float) -> float:
    """Return the seconds to a time, as of `time.monotonic`, and a moment if it is over."""
    return max(deadline - time.monotonic(), 1e-3)


def add_expectations(group: argparse._ArgumentGroup) -> None:
    """Add the options."""
    group.add_argument("--expect", metavar="FILE",
        help="differences that are expected, by their causes, in TOML; it is a failure if one of "
        "them is not found, or another one is")  # fmt: skip
    group.add_argument("--write-expected", metavar="FILE",
        help="write the differences that are found to such a file, with the reasons that it has "
        "for them")  # fmt: skip


def check_expectations(arguments: argparse.Namespace) -> dict[str, str] | None:
    """Return the entries of the file that is given, before the work; None if there is none."""
    from tallystick.compat.expected import read_expected

    if arguments.write_expected is not None:
        check_output_files([arguments.write_expected], [])
    return None if arguments.expect is None else read_expected(arguments.expect)


def compared(
    names: Iterable[str],
    entries: dict[str, str] | None,
    arguments: argparse.Namespace,
    unsearched: Collection[str] | None = None,
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
    return None if entries is None else expectation(given, entries, arguments.expect, unsearched)
