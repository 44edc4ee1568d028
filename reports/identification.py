"""The convention of a black box as a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from tallystick.compat.conformance.identify import Answer, Identification
from tallystick.reports.conformance import case_as_json, case_lines
from tallystick.reports.document import Block, Entry, Labels, Paragraph, Table, columns


@dataclass(frozen=True, slots=True)
class IdentificationReport:
    """The convention that a program follows, as far as its answers show it."""

    kind: ClassVar[str] = "identification"

    identification: Identification

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the convention, the facts of the search, and the axes."""
        one = self.identification
        blocks: list[Block] = [
            Paragraph(one.headline, strong=True),
            Labels(tuple(_facts(one))),
        ]
        if not one.answered:
            return [Paragraph(one.headline, strong=True), Paragraph(one.note)]
        if one.contradiction is not None:
            blocks += [
                Entry("the smallest input that no known convention explains"),
                Labels(tuple(_answer(one.contradiction)), code=True),
            ]
        if one.sure:
            blocks.append(
                Table(columns(["axis", "value"]), one.sure, title="axes that are certain")
            )
        if one.open:
            rows = tuple((open.axis, " or ".join(open.values), open.reason) for open in one.open)
            title = "axes that no accepted input shows"
            blocks.append(Table(columns(["axis", "value", "why"]), rows, title=title))
        if one.failures:
            blocks += [
                Entry("it fails on inputs for which the convention defines a score, such as"),
                Labels(tuple(case_lines(one.failures[0])), code=True),
            ]
        return blocks

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each axis."""
        one = self.identification
        certain = tuple((axis, value, "yes") for axis, value in one.sure)
        unknown = tuple((open.axis, " ".join(open.values), "no") for open in one.open)
        return {self.kind: Table(columns(["axis", "value", "certain"]), (*certain, *unknown))}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        one = self.identification
        name, axes = one.nearest
        wrong = one.contradiction
        return {
            "schema": f"tallystick/{self.kind}/1",
            "implementation": one.implementation,
            "version": one.version,
            "convention": None if one.found is None else one.found.name,
            "programs": one.programs,
            "nearest": {"preset": name, "axes": axes},
            "scale": one.scale,
            "precision": asdict(one.precision),
            "sure": dict(one.sure),
            "open": {open.axis: {"values": open.values, "why": open.reason} for open in one.open},
            "questions": [_answer_as_json(answer) for answer in one.questions],
            "checks": one.checks,
            "contradiction": None if wrong is None else _answer_as_json(wrong),
            "failures": [case_as_json(case) for case in one.failures],
            "seconds": one.seconds,
            "note": one.note,
        }


def _facts(one: Identification) -> list[tuple[str, str]]:
    facts = []
    if one.programs:
        facts.append(("equal programs", ", ".join(one.programs)))
    name, axes = one.nearest
    if axes:
        facts.append(("nearest known program", f"{name}, except for {', '.join(axes)}"))
    if one.scale is not None:
        facts.append(("perfect score", f"{one.scale:g}"))
    facts.append(("precision", str(one.precision) or "scores are not rounded"))
    facts.append(("calls", f"{len(one.questions)} to find it, {one.checks} to confirm it"))
    if one.note:
        facts.append(("note", one.note))
    return facts


def _answer(answer: Answer) -> list[tuple[str, str]]:
    return [
        *case_lines(answer.case),
        ("nearest convention", _shown(answer.expected)),
        ("the program", _shown(answer.found)),
    ]


def _shown(score: float) -> str:
    return "it fails" if math.isnan(score) else repr(score)


def _answer_as_json(answer: Answer) -> dict[str, Any]:
    scores = {"found": answer.found, "expected": answer.expected}
    known = {name: None if math.isnan(one) else one for name, one in scores.items()}
    return {**case_as_json(answer.case), **known}
