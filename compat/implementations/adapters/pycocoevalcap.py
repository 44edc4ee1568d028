"""pycocoevalcap: BLEU for image captions, with each of its reference lengths, and CIDEr-D."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.installed import of_library
from tallystick.compat.implementations.implementation import Implementation


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


def _cider(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.cider.cider import Cider

    results = {number: [hypothesis] for number, hypothesis in enumerate(hypotheses)}
    score, _ = Cider(n=order).compute_score(dict(enumerate(references)), results)
    return score


IMPLEMENTATIONS = (
    _bleu("pycocoevalcap", "closest"),
    _bleu("pycocoevalcap-shortest", "shortest"),
    _bleu("pycocoevalcap-average", "average"),
    Implementation(
        name="pycocoevalcap-cider",
        metric="cider",
        run=_cider,
        dialect="pycocoevalcap",
        orders=(4, 5, 6),
        input="text",
        scale=10.0,
        **of_library("pycocoevalcap"),
    ),
)
