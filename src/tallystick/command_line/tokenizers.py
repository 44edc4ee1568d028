"""`tallystick tokenizers`: the tokenizers."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from tallystick.errors import MissingExtraError

USAGE = "[--format text|json]"
DESCRIPTION = """List the tokenizers that -tok takes and where each comes from. Plug-ins that
cannot be loaded are named with the reason."""
EXAMPLES = """examples:
  tallystick tokenizers
  tallystick tokenizers --format json
  tallystick tokenize -tok intl --explain system.txt"""

SCHEMA = "tallystick/tokenizers/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.command_line.listing import load_all, write_listing
    from tallystick.metrics.catalogue import TOKENIZERS

    usable, broken = load_all(TOKENIZERS, _check)
    tokenizers = [
        {
            "name": entry.name,
            "description": _description(function),
            "distribution": entry.distribution,
        }
        for entry, function in usable
    ]
    text = "".join(map(_lines, tokenizers))
    write_listing(SCHEMA, "tokenizers", tokenizers, broken, text, arguments.format == "json")


def _check(name: str, function: Any) -> None:
    from tallystick.metrics.catalogue import tokenizer_named
    from tallystick.metrics.tokenizers import BUILT_IN

    if not callable(function):
        raise TypeError(f"what is registered as {name!r} is no function that returns a tokenizer")
    # the built-in ones are not called: that would load dictionaries and models
    if name not in BUILT_IN:
        with contextlib.suppress(MissingExtraError):
            tokenizer_named(name)


def _description(function: Any) -> str:
    from tallystick.command_line.listing import first_line

    line = first_line(function)
    if not line.startswith("Return `"):
        return line
    return line.removeprefix("Return `").partition("`")[2].lstrip(":,. ")


def _lines(tokenizer: dict[str, str]) -> str:
    line = f"{tokenizer['name']}  ({tokenizer['distribution']})"
    return f"{line}\n    {tokenizer['description']}\n" if tokenizer["description"] else f"{line}\n"
