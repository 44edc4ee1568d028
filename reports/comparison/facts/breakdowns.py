"""Scores by groups of segments: length, document, metadata, reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Metric, fitted
from tallystick.metrics.resampling.intervals import intervals_under
from tallystick.metrics.resampling.units import Units, segments_as_units
from tallystick.reports.comparison.facts.results import shared
from tallystick.reports.comparison.facts.scores_and_differences import interval_or_none
from tallystick.reports.comparison.model import (
    Breakdown,
    BreakdownCell,
    BreakdownGroup,
    GroupDifference,
    Interval,
)
from tallystick.reports.comparison.thresholds import (
    FEWEST_SEGMENTS_OF_GROUP,
    MOST_DOCUMENTS,
    MOST_VALUES,
)
from tallystick.reports.scores import number_or_none

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, SegmentTokens


REFERENCE = "reference"
LENGTHS = (0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 120)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """A labelled group of segments, numbered from 0."""

    label: str
    segments: IntArray


def breakdowns(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    confidence: float,
    standards: Callable[[str, str], str],
    *,
    minimum: int = FEWEST_SEGMENTS_OF_GROUP,
    workspace: Workspace | None = None,
) -> tuple[tuple[Breakdown, ...], tuple[str, ...]]:
    """Score groups of segments by length, document, columns of metadata, and reference.

    A group with fewer segments than the minimum has neither scores nor intervals. Intervals of a
    document are over its segments; those of other groups are over units of resampling. `standards`
    returns for a metric and a system what this is compared with. Notes name what is omitted.
    """
    every, first = np.arange(scored.segments), scored.corpora[0]
    by_field = [("reference length", _by_length(tokens, minimum), scored.units, "")]
    if first.documents is not None:
        groups, note = _by_document(first.documents, minimum)
        by_field.append(("document", groups, segments_as_units(scored.segments), note))
    for name, column in first.metadata.items():
        by_field.append((name, _by_value(column), scored.units, ""))
    streams = range(1, (scored.references.number or 0) + 1)
    references = [_Group(str(number), every) for number in streams]
    breakdowns, notes = [], []
    for field, groups, units, note in [*by_field, (REFERENCE, references, scored.units, "")]:
        if len(groups) > 1 and all(len(group.segments) < minimum for group in groups):
            notes.append(f"Scores by {field} are omitted: no group has {minimum} segments.")
        elif len(groups) > 1:
            if field == REFERENCE:
                parts = _against_one_reference(scored, groups, workspace or Workspace())
            else:
                parts = _of_groups(scored, groups, units)
            breakdowns.append(
                _breakdown(field, groups, scored, parts, confidence, standards, minimum)
            )
        notes += [note] if note else []
    return tuple(breakdowns), tuple(notes)


def _by_length(tokens: SegmentTokens, minimum: int) -> list[_Group]:
    """Group by tokens of the first reference; adjacent groups are merged until each is large."""
    lengths = tokens.reference_lengths[tokens.reference_offsets[:-1]]
    bins = np.searchsorted(LENGTHS, lengths, side="right") - 1
    sizes = np.bincount(bins, minlength=len(LENGTHS)).tolist()
    enough = max(minimum, len(lengths) // len(LENGTHS) // 2)
    occupied = np.flatnonzero(sizes).tolist()
    joined: list[list[int]] = [[]]
    for number in range(occupied[0], occupied[-1] + 1):
        if sum(sizes[length] for length in joined[-1]) >= enough:
            joined.append([])
        joined[-1].append(number)
    if len(joined) > 1 and sum(sizes[length] for length in joined[-1]) < enough:
        last = joined.pop()
        joined[-1] += last
    ends = [*(f"-{after - 1}" for after in LENGTHS[1:]), "+"]
    groups = []
    for numbers in joined:
        label = f"{LENGTHS[numbers[0]]}{ends[numbers[-1]]}" if numbers != [0] else "0"
        groups.append(_Group(label, np.flatnonzero(np.isin(bins, numbers))))
    return groups


def _by_document(documents: Sequence[str], minimum: int) -> tuple[list[_Group], str]:
    """Group by document; of many documents only the largest, with a note, else ""."""
    groups = _by_name(documents)
    if len(groups) <= MOST_DOCUMENTS:
        return groups, ""
    large = sorted(groups, key=lambda group: -len(group.segments))[:MOST_DOCUMENTS]
    large = [group for group in large if len(group.segments) >= minimum]
    if len(large) < 2:
        return [], (
            f"Scores by document are omitted: {len(large) or 'none'} of {len(groups):,} documents "
            f"has {minimum} segments or more."
        )
    return large, (
        f"Scores by document cover the {len(large)} largest of {len(groups):,} documents."
    )


def _by_value(column: Sequence[str]) -> list[_Group]:
    """Group by a column with few values: numbers in ascending order, others as they occur."""
    if len(set(column)) > MOST_VALUES:  # such as a number for each segment
        return []
    groups = _by_name(column)
    try:
        return sorted(groups, key=lambda group: float(group.label))
    except ValueError:
        return groups


def _by_name(column: Sequence[str]) -> list[_Group]:
    return [_Group(value, np.array(segments)) for value, segments in shared(enumerate(column))]


class _Part(NamedTuple):
    """The statistics of all systems under a metric in a group."""

    group: _Group
    name: str
    metric: Metric
    rows: NDArray[Any]  # shape (systems, segments, columns)
    units: Units


def _of_groups(scored: ScoredSystems, groups: Sequence[_Group], units: Units) -> Iterator[_Part]:
    for name, metric in scored.fitted.items():
        rows = scored.rows(name)
        for group in groups:
            yield _Part(group, name, metric, rows[:, group.segments], _units_of(group, units))


def _against_one_reference(
    scored: ScoredSystems, groups: Sequence[_Group], workspace: Workspace
) -> Iterator[_Part]:
    """Group all segments with a single reference, and refit the metrics on it."""
    for place, group in enumerate(groups):
        corpora = scored.corpora_with_reference(place)
        for name, metric in scored.metrics.items():
            ready = fitted(metric, [corpora[0].references], workspace)
            rows = np.stack([ready.statistics(corpus, workspace).rows for corpus in corpora])
            yield _Part(group, name, ready, rows, scored.units)


def _breakdown(
    field: str,
    groups: Sequence[_Group],
    scored: ScoredSystems,
    parts: Iterable[_Part],
    confidence: float,
    standards: Callable[[str, str], str],
    minimum: int,
) -> Breakdown:
    names, metrics = scored.names, list(scored.metrics)
    labels = [group.label for group in groups]
    cells: list[BreakdownCell] = []
    differences: list[GroupDifference] = []
    for part in parts:
        label = part.group.label
        others = [standards(part.name, name) for name in names]
        scores: list[float | None] = [None] * len(names)
        if part.rows.any(axis=(0, 2)).sum() >= minimum:  # segments with anything to score
            totals = part.rows.sum(axis=1)
            scores = [number_or_none(part.metric.formula(of_system)) for of_system in totals]
        runs = [[part.units.sums(of_system)] for of_system in part.rows]
        pairs = [(system, names.index(other)) for system, other in enumerate(others)]
        intervals = intervals_under(part.metric, runs, pairs, confidence)
        for system, (name, other, score) in enumerate(zip(names, others, scores, strict=True)):
            interval = None if score is None else interval_or_none(intervals.bounds[:, system])
            cells.append(BreakdownCell(label, name, part.name, score, interval))
            known: tuple[float | None, Interval | None, int | None] = (None, None, None)
            of_standard = scores[pairs[system][1]]
            if score is not None and of_standard is not None:
                bounds = interval_or_none(intervals.difference_bounds[:, system])
                known = score - of_standard, bounds, int(intervals.differing_units[system])
            if name != other:
                differences.append(GroupDifference(label, name, other, part.name, *known))

    def order(row: BreakdownCell | GroupDifference) -> tuple[int, int, int]:
        return labels.index(row.group), names.index(row.system), metrics.index(row.metric)

    return Breakdown(
        field=field,
        minimum=minimum,
        groups=tuple(
            BreakdownGroup(
                label=group.label,
                segments=tuple((group.segments + 1).tolist()),
                units=_units_of(group, scored.units).number,
            )
            for group in groups
        ),
        cells=tuple(sorted(cells, key=order)),
        differences=tuple(sorted(differences, key=lambda row: (order(row)[0], order(row)[2]))),
    )


def _units_of(group: _Group, units: Units) -> Units:
    present, numbers = np.unique(units.numbers[group.segments], return_inverse=True)
    return Units(units.name, numbers, len(present))
