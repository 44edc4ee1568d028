"""Reports of the listing commands: entries by name, and plug-ins that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar

from tallystick.reports.document import Block, Entry, Table, columns
from tallystick.reports.saving.json_form import plain


class Listed(Protocol):
    """A frozen dataclass whose fields are the JSON form of an entry."""

    def entry(self) -> Entry:
        """Return the entry for people."""


Thing = TypeVar("Thing", bound=Listed)


@dataclass(frozen=True, slots=True)
class Broken:
    """A plug-in or a file that cannot be used, and why; the distribution is "" for a file."""

    name: str
    distribution: str
    reason: str

    def entry(self) -> Entry:
        """Return the entry for people."""
        of = f"({self.distribution})" if self.distribution else ""
        return Entry(f"cannot be used: {self.name}", of, (self.reason,))


@dataclass(frozen=True, slots=True)
class Listing(Generic[Thing]):
    """The result of a listing command.

    Attributes:
        kind: The plural noun for the entries; the key of the list in JSON and part of its schema.
        things: The entries that can be used.
        broken: The plug-ins or files that cannot be used.
    """

    kind: str
    things: tuple[Thing, ...]
    broken: tuple[Broken, ...] = ()

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return an entry for each, what cannot be used first."""
        return [*(part.entry() for part in self.broken), *(part.entry() for part in self.things)]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each entry that can be used."""
        names = [field.name for field in fields(self.things[0])] if self.things else []  # type: ignore[arg-type]
        rows = tuple(tuple(_cell(getattr(thing, name)) for name in names) for thing in self.things)
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {
            "schema": f"tallystick/{self.kind}/1",
            self.kind: plain(self.things),
            "broken": plain(self.broken),
        }


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
