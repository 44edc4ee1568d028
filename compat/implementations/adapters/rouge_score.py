"""rouge-score: `RougeScorer`, whose scores of segments are averaged exactly."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.installed import of_library
from tallystick.compat.implementations.implementation import Implementation


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


def _rouge(kind: str) -> Implementation:
    return Implementation(
        name=f"rouge-score-{kind.lower()}",
        metric="rouge",
        run=partial(_mean, kind),
        dialect="rouge-score",
        options=(("type", kind), ("tokenize", "none"), ("lowercase", "none")),
        order=1,
        orders=(1,),
        input="text",
        sentences=kind == "Lsum",
        **of_library("rouge_score"),
    )


IMPLEMENTATIONS = tuple(map(_rouge, ("1", "2", "L", "Lsum")))
