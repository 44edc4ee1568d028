"""rouge-score: `RougeScorer`, whose scores of segments are averaged exactly."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.adapters.installed import library


class _Spaces:
    """A tokenizer that keeps the tokens given."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def _mean(kind: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    name = f"rouge{kind}"
    scorer = RougeScorer([name], tokenizer=_Spaces())
    scores = [
        scorer.score_multi(of_segment, hypothesis)[name].fmeasure
        for hypothesis, of_segment in zip(hypotheses, references, strict=True)
    ]
    return math.fsum(scores) / len(scores)


_of = library("rouge_score", dialect="rouge-score", order=1, orders=(1,), input="text")

IMPLEMENTATIONS = tuple(
    _of(
        f"rouge-score-{kind.lower()}",
        "rouge",
        _mean,
        kind,
        options=(("type", kind), ("tokenize", "none"), ("lowercase", "none")),
        sentences=kind == "Lsum",
    )
    for kind in ("1", "2", "L", "Lsum")
)
