"""`tallystick implementations`: other programs, and whether they can be run here."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tallystick.compat.implementations.implementation import Implementation

USAGE = "[--format text|json]"
DESCRIPTION = """List the other programs that tallystick can run beside its own metrics
(tallystick.compat.agreement), each with the dialect that it should equal, its version here, or how
to get it. Plug-ins that cannot be loaded are named with the reason."""
EXAMPLES = """examples:
  tallystick implementations
  tallystick implementations --format json
  tallystick dialects explain nltk"""

SCHEMA = "tallystick/implementations/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.command_line.listing import load_all, write_listing
    from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS, implementation_named

    usable, broken = load_all(IMPLEMENTATIONS, _check)
    found = [
        {**_described(implementation_named(entry.name)), "distribution": entry.distribution}
        for entry, _ in usable
    ]
    width = max(len(one["name"]) for one in found)
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


def _line(one: dict[str, Any], width: int) -> str:
    equal = f"{one['metric']}:dialect={one['dialect']}" if one["dialect"] else one["metric"]
    here = one["missing"] or f"version {one['version']}"
    return f"{one['name']:{width}}  {equal}\n{'':{width}}    {here}\n"
