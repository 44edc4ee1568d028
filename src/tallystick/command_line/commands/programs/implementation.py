"""Which implementation a command runs, and how."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from tallystick.command_line.shell.options import add_shared, number, whole_number

if TYPE_CHECKING:
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
    ("--start", "SECONDS", number(60), "the limit until it has started (default: 60)"),
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
    add_shared(group, "--seed", metavar=None, default=0, help="of the drawn inputs (default: 0)")


def implementation_from(arguments: argparse.Namespace) -> Implementation:
    """Return the implementation that the arguments describe.

    Raises:
        OptionError: It cannot be used, or an option does not fit it.
        UnknownNameError: No metric has this name.
    """
    from tallystick.compat.implementations.given import implementation_given
    from tallystick.compat.implementations.processes.json_lines import DEFAULT_LIMITS

    timeout, seconds = arguments.timeout, getattr(arguments, "seconds", math.inf)
    if timeout is None and 0 < SHARE * seconds < DEFAULT_LIMITS.timeout:
        timeout = SHARE * seconds
    alike = ("metric", "dialect", "references", "shell")
    named = [*alike, *(name.removeprefix("--") for name, *_ in _OPTIONS)]
    given = {name: getattr(arguments, name) for name in named}
    memory = None if arguments.memory is None else arguments.memory * MEBIBYTE
    return implementation_given(
        arguments.implementation, **{**given, "timeout": timeout, "memory": memory}
    )
