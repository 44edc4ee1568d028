"""`tallystick implementations`: other programs, and whether they can be run here."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.command_line.commands.listings.listing import (
    add_search,
    found_in,
    load_all,
)
from tallystick.command_line.shell.output import write_report
from tallystick.reports.document import Entry
from tallystick.reports.listing import Listing

if TYPE_CHECKING:
    from tallystick.compat.implementations.implementation import Implementation

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
    from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS, implementation_named

    usable, unusable = load_all(IMPLEMENTATIONS, _check)
    described = [
        _listed(implementation_named(entry.name), entry.distribution) for entry, _ in usable
    ]
    listing = Listing("implementations", tuple(described), tuple(unusable))
    where = "name, dialect, version or how to get it"
    write_report(found_in(listing, arguments.words, where, IMPLEMENTATIONS), arguments.format)


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


def _listed(implementation: Implementation, distribution: str) -> ListedImplementation:
    missing = implementation.missing() or None
    return ListedImplementation(
        name=implementation.name,
        metric=implementation.metric,
        dialect=implementation.dialect or None,
        version=None if missing else implementation.version(),
        missing=missing,
        distribution=distribution,
    )
