"""Greedy search for the shifts of blocks of words, and the edits that remain."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from itertools import accumulate, islice, product
from operator import itemgetter
from typing import Any

from tallystick.metrics.kernel.python.edits import DELETION, HIT, INSERTION, best_path, cost_matrix
from tallystick.metrics.kernel.python.segments import common, paired

Rules = tuple[str, int, int, int, int]
"""The blocks, beam, block_words, distance and candidates of `shift_path`."""

Shift = tuple[int, int, int]
"""The start of a block, the number of its words, and its start afterwards."""

SWAPPED = bytes.maketrans(bytes([DELETION, INSERTION]), bytes([INSERTION, DELETION]))


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
    """Return shifts and edits of every reference, int64; see `shift_path`.

    Words of the hypothesis are shifted or, if `references_move`, those of the reference.
    """
    buffers = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    rules = blocks, beam, block_words, distance, candidates
    edits = array("q")
    for reference, hypothesis in paired(*buffers):
        moving, fixed = (reference, hypothesis) if references_move else (hypothesis, reference)
        shifts, path = _search(list(moving), list(fixed), rules)
        edits.append(len(shifts) + len(path) - path.count(HIT))
    return edits.tobytes()


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
            with which the first of them is aligned ("alignment"). Of shifts that save equally much,
            the longest block is chosen, then the first, then the leftmost target or, with
            "alignment", the first that was tried. "whole_matches" tries the longest block at each
            pair of different positions at the other position; among equals it chooses the one with
            the highest ids.
        beam: The columns of the band in which the edit distance is computed; see `_band`.
        block_words: The most words in a block.
        distance: The furthest that a block is shifted.
        candidates: The number of shifts after which the search ends; the one during whose search it
            is reached is not carried out.

    Returns:
        Of each shift the start of the block, its number of words and its start afterwards; and the
        operations by which the fixed words become the shifted ones, each a byte as in `align`.
    """
    moving, fixed = (array("I", bytes(ids)).tolist() for ids in (moving_ids, fixed_ids))
    return _search(moving, fixed, (blocks, beam, block_words, distance, candidates))


def _search(rows: list[int], columns: list[int], rules: Rules) -> tuple[list[Shift], bytes]:
    """Shift blocks of the rows until that saves nothing; return the shifts and the operations."""
    blocks, beam, block_words, distance, candidates = rules
    if blocks not in ("position", "alignment", "whole_matches"):
        raise ValueError(f"blocks is '{blocks}'; expected position, alignment or whole_matches")
    if min(beam, block_words, distance, candidates) < 0:
        raise ValueError("a limit is below 0; expected 0 to 536,870,910")
    shifts: list[Shift] = []
    tried = 0
    band = _band(len(rows), len(columns), beam)
    while True:
        matrix = cost_matrix(rows, columns, band=band)
        path = bytes(best_path(matrix, rows, columns)[::-1]).translate(SWAPPED)
        if blocks == "whole_matches":
            possible = _whole_matches(rows, columns)
        else:
            possible = _misaligned(rows, columns, path, rules)
        candidates_here = list(islice(possible, candidates - tried if candidates else None))
        tried += len(candidates_here)
        if tried == candidates != 0:
            return shifts, path
        worth = []
        for shift in dict.fromkeys(candidates_here):
            shifted = _shifted(rows, *shift)
            saved = matrix[-1][-1] - cost_matrix(shifted, columns, band=band)[-1][-1]
            rank = shifted if blocks == "whole_matches" else [shift[1], -shift[0]]
            worth.append((saved, rank, shift, shifted))
        best = max(worth, key=itemgetter(0, 1), default=None)
        if best is None or best[0] <= 0:
            return shifts, path
        shifts.append(best[2])
        rows = best[3]


def _whole_matches(rows: list[int], columns: list[int]) -> Iterator[Shift]:
    """Yield the shifts of the longest blocks to the columns where they occur."""
    for start, place in product(range(len(rows)), range(len(columns))):
        words = common(rows[start:], columns[place:])
        if words and place != start:
            yield start, words, min(place, len(rows) - words)


def _misaligned(rows: list[int], columns: list[int], path: bytes, rules: Rules) -> Iterator[Shift]:
    """Yield the shifts of blocks that have an error, as has the place where they occur."""
    blocks, _, block_words, distance, _ = rules
    by_alignment = blocks == "alignment"
    row_errors = [step != HIT for step in path if step != DELETION]
    column_errors = [step != HIT for step in path if step != INSERTION]
    so_far = zip(path, accumulate(step != DELETION for step in path), strict=True)
    # how many rows come before the first column, and before those behind each column
    behind = [0, *(number for step, number in so_far if step != INSERTION)]
    longest = min(filter(None, (len(rows), len(columns), block_words)), default=0)
    furthest = distance or len(rows) + len(columns)
    for start, word in enumerate(rows):
        places = [place for place, other in enumerate(columns) if other == word]
        for words in range(1, longest + 1):
            for place in places:
                aligned = behind[place + 1] - 1
                if (
                    any(row_errors[start : start + words])
                    and any(column_errors[place : place + words])
                    and abs((aligned if by_alignment else place) - start) <= furthest
                    and not start <= aligned < start + words
                ):
                    for to in _targets(start, words, place, behind, by_alignment):
                        yield start, words, min(to, len(rows) - words)
            after = rows[start + words : start + words + 1]
            places = [place for place in places if after == columns[place + words :][:1] != []]


def _targets(
    start: int, words: int, place: int, behind: list[int], by_alignment: bool
) -> Iterator[int]:
    """Yield where a block begins if it is put before or behind each of the columns it equals."""
    rows = behind[place : place + words + 1]
    if by_alignment:
        rows = [
            row
            for column, row in enumerate(rows, start=place)
            if column == 0
            or (row != start + 1 and (column == place + 1 or row != behind[place + 1]))
        ]
    else:
        rows = list(dict.fromkeys(rows))
    for row in rows:
        if row <= start:
            yield row
        elif row > start + words:
            yield row - words
        else:  # inside the block
            yield row - by_alignment


def _shifted(rows: list[int], start: int, words: int, to: int) -> list[int]:
    rest = rows[:start] + rows[start + words :]
    return rest[:to] + rows[start : start + words] + rest[to:]


def _band(rows: int, columns: int, beam: int) -> list[tuple[int, int]] | None:
    """Return the first column and the end of the columns of each row but the first, or None.

    The band has `beam` columns on either side of the diagonal, as in sacreBLEU; 0 is no band.
    """
    if not beam:
        return None
    ratio = columns / max(rows, 1)
    half = math.ceil(ratio / 2 + beam) if beam < ratio / 2 else beam
    diagonal = [math.floor(number * ratio) for number in range(1, rows + 1)]
    band = [(max(0, place - half), min(columns + 1, place + half)) for place in diagonal]
    return band[:-1] + [(first, columns + 1) for first, _ in band[-1:]]
