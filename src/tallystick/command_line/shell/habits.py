"""What to type in the place of options and names of other programs, which `habits.toml` has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tallystick.metrics.arguments import registry

OF_TEXTS = ("score", "compare", "align", "plan", "explain", "statistics", "meta")
"""The commands that have the answers of `[every]`."""


@cache
def answers(command: str) -> Mapping[str, str]:
    """Return by option of another program what to do instead; by name for "programs"."""
    return {
        option: instead.format(command=command)
        for table in (("every", command) if command in OF_TEXTS else (command,))
        for option, instead in registry.answers(__package__, "habits.toml", table).items()
    }


def answer(command: str, option: str) -> str | None:
    """Return what to do instead of an option that a command does not have; None if unknown."""
    known = answers(command).get(option)
    if known is not None or command not in ("score", "compare") or not option.startswith("--"):
        return known
    from tallystick.metrics.arguments.catalogue import metric_with_option

    name = option.removeprefix("--").replace("-", "_")
    metric = metric_with_option(name)
    return metric and f"it is an option of a metric: write -m {metric}:{name}=VALUE"
