"""`tallystick demo`: score and compare the packaged example systems."""

from __future__ import annotations

import argparse
import contextlib
import os

USAGE = "[FOLDER]"
DESCRIPTION = """Copy a small corpus from the package into a folder, score and compare its three
systems, and print the commands used. It needs neither a network nor other files."""
EXAMPLES = """examples:
  tallystick demo
  tallystick demo somewhere/else"""

FILES = "reference.en.txt reference-2.en.txt"
SYSTEMS = "system-good.en.txt system-literal.en.txt system-short.en.txt"
SCORE = f"score {FILES} -i {SYSTEMS}"
COMPARE = f"compare {FILES} -i {SYSTEMS} --docs documents.txt -q -o report.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="tallystick-demo",
        help="the folder of the files (default: tallystick-demo)")  # fmt: skip


def run(arguments: argparse.Namespace) -> None:
    """Copy the files, run the two commands and print them."""
    from tallystick.command_line import command
    from tallystick.command_line.shell.output import write_output
    from tallystick.command_line.shell.parser import command_parser
    from tallystick.examples import copy_examples

    copy_examples(arguments.folder)
    with contextlib.chdir(arguments.folder):
        write_output(f"$ cd {arguments.folder}\n$ tallystick {SCORE}\n\n")
        command("score").run(command_parser("score").parse(SCORE.split()[1:]))
        write_output(f"\n$ tallystick {COMPARE}\n")
        command("compare").run(command_parser("compare").parse(COMPARE.split()[1:]))
    report = os.path.join(arguments.folder, "report.html")
    write_output(f"\nOpen {report} in a browser.\n")
