"""Recorded vectors and their replay as reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from tallystick.compat.expected import Expectation
from tallystick.compat.implementations.implementation import program_name
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.vectors.passing import Passing
from tallystick.compat.vectors.replay import Replay
from tallystick.compat.vectors.vectors import Vectors, input_as_json, result_as_json
from tallystick.errors import counted
from tallystick.reports.conformance import check
from tallystick.reports.document import Block, Entry, Labels, Paragraph, Table, columns
from tallystick.reports.saving.json_form import picked

MOST_SHOWN = 5
"""The number of cases of a cause that are named; the tables have all."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """How the results of a program differ from recorded ones."""

    kind: ClassVar[str] = "replay"

    replay: Replay
    file: str = ""
    expectation: Expectation | None = None

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the verdict, the facts, and each cause of differences with its smallest case."""
        replay = self.replay
        blocks: list[Block] = [Paragraph(replay.headline, strong=True)]
        blocks += [*check.expectation_blocks(self.expectation), self._facts()]
        for number, cause in enumerate(replay.causes, 1):
            smallest = cause.drift[0]
            lines = [*check.case_lines(smallest.vector.case)]
            lines += [("recorded", str(smallest.recorded)), ("now", str(smallest.now))]
            shown = [it.vector for it in cause.drift[:MOST_SHOWN]]
            tests = [it.tests for it in shown if it.tests] or [", ".join(it.id for it in shown)]
            more = len(cause.drift) - len(shown)
            tests += [f"and {more:,} more, which other formats show (-f csv)"] if more else []
            cases = f"on {counted(len(cause.drift), 'case')}"
            blocks += [
                Entry(f"{number}. {cause.name}", cases, tuple(tests)),
                Labels(tuple(lines), code=True),
            ]
        return blocks

    def _facts(self) -> Labels:
        replay = self.replay
        broken = "does not hold: the file was changed after it was written"
        return check.facts(
            {
                "vectors": self.file,
                "results": replay.results,
                "digest": "holds" if replay.intact else broken,
                "largest difference": f"{replay.largest:.3g}",
                "within the tolerance": replay.rounded and counted(replay.rounded, "case"),
                "not compared": len(replay.skipped) and counted(len(replay.skipped), "case"),
                "note": replay.note,
            }
        )

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each case that drifted."""
        names = ("id", "tests", "recorded", "now", "cause")
        causes = self.replay.cause_of
        rows = tuple(
            (
                *(drift.vector.id, drift.vector.tests, _cell(drift.recorded), _cell(drift.now)),
                causes.get(drift.vector.id, ""),
            )
            for drift in self.replay.drift
        )
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        replay = self.replay
        return {
            "schema": f"tallystick/{self.kind}/1",
            "file": self.file,
            **picked(replay, "implementation", "version", "metric", "results"),
            "recorded_version": replay.origin.version,
            **picked(replay, "intact", "compared", "rounded"),
            "skipped": len(replay.skipped),
            "largest": replay.largest,
            "tolerance": asdict(replay.tolerance),
            "note": replay.note,
            "causes": [
                {"name": cause.name, "cases": [it.vector.id for it in cause.drift]}
                for cause in replay.causes
            ],
            "drift": [
                {
                    **picked(drift.vector, "id", "tests"),
                    **input_as_json(drift.vector.case),
                    "recorded": result_as_json(drift.recorded),
                    "now": result_as_json(drift.now),
                }
                for drift in replay.drift
            ],
            **check.expectation_as_json(self.expectation),
        }


@dataclass(frozen=True, slots=True)
class ListedVectors:
    """A set of vectors that ships with the package."""

    name: str
    cases: int
    results: tuple[str, ...]
    sha256: str

    @classmethod
    def of(cls, name: str, content: bytes) -> ListedVectors:
        """Return the entry of a file of vectors."""
        header = json.loads(content.partition(b"\n")[0])
        return cls(name, header["cases"], tuple(header["origins"]), header["sha256"])

    def entry(self) -> Entry:
        """Return it as blocks."""
        return Entry(self.name, f"{self.cases} cases", (f"results: {' '.join(self.results)}",))


@dataclass(frozen=True, slots=True)
class PassingReport:
    """How many vectors known programs pass."""

    kind: ClassVar[str] = "passing"

    rows: tuple[Passing, ...]

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return a row for each program, set and convention."""
        return [self._table(", ")]

    def data_tables(self) -> dict[str, Table]:
        """Return the same rows."""
        return {self.kind: self._table(" ")}

    def _table(self, separator: str) -> Table:
        names = ("program", "version", "vectors", "results of", "passed", "compared", "open")
        rows = tuple(
            (
                *(row.program, f"{row.version}{', recorded' * row.recorded}", row.vectors),
                f"{row.results}{', its own' * row.own}",
                *map(str, (row.passed, row.compared, row.optional)),
                separator.join(row.defects),
            )
            for row in self.rows
        )
        return Table(columns(names, numbers=3) + columns(["known defects"]), rows)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {
            "schema": f"tallystick/{self.kind}/1",
            "rows": [{**asdict(row), "defects": list(row.defects)} for row in self.rows],
        }


def recorded_line(vectors: Vectors, file: str) -> str:
    """Return the sentence that says what was recorded."""
    [origin] = vectors.origins.values()
    failures = sum(
        outcome.score is None for case in vectors.cases for outcome in case.results.values()
    )
    without = f", {failures:,} of them without a score" if failures else ""
    program = program_name(origin.program, origin.version)
    return f"wrote {counted(len(vectors.cases), 'case')} of {program} to {file}{without}\n"


def _cell(outcome: Outcome) -> str:
    return repr(outcome.score) if outcome.failure is None else outcome.failure.kind
