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
            return [block for bug in self.defects for block in _in_full(bug)]
        number = counted(len(self.defects), "defect")
        head = Paragraph(f"{number}; see one in full with: tallystick list defects ID")
        lines = ((bug.id, f"{bug.program}: {bug.summary}") for bug in self.defects)
        return [head, *(Entry(name, lines=(line,)) for name, line in lines)]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each entry."""
        names = ("id", "metric", "program", "versions", "fixed", "summary", "returned", "right")
        rows = tuple(
            (
                *(bug.id, bug.metric, bug.program, " ".join(bug.versions), bug.fixed, bug.summary),
                *map(_outcome, (bug.returned, bug.right)),
            )
            for bug in self.defects
        )
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        defects = [_as_json(bug) for bug in self.defects]
        return {"schema": f"tallystick/{self.kind}/1", self.kind: defects}


def _in_full(bug: Defect) -> list[Block]:
    about = [("program", bug.program), ("versions", ", ".join(bug.versions))]
    if bug.fixed:
        about.append(("fixed in", bug.fixed))
    given: list[tuple[str, str]] = [] if bug.hypotheses else [("input", "no segments")]
    for number, hypothesis in enumerate(bug.hypotheses):
        given += [("source", _line(line)) for line in bug.sources[number : number + 1]]
        given.append(("hypothesis", _line(hypothesis)))
        if number < len(bug.references):
            given += [("reference", _line(line)) for line in bug.references[number]]
    given += [(name, str(value)) for name, value in bug.options]
    numeric = not isinstance(bug.returned, str)
    scale = " (a perfect score is 100)" if bug.scale == 100 and numeric else ""
    outcomes = [("returned", _outcome(bug.returned) + scale), ("expected", _outcome(bug.right))]
    outcomes += [("by hand", bug.by_hand)] * bool(bug.by_hand)
    outcomes += [("per", bug.dialect)] * bool(bug.dialect)
    known = [("recorded", str(bug.recorded))]
    if bug.presets:
        prefix = "tokenize=" if bug.metric == "tokenizer" else f"{bug.metric}:dialect="
        known.insert(0, ("reproduced by", ", ".join(prefix + name for name in bug.presets)))
    known += [("reported", link) for link in bug.upstream or ("no known report",)]
    return [
        Entry(bug.id, lines=(bug.summary,)),
        Labels(tuple(about)),
        Labels(tuple(given), code=True),
        Labels(tuple(outcomes), code=True),
        Paragraph(bug.explanation),
        Labels(tuple(known)),
    ]


def _line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return repr(line)
    return f"{line[:40]!r}..., {len(line.split(' '))} tokens"


def _outcome(outcome: Outcome) -> str:
    return outcome if isinstance(outcome, str) else repr(float(outcome)).removesuffix(".0")


def _as_json(bug: Defect) -> dict[str, Any]:
    """Return an entry as plain data, with infinities as text, because JSON has none."""
    content = bug.as_json()
    for name in ("returned", "right"):
        if isinstance(content[name], float) and not math.isfinite(content[name]):
            content[name] = str(content[name])
    return content
