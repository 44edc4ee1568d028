"""Addition of files of statistics to scores: `tallystick merge`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError, warn
from tallystick.metrics.columns import Columns
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.registry import nearest
from tallystick.metrics.scoring import SystemScored, scored_total
from tallystick.metrics.signature import Signature
from tallystick.metrics.total import Total
from tallystick.metrics.wording import counted
from tallystick.reports.statistics_files.model import Description, Rows, SavedMetric
from tallystick.reports.statistics_files.parquet import Database, quoted, sums_of

if TYPE_CHECKING:
    from tallystick.metrics.metric import Metric

OF_THE_CORPUS = ("nrefs",)
"""Fields of a signature in which the parts of one corpus can differ."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The statistics of systems on a whole corpus.

    Attributes:
        systems: The systems with their scores, and their rows or sums.
        metrics: The metrics by their names in the files.
        segments: The number of segments of the corpus.
        documents: The document of every row of the statistics, or None.
    """

    systems: tuple[SystemScored, ...]
    metrics: Mapping[str, Metric]
    segments: int
    documents: tuple[str, ...] | None


def merge(
    paths: Sequence[str],
    *,
    metrics: Sequence[str] | None = None,
    rows: Rows | None = None,
) -> Merged:
    """Add up files of statistics, each of which has some systems on one part of a corpus.

    Args:
        paths: The files. The parts of the corpus are in the order of their first files.
        metrics: The metrics, by their names in the files; None for all.
        rows: "segment" or "document" to keep a row for each; None for sums alone.

    Returns:
        The systems in the order of the files.

    Raises:
        InputError: A file cannot be read, is given twice, has other settings than the first, or a
            system lacks a part of the corpus.
        OptionError: The files have no such metric, or no such rows.
        MissingExtraError: DuckDB is not installed.
    """
    repeated = next((path for path in paths if paths.count(path) > 1), None)
    if repeated is not None:
        raise InputError(f"{display_name(repeated)} is given twice; give every file once")
    with Database() as database:
        described = dict(zip(paths, database.descriptions(paths), strict=True))
        _check_versions(described)
        chosen = _metrics_of(described, metrics)
        parts = _parts_of(described)
        built = {name: Signature.parse(one.signature).metric() for name, one in chosen.items()}
        systems = _summed(described, built, parts)
        segments = sum(part.segments for part in parts)
        if rows is None:
            return Merged(systems, built, segments, None)
        _check_rows(described, rows)
        found = _rows(database, list(described), chosen, parts, rows)
    documents = None
    if all(description.documents for description in described.values()):
        number = int(np.searchsorted(found["system_place"], 1))
        documents = tuple(found["document"][:number].tolist())
    return Merged(_with_rows(systems, found, chosen), built, segments, documents)


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of the corpus, with the file of every system."""

    segments: int
    files: Mapping[str, str]


def _check_versions(described: Mapping[str, Description]) -> None:
    others = sorted({one.version for one in described.values()} - {__version__})
    if others:
        warn(
            f"the statistics were computed by tallystick {', '.join(others)}, and their scores by "
            f"{__version__}; if the definition of a metric has changed since, write them again"
        )


def _metrics_of(
    described: Mapping[str, Description], requested: Sequence[str] | None
) -> dict[str, SavedMetric]:
    """Return the metrics, which must have the same settings in all files."""
    (first_path, first), *others = described.items()
    known = {metric.metric: metric for metric in first.metrics}
    for name in requested or ():
        if name not in known:
            raise OptionError(
                f"{display_name(first_path)} has no statistics of {name!r}"
                f"{nearest(name, list(known))}"
            )
    chosen = {name: known[name] for name in requested or known}
    for path, description in others:
        of_file = {metric.metric: metric for metric in description.metrics}
        for name, metric in chosen.items():
            if name not in of_file:
                raise InputError(
                    f"{display_name(path)} has no statistics of {name}, but "
                    f"{display_name(first_path)} has; choose metrics of all files with -m, or "
                    "write the file again"
                )
            _check_same(name, (first_path, metric), (path, of_file[name]))
        added = [name for name in of_file if name not in known]
        if added and requested is None:
            raise InputError(
                f"{display_name(first_path)} has no statistics of {added[0]}, but "
                f"{display_name(path)} has; choose metrics of all files with -m, or write the "
                "file again"
            )
    return chosen


def _check_same(name: str, one: tuple[str, SavedMetric], other: tuple[str, SavedMetric]) -> None:
    """Refuse statistics of one metric with different settings."""
    paths = [display_name(path) for path, _ in (one, other)]
    fields = [dict(Signature.parse(metric.signature).fields) for _, metric in (one, other)]
    for key in dict.fromkeys([*fields[0], *fields[1]]):
        values = [of_file.get(key, "nothing") for of_file in fields]
        if key not in OF_THE_CORPUS and values[0] != values[1]:
            raise InputError(
                f"{name} has other settings in {paths[1]} than in {paths[0]}: {key} is {values[1]} "
                f"there and {values[0]} here; such statistics cannot be added, so write one of "
                "them again"
            )


def _parts_of(described: Mapping[str, Description]) -> list[_Part]:
    """Return the parts of the corpus in order; every system must have each of them once."""
    files: dict[str, dict[str, str]] = {}
    for path, description in described.items():
        for system in description.systems:
            part = files.setdefault(description.reference_digest or system.digest, {})
            if system.system in part:
                raise InputError(
                    f"{display_name(path)} and {display_name(part[system.system])} contain the "
                    f"same part of the corpus for {system.system}; give every part once"
                )
            part[system.system] = path
    if any(description.reference_digest for description in described.values()):
        _check_complete(files)
    return [_Part(described[next(iter(part.values()))].segments, part) for part in files.values()]


def _check_complete(files: Mapping[str, Mapping[str, str]]) -> None:
    systems = list(dict.fromkeys(system for part in files.values() for system in part))
    for part in files.values():
        for system in systems:
            if system not in part:
                other, path = next(iter(part.items()))
                lacking = sum(system not in one for one in files.values())
                raise InputError(
                    f"{system} lacks {counted(lacking, 'part')} of {len(files):,}, such as that "
                    f"of {other} in {display_name(path)}; write the missing statistics, or leave "
                    f"out the files of {system}"
                )


def _check_rows(described: Mapping[str, Description], rows: Rows) -> None:
    """Refuse files without a row for every segment, or document."""
    for path, description in described.items():
        if rows == "document" and not description.documents:
            raise InputError(
                f"{display_name(path)} has no documents; write it again with --docs, or leave out "
                "the scores of documents"
            )
        if description.rows == "part" or (rows, description.rows) == ("segment", "document"):
            raise InputError(
                f"{display_name(path)} has one row for each {description.rows}, so there are no "
                f"scores of {rows}s; write it again with --rows {rows}"
            )


def _rows(
    database: Database,
    paths: Sequence[str],
    metrics: Mapping[str, SavedMetric],
    parts: Sequence[_Part],
    rows: Rows | None,
) -> dict[str, Any]:
    """Return the rows of all files as columns, ordered by system, part and segment."""
    systems = list(dict.fromkeys(system for part in parts for system in part.files))
    places = [
        (path, system, systems.index(system), number)
        for number, part in enumerate(parts)
        for system, path in part.files.items()
    ]
    types = {"filename": "VARCHAR", "system": "VARCHAR", "system_place": "INT", "part_place": "INT"}
    database.create("places", types)
    columns = map(np.array, zip(*places, strict=True))
    database.insert("places", dict(zip(types, columns, strict=True)))
    source = "read_parquet({files}, filename = true) JOIN places USING (filename, system)"
    order = "system_place, part_place, first"
    if rows == "segment":
        stored = (quoted(one) for metric in metrics.values() for one in metric.stored_columns())
        query = f"SELECT system_place, segments, document, {', '.join(stored)} FROM {source}"
    else:
        document = "document" if rows == "document" else "NULL::VARCHAR AS document"
        keys = "system_place, part_place" + (", document" if rows == "document" else "")
        query = (
            f"SELECT {keys}, sum(segments)::BIGINT AS segments, min(first) AS first, {document}, "
            f"{sums_of(list(metrics.values()))} FROM {source} GROUP BY {keys}"
        )
    return database.columns(f"{query} ORDER BY {order}", paths)


def _summed(
    described: Mapping[str, Description],
    metrics: Mapping[str, Metric],
    parts: Sequence[_Part],
) -> tuple[SystemScored, ...]:
    """Score the sums over all parts of every system, in the order of the files."""
    totals: dict[str, dict[str, Total]] = {}
    for part in parts:
        for system, path in part.files.items():
            of_system = totals.setdefault(system, {})
            for name, total in _totals(described[path], system):
                if name in metrics:
                    before = of_system.get(name)
                    of_system[name] = total if before is None else before.added(total)
    return tuple(
        SystemScored(
            system, tuple(scored_total(one, of_system[name]) for name, one in metrics.items())
        )
        for system, of_system in totals.items()
    )


def _totals(description: Description, system: str) -> Iterator[tuple[str, Total]]:
    """Yield the sums of one system in a file, by metric."""
    [saved] = (one for one in description.systems if one.system == system)
    for metric, sums in zip(description.metrics, saved.sums, strict=True):
        numbers = tuple(math.nan if number is None else number for number in sums)
        yield (
            metric.metric,
            Total(
                Columns(*metric.columns), numbers, description.references, description.given_tokens
            ),
        )


def _with_rows(
    systems: Sequence[SystemScored],
    found: Mapping[str, Any],
    metrics: Mapping[str, SavedMetric],
) -> tuple[SystemScored, ...]:
    """Replace the sums of every system by its rows, which must add up to them."""
    bounds = np.searchsorted(found["system_place"], np.arange(len(systems) + 1))
    with_rows = []
    for number, system in enumerate(systems):
        of_system = slice(bounds[number], bounds[number + 1])
        scored = []
        for (name, metric), summed in zip(metrics.items(), system.scored, strict=True):
            values = np.stack([found[one][of_system] for one in metric.stored_columns()], axis=1)
            declared = summed.statistics
            rows = replace(declared, rows=values)
            if not np.allclose(rows.total(), declared.total(), rtol=1e-9, equal_nan=True):
                raise InputError(
                    f"the rows of {system.system} under {name} do not add up to the sums that the "
                    "files declare, so a file is damaged; write the files again"
                )
            scored.append(summed._replace(counted=rows))
        with_rows.append(SystemScored(system.system, tuple(scored)))
    return tuple(with_rows)
