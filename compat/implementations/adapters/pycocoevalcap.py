"""pycocoevalcap: BLEU for image captions, with each of its reference lengths."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import of_library


def _run(length: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.bleu.bleu_scorer import BleuScorer

    scorer = BleuScorer(n=order)
    for hypothesis, of_segment in zip(hypotheses, references, strict=True):
        scorer += (hypothesis, of_segment)
    scores, _ = scorer.compute_score(option=length, verbose=0)
    return scores[-1]


def _bleu(name: str, length: str) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, length),
        dialect=name,
        # it counts n-grams up to order 4, whatever n is
        orders=(1, 2, 3, 4),
        input="text",
        **of_library("pycocoevalcap"),
    )


IMPLEMENTATIONS = (
    _bleu("pycocoevalcap", "closest"),
    _bleu("pycocoevalcap-shortest", "shortest"),
    _bleu("pycocoevalcap-average", "average"),
)
