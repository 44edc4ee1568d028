"""pycocoevalcap: BLEU for image captions, with each of its reference lengths, and CIDEr-D."""

from __future__ import annotations

from typing import Any

from tallystick.compat.implementations.adapters.installed import library


def _run(length: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.bleu.bleu_scorer import BleuScorer

    scorer = BleuScorer(n=order)
    for hypothesis, of_segment in zip(hypotheses, references, strict=True):
        scorer += (hypothesis, of_segment)
    scores, _ = scorer.compute_score(option=length, verbose=0)
    return scores[-1]


def _cider(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pycocoevalcap.cider.cider import Cider

    results = {number: [hypothesis] for number, hypothesis in enumerate(hypotheses)}
    score, _ = Cider(n=order).compute_score(dict(enumerate(references)), results)
    return score


_of = library("pycocoevalcap", input="text")
_LENGTHS = {"": "closest", "-shortest": "shortest", "-average": "average"}

IMPLEMENTATIONS = (
    *(
        # it counts n-grams up to order 4, whatever n is
        _of(f"pycocoevalcap{ending}", "bleu", _run, length, orders=(1, 2, 3, 4))
        for ending, length in _LENGTHS.items()
    ),
    _of(
        "pycocoevalcap-cider",
        "cider",
        _cider,
        dialect="pycocoevalcap",
        orders=(4, 5, 6),
        scale=10.0,
    ),
)
