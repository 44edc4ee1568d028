"""The tables that a score report holds, as rows of cells still to be written in some format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport

WriteScore: TypeAlias = "Callable[[float | None, str], str]"
"""From a score and its metric's scale to a cell."""


@dataclass(frozen=True, slots=True)
class Table:
    """A header and rows of cells.

    Attributes:
        header: The name of each column.
        rows: The cells, as many in each row as the header has.
        numbers: How many columns, counted from the right, hold numbers.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int


def corpus_table(report: ScoreReport, write: WriteScore) -> Table:
    """Return one row a system, one column a metric."""
    rows = tuple(
        (system, *(write(entry.score, entry.scale) for entry in report.of_system(system)))
        for system in report.systems
    )
    return Table(("system", *report.metrics), rows, len(report.metrics))


def segment_table(report: ScoreReport, write: WriteScore) -> Table | None:
    """Return one row a system and segment, or None if the report has no scores of segments."""
    entries = report.entries
    if not entries or entries[0].segments is None:
        return None
    named = entries[0].segment_documents is not None
    header = ("system", "segment", *(["document"] if named else []), *report.metrics)
    return Table(header, tuple(_segment_rows(report, write)), len(report.metrics))


def document_table(report: ScoreReport, write: WriteScore) -> Table | None:
    """Return one row a system and document, or None if the report has no scores of documents."""
    entries = report.entries
    if not entries or entries[0].documents is None:
        return None
    header = ("system", "document", *report.metrics)
    return Table(header, tuple(_document_rows(report, write)), len(report.metrics))


def tables(report: ScoreReport, write: WriteScore) -> list[Table]:
    """Return all tables of a report: of segments, of documents, of the whole corpus."""
    found = [segment_table(report, write), document_table(report, write)]
    return [*(table for table in found if table), corpus_table(report, write)]


def signatures(report: ScoreReport) -> list[tuple[str, str]]:
    """Return what to call each signature, and the signature.

    A metric whose signature is the same for all systems has it once, under its own name. Scores of
    segments have a signature of their own where it differs from that of the corpus.
    """
    found: list[tuple[str, str]] = []
    for metric in report.metrics:
        entries = report.of_metric(metric)
        of_systems = [(entry.system, entry.signature) for entry in entries]
        found += _named_signatures(metric, of_systems)
        of_segments = [
            (entry.system, entry.segment_signature)
            for entry in entries
            if entry.segment_signature is not None
        ]
        if of_segments != of_systems:
            found += _named_signatures(f"{metric}, segments", of_segments)
    return found


def _named_signatures(
    name: str, of_systems: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    if len({signature for _, signature in of_systems}) == 1:
        yield name, of_systems[0][1]
    else:
        for system, signature in of_systems:
            yield f"{name} ({system})", signature


def _segment_rows(report: ScoreReport, write: WriteScore) -> Iterator[tuple[str, ...]]:
    for system in report.systems:
        entries = report.of_system(system)
        columns = [
            [write(score, entry.scale) for score in entry.segments or ()] for entry in entries
        ]
        documents = entries[0].segment_documents
        for index, scores in enumerate(zip(*columns, strict=True)):
            document = () if documents is None else (documents[index],)
            yield (system, str(index + 1), *document, *scores)


def _document_rows(report: ScoreReport, write: WriteScore) -> Iterator[tuple[str, ...]]:
    for system in report.systems:
        entries = report.of_system(system)
        for of_metrics in zip(*(entry.documents or () for entry in entries), strict=True):
            scores = (
                write(one.score, entry.scale)
                for one, entry in zip(of_metrics, entries, strict=True)
            )
            yield (system, of_metrics[0].document, *scores)
