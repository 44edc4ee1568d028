"""`tallystick tokenize`: the tokens of lines, and the rules that split them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output

if TYPE_CHECKING:
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer

USAGE = "[FILE ...] [-tok TOKENIZER] [-lc | --lowercase-ascii] [--explain]"
DESCRIPTION = """Print the tokens of every line, joined by single spaces. Files ending in .gz, .xz
or .zst are decompressed; without a file, or for "-", standard input is read."""
EXAMPLES = """examples:
  tallystick tokenize system.txt
  tallystick tokenize -tok intl -lc system.txt reference.txt
  echo "It's 5%." | tallystick tokenize -tok 13a --explain"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", help="files of text (default: standard input)")
    options.add_shared(parser, "--tokenize", default="13a", help="the tokenizer")
    case = parser.add_mutually_exclusive_group()
    case.add_argument("-lc", "--lowercase", action="store_const", const="unicode", default="none",
        help="fold the case of every letter, like sacreBLEU's -lc")  # fmt: skip
    case.add_argument("--lowercase-ascii", action="store_const", const="ascii", dest="lowercase",
        help="fold A to Z only, like mteval")  # fmt: skip
    add("--explain", action="store_true",
        help="show what every rule changed, and which one created each boundary")  # fmt: skip


def run(arguments: argparse.Namespace) -> None:
    """Print the tokens of every line."""
    from tallystick.metrics.arguments.catalogue import tokenizer_named
    from tallystick.metrics.reading.lines import read_text
    from tallystick.metrics.reading.opening import refuse_second_standard_input

    tokenizer = tokenizer_named(arguments.tokenize)
    describe = _explained if arguments.explain else _tokens
    files = arguments.files or ["-"]
    if not arguments.files and sys.stdin is not None and sys.stdin.isatty():
        print("tallystick: reading lines from the terminal, up to Ctrl-D", file=sys.stderr)
    refuse_second_standard_input(files)
    # Nothing is printed before everything is read, so an error late in a file leaves no output.
    shown = [
        f"{text}\n"
        for path in files
        for line in read_text(path)
        for text in describe(tokenizer, line, arguments.lowercase)
    ]
    output.write_output("".join(shown))


def _tokens(tokenizer: Tokenizer, line: str, lowercase: Lowercase) -> Iterator[str]:
    yield " ".join(tokenizer(line, lowercase))


def _explained(tokenizer: Tokenizer, line: str, lowercase: Lowercase) -> Iterator[str]:
    from tallystick.metrics.tokenizers.rules import boundaries, explain

    yield f"line:   {line!r}"
    steps = explain(tokenizer, line, lowercase)
    for step in steps:
        yield f"  {step.rule}: {step.after!r}"
    for boundary in boundaries(tokenizer, line, lowercase):
        yield f"  {boundary.left!r} | {boundary.right!r}: {boundary.rule}"
    yield f"tokens: {' '.join(tokenizer(line, lowercase))}"
    yield ""
