"""`tallystick implementations`: other programs, and whether they can be run here."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tallystick.command_line.listing import (
    Broken,
    add_words,
    having_all,
    load_all,
    nothing_found,
    write_listing,
)

if TYPE_CHECKING:
    from tallystick.compat.implementations.implementation import Implementation

USAGE = "[WORD...] [--format text|json]"
DESCRIPTION = """List the other programs that tallystick can run beside its own metrics
(tallystick.compat.agreement), each with the dialect that it should equal, its version here, or how
to get it. With words, only those that have all of them in what is listed. Plug-ins that cannot be
loaded are named with the reason."""
EXAMPLES = """examples:
  tallystick implementations
  tallystick implementations torchmetrics
  tallystick implementations nltk nist --format json
  tallystick dialects explain nltk"""

SCHEMA = "tallystick/implementations/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_words(parser)
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS, implementation_named

    usable, unusable = load_all(IMPLEMENTATIONS, _check)
    described = [
        {**_described(implementation_named(entry.name)), "distribution": entry.distribution}
        for entry, _ in usable
    ]
    words = arguments.words
    found = having_all(words, described, _searched)
    broken = having_all(words, unusable, _searched_if_broken)
    if not found and not broken:
        where = "name, dialect, version or how to get it"
        raise nothing_found("implementation", words, where, IMPLEMENTATIONS)
    width = max((len(one["name"]) for one in found), default=0)
    text = "".join(_line(one, width) for one in found)
    write_listing(SCHEMA, "implementations", found, broken, text, arguments.format == "json")


def _check(name: str, _: object) -> None:
    from tallystick.compat.implementations.catalogue import implementation_named

    implementation_named(name)


def _described(implementation: Implementation) -> dict[str, Any]:
    missing = implementation.missing()
    return {
        "name": implementation.name,
        "metric": implementation.metric,
        "dialect": implementation.dialect,
        "version": None if missing else implementation.version(),
        "missing": missing,
    }


def _searched(one: dict[str, Any]) -> str:
    return f"{_line(one, 0)} {one['distribution']}"


def _searched_if_broken(one: Broken) -> str:
    return f"{one.name} {one.distribution} {one.reason}"


def _line(one: dict[str, Any], width: int) -> str:
    equal = f"{one['metric']}:dialect={one['dialect']}" if one["dialect"] else one["metric"]
    here = one["missing"] or f"version {one['version']}"
    return f"{one['name']:{width}}  {equal}\n{'':{width}}    {here}\n"
