"""The convention of a black box as a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from tallystick.compat.conformance.identification import Answer, Identification
from tallystick.compat.conformance.setting import Setting
from tallystick.reports.conformance.check import KEEP, case_as_json, case_lines, facts
from tallystick.reports.document import Block, Entry, Labels, Paragraph, Table, columns
from tallystick.reports.saving.json_form import picked
from tallystick.reports.wording import listed


@dataclass(frozen=True, slots=True)
class IdentificationReport:
    """The convention that a program follows, as far as its answers show it."""

    kind: ClassVar[str] = "identification"

    identification: Identification

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the convention, the facts of the search, and the axes."""
        one = self.identification
        blocks: list[Block] = [Paragraph(one.headline, strong=True)]
        if not one.answered:
            return [*blocks, Paragraph(one.note)]
        blocks.append(_facts(one))
        if one.changed is not None:
            blocks += _proof(
                "an input that was asked twice; its scores depend on earlier inputs or on chance",
                one.changed,
                "first answer",
                "second answer",
            )
        elif one.contradiction is not None:
            title = (
                "the smallest input found whose score no known program gives"
                if one.unexplained
                else "the smallest input found whose score the nearest known program does not give"
            )
            blocks += _proof(title, one.contradiction, "nearest known program", "this program")
        if one.sure:
            blocks.append(
                Table(columns(["axis", "value"]), one.sure, title="axes whose values are certain")
            )
        if one.open:
            rows = tuple((open.axis, listed(open.values, "or"), open.reason) for open in one.open)
            title = "axes whose values do not show; the first is that of the convention"
            blocks.append(Table(columns(["axis", "value", "why"]), rows, title=title))
        if one.twins:
            twins = tuple((it.program, ", ".join(it.axes), it.reason) for it in one.twins)
            title = "known programs that give the same scores under another convention"
            blocks.append(Table(columns(["program", "differs in", "why"]), twins, title=title))
        if one.failures:
            number = len(one.failures)
            inputs = f"{number} inputs, such as one," if number > 1 else "an input"
            blocks += [
                Entry(f"it fails on {inputs} to which the convention gives a score"),
                Labels(tuple(case_lines(one.failures[0])), code=True),
            ]
        return [*blocks, Paragraph(KEEP)]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each axis."""
        one = self.identification
        certain = tuple((axis, value, "yes") for axis, value in one.sure)
        unknown = tuple((open.axis, " ".join(open.values), "no") for open in one.open)
        return {self.kind: Table(columns(["axis", "value", "certain"]), (*certain, *unknown))}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        one = self.identification
        wrong = one.contradiction
        mistake = None if one.found is None else one.found.mistake
        return {
            "schema": f"tallystick/{self.kind}/1",
            **picked(one, "implementation", "version"),
            "convention": None if one.found is None else Setting(one.found.metric).name,
            "programs": one.programs,
            "mistake": None if mistake is None else mistake.name,
            "twins": [asdict(twin) for twin in one.twins],
            "nearest": asdict(one.nearest),
            "scale": one.scale,
            "precision": asdict(one.precision),
            "sure": dict(one.sure),
            "open": {open.axis: {"values": open.values, "why": open.reason} for open in one.open},
            "questions": [_answer_as_json(answer) for answer in one.questions],
            "checks": one.checks,
            "contradiction": None if wrong is None else _answer_as_json(wrong),
            "unexplained": one.unexplained,
            "changed": None if one.changed is None else _answer_as_json(one.changed),
            "failures": [case_as_json(case) for case in one.failures],
            **picked(one, "seconds", "note"),
        }


def _facts(one: Identification) -> Labels:
    near = one.nearest
    nearest = f"{near.program}, except for {', '.join(near.axes)}" if near.axes else near.program
    searched, checked = "to find it", "to confirm it"
    if one.found is None:
        answers = len(one.questions) + one.checks
        nearest = f"{near.program}, which explains {near.explained} of {answers} answers"
        searched, checked = "to search", "to show that nothing fits"
    return facts(
        {
            "programs with these scores": ", ".join(one.programs),
            "nearest known program": not one.programs and nearest,
            "perfect score": one.scale is not None and f"{one.scale:g}",
            "precision": str(one.precision) or "scores are not rounded",
            "calls": f"{len(one.questions)} {searched}, {one.checks} {checked}",
            "note": one.note,
        }
    )


def _proof(title: str, answer: Answer, expected: str, found: str) -> list[Block]:
    scores = ((expected, _shown(answer.expected)), (found, _shown(answer.found)))
    return [Entry(title), Labels((*case_lines(answer.case), *scores), code=True)]


def _shown(score: float) -> str:
    return "it fails" if math.isnan(score) else repr(score)


def _answer_as_json(answer: Answer) -> dict[str, Any]:
    scores = {"found": answer.found, "expected": answer.expected}
    known = {name: None if math.isnan(one) else one for name, one in scores.items()}
    return {**case_as_json(answer.case), **known}
