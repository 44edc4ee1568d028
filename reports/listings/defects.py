"""Entries of the ledger of defects as a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tallystick.compat.defects.defect import Defect, Outcome
from tallystick.errors import counted
from tallystick.reports.document import Block, Entry, Labels, Paragraph, Table, columns

LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class DefectReport:
    """Known defects of programs, in full or only with their summaries."""

    kind: ClassVar[str] = "defects"

    defects: tuple[Defect, ...]
    full: bool = False

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the report as blocks."""
        if self.full:
            return [block for one in self.defects for block in _in_full(one)]
        number = counted(len(self.defects), "defect")
        head = f"{number}; see one in full with: tallystick list defects ID"
        return [
            Paragraph(head),
            *(Entry(one.id, lines=(f"{one.program}: {one.summary}",)) for one in self.defects),
        ]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each entry."""
        names = ("id", "metric", "program", "versions", "fixed", "summary", "returned", "right")
        rows = tuple(
            (
                *(one.id, one.metric, one.program, " ".join(one.versions), one.fixed, one.summary),
                *map(_outcome, (one.returned, one.right)),
            )
            for one in self.defects
        )
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {
            "schema": f"tallystick/{self.kind}/1",
            self.kind: [_as_json(one) for one in self.defects],
        }


def _in_full(one: Defect) -> list[Block]:
    about = [("program", one.program), ("versions", ", ".join(one.versions))]
    if one.fixed:
        about.append(("fixed in", one.fixed))
    given: list[tuple[str, str]] = [] if one.hypotheses else [("input", "no segments")]
    for number, hypothesis in enumerate(one.hypotheses):
        given += [("source", _line(line)) for line in one.sources[number : number + 1]]
        given.append(("hypothesis", _line(hypothesis)))
        if number < len(one.references):
            given += [("reference", _line(line)) for line in one.references[number]]
    given += [(name, str(value)) for name, value in one.options]
    numeric = not isinstance(one.returned, str)
    scale = " (a perfect score is 100)" if one.scale == 100 and numeric else ""
    found = [("returned", _outcome(one.returned) + scale), ("expected", _outcome(one.right))]
    found += [("by hand", one.by_hand)] * bool(one.by_hand)
    found += [("per", one.dialect)] * bool(one.dialect)
    known = [("recorded", str(one.recorded))]
    if one.presets:
        prefix = "tokenize=" if one.metric == "tokenizer" else f"{one.metric}:dialect="
        known.insert(0, ("reproduced by", ", ".join(prefix + name for name in one.presets)))
    known += [("reported", link) for link in one.upstream or ("no known report",)]
    return [
        Entry(one.id, lines=(one.summary,)),
        Labels(tuple(about)),
        Labels(tuple(given), code=True),
        Labels(tuple(found), code=True),
        Paragraph(one.explanation),
        Labels(tuple(known)),
    ]


def _line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return repr(line)
    return f"{line[:40]!r}..., {len(line.split(' '))} tokens"


def _outcome(outcome: Outcome) -> str:
    return outcome if isinstance(outcome, str) else repr(float(outcome)).removesuffix(".0")


def _as_json(one: Defect) -> dict[str, Any]:
    """Return an entry as plain data, with infinities as text, because JSON has none."""
    content = one.as_json()
    for name in ("returned", "right"):
        if isinstance(content[name], float) and not math.isfinite(content[name]):
            content[name] = str(content[name])
    return content
