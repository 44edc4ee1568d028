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
        run = self.identification
        blocks: list[Block] = [Paragraph(run.headline, strong=True)]
        if not run.answered:
            return [*blocks, Paragraph(run.note)]
        blocks.append(_facts(run))
        if run.changed is not None:
            title = (
                "an input that was asked twice; its scores depend on earlier inputs or on chance"
            )
            blocks += _proof(title, run.changed, "first answer", "second answer")
        elif run.contradiction is not None:
            near = "nearest known program"
            lacking = "no known program gives" if run.unexplained else f"the {near} does not give"
            title = f"the smallest input found whose score {lacking}"
            blocks += _proof(title, run.contradiction, near, "this program")
        if run.sure:
            title = "axes whose values are certain"
            blocks.append(Table(columns(["axis", "value"]), run.sure, title=title))
        if run.open:
            rows = tuple((open.axis, listed(open.values, "or"), open.reason) for open in run.open)
            title = "axes whose values do not show; the first is that of the convention"
            blocks.append(Table(columns(["axis", "value", "why"]), rows, title=title))
        if run.twins:
            twins = tuple((it.program, ", ".join(it.axes), it.reason) for it in run.twins)
            title = "known programs that give the same scores under another convention"
            blocks.append(Table(columns(["program", "differs in", "why"]), twins, title=title))
        if run.failures:
            number = len(run.failures)
            inputs = f"{number} inputs, such as one," if number > 1 else "an input"
            which = "the convention" if run.found else "the nearest known program"
            blocks += [
                Entry(f"it fails on {inputs} to which {which} gives a score"),
                Labels(tuple(case_lines(run.failures[0])), code=True),
            ]
        return [*blocks, Paragraph(KEEP)]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each axis."""
        run = self.identification
        certain = tuple((axis, value, "yes") for axis, value in run.sure)
        unknown = tuple((open.axis, " ".join(open.values), "no") for open in run.open)
        return {self.kind: Table(columns(["axis", "value", "certain"]), (*certain, *unknown))}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        run = self.identification
        wrong = run.contradiction
        mistake = None if run.found is None else run.found.mistake
        return {
            "schema": f"tallystick/{self.kind}/1",
            **picked(run, "implementation", "version"),
            "convention": None if run.found is None else Setting(run.found.metric).name,
            "programs": run.programs,
            "mistake": None if mistake is None else mistake.name,
            "twins": [asdict(twin) for twin in run.twins],
            "nearest": asdict(run.nearest),
            "scale": run.scale,
            "precision": asdict(run.precision),
            "sure": dict(run.sure),
            "open": {open.axis: {"values": open.values, "why": open.reason} for open in run.open},
            "questions": [_answer_as_json(answer) for answer in run.questions],
            "checks": run.checks,
            "contradiction": None if wrong is None else _answer_as_json(wrong),
            "unexplained": run.unexplained,
            "changed": None if run.changed is None else _answer_as_json(run.changed),
            "failures": [case_as_json(case) for case in run.failures],
            **picked(run, "seconds", "note"),
        }


def _facts(run: Identification) -> Labels:
    near = run.nearest
    nearest = f"{near.program}, except for {', '.join(near.axes)}" if near.axes else near.program
    searched, checked = "to find it", "to confirm it"
    if run.found is None:
        answers = len(run.questions) + run.checks
        nearest = f"{near.program}, which explains {near.explained} of {answers} answers"
        if run.failures:
            nearest += f"; {len(run.failures)} of them are failures"
        searched, checked = "to search", "to show that nothing fits"
    return facts(
        {
            "programs with these scores": ", ".join(run.programs),
            "nearest known program": not run.programs and nearest,
            "perfect score": run.scale is not None and f"{run.scale:g}",
            "precision": str(run.precision) or "scores are not rounded",
            "calls": f"{len(run.questions)} {searched}, {run.checks} {checked}",
            "note": run.note,
        }
    )


def _proof(title: str, answer: Answer, expected: str, actual: str) -> list[Block]:
    scores = ((expected, _shown(answer.expected)), (actual, _shown(answer.found)))
    return [Entry(title), Labels((*case_lines(answer.case), *scores), code=True)]


def _shown(score: float) -> str:
    return "it fails" if math.isnan(score) else repr(score)


def _answer_as_json(answer: Answer) -> dict[str, Any]:
    scores = {"found": answer.found, "expected": answer.expected}
    known = {name: None if math.isnan(score) else score for name, score in scores.items()}
    return {**case_as_json(answer.case), **known}
