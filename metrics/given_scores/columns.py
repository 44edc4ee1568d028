"""Given scores by system, and corpora that have them as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product
from numbers import Real
from struct import pack
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tallystick.errors import InputError, OptionError, counted
from tallystick.metrics.arguments.options import FINITE, LARGEST
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.reading.columns import refuse_other_numbers

DIGITS = 12  # of the digest

OfSegments: TypeAlias = Iterable[float] | Iterable[Sequence[float]]
"""The score of every segment; or its statistics, for a formula."""

ScoresBySystem: TypeAlias = Mapping[str, OfSegments | Mapping[str, OfSegments]]
"""For each system the scores of its segments; or these for each of its training runs."""

Name = TypeVar("Name", bound=str | GivenScores)
Scores: TypeAlias = Mapping[Name, ScoresBySystem]
"""Scores by metric, which is a name, or `GivenScores` with a direction and a scale."""


class GivenColumn(NamedTuple):
    """The scores of one system, those of several runs one after the other, and where they are from.

    A value is a finite number for a segment, or a tuple of `GivenScores.width` ones. Scores that
    were ordered by the numbers in a column have its name and the first number.
    """

    values: Sequence[Any]
    origin: str
    column: str = ""
    first: int = 1


Given: TypeAlias = Mapping[GivenScores, Mapping[str, GivenColumn]]
"""Scores by metric and system."""


def given_scores(scores: Any, systems: Sequence[str]) -> Given:
    """Return scores that were given as Python values, checked; every system must have them."""
    if scores is None:
        return {}
    if not isinstance(scores, Mapping):
        raise InputError(
            f"scores is of type {type(scores).__name__}; expected a mapping from a name to the "
            "scores of each system, such as scores={'comet': {'one': [0.8, 0.7], ...}}"
        )
    given: dict[GivenScores, dict[str, GivenColumn]] = {}
    for key, by_system in scores.items():
        metric = key if isinstance(key, GivenScores) else GivenScores(key)
        origin = f"scores[{metric.name!r}]"
        if not isinstance(by_system, Mapping):
            raise InputError(
                f"{origin} is of type {type(by_system).__name__}; expected a mapping from each "
                "system's name to the scores of its segments"
            )
        columns = {}
        for system in dict.fromkeys(systems):
            if system not in by_system:
                raise missing_system(origin, system, list(by_system))
            runs = by_system[system]
            of_runs = list(runs.values()) if isinstance(runs, Mapping) else [runs]
            for run in of_runs:
                if not isinstance(run, Iterable):
                    raise InputError(
                        f"{origin}[{system!r}] is {run!r}; expected the scores of its segments, "
                        "one for each"
                    )
            values = [
                _given(value, metric.width, f"{origin}[{system!r}]", place)
                for run in of_runs
                for place, value in enumerate(run, start=1)
            ]
            columns[system] = GivenColumn(tuple(values), f"{origin}[{system!r}]")
        add_metric(given, metric, columns)
    return given


def add_metric(
    given: dict[GivenScores, dict[str, GivenColumn]],
    metric: GivenScores,
    columns: dict[str, GivenColumn],
) -> None:
    """Add the scores of one metric, with their digest; refuse those beyond its limits."""
    if any(other.name == metric.name for other in given):
        raise OptionError(f"scores named {metric.name!r} are given twice; give each name once")
    limits = (("low", metric.low, min), ("high", metric.high, max))
    for (system, column), (name, limit, extreme) in product(columns.items(), limits):
        if limit is None or not column.values:
            continue
        most = extreme(column.values)
        if extreme(most, limit) != limit:
            raise InputError(
                f"{column.origin}: score {column.values.index(most) + 1:,} of the system "
                f"{system!r} is {most:g}, but {metric.name} was declared with {name}={limit:g}; "
                "correct the limit or the scores"
            )
    values = {system: column.values for system, column in columns.items()}
    if metric.width > 1:
        values = {system: [number for row in of for number in row] for system, of in values.items()}
    number = sum(len(column.values) for column in columns.values())
    given[replace(metric, number=number, digest=digest_of(values))] = columns


def digest_of(numbers: Mapping[str, Sequence[float]]) -> str:
    """Return the digest of the given numbers of every system; see `GivenScores`."""
    digest = sha256()
    for system in sorted(numbers):
        digest.update(pack(f"<{len(numbers[system])}d", *numbers[system]))
    return digest.hexdigest()[:DIGITS]


def of_all_sets(metrics: Iterable[GivenScores]) -> dict[str, GivenScores]:
    """Return the metrics by name, those of several test sets as one with all their scores."""
    by_name: dict[str, GivenScores] = {}
    for metric in metrics:
        before = by_name.get(metric.name)
        if before is not None:
            digest = sha256((before.digest + metric.digest).encode()).hexdigest()[:DIGITS]
            metric = replace(metric, number=before.number + metric.number, digest=digest)
        by_name[metric.name] = metric
    return by_name


def missing_system(origin: str, system: str, known: Sequence[str]) -> InputError:
    """Return the error for a system without scores."""
    return InputError(
        f"{origin} has no scores of the system {system!r}{nearest(system, list(known))}"
    )


def with_given_scores(
    parts: Iterable[Iterable[tuple[str, Corpus]]], given: Given
) -> Iterator[Iterator[tuple[str, Corpus]]]:
    """Add given scores to the consecutive parts of corpora, one score for each segment.

    A system that occurs several times in one part has several runs. Texts with other numbers of
    segments than scores that have such numbers are refused.
    """
    starts: dict[str, int] = {}
    begin = 0

    def unequal(system: str, column: GivenColumn, segments: str) -> InputError:
        return InputError(
            f"{column.origin} has {counted(len(column.values), 'score')} of the system {system!r}, "
            f"which has {segments}; give one score for every segment"
        )

    def of_part(part: Iterable[tuple[str, Corpus]]) -> Iterator[tuple[str, Corpus]]:
        nonlocal begin
        length = 0
        for system, corpus in part:
            length = len(corpus)
            start = starts.get(system, 0)
            stop = starts[system] = start + len(corpus)
            columns = {}
            for metric, by_system in given.items():
                column = by_system[system]
                if len(column.values) < stop:
                    raise unequal(system, column, f"{stop:,} segments or more")
                if column.column:
                    refuse_other_numbers(
                        column.origin, corpus.metadata, column.column, column.first, begin
                    )
                columns[metric.name] = tuple(column.values[start:stop])
            yield system, replace(corpus, scores={**corpus.scores, **columns})
        begin += length

    for part in parts:
        yield of_part(part)
    for by_system in given.values():
        for system, end in starts.items():
            if len(by_system[system].values) > end:
                raise unequal(system, by_system[system], counted(end, "segment"))


def corpora_with_scores(
    systems: Iterable[tuple[str, Corpus]], given: Given
) -> list[tuple[str, Corpus]]:
    """Return systems, or runs of systems, with given scores added to their corpora."""
    if not given:
        return list(systems)
    return [pair for part in with_given_scores([systems], given) for pair in part]


def _given(value: Any, width: int, origin: str, place: int) -> Any:
    if width == 1:
        return _number(value, origin, place)
    numbers = tuple(value) if isinstance(value, Iterable) else (value,)
    if len(numbers) != width:
        raise InputError(
            f"{origin}: entry {place:,} has {counted(len(numbers), 'number')}; expected {width}, "
            "the statistics of a segment"
        )
    return tuple(_number(number, origin, place) for number in numbers)


def _number(value: Any, origin: str, place: int) -> float:
    if type(value) is float and -LARGEST <= value <= LARGEST:  # in a fifth of the time
        return value
    # NumPy's numbers are registered as Real
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not abs(value) <= LARGEST:
        raise InputError(f"{origin}: score {place:,} is {value!r}; expected {FINITE}")
    return float(value)
