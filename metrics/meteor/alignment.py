"""METEOR of a hypothesis from its alignment with a reference: Lavie and Agarwal 2007, section 2.

The alignment is that of NLTK, which `align_in_stages` of the kernel finds: of equal words, then of
equal stems, then of synonyms, which NLTK looks up for stems, not for words.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count
from typing import Any, NamedTuple

from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.symbols import ratio, where


class Components(NamedTuple):
    """METEOR of a hypothesis and a reference, and what it is made of, 0 to 1."""

    score: Any
    precision: Any
    recall: Any
    penalty: Any


def meteor(
    matches: Any, chunks: Any, lengths: Sequence[Any], alpha: float, beta: float, gamma: float
) -> Components:
    """Compute METEOR of aligned words and their runs; all components are 0 without any."""
    precision, recall = (ratio(matches, length) for length in lengths)
    mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
    penalty = where(matches > 0, gamma * ratio(chunks, matches) ** beta, 0.0)
    return Components((1 - penalty) * mean, precision, recall, penalty)


def align(
    buffers: tuple[Any, Any, Any, Any, Any],
    stems: Sequence[Hashable],
    synonyms: Callable[[Any], Iterable[Hashable]],
) -> tuple[bytes, bytes]:
    """Align hypotheses with their references; synonyms are looked up only of words that are left.

    Returns where each word is in each reference, or `UNKNOWN`; and aligned words and chunks.
    """
    numbers: dict[Hashable, int] = {}
    classes = array("I", map(numbers.setdefault, stems, count()))
    arguments = *buffers, len(stems), classes
    positions, counts, left = kernel.align_in_stages(*arguments, b"", b"")
    pairs = [
        (classes[word], numbers[synonym])
        for word in compress(range(len(stems)), left)
        for synonym in synonyms(stems[word])
        if numbers.get(synonym, classes[word]) != classes[word]
    ]
    if pairs:
        accepting, accepted = (array("I", side) for side in zip(*pairs, strict=True))
        positions, counts, _ = kernel.align_in_stages(*arguments, accepting, accepted)
    return positions, counts
