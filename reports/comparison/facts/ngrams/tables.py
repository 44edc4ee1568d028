"""The n-grams of all texts of a comparison, counted by segment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.reports.comparison.facts.scored_systems import SegmentTokens, numbered, sorting
from tallystick.reports.comparison.thresholds import FEWEST_SEGMENTS_OF_NGRAM, SAME_SEGMENTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import BoolArray, IntArray
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.model import Kind


ORDERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class NgramTable:
    """The n-grams of one order that occur in enough segments, with their occurrences.

    A cell is an n-gram in a segment; cells are sorted by n-gram, then unit, then segment. A run
    consists of the cells of one n-gram in one unit. `prefixes` and `suffixes` are the n-grams of
    the next lower order that begin and end each one; `most` and `least` are the counts of a cell in
    any reference of the segment, `hypotheses` those in each system, shape (systems, cells).
    """

    ngrams: IntArray
    prefixes: NDArray[np.int32]
    suffixes: NDArray[np.int32]
    cell_starts: IntArray
    cell_segments: NDArray[Any]
    run_starts: NDArray[Any]
    run_ngrams: NDArray[Any]
    hypotheses: NDArray[np.int32]
    most: NDArray[np.int32]
    least: NDArray[np.int32]

    def counts(self, kind: Kind, system: int, cells: slice = slice(None)) -> NDArray[np.int32]:
        """Return the count of each cell's n-gram in a system, of one kind.

        It is *matched* as often as it occurs, up to its highest count in any reference;
        *over-produced* as often as above that; *under-produced* as often as it falls short of its
        lowest count.
        """
        hypotheses = self.hypotheses[system, cells]
        counts: NDArray[np.int32]
        if kind == "matched":
            counts = np.minimum(hypotheses, self.most[cells])
        elif kind == "over-produced":
            counts = np.maximum(hypotheses - self.most[cells], 0)
        else:
            counts = np.maximum(self.least[cells] - hypotheses, 0)
        return counts

    def sums(self, counts: NDArray[Any]) -> IntArray:
        """Add up a count of each cell by n-gram, shape (n-grams,)."""
        sums: IntArray = np.add.reduceat(counts, self.cell_starts[:-1], dtype=np.int64)
        return sums

    def segments_with_more(
        self, kind: Kind, system: int, other: int, ngram: int
    ) -> tuple[int, ...]:
        """Return the segments, from 1, in which one system has more of an n-gram than another."""
        cells = slice(int(self.cell_starts[ngram]), int(self.cell_starts[ngram + 1]))
        more = self.counts(kind, system, cells) > self.counts(kind, other, cells)
        return tuple((np.sort(self.cell_segments[cells][more]) + 1).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of one order, and the first token and the cell of each occurrence."""

    starts: NDArray[Any]
    numbers: NDArray[Any]
    ngrams: NDArray[Any]
    segments: NDArray[Any]


def ngram_tables(scored: ScoredSystems, tokens: SegmentTokens) -> tuple[NgramTable, ...]:
    """Count the n-grams of orders 1 to 4 that occur in `FEWEST_SEGMENTS_OF_NGRAM` segments.

    Their parts occur in as many, so longer n-grams are only searched where both parts were found.
    """
    stop = tokens.references.stop
    texts = tokens.texts[:stop]
    starts = np.arange(stop, dtype=np.int32)
    cells = _Cells(starts, tokens.words[:stop], tokens.word_ids, tokens.word_segments)
    shorter = np.full(stop + 1, -1, dtype=np.int32)  # the n-gram one order below at each token
    tables: list[NgramTable] = []
    for order in range(1, ORDERS + 1):
        if order > 1:
            starts = cells.starts[shorter[1:][cells.starts] >= 0]
            starts = starts[texts[starts] == texts[starts + order - 1]]
            cells = _longer(cells, shorter, starts)
        cells = _in_enough_segments(cells, scored)
        if len(cells.starts) == 0:
            break
        tables.append(_table(scored, tokens, order, shorter, cells))
        shorter = np.full(stop + 1, -1, dtype=np.int32)
        shorter[cells.starts] = cells.ngrams[cells.numbers]
    return tuple(tables)


def _longer(cells: _Cells, shorter: NDArray[np.int32], starts: NDArray[Any]) -> _Cells:
    """Return the cells of the next order: each joins a cell with the one a token later."""
    size = int(shorter.max()) + 1
    prefixes = cells.numbers[np.searchsorted(cells.starts, starts)]
    keys = prefixes.astype(np.int64)
    del prefixes
    keys *= size
    keys += shorter[1:][starts]
    keys, numbers = numbered(keys)
    prefixes, suffixes = keys // size, keys % size
    _, ngrams = numbered(cells.ngrams[prefixes].astype(np.int64) * size + suffixes)
    return _Cells(starts, numbers, ngrams, cells.segments[prefixes])


def _in_enough_segments(cells: _Cells, scored: ScoredSystems) -> _Cells:
    """Keep the n-grams that occur in enough segments, renumbered and sorted."""
    by_unit = np.argsort(scored.units.numbers, kind="stable")
    rank = np.empty_like(by_unit)  # of each segment among all, sorted by unit
    rank[by_unit] = np.arange(len(by_unit))
    keys = cells.ngrams.astype(np.int64)
    keys *= scored.segments
    keys += rank[cells.segments]
    order = sorting(keys)
    del keys
    occurring = np.bincount(cells.numbers, minlength=len(order)) > 0
    order = order[occurring[order]]
    ngrams = cells.ngrams[order]
    enough = np.bincount(ngrams) >= FEWEST_SEGMENTS_OF_NGRAM
    order = order[enough[ngrams]]
    numbers = np.full(len(cells.ngrams), -1, dtype=np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    numbers = numbers[cells.numbers]
    kept = numbers >= 0
    return _Cells(
        starts=cells.starts[kept],
        numbers=numbers[kept],
        ngrams=(np.cumsum(enough, dtype=np.int32) - 1)[cells.ngrams[order]],
        segments=cells.segments[order].astype(np.int32),
    )


def _table(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    order: int,
    shorter: NDArray[np.int32],
    cells: _Cells,
) -> NgramTable:
    """Count the n-grams of sorted cells in hypotheses and references."""
    starts, numbers, count = cells.starts, cells.numbers, len(cells.ngrams)
    bounds = np.searchsorted(starts, [0, *(where.stop for where in tokens.hypotheses)]).tolist()
    hypotheses = np.stack(
        [
            np.bincount(numbers[start:stop], minlength=count).astype(np.int32)
            for start, stop in pairwise(bounds)
        ]
    )
    most, least = _in_references(
        tokens, starts[bounds[-1] :], numbers[bounds[-1] :], cells.segments
    )
    example = np.empty(int(cells.ngrams[-1]) + 1, dtype=np.int64)
    example[cells.ngrams[numbers]] = starts
    ngrams, units = cells.ngrams, scored.units.numbers[cells.segments]
    changes = (ngrams[1:] != ngrams[:-1]) | (units[1:] != units[:-1])
    runs = np.append(0, np.flatnonzero(changes) + 1)
    return NgramTable(
        ngrams=tokens.ids[example[:, np.newaxis] + np.arange(order)],
        prefixes=shorter[example],
        suffixes=shorter[example + 1],
        cell_starts=np.searchsorted(cells.ngrams, np.arange(len(example) + 1)),
        cell_segments=cells.segments,
        run_starts=runs,
        run_ngrams=cells.ngrams[runs],
        hypotheses=hypotheses,
        most=most,
        least=least,
    )


def _in_references(
    tokens: SegmentTokens, starts: NDArray[Any], cells: NDArray[Any], cell_segments: NDArray[Any]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the highest and the lowest count of each cell's n-gram in any single reference."""
    offsets = tokens.reference_offsets
    references = tokens.texts[starts] - len(tokens.hypotheses) * (len(offsets) - 1)
    place = references - offsets[cell_segments[cells]]  # among the references of its segment
    available = np.diff(offsets)[cell_segments]
    most = np.zeros(len(cell_segments), dtype=np.int32)
    least = np.full(len(cell_segments), np.iinfo(np.int32).max, dtype=np.int32)
    for number in range(int(available.max())):
        counts = np.bincount(cells[place == number], minlength=len(cell_segments))
        counts = counts.astype(np.int32)
        np.maximum(most, counts, out=most)
        np.minimum(least, counts, out=least, where=available > number)
    return most, least


def subsumed(tables: Sequence[NgramTable], figures: IntArray) -> BoolArray:
    """Return which n-grams are within a longer one that has the same figures."""
    within = np.zeros(figures.shape[1], dtype=bool)
    start = 0
    for shorter, longer in pairwise(tables):
        stop = start + len(shorter.ngrams)
        of_longer = figures[:, stop : stop + len(longer.ngrams)]
        for part in (longer.prefixes, longer.suffixes):
            same = (figures[:, start + part] == of_longer).all(axis=0)
            within[start + part[same]] = True
        start = stop
    return within


def places_of(tables: Sequence[NgramTable], ngrams: IntArray) -> list[tuple[int, int]]:
    """Return the table of each n-gram, counted through all tables, and its number there."""
    bounds = np.cumsum([0, *(len(table.ngrams) for table in tables)])
    table_numbers = np.searchsorted(bounds, ngrams, side="right") - 1
    return list(zip(table_numbers.tolist(), (ngrams - bounds[table_numbers]).tolist(), strict=True))


def candidates(
    tables: Sequence[NgramTable],
    places: Iterable[tuple[int, int]],
    kind: Kind,
    pair: tuple[int, int],
) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """Yield the tokens of n-grams and the segments in which the first system has more of them."""
    for table, number in places:
        ngrams = tables[table]
        segments = ngrams.segments_with_more(kind, *pair, number)
        yield tuple(ngrams.ngrams[number].tolist()), frozenset(segments)


def merged(candidates: Iterable[tuple[tuple[int, ...], frozenset[int]]], top: int) -> list[int]:
    """Return the first `top` candidates that differ from one another, as places among all.

    A candidate (the tokens of an n-gram and its segments, the most important first) is left out if
    it overlaps with one that was taken and `SAME_SEGMENTS` of its segments are those of that one.
    """
    taken: list[tuple[int, tuple[int, ...], frozenset[int]]] = []
    for place, (tokens, segments) in enumerate(candidates):
        if len(taken) == top:
            break
        if not any(
            len(segments & others) >= SAME_SEGMENTS * len(segments) and _overlap(tokens, other)
            for _, other, others in taken
        ):
            taken.append((place, tokens, segments))
    return [place for place, _, _ in taken]


def _overlap(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two n-grams are equal where both are, at any distance of their beginnings."""
    return any(
        one[max(shift, 0) : shift + len(other)] == other[max(-shift, 0) : len(one) - shift]
        for shift in range(1 - len(other), len(one))
    )


def spelling(ngram: Sequence[str], texts: Iterable[str]) -> str:
    """Return an n-gram as the first of the texts has it, or its tokens joined by spaces."""
    pattern = re.compile(r"\s*".join(map(re.escape, ngram)), re.IGNORECASE)
    matches = (pattern.search(text) for text in texts)
    return next((" ".join(match[0].split()) for match in matches if match), " ".join(ngram))
