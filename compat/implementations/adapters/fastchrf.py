"""fastchrf: the chrF of pairs of a hypothesis and a reference, in Rust."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import of_library


def _mean(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from fastchrf import pairwise_chrf

    pairs = [[hypothesis] for hypothesis in hypotheses]
    scores = pairwise_chrf(pairs, references, char_order=order)
    return math.fsum(score for [[score]] in scores) / len(scores)


IMPLEMENTATIONS = (
    Implementation(
        name="fastchrf",
        metric="chrf",
        run=_mean,
        dialect="fastchrf",
        order=6,
        orders=tuple(range(1, 10)),
        references="one",
        input="text",
        scale=100.0,
        **of_library("fastchrf"),
    ),
)
