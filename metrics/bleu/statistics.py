"""The statistics of segments, and the scores of their sums, under any dialect of BLEU."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.bleu.clipping import matches_as_clipped
from tallystick.metrics.bleu.columns import columns_of, counted_orders
from tallystick.metrics.bleu.formula import formula_of
from tallystick.metrics.counting.matching import closest_reference_lengths, write_totals
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from tallystick.metrics.bleu.dialect import BleuDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.matching import Matches
    from tallystick.metrics.counting.workspace import Workspace


def statistics_of(dialect: BleuDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count every segment; int64 if all statistics are counts, else float64."""
    found = matches_as_clipped(dialect, counted_orders(dialect), corpus, workspace)
    rows = rows_of(dialect, found)
    return Statistics(columns_of(dialect), rows, corpus.references.number, corpus.given_tokens)


def rows_of(dialect: BleuDialect, found: Matches) -> NDArray[Any]:
    """Return the statistics of every segment, shape (segments, columns)."""
    columns = columns_of(dialect)
    whole = dialect.average == "micro" and dialect.reference_length != "average"
    shape = len(found.hypothesis_lengths), len(columns)
    rows = np.empty(shape, dtype=np.int64 if whole else np.float64, order="F")
    named = columns.split(rows)
    named["hypothesis_length"][:] = found.hypothesis_lengths
    compared = _without_empty(found) if dialect.empty_references == "dropped" else found
    named["reference_length"][:] = _REFERENCE_LENGTHS[dialect.reference_length](compared)
    named["matches"][:] = found.matches
    least = _LEAST_NGRAMS.get(dialect.missing_order, 0)
    write_totals(found.hypothesis_lengths, named["totals"], least)
    if "allows" in named:
        _write_limits(dialect, found, named["allows"])
    if "capped_length" in named:
        np.minimum(
            named["hypothesis_length"], named["reference_length"], out=named["capped_length"]
        )
    if "empty_segments" in named:
        named["empty_segments"][:] = _empty_segments(dialect, found)
    if dialect.average == "smoothed_counts":
        _smooth_counts(named["matches"])
    if "segments" in named:
        named["segment_scores"][:] = formula_of(replace(dialect, average="micro")).of_arrays(named)
        named["segments"][:] = 1
    return rows


_LEAST_NGRAMS = {"one_per_segment": 1, "negative": -(2**62)}


def _write_limits(dialect: BleuDialect, found: Matches, limits: NDArray[Any]) -> None:
    longest = found.hypothesis_lengths
    if dialect.order_limit == "longest_reference":
        longest = _longest(found)
    limits[:] = longest[:, np.newaxis] >= np.arange(1, dialect.order + 1)


def _empty_segments(dialect: BleuDialect, found: Matches) -> NDArray[Any]:
    """Return whether the program fails on an empty side of each segment."""
    empty = np.zeros(len(found.hypothesis_lengths), dtype=bool)
    if dialect.empty_hypotheses == "error_if_any":
        empty |= found.hypothesis_lengths == 0
    if dialect.empty_references == "error_if_any":
        empty |= _shortest(found) == 0
    return empty


def _without_empty(found: Matches) -> Matches:
    """Remove empty references; of a segment with no others, keep the first."""
    counts = np.diff(found.reference_offsets)
    segments = np.repeat(np.arange(len(counts)), counts)
    longest = _longest(found)
    first = np.zeros(len(segments), dtype=bool)
    first[found.reference_offsets[:-1]] = True
    kept = (found.reference_lengths > 0) | (first & (longest[segments] == 0))
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(np.add.reduceat(kept.astype(np.int64), found.reference_offsets[:-1]), out=offsets[1:])
    return replace(
        found, reference_lengths=found.reference_lengths[kept], reference_offsets=offsets
    )


def _smooth_counts(matches: NDArray[Any]) -> None:
    unmatched = matches == 0
    halves = np.ldexp(1.0, -np.cumsum(unmatched, axis=1))
    matches[:] = np.where(unmatched, halves, matches)


def _closest_first(matches: Matches) -> NDArray[Any]:
    counts = np.diff(matches.reference_offsets)
    lengths, offsets = matches.reference_lengths, matches.reference_offsets[:-1]
    distances = np.abs(lengths - np.repeat(matches.hypothesis_lengths, counts))
    nearest = np.repeat(np.minimum.reduceat(distances, offsets), counts)
    places = np.where(distances == nearest, np.arange(len(lengths)), len(lengths))
    chosen: NDArray[Any] = lengths[np.minimum.reduceat(places, offsets)]
    return chosen


def _of_all(reduce: Callable[..., Any]) -> Callable[[Matches], Any]:
    """Return a function that reduces the lengths of the references of each segment to one."""
    return lambda found: reduce(found.reference_lengths, found.reference_offsets[:-1])


def _average(found: Matches) -> Any:
    return _of_all(np.add.reduceat)(found) / np.diff(found.reference_offsets)


_shortest, _longest = _of_all(np.minimum.reduceat), _of_all(np.maximum.reduceat)

_REFERENCE_LENGTHS: Mapping[str, Callable[[Matches], Any]] = {
    "closest": closest_reference_lengths,
    "closest_first": _closest_first,
    "shortest": _shortest,
    "average": _average,
    "average_truncated": lambda found: np.floor(_average(found)),
    "first": lambda found: found.reference_lengths[found.reference_offsets[:-1]],
    "last": lambda found: found.reference_lengths[found.reference_offsets[1:] - 1],
}
