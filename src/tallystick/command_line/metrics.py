"""`tallystick metrics`: the metrics with their options."""

from __future__ import annotations

import argparse
from dataclasses import MISSING, Field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tallystick.metrics.identity import Identity

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
    from tallystick.command_line.listing import first_line, load_all, write_listing
    from tallystick.metrics.catalogue import METRICS

    usable, broken = load_all(METRICS, _check)
    metrics = []
    for entry, factory in usable:
        identity = _identity(factory)
        metrics.append(
            {
                "name": entry.name,
                "scale": str(identity.scale) if identity else "",
                "description": identity.description if identity else first_line(factory),
                "distribution": entry.distribution,
                "options": _options(factory),
            }
        )
    text = "\n".join(map(_lines, metrics))
    write_listing(SCHEMA, "metrics", metrics, broken, text, arguments.format == "json")


def _identity(factory: Any) -> Identity | None:
    """Return what a metric says about itself, unless it cannot be made without options."""
    from tallystick.metrics.identity import Identity
    from tallystick.metrics.spec import options_of

    identity = getattr(factory, "identity", None)
    if not isinstance(identity, Identity) and not any(map(_required, options_of(factory).values())):
        identity = factory().identity
    return identity if isinstance(identity, Identity) else None


def _options(factory: Any) -> list[dict[str, str | None]]:
    """List the options with what a metric without any of them has for each."""
    from tallystick.metrics.dialect_text import value_text
    from tallystick.metrics.spec import options_of

    options = options_of(factory)
    made = None if any(map(_required, options.values())) else factory()
    defaults = {name: getattr(made, name, None) for name in options}
    return [
        {"name": name, "default": None if value is None else value_text(value)}
        for name, value in defaults.items()
    ]


def _required(option: Field[Any]) -> bool:
    return option.default is MISSING and option.default_factory is MISSING


def _check(name: str, factory: Any) -> None:
    from tallystick.metrics.spec import build, options_of

    if not any(map(_required, options_of(factory).values())):
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
