"""`tallystick tokenizers`: the tokenizers."""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import dataclass
from typing import Any

from tallystick.command_line.listing import add_format
from tallystick.errors import MissingExtraError
from tallystick.reports.document import Entry

USAGE = "[--format FORMAT]"
DESCRIPTION = """List the tokenizers for -tok and their origin. Plug-ins that cannot be loaded are
listed with the reason."""
EXAMPLES = """examples:
  tallystick tokenizers
  tallystick tokenizers --format json
  tallystick tokenize -tok intl --explain system.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_format(parser, "tokenizers")


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.command_line.listing import load_all, write_report
    from tallystick.metrics.catalogue import TOKENIZERS
    from tallystick.reports.listing import Listing

    usable, broken = load_all(TOKENIZERS, _check)
    tokenizers = tuple(
        ListedTokenizer(entry.name, _description(function), entry.distribution)
        for entry, function in usable
    )
    write_report(Listing("tokenizers", tokenizers, tuple(broken)), arguments.format)


@dataclass(frozen=True, slots=True)
class ListedTokenizer:
    """A tokenizer that -tok takes."""

    name: str
    description: str
    distribution: str

    def entry(self) -> Entry:
        """Return it as blocks."""
        lines = (self.description,) if self.description else ()
        return Entry(self.name, f"({self.distribution})", lines)


def _check(name: str, function: Any) -> None:
    from tallystick.metrics.catalogue import tokenizer_named
    from tallystick.metrics.tokenizers import BUILT_IN

    if not callable(function):
        raise TypeError(
            f"what is registered as {name!r} is not a function that returns a tokenizer"
        )
    # built-in ones are not called, which would load dictionaries and models
    if name not in BUILT_IN:
        with contextlib.suppress(MissingExtraError):
            tokenizer_named(name)


def _description(function: Any) -> str:
    from tallystick.command_line.listing import first_line

    line = first_line(function)
    if not line.startswith("Return `"):
        return line
    return line.removeprefix("Return `").partition("`")[2].lstrip(":,. ")
