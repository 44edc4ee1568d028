"""Word alignment by context, of hypotheses with references that have the same words."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Literal

from tallystick.metrics.kernel.python.segments import paired


def align_by_context(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
    left_first: bool,
    whole_left: bool,
) -> tuple[bytes, bytes]:
    """Return the positions of aligned words in every reference, in the order of the hypothesis.

    A word is aligned by the shortest n-gram that begins or ends with it and occurs exactly once in
    both; if one begins and another ends with it, by the latter if `left_first`. Without
    `whole_left`, an n-gram that begins with the first word of the hypothesis does not count for a
    word that at least two fewer words follow than precede. Positions are uint32, their bounds
    int64.
    """
    ranks, offsets = array("I"), array("q", [0])
    arrays = hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    for reference, hypothesis in paired(*arrays):
        for place in range(len(hypothesis)):
            right = _context(hypothesis, reference, place, 1)
            left = _context(hypothesis, reference, place, -1)
            if left and not whole_left and left[0] == place + 1 and 2 * place > len(hypothesis):
                left = None
            both = (left, right) if left_first else (right, left)
            found = [context for context in both if context]
            if found:
                ranks.append(min(found, key=lambda context: context[0])[1])
        offsets.append(len(ranks))
    return ranks.tobytes(), offsets.tobytes()


def _context(
    hypothesis: Sequence[int], reference: Sequence[int], place: int, step: Literal[1, -1]
) -> tuple[int, int] | None:
    """Return the length of the n-gram on one side of a word, and the word's position, or None."""
    sides = hypothesis, reference
    starts = [[at for at, token in enumerate(side) if token == hypothesis[place]] for side in sides]
    length = 1
    while starts[1]:
        if len(starts[0]) == len(starts[1]) == 1:
            return length, starts[1][0]
        distance = step * length
        if not 0 <= place + distance < len(hypothesis):
            return None
        wanted = hypothesis[place + distance]
        starts = [
            [
                at
                for at in before
                if 0 <= at + distance < len(side) and side[at + distance] == wanted
            ]
            for side, before in zip(sides, starts, strict=True)
        ]
        length += 1
    return None
