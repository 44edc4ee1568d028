"""The score report: the scores of every system under every metric, independent of a format.

As JSON, under the schema `tallystick/score/1`, it is `{"schema": ..., "scores": [ENTRY, ...]}`,
with an entry for every system and metric, systems outermost. The keys of an entry are those of
`ScoreEntry`; an undefined score is null, and lists that were not requested are omitted. Every other
key is a component of the score, a number or a list of numbers: for BLEU `counts`, `totals`,
`precisions`, `brevity_penalty`, `hypothesis_length` and `reference_length`. Readers should ignore
unknown keys. If the meaning of a key changes, the number of the schema changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from tallystick.errors import InputError, OptionError, PluginError
from tallystick.metrics.base.base_metric import BaseMetric
from tallystick.metrics.interface.metric import Metric, completed, segment_form
from tallystick.metrics.interface.metric import plain as plain_value
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.interface.spec import named
from tallystick.reports.document import Block, Labels, Paragraph, Table, columns
from tallystick.reports.saving.json_form import OPTIONAL, REST, parsed, plain, read
from tallystick.reports.wording import detail, fixed, full, listed

if TYPE_CHECKING:
    from tallystick.metrics.scoring.scoring import Scored, SystemScored
    from tallystick.reports.comparison.model import SystemScore

SCHEMA = "tallystick/score/1"
"""The name of the JSON form of a score report."""

WriteScore: TypeAlias = "Callable[[float | None, ScoreEntry], str]"
"""A function from a score and its entry to a cell."""

Labelled: TypeAlias = "tuple[tuple[str, ...], float | None]"
"""What is before the scores in a row, and the score of an entry."""


@dataclass(frozen=True, slots=True)
class DocumentScore:
    """The score of one document; None if it is undefined."""

    document: str
    score: float | None


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """The score of one system under one metric.

    Attributes:
        system: The system's name.
        metric: The metric as requested, such as "nist:order=4"; unique in a report.
        name: The name of the metric with its options, such as "NIST (order=4)"; see `Score.name`.
        scale: The range of the metric in words, such as "0 to 100"; "" if it is not declared.
        score: The score of the whole corpus in full precision; None if it is undefined.
        signature: Everything the score depends on, in one line.
        details: The components of the score by name.
        segments: The score of every segment, or None if not requested.
        segment_signature: What the scores of segments depend on, which can differ from `signature`
            (BLEU scores single segments with effective order); None without them.
        segment_documents: The document of every segment; None without scores of segments, or if
            documents are not known.
        documents: The score of every document, or None if not requested.
        digits: The number of decimals with which the metric is quoted.
        higher_is_better: Whether a higher score is better.
        spec: A spec that makes the metric; see `Score.spec`.
    """

    system: str
    metric: str
    name: str
    scale: str
    score: float | None
    signature: str
    details: Mapping[str, Any] = field(default_factory=dict, metadata=REST)
    segments: tuple[float | None, ...] | None = field(default=None, metadata=OPTIONAL)
    segment_signature: str | None = field(default=None, metadata=OPTIONAL)
    segment_documents: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    documents: tuple[DocumentScore, ...] | None = field(default=None, metadata=OPTIONAL)
    digits: int = 4
    higher_is_better: bool = True
    spec: str = ""

    def __post_init__(self) -> None:
        """Refuse details with names of fields, and make details read-only."""
        named = {declared.name for declared in fields(self)}
        for name in self.details:
            if name in named:
                raise PluginError(
                    f"the scores of the metric {self.metric!r} have a field {name!r}, which has "
                    "another meaning in a report; its author must rename it"
                )
        object.__setattr__(self, "details", MappingProxyType(dict(self.details)))


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The scores of one or more systems under one or more metrics, all on the same corpus.

    Attributes:
        entries: An entry for every system and metric, systems outermost.
    """

    kind: ClassVar[str] = "scores"

    entries: tuple[ScoreEntry, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in order."""
        return tuple(dict.fromkeys(entry.system for entry in self.entries))

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics in order, as requested."""
        return tuple(dict.fromkeys(entry.metric for entry in self.entries))

    def of_system(self, system: str) -> tuple[ScoreEntry, ...]:
        """Return the entries of one system, one for each metric."""
        return tuple(entry for entry in self.entries if entry.system == system)

    def of_metric(self, metric: str) -> tuple[ScoreEntry, ...]:
        """Return the entries of one metric, one for each system."""
        return tuple(entry for entry in self.entries if entry.metric == metric)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types.

        >>> ScoreReport(()).to_json()
        {'schema': 'tallystick/score/1', 'scores': []}
        """
        return {"schema": SCHEMA, "scores": plain(self.entries)}

    @classmethod
    def from_json(cls, report: str | Mapping[str, Any]) -> ScoreReport:
        """Read a report from JSON text or from the parsed object.

        Raises:
            InputError: The JSON is not a score report of this schema, or a part is missing or has
                the wrong type.

        >>> ScoreReport.from_json('{"schema": "tallystick/score/1", "scores": []}')
        ScoreReport(entries=())
        """
        saved = parsed(report, "the score report", SCHEMA)
        return cls(read(saved, _Scores, "the score report").scores)

    def document(self, digits: int | None = None) -> list[Block]:
        """Return the tables, the components of a single system's scores, and the signatures."""
        blocks: list[Block] = [*_tables(self, _rounded(digits))]
        lower = [entry.metric for entry in self.entries if not entry.higher_is_better]
        if lower:
            under = listed(list(dict.fromkeys(lower)))
            blocks.append(Paragraph(f"Under {under}, a lower score is better."))
        if len(self.systems) == 1 and self.entries[0].segments is None:
            made_of = tuple(
                (
                    entry.metric,
                    ", ".join(f"{name} {detail(value)}" for name, value in entry.details.items()),
                )
                for entry in self.entries
                if entry.details
            )
            blocks.append(Labels(made_of))
        return [*blocks, Labels(tuple(_signatures(self)), code=True)]

    def data_tables(self) -> dict[str, Table]:
        """Return the table for formats that contain a single table.

        Raises:
            OptionError: The report has scores of segments and of documents, which are two tables.
        """
        *finer, corpus = _tables(self, lambda score, entry: full(score))
        if len(finer) > 1:
            raise OptionError(
                "CSV and TSV contain one table, but scores of segments and of documents are "
                "requested; request one of them, or JSON"
            )
        if finer:
            return {"scores": finer[0]}
        titles = columns(f"{metric} signature" for metric in self.metrics)
        rows = (
            (*row, *(entry.signature for entry in self.of_system(system)))
            for row, system in zip(corpus.rows, self.systems, strict=True)
        )
        return {"scores": Table(corpus.columns + titles, tuple(rows))}


@dataclass(frozen=True, slots=True)
class _Scores:
    """The JSON form of a report."""

    scores: tuple[ScoreEntry, ...] = ()


def score_report(
    systems: Sequence[SystemScored],
    metrics: Mapping[str, Metric],
    *,
    segments: bool = False,
    by_document: bool = False,
    documents: Sequence[str] | None = None,
) -> ScoreReport:
    """Create a report from scored systems.

    Args:
        systems: The scored systems, with the statistics of every segment if scores of segments or
            documents are requested.
        metrics: The metrics by their names in the report, in the order of the scores.
        segments: Whether the report contains the score of every segment.
        by_document: Whether the report contains the score of every document.
        documents: The document of every segment, if documents are known.

    Returns:
        The report.

    Raises:
        InputError: Scores of documents are requested but documents are not known.
        PluginError: A metric has details under a name with another meaning in a report.
    """
    if by_document and documents is None:
        raise InputError("scores of documents are requested, but documents are not known")
    entries = []
    for system in systems:
        for (label, metric), scored in zip(metrics.items(), system.scored, strict=True):
            entries.append(
                ScoreEntry(
                    system=system.system,
                    metric=label,
                    name=named(metric).name,
                    spec=named(metric).spec,
                    scale=str(metric.identity.scale),
                    digits=metric.identity.scale.digits,
                    higher_is_better=metric.identity.higher_is_better,
                    score=number_or_none(scored.score.score),
                    signature=str(scored.score.signature),
                    details=plain_details(scored.score.details),
                    segments=_segments(scored) if segments else None,
                    segment_signature=segment_signature(scored) if segments else None,
                    segment_documents=tuple(documents) if segments and documents else None,
                    documents=_documents(scored, documents) if by_document and documents else None,
                )
            )
    return ScoreReport(tuple(entries))


def _segments(scored: Scored) -> tuple[float | None, ...]:
    form = segment_form(scored.metric)
    statistics = scored.statistics
    if statistics.values is not None:
        score = completed(form, BaseMetric).score_of_row
        return tuple(number_or_none(score(row)) for row in statistics.named_rows())
    return tuple(map(number_or_none, form.formula(statistics.rows).tolist()))


def segment_signature(scored: Scored) -> str:
    """Return the signature of the segment scores, that of the metric's `segment_form`."""
    form, counted = segment_form(scored.metric), scored.counted
    return str(Signature.of(form, counted.references, counted.given_tokens))


def _documents(scored: Scored, documents: Sequence[str]) -> tuple[DocumentScore, ...]:
    names, statistics = scored.statistics.by_document(documents)
    scores = scored.metric.formula(statistics.rows).tolist()
    return tuple(
        DocumentScore(name, number_or_none(score))
        for name, score in zip(names, scores, strict=True)
    )


def missing_orders(scores: Iterable[ScoreEntry | SystemScore]) -> dict[str, list[str]]:
    """Return by warning the systems with text whose score is 0 for lack of n-grams of an order."""
    warnings: dict[str, list[str]] = {}
    for score in scores:
        totals = score.details.get("totals", [0])
        # a geometric mean of precisions is 0 if one is; NIST's sum is not
        if score.score == 0 and "precisions" in score.details and totals[0] > totals[-1] == 0:
            said = (
                f"no hypothesis has an n-gram of order {len(totals)}, so {score.metric} is 0 for "
                "any words; choose a lower order, or effective_order=yes"
            )
            warnings.setdefault(said, []).append(score.system)
    return warnings


def number_or_none(score: Any) -> float | None:
    """Return a number for JSON: None if it is not finite."""
    return float(score) if math.isfinite(score) else None


def plain_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the components of a score as types of JSON."""
    return {name: plain_value(value) for name, value in details.items()}


def bare_scores(report: ScoreReport, digits: int | None) -> str:
    """Return only the scores, a line for each system or segment, with tabs between metrics."""
    table = _tables(report, _rounded(digits))[0]
    return "".join("\t".join(row[-len(report.metrics) :]) + "\n" for row in table.rows)


def _rounded(digits: int | None) -> WriteScore:
    return lambda score, entry: fixed(score, entry.digits if digits is None else digits)


def _tables(report: ScoreReport, write: WriteScore) -> list[Table]:
    """Return the tables of segments and of documents, if present, and of the corpus."""

    def table(titles: list[str], scored: Callable[[ScoreEntry], Iterable[Labelled]]) -> Table:
        rows = []
        for system in report.systems:
            entries = report.of_system(system)
            for cells in zip(*map(scored, entries), strict=True):
                pairs = zip(cells, entries, strict=True)
                rows.append(
                    (system, *cells[0][0], *(write(cell[1], entry) for cell, entry in pairs))
                )
        names = ["system", *titles, *report.metrics]
        return Table(columns(names, len(report.metrics)), tuple(rows))

    def of_segments(entry: ScoreEntry) -> Iterator[Labelled]:
        for number, score in enumerate(entry.segments or (), start=1):
            documents = entry.segment_documents
            yield (str(number), *(() if documents is None else (documents[number - 1],))), score

    first = report.entries[0] if report.entries else None
    tables = []
    if first is not None and first.segments is not None:
        document = [] if first.segment_documents is None else ["document"]
        tables.append(table(["segment", *document], of_segments))
    if first is not None and first.documents is not None:
        tables.append(
            table(
                ["document"],
                lambda entry: [((part.document,), part.score) for part in entry.documents or ()],
            )
        )
    return [*tables, table([], lambda entry: [((), entry.score)])]


def _signatures(report: ScoreReport) -> Iterator[tuple[str, str]]:
    """Yield pairs of label and signature, those that all systems share once.

    The signature of segment scores is added if it differs from that of the corpus.
    """
    for metric in report.metrics:
        entries = report.of_metric(metric)
        of_corpus = {entry.system: entry.signature for entry in entries}
        of_segments = {
            entry.system: entry.segment_signature
            for entry in entries
            if entry.segment_signature is not None
        }
        named = {metric: of_corpus}
        if of_segments != of_corpus:
            named[f"{metric}, segments"] = of_segments
        for name, signatures in named.items():
            if len(set(signatures.values())) == 1:
                yield name, next(iter(signatures.values()))
            else:
                for system, signature in signatures.items():
                    yield f"{name} ({system})", signature
