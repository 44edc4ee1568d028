"""Reports on dialects: the known programs, the axes of a dialect, differences of two dialects."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.compat.dialects.known import default_program, meaning
from tallystick.metrics.interface.dialect import Dialect
from tallystick.metrics.interface.presets import Preset, presets
from tallystick.reports.document import Block, Bullets, Entry, Labels, Paragraph, Table, columns

if TYPE_CHECKING:
    from tallystick.compat.dialects.difference import Difference  # imports NumPy

KIND = "dialects"
SCHEMA = f"tallystick/{KIND}/1"
HOW_VERIFIED = {"run": "recorded runs are reproduced", "read": "from its source or text, not run"}


@dataclass(frozen=True, slots=True)
class DialectList:
    """The known programs, as presets by the name of their metric."""

    kind: ClassVar[str] = KIND

    presets: Mapping[str, tuple[Preset[Dialect], ...]]

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return a table for each metric."""
        return [
            Table(
                columns(["dialect", "program", "version"]),
                tuple((preset.name, preset.program, preset.version) for preset in of_metric),
                title=f"{'rougeL' if metric == 'rouge' else metric}:dialect=NAME; "
                f"programs and settings: {len(of_metric)}, "
                f"different dialects: {len({preset.dialect for preset in of_metric})}",
            )
            for metric, of_metric in self.presets.items()
        ]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each program."""
        names = ("metric", "name", "program", "version", "verified", "source", "dialect")
        rows = tuple(
            (metric, *(str(getattr(preset, name)) for name in names[1:]))
            for metric, of_metric in self.presets.items()
            for preset in of_metric
        )
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        listed = [
            {"metric": metric, **asdict(preset)}
            for metric, of_metric in self.presets.items()
            for preset in of_metric
        ]
        return {"schema": SCHEMA, "dialects": listed}


@dataclass(frozen=True, slots=True)
class Explained:
    """A description of one dialect; `preset` is None if it was written as axes.

    The id and summary of the program's defects are in `reproduced` if the dialect has them.
    """

    metric: str
    name: str
    dialect: Dialect
    preset: Preset[Dialect] | None = None
    reproduced: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    @property
    def programs(self) -> list[str]:
        """The names of the presets with the same dialect."""
        return [twin.name for twin in presets(type(self.dialect)) if twin.dialect == self.dialect]

    def blocks(self) -> list[Block]:
        """Return the description as blocks."""
        blocks: list[Block] = [Entry(f"{self.metric}:dialect={self.name}", lines=self._lines())]
        for title, defects in (
            ("defects that this dialect reproduces (tallystick list defects ID)", self.reproduced),
            ("defects that it does not reproduce (tallystick list defects ID)", self.others),
        ):
            if defects:
                sentences = tuple(f"{name}: {summary}" for name, summary in defects)
                blocks.append(Bullets(title, sentences))
        kind = type(self.dialect)
        different = self.dialect.differences(kind())
        program = default_program(kind)
        if different:
            rows = ((axis, meaning(kind, axis, value)) for axis, (value, _) in different.items())
            title = f"axes that differ from {program}:"
            blocks.append(Table(columns(["axis", "value"]), tuple(rows), title=title))
        else:
            blocks.append(Paragraph(f"the same dialect as {program}"))
        return blocks

    def _lines(self) -> tuple[str, ...]:
        preset = self.preset
        if preset is None:
            programs = self.programs
            same = f"the dialect of {', '.join(programs)}"
            return (same if programs else "a dialect of your own: no known program has it",)
        lines = [f"{preset.program}, {preset.version}", preset.source]
        lines.append(f"verified: {HOW_VERIFIED[preset.verified]}")
        if preset.aliases:
            lines.append(f"also named: {', '.join(preset.aliases)}")
        if preset.notes:
            lines.append(preset.notes)
        # if no program of a metric has a perfect score of 100, the metric has no perfect score
        if preset.scale == 1 and any(other.scale == 100 for other in presets(type(self.dialect))):
            lines.append("its perfect score is 1; here it is 100")
        if preset.single_precision:
            lines.append("it computes in 32 bits: its scores agree with ours to about six digits")
        if preset.decimals is not None:
            lines.append(f"it prints {preset.decimals} decimals")
        if preset.single_reference:
            lines.append("it takes one reference per segment")
        return tuple(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the description as JSON types."""
        reproduced = [name for name, _ in self.reproduced]
        if self.preset is not None:
            return {"metric": self.metric, **asdict(self.preset), "reproduces": reproduced}
        return {
            "metric": self.metric,
            "name": self.name,
            "dialect": asdict(self.dialect),
            "programs": self.programs,
        }


@dataclass(frozen=True, slots=True)
class ExplainedDialects:
    """Descriptions of some dialects."""

    kind: ClassVar[str] = KIND

    dialects: tuple[Explained, ...]

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the descriptions as blocks."""
        return [block for dialect in self.dialects for block in dialect.blocks()]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each axis of each dialect."""
        rows = tuple(
            (dialect.metric, dialect.name, name, axis.text(getattr(dialect.dialect, name)))
            for dialect in self.dialects
            for name, axis in dialect.dialect.axes().items()
        )
        return {self.kind: Table(columns(["metric", "name", "axis", "value"]), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {"schema": SCHEMA, "dialects": [dialect.to_json() for dialect in self.dialects]}


@dataclass(frozen=True, slots=True)
class DialectDifference:
    """The difference of two dialects of a metric, with further remarks, one sentence each."""

    kind: ClassVar[str] = KIND

    metric: str
    dialect_class: type[Dialect]
    one: str
    other: str
    difference: Difference
    remarks: tuple[str, ...] = ()

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the report as blocks."""
        head = f"{self.metric}: {self.one} and {self.other}"
        blocks: list[Block] = [Entry(head, lines=self.remarks)]
        axes = self.dialect_class.axes()
        for axis, values in self.difference.axes.items():
            shown = (meaning(self.dialect_class, axis, value) for value in values)
            pairs = zip((self.one, self.other), shown, strict=True)
            lines = tuple(f"{name}: {text}" for name, text in pairs)
            blocks.append(Entry(axis, axes[axis].documentation, lines))
        if not self.difference.axes:
            blocks.append(Paragraph("The dialects are equal."))
        return blocks + self._example()

    def _example(self) -> list[Block]:
        example = self.difference.example
        if example is None:
            return [Paragraph("No input was found on which their numbers differ.")]
        given: list[tuple[str, str]] = []
        segments = zip(example.hypotheses, example.references, strict=True)
        for number, (hypothesis, references) in enumerate(segments):
            if example.sources is not None:
                given.append(("source", repr(example.sources[number])))
            given.append(("hypothesis", repr(hypothesis)))
            given += [("reference", repr(reference)) for reference in references]
        scores = {self.one: example.one, self.other: example.other}
        for axis, score in self.difference.decisive.items():
            scores[f"{self.one} with the {axis} of {self.other}"] = score
        return [
            Paragraph("The smallest input found on which their numbers differ:"),
            Labels(tuple(given), code=True),
            Labels(tuple((name, _number(score)) for name, score in scores.items())),
        ]

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each axis that differs."""
        axes = self.dialect_class.axes()
        rows = tuple(
            (name, *map(axes[name].text, values)) for name, values in self.difference.axes.items()
        )
        return {self.kind: Table(columns(["axis", self.one, self.other]), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        difference = self.difference
        example = None
        if difference.example is not None:
            example = {name: _or_none(value) for name, value in asdict(difference.example).items()}
            if difference.example.sources is None:
                del example["sources"]
        return {
            "schema": SCHEMA,
            "metric": self.metric,
            "one": self.one,
            "other": self.other,
            "axes": {axis: list(values) for axis, values in difference.axes.items()},
            "example": example,
            "decisive": {axis: _or_none(score) for axis, score in difference.decisive.items()},
        }


def _or_none(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


def _number(score: float) -> str:
    return "undefined (an error or not a number)" if math.isnan(score) else f"{score:.6g}"
