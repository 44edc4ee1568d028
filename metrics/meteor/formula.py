"""METEOR from an alignment of words: Lavie and Agarwal 2007, section 2."""

from __future__ import annotations

from typing import NamedTuple


class Components(NamedTuple):
    """METEOR of a hypothesis and a reference, and what it is made of, 0 to 1."""

    score: float
    precision: float
    recall: float
    penalty: float


def meteor(
    matches: int,
    chunks: int,
    lengths: tuple[int, int],
    alpha: float,
    beta: float,
    gamma: float,
) -> Components:
    """Compute METEOR; all components are 0 without aligned words.

    Args:
        matches: Aligned words.
        chunks: Runs of them that are adjacent on both sides.
        lengths: The number of words of the hypothesis and of the reference.
        alpha: The weight of the recall.
        beta: The exponent of the penalty.
        gamma: The highest penalty.

    >>> meteor(1, 1, (1, 2), 0.5, 3.0, 0.5)
    Components(score=0.3333333333333333, precision=1.0, recall=0.5, penalty=0.5)
    """
    if not matches:
        return Components(0.0, 0.0, 0.0, 0.0)
    precision, recall = (matches / length for length in lengths)
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    penalty = gamma * (chunks / matches) ** beta
    return Components((1 - penalty) * mean, precision, recall, penalty)
