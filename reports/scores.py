"""The score report: what every metric says of every system, with no output format in mind.

As JSON, under the schema `tallystick/score/1`:

    {"schema": "tallystick/score/1", "scores": [ENTRY, ...]}

with one ENTRY for every system and metric, systems outermost:

    system      the system's name, a string
    metric      the metric as it was asked for, such as "bleu" or "nist:order=4"; unique in a report
    name        the name of the metric alone, such as "nist"
    scale       the range of the metric in words, such as "0 to 100"; "" where it does not say
    score       a number in full precision, or null where the score is not defined
    signature   everything the score depends on, one line
    segments            only if asked for: a list with a score or null for every segment
    segment_signature   only if `segments` are there: what these scores depend on, which can differ
                        from `signature` (BLEU scores single segments with effective order)
    segment_documents   only if `segments` are there and documents are known: the document of each
    documents           only if asked for: a list of {"document": NAME, "score": NUMBER or null}

Every other key is a number, or a list of numbers, that the score is made of: for BLEU `counts`,
`totals`, `precisions`, `brevity_penalty`, `hypothesis_length` and `reference_length`. A reader
should pass over keys that it does not know; a key that changes its meaning changes the schema's
number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError, PluginError
from tallystick.metrics.metric import segment_form
from tallystick.metrics.signature import Signature

if TYPE_CHECKING:
    from tallystick.metrics.metric import Metric
    from tallystick.metrics.scoring import Scored, SystemScored

SCHEMA = "tallystick/score/1"
"""The name of the JSON form of a score report."""

RESERVED = (
    "system",
    "metric",
    "name",
    "scale",
    "score",
    "signature",
    "segments",
    "segment_signature",
    "segment_documents",
    "documents",
)


@dataclass(frozen=True, slots=True)
class DocumentScore:
    """The score of one document; None where it is not defined."""

    document: str
    score: float | None


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """What one metric says of one system.

    Attributes:
        system: The system's name.
        metric: The metric as it was asked for, with its options.
        name: The name of the metric alone.
        scale: The range of the metric in words, or "".
        score: The score of the whole corpus; None where it is not defined.
        signature: Everything the score depends on.
        details: The numbers that the score is made of, by name.
        segments: The score of every segment, or None if that was not asked for.
        segment_signature: Everything the scores of segments depend on, or None.
        segment_documents: The document of every segment, or None.
        documents: The score of every document, or None if that was not asked for.
    """

    system: str
    metric: str
    name: str
    scale: str
    score: float | None
    signature: str
    details: Mapping[str, Any] = field(default_factory=dict)
    segments: tuple[float | None, ...] | None = None
    segment_signature: str | None = None
    segment_documents: tuple[str, ...] | None = None
    documents: tuple[DocumentScore, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse details whose names mean something else in a report; make them read-only."""
        for name in self.details:
            if name in RESERVED:
                raise PluginError(
                    f"the scores of the metric {self.name!r} have a field {name!r}, which means "
                    "something else in a report; its author must rename it"
                )
        object.__setattr__(self, "details", MappingProxyType(dict(self.details)))

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON's own types.

        >>> ScoreEntry("mine", "bleu", "bleu", "0 to 100", 0.5, "nrefs:1").to_json()["score"]
        0.5
        """
        entry: dict[str, Any] = {
            "system": self.system,
            "metric": self.metric,
            "name": self.name,
            "scale": self.scale,
            "score": self.score,
            "signature": self.signature,
        }
        for name, value in self.details.items():
            entry[name] = _to_json(value)
        if self.segments is not None:
            entry["segments"] = list(self.segments)
        if self.segment_signature is not None:
            entry["segment_signature"] = self.segment_signature
        if self.segment_documents is not None:
            entry["segment_documents"] = list(self.segment_documents)
        if self.documents is not None:
            entry["documents"] = [
                {"document": document.document, "score": document.score}
                for document in self.documents
            ]
        return entry

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> ScoreEntry:
        """Read an entry back.

        Raises:
            InputError: A part is missing.

        >>> entry = ScoreEntry("mine", "bleu", "bleu", "0 to 100", 0.5, "nrefs:1", {"counts": (1,)})
        >>> ScoreEntry.from_json(entry.to_json()) == entry
        True
        """
        for part in ("system", "metric", "name", "score", "signature"):
            if part not in entry:
                raise InputError(f"an entry of a score report lacks {part!r}; found {list(entry)}")
        segments, names = entry.get("segments"), entry.get("segment_documents")
        documents = entry.get("documents")
        return cls(
            system=entry["system"],
            metric=entry["metric"],
            name=entry["name"],
            scale=entry.get("scale", ""),
            score=entry["score"],
            signature=entry["signature"],
            details={
                name: _from_json(value) for name, value in entry.items() if name not in RESERVED
            },
            segments=None if segments is None else tuple(segments),
            segment_signature=entry.get("segment_signature"),
            segment_documents=None if names is None else tuple(names),
            documents=None
            if documents is None
            else tuple(DocumentScore(one["document"], one["score"]) for one in documents),
        )


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The scores of one or more systems under one or more metrics, all on the same corpus.

    Attributes:
        entries: One for every system and metric, systems outermost.
    """

    entries: tuple[ScoreEntry, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in order."""
        return tuple(dict.fromkeys(entry.system for entry in self.entries))

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics in order, as they were asked for."""
        return tuple(dict.fromkeys(entry.metric for entry in self.entries))

    def of_system(self, system: str) -> tuple[ScoreEntry, ...]:
        """Return the entries of one system, one for each metric."""
        return tuple(entry for entry in self.entries if entry.system == system)

    def of_metric(self, metric: str) -> tuple[ScoreEntry, ...]:
        """Return the entries of one metric, one for each system."""
        return tuple(entry for entry in self.entries if entry.metric == metric)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON's own types.

        >>> ScoreReport(()).to_json()
        {'schema': 'tallystick/score/1', 'scores': []}
        """
        return {"schema": SCHEMA, "scores": [entry.to_json() for entry in self.entries]}

    @classmethod
    def from_json(cls, report: str | Mapping[str, Any]) -> ScoreReport:
        """Read a report back, from JSON text or from what it was parsed to.

        Raises:
            InputError: It is no score report of this schema.

        >>> ScoreReport.from_json('{"schema": "tallystick/score/1", "scores": []}')
        ScoreReport(entries=())
        """
        if isinstance(report, str):
            try:
                report = json.loads(report)
            except ValueError as error:
                raise InputError(f"a score report is no valid JSON: {error}") from None
        found = report.get("schema") if isinstance(report, Mapping) else None
        if not isinstance(report, Mapping) or found != SCHEMA:
            raise InputError(f"a score report has the schema {found!r}; expected {SCHEMA!r}")
        return cls(tuple(ScoreEntry.from_json(entry) for entry in report.get("scores", ())))


def score_report(
    systems: Sequence[SystemScored],
    metrics: Mapping[str, Metric],
    *,
    segments: bool = False,
    by_document: bool = False,
    documents: Sequence[str] | None = None,
) -> ScoreReport:
    """Put scored systems into a report.

    Args:
        systems: What was scored, with the statistics of every segment if scores of segments or
            documents are wanted.
        metrics: The metrics as they were asked for, by what the report is to call them, in the
            order in which they scored.
        segments: Whether the report is to hold the score of every segment.
        by_document: Whether the report is to hold the score of every document.
        documents: The document of every segment, where documents are known.

    Returns:
        The report.

    Raises:
        InputError: Scores of documents are wanted but documents are not known.
        PluginError: A metric gives details under a name that means something else in a report.
    """
    if by_document and documents is None:
        raise InputError("scores of documents are wanted, but the document of no segment is known")
    entries = []
    for system in systems:
        for (label, metric), scored in zip(metrics.items(), system.scored, strict=True):
            entries.append(
                ScoreEntry(
                    system=system.system,
                    metric=label,
                    name=metric.identity.name,
                    scale=str(metric.identity.scale),
                    score=number_or_none(scored.score.score),
                    signature=str(scored.score.signature),
                    details=plain_details(scored.score.details),
                    segments=_segments(scored) if segments else None,
                    segment_signature=_segment_signature(scored) if segments else None,
                    segment_documents=tuple(documents) if segments and documents else None,
                    documents=_documents(scored, documents) if by_document and documents else None,
                )
            )
    return ScoreReport(tuple(entries))


def _segments(scored: Scored) -> tuple[float | None, ...]:
    scores = segment_form(scored.metric).formula(scored.statistics.rows)
    return tuple(number_or_none(score) for score in scores.tolist())


def _segment_signature(scored: Scored) -> str:
    statistics = scored.statistics
    form = segment_form(scored.metric)
    return str(Signature.of(form, statistics.references, statistics.given_tokens))


def _documents(scored: Scored, documents: Sequence[str]) -> tuple[DocumentScore, ...]:
    names, statistics = scored.statistics.by_document(documents)
    scores = scored.metric.formula(statistics.rows).tolist()
    return tuple(
        DocumentScore(name, number_or_none(score))
        for name, score in zip(names, scores, strict=True)
    )


def number_or_none(score: Any) -> float | None:
    """Return a number as JSON can hold it: None where it is not defined.

    >>> number_or_none(0.5), number_or_none(float("nan"))
    (0.5, None)
    """
    return float(score) if math.isfinite(score) else None


def plain_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a score is made of as Python's own numbers, whatever a plug-in made it of.

    >>> plain_details({"counts": [1, 2], "ratio": float("inf")})
    {'counts': (1, 2), 'ratio': None}
    """
    return {name: _plain(value) for name, value in details.items()}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return number_or_none(float(value))
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(_plain(one) for one in value)
    return str(value)


def _to_json(value: Any) -> Any:
    return [_to_json(one) for one in value] if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    return tuple(_from_json(one) for one in value) if isinstance(value, list) else value
