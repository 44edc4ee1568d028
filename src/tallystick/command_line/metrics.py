"""`tallystick metrics`: the metrics with their options."""

from __future__ import annotations

import argparse
import json
from dataclasses import MISSING, Field
from typing import Any

USAGE = "[--format text|json]"
DESCRIPTION = """List the metrics that -m takes, each with its scale, where it comes from, and its
options with their defaults (an option without one is not set). Plug-ins that cannot be loaded are
named with the reason."""
EXAMPLES = """examples:
  tallystick metrics
  tallystick metrics --format json
  tallystick score reference.txt -i system.txt -m bleu:order=2,smooth=floor"""

SCHEMA = "tallystick/metrics/1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="(default: text)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.command_line.listing import (
        broken_json,
        broken_lines,
        first_line,
        load_all,
    )
    from tallystick.command_line.output import write_output
    from tallystick.metrics.catalogue import METRICS
    from tallystick.metrics.spec import options_of

    usable, broken = load_all(METRICS, _check)
    metrics = [
        {
            "name": entry.name,
            "scale": str(getattr(factory, "scale", "")),
            "description": str(getattr(factory, "description", "") or first_line(factory)),
            "distribution": entry.distribution,
            "options": [
                {"name": name, "default": default_text(option)}
                for name, option in options_of(factory).items()
            ],
        }
        for entry, factory in usable
    ]
    if arguments.format == "json":
        content = {"schema": SCHEMA, "metrics": metrics, "broken": broken_json(broken)}
        write_output(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
    else:
        write_output("\n".join(map(_lines, metrics)) + broken_lines(broken))


def default_text(option: Field[Any]) -> str | None:
    """Return the default of an option as a spec would write it; None where there is none.

    >>> from tallystick.metrics.bleu import Bleu
    >>> from tallystick.metrics.spec import options_of
    >>> default_text(options_of(Bleu)["effective_order"])
    'no'
    """
    if "default" in option.metadata:
        return str(option.metadata["default"])
    default = option.default
    if option.default_factory is not MISSING:
        default = option.default_factory()
    if default is MISSING or default is None:
        return None
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, tuple):
        return "+".join(map(str, default))
    return str(default)


def _check(name: str, factory: Any) -> None:
    from tallystick.metrics.spec import build, options_of

    required = [
        option
        for option in options_of(factory).values()
        if option.default is MISSING and option.default_factory is MISSING
    ]
    if not required:
        build(name, factory, {})


def _lines(metric: dict[str, Any]) -> str:
    scale = f"{metric['scale']}; " if metric["scale"] else ""
    options = " ".join(
        name if default is None else f"{name}={default}"
        for name, default in ((option["name"], option["default"]) for option in metric["options"])
    )
    lines = [f"{metric['name']}  ({scale}{metric['distribution']})"]
    if metric["description"]:
        lines.append(f"    {metric['description']}")
    lines.append(f"    options: {options or 'none'}")
    return "\n".join(lines) + "\n"
