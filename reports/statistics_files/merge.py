"""Addition of files of statistics to scores, and which can be added: `tallystick merge`."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tallystick import __version__
from tallystick.errors import InputError, OptionError, counted, warn
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.given_scores.columns import digest_of
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.in_parts.sums import ngram_sums
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.reading.part_files import natural_order
from tallystick.metrics.scoring.scoring import Scored, SystemScored, scored_total
from tallystick.metrics.sums.arrays import IntArray
from tallystick.metrics.sums.statistics import Columns, Total, Totals
from tallystick.reports.statistics_files.model import Description, Rows, SavedMetric
from tallystick.reports.statistics_files.parquet import Database, quoted, sums_of, text
from tallystick.reports.wording import listed

OF_THE_CORPUS = ("nrefs", "scores", "digest")
"""Fields of a signature in which the parts of one corpus can differ."""

ROWS_AT_ONCE = 4_000_000
"""N-grams of NIST are divided in so many rows, which fit in the memory of the database."""

MOST_DIVISIONS = 256
"""Each is a file or more."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the corpus: the number of its segments, and the file of every system."""

    segments: int
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Merged:
    """The statistics of systems on a whole corpus.

    `parts` has the part of every row, from 0; `digests` those of each system's hypotheses, one for
    each part. `left_out` are metrics of which the files have no rows.
    """

    systems: tuple[SystemScored, ...]
    metrics: Mapping[str, Metric]
    segments: int
    digests: Mapping[str, tuple[str, ...]]
    rows: Rows | None = None
    parts: IntArray | None = None
    documents: tuple[str, ...] | None = None
    left_out: tuple[str, ...] = ()


def merge(
    paths: Sequence[str],
    *,
    metrics: Sequence[str] | None = None,
    rows: Rows | Literal["finest"] | None = None,
) -> Merged:
    """Add up files of statistics, each of which has some systems on one part of a corpus.

    The parts are in the natural order of the names of their first files: part-9 before part-10.
    `rows` says of what rows are kept: "finest" for the smallest that all files have, without the
    metrics that have no rows unless `metrics` names them; None for sums alone.
    """
    check_paths(paths)
    with Database() as database:
        described = dict(zip(paths, database.descriptions(paths), strict=True))
        check_versions(described)
        chosen = metrics_of(described, metrics)
        kept, left_out = chosen, []
        kind: Rows | None = finest_rows(described) if rows == "finest" else rows
        if rows == "finest" and kind != "part":
            _check_documents_known(described)
        if rows == "finest" and metrics is None:
            left_out = [name for name, metric in chosen.items() if metric.ngrams]
            kept = {name: metric for name, metric in chosen.items() if not metric.ngrams}
        chosen = kept or chosen  # refused below if none has rows
        check_references(described, chosen)
        parts = parts_of(described)
        built = {name: metric.built() for name, metric in chosen.items()}
        built |= _given(built, described, parts)
        sums = _sums_of_ngrams(database, chosen, parts)
        systems = _summed(described, built, parts, sums)
        digests = {system.system: list[str]() for system in systems}
        for part in parts:
            for system, path in part.files.items():
                digests[system] += [
                    saved.digest for saved in described[path].systems if saved.system == system
                ]
        places = documents = None
        if kind is not None:
            check_rows(described, chosen, kind)
            data = _rows(database, list(described), chosen, parts, kind)
            names = [system.system for system in systems]
            if kind == "segment":
                built |= _with_digests(built, chosen, data, names)
            number = int(np.searchsorted(data["system_place"], 1))
            places = data["part_place"][:number].astype(np.int64)
            if kind != "part" and all(description.documents for description in described.values()):
                _check_documents(data["document"], names)
                documents = tuple(data["document"][:number].tolist())
            systems = _with_rows(systems, data, chosen, built, kind)
    return Merged(
        systems=systems,
        metrics=built,
        segments=sum(part.segments for part in parts),
        digests={system: tuple(of_parts) for system, of_parts in digests.items()},
        rows=kind,
        parts=places,
        documents=documents,
        left_out=tuple(left_out),
    )


def without_rows(merged: Merged) -> list[str]:
    """Return a sentence on each metric that was left out."""
    return [
        f"{name} is left out, because its weights depend on the whole corpus and files of "
        "statistics have only its sums; tallystick merge shows its scores."
        for name in merged.left_out
    ]


def _given(
    metrics: Mapping[str, Metric], described: Mapping[str, Description], parts: Sequence[Part]
) -> dict[str, Metric]:
    """Return the metrics of given scores with the number of all scores.

    They keep their digest only if it is that of all scores, and so the same in all files.
    """
    systems = {system for part in parts for system in part.files}
    number = len(systems) * sum(part.segments for part in parts)
    saved = [metric for description in described.values() for metric in description.metrics]
    given: dict[str, Metric] = {}
    for name, metric in metrics.items():
        if isinstance(metric, GivenScores):
            same = len({entry.signature for entry in saved if entry.metric == name}) == 1
            digest = metric.digest if same and metric.number == number else ""
            given[name] = replace(metric, number=number, digest=digest)
    return given


def _with_digests(
    metrics: Mapping[str, Metric],
    saved: Mapping[str, SavedMetric],
    data: Mapping[str, Any],
    systems: Sequence[str],
) -> dict[str, Metric]:
    """Return the metrics of given scores with the digest of all scores, which are in the rows.

    Given statistics of a formula may differ from the rows, so their digest is not known.
    """
    bounds = np.searchsorted(data["system_place"], np.arange(1, len(systems)))
    given: dict[str, Metric] = {}
    for name, metric in metrics.items():
        if isinstance(metric, GivenScores) and metric.width == 1:
            scores, _ = saved[name].stored_columns()
            of_systems = zip(systems, np.split(data[scores], bounds), strict=True)
            numbers = {system: of_system.tolist() for system, of_system in of_systems}
            given[name] = replace(metric, digest=digest_of(numbers))
    return given


def _check_documents_known(described: Mapping[str, Description]) -> None:
    """Refuse files of which only some have documents."""
    having = [path for path, description in described.items() if description.documents]
    missing = [path for path in described if path not in having]
    if having and missing:
        raise InputError(
            f"{display_name(missing[0])} has no documents, but {display_name(having[0])} has; "
            "write all files with --docs, or all without"
        )


def _check_documents(documents: NDArray[Any], systems: Sequence[str]) -> None:
    whole = len(documents) % len(systems) == 0
    first, *others = np.split(documents, len(systems)) if whole else [documents]
    if not whole or not all(np.array_equal(first, other) for other in others):
        raise InputError(
            f"the segments of {listed(systems)} are in different documents; write the files of "
            "all systems with the same --docs"
        )


def _rows(
    database: Database,
    paths: Sequence[str],
    metrics: Mapping[str, SavedMetric],
    parts: Sequence[Part],
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
        stored = (quoted(name) for metric in metrics.values() for name in metric.stored_columns())
        fixed = "system_place, part_place, segments, document"
        query = f"SELECT {fixed}, {', '.join(stored)} FROM {source}"
    else:
        document = "document" if rows == "document" else "NULL::VARCHAR AS document"
        keys = "system_place, part_place" + (", document" if rows == "document" else "")
        query = (
            f"SELECT {keys}, sum(segments)::BIGINT AS segments, min(first) AS first, "
            f"{document}{sums_of(list(metrics.values()))} FROM {source} GROUP BY {keys}"
        )
    return database.columns(f"{query} ORDER BY {order}", files=paths)


def _summed(
    described: Mapping[str, Description],
    metrics: Mapping[str, Metric],
    parts: Sequence[Part],
    sums_of_ngrams: Mapping[tuple[str, str], Mapping[int, float]],
) -> tuple[SystemScored, ...]:
    """Score the sums over all parts of every system, in the order of the files."""
    totals: dict[str, Totals] = {}
    for part in parts:
        for system, path in part.files.items():
            of_system = totals.setdefault(system, Totals())
            for name, total in _totals(described[path], system):
                if name in metrics:
                    of_system.add(name, total)
    for (name, system), sums in sums_of_ngrams.items():
        counting = ngram_sums(metrics[name])
        if counting is not None:
            totals[system][name] = counting.weighted(totals[system][name], sums)
    scored = {
        system: tuple(scored_total(metric, of_system[name]) for name, metric in metrics.items())
        for system, of_system in totals.items()
    }
    return tuple(SystemScored(system, of_system) for system, of_system in scored.items())


def _sums_of_ngrams(
    database: Database, metrics: Mapping[str, SavedMetric], parts: Sequence[Part]
) -> dict[tuple[str, str], dict[int, float]]:
    """Return the sum of coefficient * log2(count), by metric and system, for every order.

    The references of a part are those of its first file.
    """
    references = [next(iter(part.files.values())) for part in parts]
    files = list(dict.fromkeys(path for part in parts for path in part.files.values()))
    coefficients: dict[tuple[str, str], dict[int, list[float]]] = {}
    for name in (name for name, metric in metrics.items() if metric.ngrams):
        with tempfile.TemporaryDirectory() as folder:
            for query in _queries_of_ngrams(database, name, references, files, folder):
                for system, order, of_order in database.rows(query):
                    sums = coefficients.setdefault((name, system), {})
                    sums.setdefault(order, []).append(of_order)
    return {
        key: {order: math.fsum(sums) for order, sums in of_orders.items()}
        for key, of_orders in coefficients.items()
    }


def _queries_of_ngrams(
    database: Database, metric: str, references: Sequence[str], files: Sequence[str], folder: str
) -> Iterator[str]:
    """Yield a query for the sums of some n-grams, until all are summed."""
    where = f"FROM read_parquet({{files}}) WHERE metric = {text(metric)}"
    [[rows]] = database.rows(f"SELECT count(*) {where}", files=files)
    number = min(rows // ROWS_AT_ONCE + 1, MOST_DIVISIONS)
    query = f"SELECT high, low, count {where} AND count IS NOT NULL"
    into = os.path.join(folder, "counts")
    counts = database.divided(query, "high", number, into, files=references)
    query = (
        f'SELECT system_of_coefficient AS system, "order", high, low, coefficient {where} '
        "AND coefficient IS NOT NULL"
    )
    into = os.path.join(folder, "coefficients")
    coefficients = database.divided(query, "high", number, into, files=files)
    for part, of_part in coefficients.items():
        yield f"""
            WITH counts AS (
                SELECT high, low, sum(count) AS number FROM ({counts[part]}) GROUP BY high, low
            ), coefficients AS (
                SELECT system, "order", high, low, sum(coefficient) AS coefficient
                FROM ({of_part}) GROUP BY ALL
            )
            SELECT system, "order", fsum(coefficient * log2(number))
            FROM coefficients JOIN counts USING (high, low) GROUP BY system, "order" """


def _totals(description: Description, system: str) -> Iterator[tuple[str, Total]]:
    """Yield the sums of one system in a file, by metric."""
    [saved] = (candidate for candidate in description.systems if candidate.system == system)
    for metric, sums in zip(description.metrics, saved.sums, strict=True):
        numbers = tuple(math.nan if number is None else number for number in sums)
        texts = description.references, description.given_tokens
        yield metric.metric, Total(Columns(*metric.columns), numbers, *texts)


def _with_rows(
    systems: Sequence[SystemScored],
    data: Mapping[str, Any],
    saved: Mapping[str, SavedMetric],
    metrics: Mapping[str, Metric],
    rows: Rows,
) -> tuple[SystemScored, ...]:
    """Replace the sums of every system by its rows, and add up those of segments as texts are."""
    bounds = np.searchsorted(data["system_place"], np.arange(len(systems) + 1)).tolist()
    with_rows = []
    for system, of_system in zip(systems, starmap(slice, pairwise(bounds)), strict=True):
        scored = []
        for (name, kept), summed in zip(saved.items(), system.scored, strict=True):
            values = np.stack([data[column][of_system] for column in kept.stored_columns()], axis=1)
            statistics = replace(summed.statistics, rows=values)
            score = metrics[name].score(statistics) if rows == "segment" else summed.score
            scored.append(Scored(metrics[name], score, statistics))
        with_rows.append(SystemScored(system.system, tuple(scored)))
    return tuple(with_rows)


def check_paths(paths: Sequence[str]) -> None:
    """Refuse files that are given twice."""
    seen = set()
    for path in paths:
        if path in seen:
            raise InputError(f"{display_name(path)} is given twice; give every file once")
        seen.add(path)


def check_versions(described: Mapping[str, Description]) -> None:
    """Warn of files that another version wrote."""
    others = sorted({description.version for description in described.values()} - {__version__})
    if others:
        warn(
            f"the statistics were computed by tallystick {', '.join(others)}, and their scores by "
            f"{__version__}; if the definition of a metric has changed since, write them again"
        )


def metrics_of(
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
                raise _missing(name, path, of_file, first_path)
            _check_same(name, (first_path, metric), (path, of_file[name]))
        added = [name for name in of_file if name not in known]
        if added and requested is None:
            raise _missing(added[0], first_path, known, path)
    return chosen


def _missing(name: str, path: str, known: Iterable[str], other: str) -> InputError:
    return InputError(
        f"{display_name(path)} has statistics of {listed(list(known))}, not of {name}, but "
        f"{display_name(other)} has; choose metrics of all files with -m, or write the file again"
    )


def _check_same(name: str, one: tuple[str, SavedMetric], other: tuple[str, SavedMetric]) -> None:
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


def parts_of(described: Mapping[str, Description]) -> list[Part]:
    """Return the parts of the corpus in the natural order of the names of their first files.

    Every system must have each of them once. Parts that one run wrote may have equal texts.
    """
    alike: dict[str, list[dict[str, str]]] = {}
    for path, description in described.items():
        for system in description.systems:
            same = alike.setdefault(description.reference_digest or system.digest, [])
            earlier = [part[system.system] for part in same if system.system in part]
            for other in earlier:
                if description.part in ("", described[other].part) or not described[other].part:
                    raise InputError(
                        f"{display_name(path)} and {display_name(other)} contain the same part of "
                        f"the corpus for {system.system}; give every part once"
                    )
            if len(earlier) == len(same):
                same.append({})
            same[len(earlier)][system.system] = path
    files = [part for same in alike.values() for part in same]
    if any(description.reference_digest for description in described.values()):
        _check_complete(files)
    parts = sorted(files, key=lambda part: natural_order(next(iter(part.values()))))
    return [Part(described[next(iter(part.values()))].segments, part) for part in parts]


def _check_complete(files: Sequence[Mapping[str, str]]) -> None:
    systems = list(dict.fromkeys(system for part in files for system in part))
    for part in files:
        for system in systems:
            if system not in part:
                other, path = next(iter(part.items()))
                lacking = sum(system not in paths for paths in files)
                raise InputError(
                    f"{system} lacks {counted(lacking, 'part')} of {len(files):,}, such as that "
                    f"of {other} in {display_name(path)}. Parts are recognised by their "
                    "references: write the missing statistics; if a file of both systems was "
                    "meant to be the same part, use the same references; if they are one system, "
                    "give both files one name with --names"
                )


def finest_rows(described: Mapping[str, Description]) -> Rows:
    """Return the smallest rows that all files have."""
    saved = {description.rows for description in described.values()}
    return next(rows for rows in reversed(get_args(Rows)) if rows in saved)


def check_rows(
    described: Mapping[str, Description], metrics: Mapping[str, SavedMetric], rows: Rows
) -> None:
    """Refuse files without a row for every segment, document or part."""
    for name, metric in metrics.items():
        if metric.ngrams:
            raise OptionError(
                f"the weights of {name} depend on the whole corpus, so its files have no rows of "
                f"{rows}s; choose other metrics with -m, or use the texts"
            )
    for path, description in described.items():
        if rows == "document" and not description.documents:
            raise InputError(
                f"{display_name(path)} has no documents; write it again with --docs, or leave out "
                "the scores of documents"
            )
        kinds = get_args(Rows)
        if kinds.index(description.rows) > kinds.index(rows):
            raise InputError(
                f"{display_name(path)} has one row for each {description.rows}, so there are no "
                f"scores of {rows}s; write it again with --rows {rows}"
            )


def check_references(
    described: Mapping[str, Description], metrics: Mapping[str, SavedMetric]
) -> None:
    """Refuse parts with different numbers of references for metrics that weigh n-grams."""
    (first_path, first), *others = described.items()
    name = next((name for name, metric in metrics.items() if metric.ngrams), None)
    for path, description in others:
        if name is not None and description.references != first.references:
            raise InputError(
                f"{display_name(first_path)} has {first.references or 'different numbers of'} "
                f"references for each segment and {display_name(path)} has "
                f"{description.references or 'different numbers'}; the parts of {name} must have "
                "the same number"
            )
