"""The alignments of systems with their references, as a report.

As JSON, under the schema `tallystick/align/1`, it is `{"schema": ..., "signature": ..., "unit":
..., "summary": [...], "segments": [...]}`. Every segment has its `system`, its number from 1, the
number of its `reference` from 1, and `tokens`: objects with an `operation` (hit, substitution,
deletion or insertion) and the tokens of `reference` and `hypothesis`, null where there is none.
With TER it also has `shifts`, carried out one after the other before: objects with the `words` of a
block and the number of its first word, from 1, before (`start`) and afterwards (`to`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.errors import OptionError, counted
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.scoring.scoring import as_metric, score_parts
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.metrics.ter.alignment import shifted_alignments
from tallystick.metrics.ter.metric import Ter
from tallystick.metrics.wer.metric import ErrorRate
from tallystick.metrics.wer.statistics import alignments
from tallystick.reports.document import Block, Entry, Heading, Labels, Table, columns
from tallystick.reports.renderers.screen import screen_width
from tallystick.reports.renderers.text import WIDTH, draw_table
from tallystick.reports.renderers.visible import visible
from tallystick.reports.saving.json_form import OPTIONAL, plain

if TYPE_CHECKING:
    from tallystick.metrics.ter.alignment import Shift
    from tallystick.metrics.wer.statistics import AlignedToken

SCHEMA = "tallystick/align/1"
"""The name of the JSON form of the report."""

METRICS = ("wer", "cer", "mer", "wil", "wip", "ter")
"""The metrics that align."""

MARKS = {"hit": " ", "substitution": "S", "deletion": "D", "insertion": "I"}
COLOURS = {
    "substitution": "\x1b[33m",
    "deletion": "\x1b[31m",
    "insertion": "\x1b[32m",
    "shift": "\x1b[36m",
}
RESET = "\x1b[0m"
INDENT = "    "

LINES: Mapping[str, Callable[[AlignedToken], str | None]] = {
    "REF: ": attrgetter("reference"),
    "HYP: ": attrgetter("hypothesis"),
    "     ": lambda token: MARKS[token.operation],
}
"""The beginning of each line of an alignment, and what it shows of a token."""

Paint = Callable[[str, str], str]
"""A function from an operation and a text to the text in its colour."""


@dataclass(frozen=True, slots=True)
class AlignedSegment:
    """The alignment of one segment.

    Attributes:
        system: The system's name.
        segment: Its number, from 1.
        reference: The number of the reference it is aligned with, from 1.
        tokens: The operations with their tokens, from left to right, after the shifts.
        shifts: The shifts, one after the other; None if the metric has none.
    """

    system: str
    segment: int
    reference: int
    tokens: tuple[AlignedToken, ...]
    shifts: tuple[Shift, ...] | None = None

    @property
    def edits(self) -> int:
        """The number of shifts, and of operations that are not hits."""
        return sum(token.operation != "hit" for token in self.tokens) + len(self.shifts or ())


@dataclass(frozen=True, slots=True)
class SystemErrors:
    """The score of one system, and the operations it counts; `shifts` is None if not counted."""

    system: str
    score: float
    substitutions: int
    deletions: int
    insertions: int
    hits: int
    shifts: int | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True)
class AlignmentReport:
    """The alignments of one or more systems.

    Attributes:
        title: The title of the metric.
        signature: The signature of its scores.
        unit: What is aligned: "words" or "characters".
        summary: The score of every system.
        segments: The segments, systems outermost.
        several_references: Whether some segments have several references.
    """

    kind: ClassVar[str] = "alignments"

    title: str
    signature: str
    unit: str
    summary: tuple[SystemErrors, ...]
    segments: tuple[AlignedSegment, ...]
    several_references: bool = False

    def document(self, digits: int | None = None) -> list[Block]:
        """Return an entry for each segment, and the scores."""
        entries = [
            Entry(*self._heading(pair), tuple(self._lines(pair)), aligned=True)
            for pair in self.segments
        ]
        signature = Labels((("signature", self.signature),), code=True)
        return [*entries, Heading("Scores"), self._summary(digits), signature]

    def coloured(self, digits: int | None = None) -> str:
        """Return the text for a terminal, like the text format but with edits in colour."""
        blocks = [
            "\n".join(
                [
                    visible("  ".join(filter(None, self._heading(pair)))),
                    *(f"{INDENT}{line}".rstrip() for line in self._lines(pair, _painted)),
                ]
            )
            for pair in self.segments
        ]
        blocks += [draw_table(self._summary(digits)), f"signature: {visible(self.signature)}"]
        return "\n\n".join(blocks) + "\n"

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each operation."""
        names = ("system", "segment", "reference", "operation", "reference token", "hypothesis")
        rows = tuple(
            (pair.system, str(pair.segment), str(pair.reference), *cells)
            for pair in self.segments
            for cells in (
                *(("shift", "", " ".join(shift.words)) for shift in pair.shifts or ()),
                *((each[0], each.reference or "", each.hypothesis or "") for each in pair.tokens),
            )
        )
        return {"alignments": Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        return {
            "schema": SCHEMA,
            "signature": self.signature,
            "unit": self.unit,
            "summary": plain(self.summary),
            "segments": [
                {
                    "system": pair.system,
                    "segment": pair.segment,
                    "reference": pair.reference,
                    **({} if pair.shifts is None else {"shifts": list(map(_as_json, pair.shifts))}),
                    "tokens": [token._asdict() for token in pair.tokens],
                }
                for pair in self.segments
            ],
        }

    def _heading(self, pair: AlignedSegment) -> tuple[str, str]:
        which = f", reference {pair.reference}" if self.several_references else ""
        return f"{pair.system}, segment {pair.segment}{which}", f"({counted(pair.edits, 'edit')})"

    def _lines(self, pair: AlignedSegment, paint: Paint = lambda _, text: text) -> Iterator[str]:
        separator = " " if self.unit == "words" else ""
        for shift in pair.shifts or ():
            block = visible(" ".join(shift.words))
            yield f"shift of word {shift.start + 1} to {shift.to + 1}: {paint('shift', block)}"
        for chunk in _chunks(pair.tokens, len(separator)):
            for label, side in LINES.items():
                yield f"{label}{separator.join(_cells(chunk, side, paint))}".rstrip()

    def _summary(self, digits: int | None) -> Table:
        names = ["system", self.title, *(operation + "s" for operation in [*MARKS][1:]), "hits"]
        if any(errors.shifts is not None for errors in self.summary):
            names.append("shifts")
        rows = tuple(
            (
                errors.system,
                f"{errors.score:.{2 if digits is None else digits}f}",
                *(str(getattr(errors, name)) for name in names[2:]),
            )
            for errors in self.summary
        )
        return Table(columns(names, numbers=len(names) - 1), rows)


@by_keyword("systems={NAME: HYPOTHESES, ...}, references=REFERENCES")
def align(
    *,
    systems: Mapping[str, Hypotheses | Corpus],
    references: ReferencesPerSegment | References | None = None,
    metric: str | Metric = "wer",
    correct_too: bool = False,
) -> AlignmentReport:
    """Align the hypotheses of systems with their references, as an error rate does.

    Args:
        systems: The hypotheses by system name, or a `Corpus` for each system.
        references: The reference of each segment, or a list of its references.
        metric: WER, CER, MER, WIL, WIP or TER, or a spec such as "wer:lowercase=yes".
        correct_too: Whether segments without edits are in the report too.

    Returns:
        The substitutions, deletions, insertions, hits and shifts of segments, and their numbers.

    Raises:
        InputError: The systems or references are invalid.
        OptionError: The metric aligns nothing.

    >>> report = align(systems={"mine": ["a b x"]}, references=["a b c d"])
    >>> report.summary[0].substitutions, report.summary[0].deletions, report.segments[0].edits
    (1, 1, 2)
    """
    corpora = list(corpora_of_systems("align", systems, references))
    return align_parts([corpora], [corpora[0][1].references], metric, correct_too=correct_too)


def align_parts(
    parts: Iterable[Iterable[tuple[str, Corpus]]],
    references: Iterable[References],
    given: str | Metric,
    *,
    correct_too: bool,
) -> AlignmentReport:
    """Align the consecutive parts of a corpus, as `score_parts` takes them; see `align`."""
    metric = as_metric(given)
    if not isinstance(metric, ErrorRate | Ter):
        raise OptionError(
            f"the metric is {given!r}, which aligns nothing; expected one of {', '.join(METRICS)}, "
            "with options or without"
        )
    segments: dict[str, list[AlignedSegment]] = {}
    counts: dict[str, Counter[str]] = {}
    several = False

    def aligned(part: Iterable[tuple[str, Corpus]]) -> Iterator[tuple[str, Corpus]]:
        nonlocal several
        for system, corpus in part:
            several = several or corpus.references.number != 1
            shown, counted = segments.setdefault(system, []), counts.setdefault(system, Counter())
            for segment in _aligned(metric, system, corpus, counted["segments"]):
                counted.update(f"{token.operation}s" for token in segment.tokens)
                counted["shifts"] += len(segment.shifts or ())
                if correct_too or segment.edits:
                    shown.append(segment)
            counted["segments"] += len(corpus)
            yield system, corpus

    scored = score_parts(map(aligned, parts), references, [metric])
    names = ["substitutions", "deletions", "insertions", "hits"]
    if isinstance(metric, Ter):
        names.append("shifts")
    scores = {system.system: system.scored[0].score for system in scored}
    return AlignmentReport(
        title=metric.identity.title,
        signature=str(next(iter(scores.values())).signature),
        unit="characters" if metric.identity.name == "cer" else "words",
        summary=tuple(
            SystemErrors(name, score.score, *(counts[name][key] for key in names))
            for name, score in scores.items()
        ),
        segments=tuple(segment for of_system in segments.values() for segment in of_system),
        several_references=several,
    )


def _aligned(
    metric: ErrorRate | Ter, system: str, corpus: Corpus, first: int
) -> Iterator[AlignedSegment]:
    align_all: Any = shifted_alignments if isinstance(metric, Ter) else alignments
    for number, alignment in enumerate(align_all(metric.conventions, corpus), start=first + 1):
        shifts = getattr(alignment, "shifts", None)
        yield AlignedSegment(system, number, alignment.reference + 1, alignment.tokens, shifts)


def _as_json(shift: Shift) -> dict[str, Any]:
    return {"words": list(shift.words), "start": shift.start + 1, "to": shift.to + 1}


def _cell_width(token: AlignedToken) -> int:
    sides = (token.reference, token.hypothesis)
    return max(1, *(screen_width(visible(side)) for side in sides if side is not None))


def _cells(
    tokens: Iterable[AlignedToken], side: Callable[[AlignedToken], str | None], paint: Paint
) -> Iterator[str]:
    """Yield the tokens of one side, right-aligned; stars are in place of a missing token."""
    for token in tokens:
        width, text = _cell_width(token), side(token)
        shown = "*" * width if text is None else visible(text)
        yield " " * (width - screen_width(shown)) + paint(token.operation, shown)


def _chunks(tokens: Sequence[AlignedToken], gap: int) -> Iterator[Sequence[AlignedToken]]:
    """Yield parts that fit into a line."""
    start = used = 0
    for place, token in enumerate(tokens):
        width = _cell_width(token) + gap
        if used and used + width > WIDTH - len("REF: ") - len(INDENT):
            yield tokens[start:place]
            start, used = place, 0
        used += width
    yield tokens[start:]


def _painted(operation: str, text: str) -> str:
    colour = COLOURS.get(operation)
    return text if colour is None else f"{colour}{text}{RESET}"
