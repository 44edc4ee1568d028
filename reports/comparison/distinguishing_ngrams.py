"""N-grams that distinguish two systems, by a sign test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

import numpy as np

from tallystick.metrics.resampling.correction import benjamini_hochberg
from tallystick.reports.comparison.model import DistinguishingNgram, Kind
from tallystick.reports.comparison.signs import FEWEST_DIFFERING, sign_test

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems
    from tallystick.reports.comparison.segment_tokens import SegmentTokens

KINDS: tuple[Kind, ...] = get_args(Kind)
SEGMENTS_SHOWN = 10


def distinguishing_ngrams(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    pairs: Sequence[tuple[str, str]],
    *,
    orders: int = 4,
    top: int = 20,
    level: float = 0.05,
) -> tuple[DistinguishingNgram, ...]:
    """Find n-grams that one system of a pair matches, over-produces or misses more often.

    In every segment, an n-gram is *matched* as often as it occurs, up to its highest count in any
    reference; *over-produced* as often as it occurs above that; *under-produced* as often as it
    falls short of its lowest count in any reference. Counts are summed by unit of resampling
    (documents if they are known, else segments), and an exact two-sided sign test compares the
    number of units in which each system has more. With one reference per segment, the matches of
    one system are the under-productions of the other.

    The p-values are adjusted for false discoveries (Benjamini and Hochberg 1995), separately for
    each pair and kind, over all n-grams of all orders whose counts differ in at least
    `FEWEST_DIFFERING` units; with fewer, no p-value could be below 0.05. An n-gram is omitted if a
    longer one that contains it has the same counts in as many units, or if its total count is not
    higher for the system with more in more units.

    Returns:
        The `top` n-grams of each pair, kind and direction with an adjusted p-value of at most
        `level`, the smallest p-values first, then the largest differences of counts.
    """
    tables = _tables(scored, tokens, orders)
    found: list[DistinguishingNgram] = []
    for system, other in pairs:
        numbers = scored.names.index(system), scored.names.index(other)
        for kind in KINDS:
            found += _of_pair(scored, tokens, tables, numbers, kind, top, level)
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The n-grams of one order that occur in enough units, with their occurrences.

    A cell is an n-gram in a segment; cells are sorted by n-gram, then unit, then segment. A run
    consists of the cells of one n-gram in one unit.

    Attributes:
        ngrams: The tokens of each n-gram, shape (n-grams, order).
        prefixes: The n-gram of the next lower order that begins each one, shape (n-grams,).
        suffixes: The n-gram of the next lower order that ends each one, same shape.
        cell_starts: The first cell of each n-gram, shape (n-grams + 1,).
        cell_segments: The segment of each cell, shape (cells,).
        run_starts: The first cell of each run, shape (runs,).
        run_ngrams: The n-gram of each run, same shape.
        hypotheses: The count of each cell's n-gram in each system, shape (systems, cells).
        most: Its highest count in any reference of the segment, shape (cells,).
        least: Its lowest count in any reference of the segment, same shape.
    """

    ngrams: NDArray[np.int64]
    prefixes: NDArray[np.int64]
    suffixes: NDArray[np.int64]
    cell_starts: NDArray[np.int64]
    cell_segments: NDArray[np.int64]
    run_starts: NDArray[np.int64]
    run_ngrams: NDArray[np.int64]
    hypotheses: NDArray[np.int32]
    most: NDArray[np.int32]
    least: NDArray[np.int32]

    def counts(self, kind: Kind, system: int, cells: slice = slice(None)) -> NDArray[np.int32]:
        """Return the count of each cell's n-gram in a system, of one kind."""
        hypotheses = self.hypotheses[system, cells]
        counts: NDArray[np.int32]
        if kind == "matched":
            counts = np.minimum(hypotheses, self.most[cells])
        elif kind == "over-produced":
            counts = np.maximum(hypotheses - self.most[cells], 0)
        else:
            counts = np.maximum(self.least[cells] - hypotheses, 0)
        return counts


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The cells of one order (see `_Table`) and the start of each occurrence.

    Attributes:
        starts: The first token of each occurrence, ascending, shape (occurrences,).
        numbers: The cell of each occurrence, same shape.
        ngrams: The n-gram of each cell, shape (cells,).
        segments: The segment of each cell, same shape.
    """

    starts: NDArray[np.int64]
    numbers: NDArray[np.int64]
    ngrams: NDArray[np.int64]
    segments: NDArray[np.int64]


def _tables(scored: ScoredSystems, tokens: SegmentTokens, orders: int) -> list[_Table]:
    """Count the n-grams of each order that occur in `FEWEST_DIFFERING` units or more.

    Other n-grams cannot differ in that many units. The parts of an n-gram occur in at least as many
    units, so longer n-grams are only searched where both their parts were found.
    """
    stop = tokens.references.stop
    texts = tokens.texts[:stop]
    cells = _Cells(np.arange(stop), tokens.words[:stop], tokens.word_ids, tokens.word_segments)
    shorter = np.full(stop + 1, -1)  # the n-gram one order below at each token
    tables: list[_Table] = []
    for order in range(1, orders + 1):
        if order > 1:
            starts = cells.starts[shorter[cells.starts + 1] >= 0]
            starts = starts[texts[starts] == texts[starts + order - 1]]
            cells = _longer(cells, shorter, starts)
        cells = _in_enough_units(cells, scored)
        if len(cells.starts) == 0:
            break
        tables.append(_table(scored, tokens, order, shorter, cells))
        shorter = np.full(stop + 1, -1)
        shorter[cells.starts] = cells.ngrams[cells.numbers]
    return tables


def _longer(cells: _Cells, shorter: NDArray[np.int64], starts: NDArray[np.int64]) -> _Cells:
    """Return the cells of the next order: each joins a cell with the one a token later."""
    size = int(shorter.max()) + 1
    prefixes = cells.numbers[np.searchsorted(cells.starts, starts)]
    keys, numbers = np.unique(prefixes * size + shorter[starts + 1], return_inverse=True)
    prefixes, suffixes = keys // size, keys % size
    _, ngrams = np.unique(cells.ngrams[prefixes] * size + suffixes, return_inverse=True)
    return _Cells(starts, numbers, ngrams, cells.segments[prefixes])


def _in_enough_units(cells: _Cells, scored: ScoredSystems) -> _Cells:
    """Keep the n-grams that occur in enough units, renumbered and sorted."""
    by_unit = np.argsort(scored.units.numbers, kind="stable")
    rank = np.empty_like(by_unit)  # of each segment among all, sorted by unit
    rank[by_unit] = np.arange(len(by_unit))
    order = np.argsort(cells.ngrams * scored.segments + rank[cells.segments])
    occurring = np.bincount(cells.numbers, minlength=len(order)) > 0
    order = order[occurring[order]]
    ngrams = cells.ngrams[order]
    first = _first_of_runs(ngrams, scored.units.numbers[cells.segments[order]])
    enough = np.bincount(ngrams[first]) >= FEWEST_DIFFERING
    order = order[enough[ngrams]]
    numbers = np.full(len(cells.ngrams), -1)
    numbers[order] = np.arange(len(order))
    numbers = numbers[cells.numbers]
    kept = numbers >= 0
    return _Cells(
        starts=cells.starts[kept],
        numbers=numbers[kept],
        ngrams=(np.cumsum(enough) - 1)[cells.ngrams[order]],
        segments=cells.segments[order],
    )


def _first_of_runs(ngrams: NDArray[np.int64], units: NDArray[np.int64]) -> NDArray[np.bool_]:
    first = np.ones(len(ngrams), dtype=bool)
    first[1:] = (ngrams[1:] != ngrams[:-1]) | (units[1:] != units[:-1])
    return first


def _table(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    order: int,
    shorter: NDArray[np.int64],
    cells: _Cells,
) -> _Table:
    """Count the n-grams of sorted cells in hypotheses and references."""
    starts, numbers, count = cells.starts, cells.numbers, len(cells.ngrams)
    bounds = np.searchsorted(starts, [0, *(one.stop for one in tokens.hypotheses)]).tolist()
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
    runs = np.flatnonzero(_first_of_runs(cells.ngrams, scored.units.numbers[cells.segments]))
    cell_starts = np.searchsorted(cells.ngrams, np.arange(len(example) + 1))
    return _Table(
        ngrams=tokens.ids[example[:, np.newaxis] + np.arange(order)],
        prefixes=shorter[example],
        suffixes=shorter[example + 1],
        cell_starts=cell_starts,
        cell_segments=cells.segments,
        run_starts=runs,
        run_ngrams=cells.ngrams[runs],
        hypotheses=hypotheses,
        most=most,
        least=least,
    )


def _in_references(
    tokens: SegmentTokens,
    starts: NDArray[np.int64],
    cells: NDArray[np.int64],
    cell_segments: NDArray[np.int64],
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the highest and the lowest count of each cell's n-gram in any single reference."""
    offsets = tokens.reference_offsets
    references = tokens.texts[starts] - len(tokens.hypotheses) * (len(offsets) - 1)
    place = references - offsets[tokens.segments[starts]]  # among the references of its segment
    available = np.diff(offsets)[cell_segments]
    most = np.zeros(len(cell_segments), dtype=np.int32)
    least = np.full(len(cell_segments), np.iinfo(np.int32).max, dtype=np.int32)
    for number in range(int(available.max())):
        counts = np.bincount(cells[place == number], minlength=len(cell_segments))
        counts = counts.astype(np.int32)
        np.maximum(most, counts, out=most)
        np.minimum(least, counts, out=least, where=available > number)
    return most, least


def _of_pair(
    scored: ScoredSystems,
    tokens: SegmentTokens,
    tables: Sequence[_Table],
    pair: tuple[int, int],
    kind: Kind,
    top: int,
    level: float,
) -> list[DistinguishingNgram]:
    """Test all n-grams of one pair and kind, and return those with the smallest p-values."""
    if not tables:
        return []
    figures = np.concatenate([_figures(table, pair, kind) for table in tables], axis=1)
    more, fewer, *counts = figures
    tested = more + fewer >= FEWEST_DIFFERING
    p_values = np.ones(len(more))
    p_values[tested] = sign_test(more[tested], fewer[tested])
    adjusted = np.ones(len(more))
    adjusted[tested] = benjamini_hochberg(p_values[tested])
    shown = tested & (adjusted <= level) & ~_subsumed(tables, figures)
    gap = counts[0] - counts[1]
    bounds = np.cumsum([0, *(len(table.ngrams) for table in tables)])
    found: list[DistinguishingNgram] = []
    for direction, (first, second) in ((1, pair), (-1, pair[::-1])):
        chosen = np.flatnonzero(shown & (direction * (more - fewer) > 0) & (direction * gap > 0))
        # longer n-grams first among equals: they are more specific
        sorting = (-chosen, -direction * gap[chosen], p_values[chosen], adjusted[chosen])
        for ngram in chosen[np.lexsort(sorting)][:top].tolist():
            order = int(np.searchsorted(bounds, ngram, side="right")) - 1
            number = ngram - int(bounds[order])
            table = tables[order]
            found.append(
                DistinguishingNgram(
                    system=scored.names[first],
                    other=scored.names[second],
                    kind=kind,
                    ngram=tuple(map(tokens.vocabulary.token, table.ngrams[number].tolist())),
                    count=int(max(one[ngram] for one in counts)),
                    other_count=int(min(one[ngram] for one in counts)),
                    documents=int(more[ngram] + fewer[ngram]),
                    p_value=float(p_values[ngram]),
                    adjusted_p_value=float(adjusted[ngram]),
                    segments=_segments_with_more(table, kind, first, second, number),
                )
            )
    return found


def _figures(table: _Table, pair: tuple[int, int], kind: Kind) -> NDArray[np.int64]:
    """Return four figures of each n-gram, shape (4, n-grams).

    These are the number of units in which the first system has more, the number in which it has
    fewer, and the total counts of the first and of the second system.
    """
    first, second = (table.counts(kind, system) for system in pair)
    difference = first - second
    if len(table.run_starts) < len(difference):
        difference = np.add.reduceat(difference, table.run_starts)
    count = len(table.ngrams)
    return np.stack(
        [
            np.bincount(table.run_ngrams[difference > 0], minlength=count),
            np.bincount(table.run_ngrams[difference < 0], minlength=count),
            *(
                np.add.reduceat(one, table.cell_starts[:-1], dtype=np.int64)
                for one in (first, second)
            ),
        ]
    )


def _subsumed(tables: Sequence[_Table], figures: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which n-grams are contained in a longer one with the same figures."""
    subsumed = np.zeros(figures.shape[1], dtype=bool)
    start = 0
    for shorter, longer in pairwise(tables):
        stop = start + len(shorter.ngrams)
        of_longer = figures[:, stop : stop + len(longer.ngrams)]
        for part in (longer.prefixes, longer.suffixes):
            same = (figures[:, start + part] == of_longer).all(axis=0)
            subsumed[start + part[same]] = True
        start = stop
    return subsumed


def _segments_with_more(
    table: _Table, kind: Kind, system: int, other: int, ngram: int
) -> tuple[int, ...]:
    cells = slice(int(table.cell_starts[ngram]), int(table.cell_starts[ngram + 1]))
    more = table.counts(kind, system, cells) > table.counts(kind, other, cells)
    return tuple((np.sort(table.cell_segments[cells][more]) + 1)[:SEGMENTS_SHOWN].tolist())
