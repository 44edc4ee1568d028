"""`tallystick metrics`: the metrics with their options."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any

from tallystick.command_line.commands.listings.listing import (
    add_search,
    first_line,
    write_listing,
)
from tallystick.reports.document import Entry

if TYPE_CHECKING:
    from tallystick.metrics.arguments import registry
    from tallystick.metrics.interface.identity import Identity

USAGE = "[WORD...] [--format FORMAT]"
DESCRIPTION = """List the metrics for -m, each with its scale, its origin, and its options with
their defaults (an option without a default is not set). Words restrict the list to metrics that
have all of them. Plug-ins that cannot be loaded are listed with the reason."""
EXAMPLES = """examples:
  tallystick metrics
  tallystick metrics nist
  tallystick metrics --format json
  tallystick score reference.txt -i system.txt -m bleu:order=2,smooth=floor"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_search(parser, "metrics")


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.metrics.arguments.catalogue import METRICS

    where = "name, description or options"
    # "ter" is part of many words
    write_listing(arguments, METRICS, _check, _listed, where, names_first=True)


def _listed(entry: registry.Entry, factory: Any) -> ListedMetric:
    identity = _identity(factory)
    return ListedMetric(
        name=entry.name,
        scale=str(identity.scale) if identity else "",
        higher_is_better=identity.higher_is_better if identity else None,
        description=identity.description if identity else first_line(factory),
        distribution=entry.distribution,
        options=_options(factory),
    )


def _identity(factory: Any) -> Identity | None:
    """Return the description of a metric, unless it cannot be created without options."""
    from tallystick.metrics.interface.identity import Identity

    identity = getattr(factory, "identity", None)
    if not isinstance(identity, Identity) and not _required(factory):
        identity = factory().identity
    return identity if isinstance(identity, Identity) else None


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a metric, and its default as a spec writes it; None where it is not set."""

    name: str
    default: str | None

    def __str__(self) -> str:
        return self.name if self.default is None else f"{self.name}={self.default}"


@dataclass(frozen=True, slots=True)
class ListedMetric:
    """A metric that -m takes."""

    name: str
    scale: str
    higher_is_better: bool | None
    description: str
    distribution: str
    options: tuple[Option, ...]

    def entry(self) -> Entry:
        """Return it as blocks."""
        lower = ", lower is better" if self.higher_is_better is False else ""
        scale = f"{self.scale}{lower}; " if self.scale else ""
        described = (self.description,) if self.description else ()
        options = f"options: {' '.join(map(str, self.options)) or 'none'}"
        return Entry(self.name, f"({scale}{self.distribution})", (*described, options))


def _options(factory: Any) -> tuple[Option, ...]:
    """List the options, each with the value of a metric created without options."""
    from tallystick.metrics.interface.dialect import value_text
    from tallystick.metrics.interface.spec import options_of

    options = options_of(factory)
    made = None if _required(factory) else factory()
    defaults = {name: getattr(made, name, None) for name in options}
    return tuple(
        Option(name, None if value is None else value_text(value))
        for name, value in defaults.items()
    )


def _required(factory: Any) -> bool:
    """Return whether a metric cannot be created without options."""
    from tallystick.metrics.arguments.catalogue import METRICS

    if getattr(getattr(factory, "identity", None), "name", None) in METRICS.refused:
        return True
    given = signature(factory).parameters.values()
    return any(
        one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        for one in given
    )


def _check(name: str, factory: Any) -> None:
    from tallystick.metrics.interface.spec import build

    if not _required(factory):
        build(name, factory, {})
