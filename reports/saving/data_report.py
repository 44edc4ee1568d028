"""What all reports have that are data models."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, Self

from tallystick.compat.shown import Shown
from tallystick.reports.document import Block, Table
from tallystick.reports.saving.json_form import parsed, plain, read


class DataReport(Shown):
    """A dataclass that functions of the module `tables` show; `kind` is for formats."""

    __slots__ = ()

    kind: ClassVar[str]
    schema: ClassVar[str]
    tables: ClassVar[str]

    def document(self, digits: int | None = None) -> list[Block]:
        """Return the report for people."""
        blocks: list[Block] = import_module(self.tables).document(self)
        return blocks

    def data_tables(self) -> Mapping[str, Table]:
        """Return the tables for programs."""
        tables: Mapping[str, Table] = import_module(self.tables).data_tables(self)
        return tables

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {"schema": self.schema, **plain(self)}

    @classmethod
    def from_json(cls, report: str | bytes | Mapping[str, Any], name: str = "the report") -> Self:
        """Read a report from JSON text or from the parsed object.

        Args:
            report: The text, or the object.
            name: The name of the report in errors, such as its file.

        Raises:
            InputError: The JSON is no report of this schema, or a part is missing or has the wrong
                type.
        """
        return read(parsed(report, name, cls.schema), cls, name)
