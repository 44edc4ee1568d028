"""Greedy search for the shifts of blocks of words, and the edits that remain."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from operator import itemgetter
from typing import Any

from tallystick.metrics.kernel.python.edits import DELETION, HIT, INSERTION, SUBSTITUTION, read_back
from tallystick.metrics.kernel.python.segments import paired

Shift = tuple[int, int, int]
"""The start of a block, the number of its words, and its start afterwards."""

Rotation = tuple[int, int, int]
"""Three positions: the words between the first two trade places with those before the third."""

OUTSIDE = 1 << 60
"""The distance in cells outside the band, which do not exist."""


def shift_edits(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    blocks: str,
    beam: int,
    block_words: int,
    distance: int,
    candidates: int,
    references_move: bool,
) -> bytes:
    """Return the number of shifts and edits of every reference, int64.

    Words of the hypothesis are shifted or, if `references_move`, those of the reference. For the
    other parameters see `shift_path`.
    """
    buffers = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    rules = blocks, beam, block_words, distance, candidates
    found = array("q")
    for reference, hypothesis in paired(*buffers):
        moving, fixed = (reference, hypothesis) if references_move else (hypothesis, reference)
        search = _Search(moving, fixed, rules)
        search.run()
        found.append(search.band.distance + len(search.shifts))
    return found.tobytes()


def shift_path(
    moving_ids: Any,
    fixed_ids: Any,
    vocabulary_size: int,
    blocks: str,
    beam: int,
    block_words: int,
    distance: int,
    candidates: int,
) -> tuple[list[Shift], bytes]:
    """Return the shifts of blocks of words, and the edits that remain.

    A shift costs as much as an edit. The best one is carried out until none saves anything. A limit
    of 0 is no limit.

    Args:
        moving_ids: The words that are shifted, uint32.
        fixed_ids: The words that they are to become, uint32.
        vocabulary_size: All ids are below it.
        blocks: Which blocks are tried where. A block must occur in the fixed words. "position" and
            "alignment" require that one of its words, and of those there, is not aligned with an
            equal word, and that the first of those is not aligned with a word of the block. It is
            tried before the place with which those words are aligned, and behind each of them. Its
            distance is that between its own position and theirs ("position"), or that of the word
            with which the first of them is aligned ("alignment", which tries longer blocks only
            while shorter ones have a place). Of shifts that save equally much, the longest block is
            chosen, then the first, then the leftmost target or, with "alignment", the first that
            was tried. "whole_matches" tries the longest block at each pair of different positions
            at the other position; among equals it chooses the one with the highest ids.
        beam: The columns of the band in which the edit distance is computed; see `Band`.
        block_words: The most words in a block.
        distance: The furthest that a block is shifted.
        candidates: The number of shifts after which the search ends; the one during whose search it
            is reached is not carried out.

    Returns:
        Of each shift the start of the block, its number of words and its start afterwards; and the
        operations by which the fixed words become the shifted ones, each a byte as in `align`.
    """
    fixed = array("I", bytes(fixed_ids)).tolist()
    moving = array("I", bytes(moving_ids)).tolist()
    search = _Search(moving, fixed, (blocks, beam, block_words, distance, candidates))
    search.run()
    return search.shifts, bytes(search.band.path())


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    words: int
    rank: int
    rotation: Rotation


class _Search:
    def __init__(
        self, moving: Sequence[int], fixed: Sequence[int], rules: tuple[str, int, int, int, int]
    ) -> None:
        blocks, beam, block_words, distance, candidates = rules
        if blocks not in ("position", "alignment", "whole_matches"):
            raise ValueError(f"blocks is '{blocks}'; expected position, alignment or whole_matches")
        if min(beam, block_words, distance, candidates) < 0:
            raise ValueError("a limit is below 0; expected 0 to 536,870,910")
        self._fixed = fixed
        self._blocks = blocks
        self._longest = min(filter(None, (len(moving), len(fixed), block_words)), default=0)
        self._distance = distance or len(moving) + len(fixed)
        self._limit = candidates
        self._checked = 0
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for place, word in enumerate(fixed):
            self._places[word].append(place)
        self.band = Band(moving, fixed, beam)
        self.shifts: list[Shift] = []

    def run(self) -> None:
        """Carry out shifts until none saves anything."""
        while best := self._best():
            first, middle, end = best.rotation
            to = first if best.start == middle else best.start + end - middle
            self.shifts.append((best.start, best.words, to))
            self.band.change(_rotated(self.band.rows, best.rotation), first)

    def _best(self) -> _Candidate | None:
        self._align()
        found: list[_Candidate] = []
        collect = {
            "position": self._by_position,
            "alignment": self._by_alignment,
            "whole_matches": self._whole_matches,
        }[self._blocks]
        for start, word in enumerate(self.band.rows):
            if word in self._places:
                found += _once(collect(start))
                if self._reached_limit():
                    return None
        savings = ((self._saved(one), self._rank(one), one) for one in found)
        best = max(savings, key=itemgetter(0, 1), default=None)
        return best[2] if best and best[0] > 0 else None

    def _align(self) -> None:
        """Find the row so far at every column, and the number of errors before each place."""
        row, row_of, row_errors, column_errors = -1, [], [0], [0]
        for step in self.band.path():
            if step != DELETION:
                row += 1
                row_errors.append(step != HIT)
            if step != INSERTION:
                row_of.append(row)
                column_errors.append(step != HIT)
        self._row_of = row_of
        self._row_errors = list(accumulate(row_errors))
        self._column_errors = list(accumulate(column_errors))

    def _saved(self, candidate: _Candidate) -> int:
        first, _, end = candidate.rotation
        rows = _rotated(self.band.rows, candidate.rotation)
        return self.band.distance - self.band.distance_of(rows, first, end)

    def _rank(self, candidate: _Candidate) -> list[int]:
        """Return numbers that are higher for the candidate that is chosen among equals."""
        if self._blocks == "whole_matches":
            return _rotated(self.band.rows, candidate.rotation)
        return [candidate.words, -candidate.start, -candidate.rank]

    def _reached_limit(self) -> bool:
        return bool(self._limit) and self._checked >= self._limit

    def _by_position(self, start: int) -> Iterator[_Candidate]:
        for place in self._places[self.band.rows[start]]:
            if abs(place - start) > self._distance:
                continue
            for words in range(1, self._longest + 1):
                if (
                    _differ(self._row_errors, start, words)
                    and _differ(self._column_errors, place, words)
                    and not start <= self._row_of[place] < start + words
                ):
                    yield from self._targets(start, words, place)
                    if self._reached_limit():
                        return
                if not self._continues(start, words, place):
                    break

    def _targets(self, start: int, words: int, place: int) -> Iterator[_Candidate]:
        before = None
        for behind in range(place, place + words + 1):
            target = self._row_of[behind - 1] + 1 if behind else 0
            if target != before:
                before = target
                self._checked += 1
                yield self._candidate(start, words, target, target, target - start)

    def _by_alignment(self, start: int) -> Iterator[_Candidate]:
        places = self._places[self.band.rows[start]]
        is_near = any(
            self._row_of[place] != start
            and -self._distance - 1 <= self._row_of[place] - start <= self._distance
            for place in places
        )
        for words in range(1, self._longest + 1):
            if not (is_near and places):
                return
            if _differ(self._row_errors, start, words):
                near = [place for place in places if self._is_elsewhere(start, words, place)]
                is_near = bool(near)
                for place in near:
                    if _differ(self._column_errors, place, words):
                        yield from self._aligned_targets(start, words, place)
                        if self._reached_limit():
                            return
            places = [place for place in places if self._continues(start, words, place)]

    def _is_elsewhere(self, start: int, words: int, place: int) -> bool:
        row = self._row_of[place]
        return abs(row - start) <= self._distance and not start <= row < start + words

    def _aligned_targets(self, start: int, words: int, place: int) -> Iterator[_Candidate]:
        for behind in range(place, place + words + 1):
            row = self._row_of[behind - 1] if behind else -1
            if behind and (row == start or (behind != place + 1 and row == self._row_of[place])):
                continue
            yield self._candidate(start, words, row + 1, self._checked, row - start)
            self._checked += 1

    def _whole_matches(self, start: int) -> Iterator[_Candidate]:
        for place in self._places[self.band.rows[start]]:
            if place == start:
                continue
            words = 1
            while self._continues(start, words, place):
                words += 1
            self._checked += 1
            end = min(place + words, len(self.band.rows))
            left, right = (place, start, start + words), (start, start + words, end)
            yield _Candidate(start, words, 0, left if place < start else right)
            if self._reached_limit():
                return

    def _continues(self, start: int, words: int, place: int) -> bool:
        """Whether the word behind a block also occurs behind it at a place in the fixed words."""
        rows, fixed = self.band.rows, self._fixed
        return (
            start + words < len(rows)
            and place + words < len(fixed)
            and rows[start + words] == fixed[place + words]
        )

    def _candidate(self, start: int, words: int, target: int, rank: int, inside: int) -> _Candidate:
        """Return the shift of a block to a target; one inside the block moves it by `inside`."""
        end = start + words
        if target <= start:
            return _Candidate(start, words, rank, (target, start, end))
        to = target if target > end else min(end + inside, len(self.band.rows))
        return _Candidate(start, words, rank, (start, end, to))


def _once(candidates: Iterator[_Candidate]) -> Iterator[_Candidate]:
    """Yield the candidates that move something, the first of those that do the same."""
    seen = set()
    for candidate in candidates:
        first, middle, end = candidate.rotation
        if first < middle < end and candidate.rotation not in seen:
            seen.add(candidate.rotation)
            yield candidate


def _differ(sums: Sequence[int], start: int, number: int) -> bool:
    return sums[start + number] != sums[start]


def _rotated(words: list[int], rotation: Rotation) -> list[int]:
    first, middle, end = rotation
    return words[:first] + words[middle:end] + words[first:middle] + words[end:]


class Band:
    """The matrix of distances between the words of rows and those of columns.

    Args:
        rows: The words of the rows, which can change places.
        columns: The words of the columns.
        beam: The columns of the band on either side of the diagonal; more if the rows would not
            overlap. Without a beam (0) the band is the whole matrix.
    """

    def __init__(self, rows: Sequence[int], columns: Sequence[int], beam: int) -> None:
        self.rows = list(rows)
        self._columns = columns
        self._limits = list(_limits(len(rows), len(columns), beam))
        self._matrix = [list(range(len(columns) + 1))]
        self._fill()

    @property
    def distance(self) -> int:
        """The distance between the two sequences."""
        return self._matrix[-1][-1]

    def change(self, rows: Sequence[int], kept: int) -> None:
        """Replace the words of the rows, of which the first `kept` remain."""
        self.rows = list(rows)
        del self._matrix[kept + 1 :]
        self._fill()

    def distance_of(self, rows: Sequence[int], kept: int, same_from: int) -> int:
        """Return the distance of other words that equal those of the rows but from `kept` on.

        From `same_from` on they are equal again.
        """
        row = self._matrix[kept]
        for number, word in islice(enumerate(rows, 1), kept, None):
            row = self._next(row, number, word)
            if number >= same_from and row == self._matrix[number]:
                return self.distance
        return row[-1]

    def path(self) -> list[int]:
        """Return the operations that turn the columns into the rows.

        The last steps are diagonal if possible, else down (an insertion), else to the right.
        """
        return read_back(len(self._columns), len(self.rows), self._last_step)[::-1]

    def _fill(self) -> None:
        for number in range(len(self._matrix), len(self.rows) + 1):
            self._matrix.append(self._next(self._matrix[-1], number, self.rows[number - 1]))

    def _next(self, before: list[int], number: int, word: int) -> list[int]:
        first, end = self._limits[number]
        row = [OUTSIDE] * len(before)
        left = OUTSIDE
        for column in range(first, end):
            above = before[column] + 1
            if column:
                diagonal = before[column - 1] + (self._columns[column - 1] != word)
                left = min(diagonal, above, left + 1)
            else:
                left = above
            row[column] = left
        return row

    def _last_step(self, column: int, row: int) -> int:
        here, before = self._matrix[row][column], self._matrix[row - 1]
        equal = self._columns[column - 1] == self.rows[row - 1]
        if here == before[column - 1] + (not equal):
            return HIT if equal else SUBSTITUTION
        return INSERTION if here == before[column] + 1 else DELETION


def _limits(rows: int, columns: int, beam: int) -> Iterator[tuple[int, int]]:
    """Yield the first column of every row and the one behind the last, as sacreBLEU does."""
    yield 0, columns + 1
    ratio = columns / rows if rows else 1.0
    half = math.ceil(ratio / 2 + beam) if beam < ratio / 2 else beam
    for row in range(1, rows + 1):
        diagonal = math.floor(row * ratio)
        if not beam:
            yield 0, columns + 1
        elif row == rows:
            yield max(0, diagonal - half), columns + 1
        else:
            yield max(0, diagonal - half), min(columns + 1, diagonal + half)
