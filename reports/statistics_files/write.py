"""Writing of the statistics of systems on a part of a corpus: `tallystick statistics`."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.in_parts.sums import ngram_sums, refuse_parts, total_of_part
from tallystick.metrics.interface.identity import Scale
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.reading.testset import TestSetParts
from tallystick.metrics.sums.statistics import ROWS_IN_A_SUM, Statistics, Total
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams
from tallystick.reports.statistics_files import model
from tallystick.reports.statistics_files.parquet import Database, sums_of

TABLE, NGRAMS = "statistics", "ngrams"
BYTES = 16  # of a digest


def write_statistics(
    path: str,
    test_set: TestSetParts,
    metrics: Mapping[str, Metric],
    *,
    rows: model.Rows = "segment",
    threads: int = 1,
    count: Callable[[int], None] = lambda number: None,
    part: str = "",
) -> model.Description:
    """Write the statistics of systems under metrics to a file, a block of segments at a time.

    The file appears completely or not at all, and does not depend on `threads`. `count` is called
    with the number of segments after each block of a system; `part` names one part of several.
    """
    for metric in metrics.values():
        refuse_unsaved(metric)
    if rows == "document" and test_set.documents is None:
        raise InputError(
            "rows are documents, but the document of no segment is known; name a file with one "
            "document per line, or write segments"
        )
    with Database() as database:
        written = _Written(database, metrics, rows)
        documents = iter(test_set.documents or ())
        warnings: set[str] = set()
        for block in test_set.parts:
            workspace = Workspace(threads)
            of_block: list[str] | None = None
            for number, (system, corpus) in enumerate(block):
                if number == 0:
                    written.add_references(corpus)
                    if test_set.documents is not None:
                        of_block = next_documents(documents, len(corpus))
                warn_of(corpus, list(metrics.values()), warnings)
                written.add(system, corpus, of_block, workspace)
                count(len(corpus))
        refuse_further_documents(documents)
        description = written.description(part, test_set.documents is not None)
        database.write(written.query(), path, description)
    return description


def next_documents(documents: Iterator[str], segments: int) -> list[str]:
    """Return the documents of the next segments; refuse fewer."""
    taken = list(islice(documents, segments))
    if len(taken) < segments:
        raise InputError(
            "there are fewer documents than segments; give one document for every segment"
        )
    return taken


def refuse_further_documents(documents: Iterator[str]) -> None:
    """Refuse documents behind the last segment."""
    if next(documents, None) is not None:
        raise InputError(
            "there are more documents than segments; give one document for every segment"
        )


def refuse_unsaved(metric: Metric) -> None:
    """Refuse a metric that must see all segments, or all references, of a corpus at once."""
    remedy = "leave it out, and compute it with tallystick score"
    refuse_parts(
        metric, "statistics of parts", f"its statistics cannot be saved in parts; {remedy}"
    )


class Digest:
    """The digest of texts that are given in consecutive pieces.

    It depends on the texts alone, if every piece but the last has `ROWS_IN_A_SUM` segments or all
    of them are one piece.
    """

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=BYTES)
        self._added = False

    def add(self, segments: Text | Tokens) -> None:
        """Add the next segments."""
        for start in range(0, len(segments), ROWS_IN_A_SUM):
            self._add_lines(segments[start : start + ROWS_IN_A_SUM])

    def add_compared(self, corpus: Corpus) -> None:
        """Add the references and sources of the next segments, if they have any."""
        references = corpus.references if corpus.has_references else ()
        for start in range(0, len(references), ROWS_IN_A_SUM):
            piece = corpus.references.slice(start, min(start + ROWS_IN_A_SUM, len(references)))
            self._hash.update(np.asarray(piece.counts, dtype="<i8").tobytes())
            self._add_lines(piece.segments)
        if corpus.sources is not None:
            self.add(corpus.sources)

    def _add_lines(self, segments: Text | Tokens) -> None:
        if isinstance(segments, Text):
            data = segments.data
            lines = [data[start:end] for start, end in zip(*segments.bounds, strict=True)]
        else:
            lines = ["\0".join(tokens).encode() for tokens in segments]
        self._added = True
        self._hash.update(np.array(list(map(len, lines)), dtype="<i8").tobytes())
        self._hash.update(b"".join(lines))

    def hexadecimal(self) -> str:
        """Return the digest of everything that was added, as hexadecimal digits; "" of nothing."""
        return self._hash.hexdigest() if self._added else ""


@dataclass(slots=True)
class _OfSystem:
    """What was added of one system so far."""

    digest: Digest = field(default_factory=Digest)
    segments: int = 0
    totals: list[Total] = field(default_factory=list)

    def add(self, totals: Sequence[Total]) -> None:
        """Add the sums of the next block, one for each metric."""
        pairs = zip(self.totals, totals, strict=True)
        self.totals = [total.added(more) for total, more in pairs] if self.totals else list(totals)


class _Written:
    """The table of a database with the rows so far, and what describes them."""

    def __init__(self, database: Database, metrics: Mapping[str, Metric], rows: model.Rows) -> None:
        self._database = database
        self._metrics = metrics
        self._rows = rows
        self._segments = 0
        self._references = Digest()
        self._systems: dict[str, _OfSystem] = {}
        self._saved: list[model.SavedMetric] = []
        counting = {label: ngram_sums(metric) for label, metric in metrics.items()}
        self._sums = {label: sums for label, sums in counting.items() if sums is not None}
        self._ngrams: dict[str, tuple[CountedNgrams, Any]] = {}
        if self._sums:
            database.create(NGRAMS, model.NGRAM_COLUMNS)

    def add_references(self, corpus: Corpus) -> None:
        """Note what the systems of the next block are compared with."""
        self._references.add_compared(corpus)
        self._segments += len(corpus)
        for label, sums in self._sums.items():
            self._ngrams[label] = sums.of_references(corpus.references)
            ((high, low), counts), _ = self._ngrams[label]
            self._database.insert(NGRAMS, {"high": high, "low": low, "count": counts}, metric=label)

    def add(
        self, system: str, corpus: Corpus, documents: Sequence[str] | None, workspace: Workspace
    ) -> None:
        """Add the next block of one system."""
        of_system = self._systems.setdefault(system, _OfSystem())
        of_system.digest.add(corpus.hypotheses)
        if self._rows == "part":
            totals = [total_of_part(metric, corpus, workspace) for metric in self._metrics.values()]
        else:
            counts = [_statistics(metric, corpus, workspace) for metric in self._metrics.values()]
            totals = [statistics.as_total(finite=False) for statistics in counts]
        self._insert_coefficients(system, corpus)
        if not self._saved:
            self._create(totals)
        of_system.add(totals)
        if self._rows != "part":
            number, before = len(counts[0]), of_system.segments
            columns = {
                column: np.ascontiguousarray(statistics.rows[:, place])
                for saved, statistics in zip(self._saved, counts, strict=True)
                for place, column in enumerate(saved.stored_columns())
            }
            fixed = {
                "system": np.full(number, system, dtype=object),
                "first": np.arange(before + 1, before + number + 1),
                "segments": np.ones(number, dtype=np.int64),
                "document": np.array(documents or (None,) * number, dtype=object),
            }
            self._database.insert(TABLE, {**fixed, **columns})
        of_system.segments += len(corpus)

    def _create(self, totals: Sequence[Total]) -> None:
        for (label, metric), total in zip(self._metrics.items(), totals, strict=True):
            signature = str(Signature.of(metric, total.references, total.given_tokens))
            counts = all(isinstance(number, int) for number in total.sums)
            scale = None
            if isinstance(metric, GivenScores):
                scale = Scale(metric.low, metric.high, metric.digits)
            columns, ngrams = tuple(total.columns), label in self._ngrams
            self._saved.append(model.SavedMetric(label, signature, columns, counts, ngrams, scale))
        types = {
            column: "BIGINT" if saved.counts else "DOUBLE"
            for saved in self._saved
            for column in saved.stored_columns()
        }
        self._database.create(TABLE, {**model.FIXED_COLUMNS, **types})

    def _insert_coefficients(self, system: str, corpus: Corpus) -> None:
        for label, (ngrams, shared) in self._ngrams.items():
            coefficients = self._sums[label].coefficients(corpus, shared)
            high, low = ngrams.keys[:, coefficients.places]
            columns = {"order": coefficients.orders, "coefficient": coefficients.coefficients}
            rows = {"high": high, "low": low, **columns}
            self._database.insert(NGRAMS, rows, metric=label, system_of_coefficient=system)

    def query(self) -> str:
        """Return the rows to write, as SQL."""
        if self._rows == "part":
            self._insert_totals()
        query = f"SELECT * FROM {TABLE}"
        if self._rows == "document":
            query = (
                "SELECT system, min(first) AS first, sum(segments)::BIGINT AS segments, document"
                f"{sums_of(self._saved)} FROM {TABLE} GROUP BY system, document "
                "ORDER BY system, min(first)"
            )
        if not self._ngrams:
            return query
        keys = 'metric, high, low, system_of_coefficient, "order"'
        sums = "sum(count)::BIGINT AS count, sum(coefficient)::BIGINT AS coefficient"
        return (
            f"({query}) UNION ALL BY NAME "
            f"(SELECT {keys}, {sums} FROM {NGRAMS} GROUP BY {keys} ORDER BY high)"
        )

    def _insert_totals(self) -> None:
        for name, system in self._systems.items():
            row = {"system": name, "first": 1, "segments": system.segments, "document": None}
            for saved, total in zip(self._saved, system.totals, strict=True):
                if not saved.ngrams:
                    row.update(zip(saved.stored_columns(), total.sums, strict=True))
            self._database.insert(TABLE, {column: np.array([cell]) for column, cell in row.items()})

    def description(self, part: str, documents: bool) -> model.Description:
        """Return what the rows contain."""
        first = next(iter(self._systems.values())).totals[0]
        return model.Description(
            version=__version__,
            rows=self._rows,
            segments=self._segments,
            references=first.references,
            reference_digest=self._references.hexadecimal(),
            part=part,
            given_tokens=first.given_tokens,
            documents=documents,
            systems=tuple(
                model.SavedSystem(
                    name, system.digest.hexadecimal(), tuple(map(_finite, system.totals))
                )
                for name, system in self._systems.items()
            ),
            metrics=tuple(self._saved),
        )


def _statistics(metric: Metric, corpus: Corpus, workspace: Workspace) -> Statistics:
    sums = ngram_sums(metric)
    return (metric.statistics if sums is None else sums.unweighted)(corpus, workspace)


def _finite(total: Total) -> tuple[float | None, ...]:
    return tuple(number if math.isfinite(number) else None for number in total.sums)
