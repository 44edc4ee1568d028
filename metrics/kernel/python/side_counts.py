"""How often every n-gram of a segment occurs in each of the texts that are compared."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tallystick.metrics.kernel.python.segments import ngrams, segments_of


def count_by_side(
    sides: tuple[tuple[Any, Any, Any], ...], max_order: int, vocabulary_size: int
) -> tuple[bytes, bytes]:
    """Return the counts of every distinct n-gram of every segment and order in each side.

    A side, such as the references, consists of ids, of the start of each text in them, and of the
    first text of each segment, all with the end. The texts of a segment are counted together.

    Returns:
        The counts, uint32, shape (n-grams, sides); and the first n-gram of every segment and order,
        with the end, int64, shape (segments * max_order + 1,). N-grams have the order in which they
        first occur, side by side.
    """
    counts, rows = array("I"), array("q", [0])
    for texts_of_sides in zip(*[_texts(*side) for side in sides], strict=True):
        for order in range(1, max_order + 1):
            found: dict[Any, list[int]] = {}
            for side, texts in enumerate(texts_of_sides):
                for text in texts:
                    for ngram in ngrams(text, order):
                        found.setdefault(ngram, [0] * len(sides))[side] += 1
            for of_ngram in found.values():
                counts.extend(of_ngram)
            rows.append(rows[-1] + len(found))
    return counts.tobytes(), rows.tobytes()


def _texts(ids: Any, texts: Any, segments: Any) -> list[Sequence[list[int]]]:
    """Return the texts of every segment."""
    split = segments_of(ids, texts)
    return [split[first:last] for first, last in pairwise(array("q", bytes(segments)))]
