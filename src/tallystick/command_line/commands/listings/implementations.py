"""`tallystick implementations`: other programs, and whether they can be run here."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.command_line.commands.listings.listing import add_search, write_listing
from tallystick.reports.document import Entry

if TYPE_CHECKING:
    from tallystick.metrics.arguments import registry

USAGE = "[WORD...] [--format FORMAT]"
DESCRIPTION = """List the other programs that tallystick can compare with its metrics
(tallystick.compat.agreement), each with the dialect that it should equal, and its installed version
or how to get it. Words restrict the list to programs that have all of them. Plug-ins that cannot be
loaded are listed with the reason."""
EXAMPLES = """examples:
  tallystick implementations
  tallystick implementations torchmetrics
  tallystick implementations nltk nist --format json
  tallystick dialects explain nltk"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_search(parser, "implementations")


def run(arguments: argparse.Namespace) -> None:
    """Print the list."""
    from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS

    where = "name, dialect, version or how to get it"
    write_listing(arguments, IMPLEMENTATIONS, _check, _listed, where)


@dataclass(frozen=True, slots=True)
class ListedImplementation:
    """Another program: the dialect that it should equal, and its version or how to get it."""

    name: str
    metric: str
    dialect: str | None
    version: str | None
    missing: str | None
    distribution: str

    def entry(self) -> Entry:
        """Return it as blocks."""
        equal = f"{self.metric}:dialect={self.dialect}" if self.dialect else self.metric
        return Entry(self.name, equal, (self.missing or f"version {self.version}",))


def _check(name: str, _: object) -> None:
    from tallystick.compat.implementations.catalogue import implementation_named

    implementation_named(name)


def _listed(entry: registry.Entry, _: object) -> ListedImplementation:
    from tallystick.compat.implementations.catalogue import implementation_named

    implementation = implementation_named(entry.name)
    missing = implementation.missing() or None
    return ListedImplementation(
        name=implementation.name,
        metric=implementation.metric,
        dialect=implementation.dialect or None,
        version=None if missing else implementation.version(),
        missing=missing,
        distribution=entry.distribution,
    )
