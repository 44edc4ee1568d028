"""The tables of a score report, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tallystick.errors import OptionError
from tallystick.reports.document import Block, Labels, Paragraph, Table, columns
from tallystick.reports.wording import detail, fixed, full, listed

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreEntry, ScoreReport

WriteScore: TypeAlias = "Callable[[float | None, ScoreEntry], str]"
"""A function from a score and its entry to a cell."""


def document(report: ScoreReport, digits: int | None) -> list[Block]:
    """Return the tables, the components of the scores of a single system, and the signatures."""

    blocks: list[Block] = [*_tables(report, _rounded(digits))]
    lower = [one.metric for one in report.entries if not one.higher_is_better]
    if lower:
        under = listed(list(dict.fromkeys(lower)))
        blocks.append(Paragraph(f"Under {under}, a lower score is better."))
    if len(report.systems) == 1 and report.entries[0].segments is None:
        made_of = tuple(
            (
                entry.metric,
                ", ".join(f"{name} {detail(value)}" for name, value in entry.details.items()),
            )
            for entry in report.entries
            if entry.details
        )
        blocks.append(Labels(made_of))
    return [*blocks, Labels(tuple(_signatures(report)), code=True)]


def bare_scores(report: ScoreReport, digits: int | None) -> str:
    """Return only the scores, with tabs between metrics.

    There is a line for each system, or if segments were requested, for each segment of each system.
    """
    write = _rounded(digits)
    *finer, corpus = _tables(report, write)
    table = finer[0] if finer else corpus
    return "".join("\t".join(row[-len(report.metrics) :]) + "\n" for row in table.rows)


def _rounded(digits: int | None) -> WriteScore:
    return lambda score, entry: fixed(score, entry.digits if digits is None else digits)


def data_table(report: ScoreReport) -> Table:
    """Return the table for formats that contain a single table, with unrounded numbers."""

    def write(score: float | None, entry: ScoreEntry) -> str:
        return full(score)

    *finer, corpus = _tables(report, write)
    if len(finer) > 1:
        raise OptionError(
            "CSV and TSV contain one table, but scores of segments and of documents are requested; "
            "request one of them, or JSON"
        )
    if finer:
        return finer[0]
    return Table(
        corpus.columns + columns(f"{metric} signature" for metric in report.metrics),
        tuple(
            (*row, *(entry.signature for entry in report.of_system(system)))
            for row, system in zip(corpus.rows, report.systems, strict=True)
        ),
    )


def _tables(report: ScoreReport, write: WriteScore) -> list[Table]:
    """Return the tables of segments and of documents, if present, and of the corpus."""
    first = report.entries[0] if report.entries else None
    found = []
    if first is not None and first.segments is not None:
        document = ["document"] if first.segment_documents is not None else []
        names = ["system", "segment", *document]
        found.append(_table(report, names, _segment_rows(report, write)))
    if first is not None and first.documents is not None:
        found.append(_table(report, ["system", "document"], _document_rows(report, write)))
    rows = (
        (system, *(write(entry.score, entry) for entry in report.of_system(system)))
        for system in report.systems
    )
    return [*found, _table(report, ["system"], rows)]


def _table(report: ScoreReport, names: list[str], rows: Iterator[tuple[str, ...]]) -> Table:
    return Table(columns([*names, *report.metrics], len(report.metrics)), tuple(rows))


def _signatures(report: ScoreReport) -> list[tuple[str, str]]:
    """Return pairs of label and signature.

    A signature that is the same for all systems is returned once, under the name of the metric.
    The signature of segment scores is added if it differs from that of the corpus.
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
        columns = [[write(score, entry) for score in entry.segments or ()] for entry in entries]
        documents = entries[0].segment_documents
        for index, scores in enumerate(zip(*columns, strict=True)):
            document = () if documents is None else (documents[index],)
            yield (system, str(index + 1), *document, *scores)


def _document_rows(report: ScoreReport, write: WriteScore) -> Iterator[tuple[str, ...]]:
    for system in report.systems:
        entries = report.of_system(system)
        for of_metrics in zip(*(entry.documents or () for entry in entries), strict=True):
            scores = (
                write(one.score, entry) for one, entry in zip(of_metrics, entries, strict=True)
            )
            yield (system, of_metrics[0].document, *scores)
