"""Which files of statistics can be added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from tallystick import __version__
from tallystick.errors import InputError, OptionError, warn
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.reading.opening import display_name
from tallystick.metrics.reading.part_files import natural_order
from tallystick.reports.statistics_files.model import Description, Rows, SavedMetric
from tallystick.reports.wording import listed

OF_THE_CORPUS = ("nrefs", "scores", "digest")
"""Fields of a signature in which the parts of one corpus can differ."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the corpus: the number of its segments, and the file of every system."""

    segments: int
    files: Mapping[str, str]


def check_paths(paths: Sequence[str]) -> None:
    """Refuse files that are given twice."""
    seen = set()
    for path in paths:
        if path in seen:
            raise InputError(f"{display_name(path)} is given twice; give every file once")
        seen.add(path)


def check_versions(described: Mapping[str, Description]) -> None:
    """Warn of files that another version wrote."""
    others = sorted({one.version for one in described.values()} - {__version__})
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
                lacking = sum(system not in one for one in files)
                raise InputError(
                    f"{system} lacks {counted(lacking, 'part')} of {len(files):,}, such as that "
                    f"of {other} in {display_name(path)}. Parts are recognised by their "
                    "references: write the missing statistics; if a file of both systems was "
                    "meant to be the same part, use the same references; if they are one system, "
                    "give both files one name with --names"
                )


def finest_rows(described: Mapping[str, Description]) -> Rows:
    """Return the smallest rows that all files have."""
    found = {description.rows for description in described.values()}
    return next(rows for rows in reversed(get_args(Rows)) if rows in found)


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
