"""The functions that are timed: each takes plain Python lists and returns its scores.

The peers are called as in their documentation. All work is timed, including building the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

Scores = list[float]
Contestant = Callable[[Sequence[Any], Sequence[Any]], Scores]


def tallystick_bleu(threads: int) -> Contestant:
    """Score raw strings with BLEU in tallystick."""
    import tallystick

    def score(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
        found = tallystick.bleu(hypotheses=hypotheses, references=references, threads=threads)
        return [found.score]

    return score


def sacrebleu_bleu(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score raw strings with BLEU in sacreBLEU."""
    metrics: Any = import_module("sacrebleu.metrics")
    return [metrics.BLEU().corpus_score(hypotheses, [references]).score]


def bleuscore_bleu(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score raw strings with BLEU in bleuscore, which uses all cores."""
    bleuscore: Any = import_module("bleuscore")
    found = bleuscore.compute(
        references=[[reference] for reference in references], predictions=hypotheses
    )
    return [100 * found["bleu"]]


def nltk_bleu(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score token lists with BLEU in NLTK."""
    nltk: Any = import_module("nltk.translate.bleu_score")
    return [100 * nltk.corpus_bleu([[reference] for reference in references], hypotheses)]


def tallystick_nist(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score token lists with the NIST of the paper in tallystick."""
    import tallystick

    found = tallystick.nist(
        hypotheses=hypotheses,
        references=[[reference] for reference in references],
        tokenize="none",
        lowercase="none",
        dialect="doddington",
    )
    return [found.score]


def nltk_nist(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score token lists with NIST in NLTK."""
    nltk: Any = import_module("nltk.translate.nist_score")
    return [nltk.corpus_nist([[reference] for reference in references], hypotheses)]


def tallystick_segments(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score every segment with BLEU in tallystick, in one call."""
    import tallystick

    bleu = tallystick.Bleu(effective_order=True)
    corpus = tallystick.Corpus.from_segments(hypotheses=hypotheses, references=references)
    scores: Scores = tallystick.segment_scores(bleu, bleu.statistics(corpus)).tolist()
    return scores


def sacrebleu_segments(hypotheses: Sequence[Any], references: Sequence[Any]) -> Scores:
    """Score every segment with BLEU in sacreBLEU, in a loop."""
    metrics: Any = import_module("sacrebleu.metrics")
    bleu = metrics.BLEU(effective_order=True)
    return [
        bleu.sentence_score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def forget_tokens() -> None:
    """Empty the caches of sacreBLEU's tokenizers."""
    for name in ("base", "13a", "re"):
        module = import_module(f"sacrebleu.tokenizers.tokenizer_{name}")
        for value in vars(module).values():
            call = vars(value).get("__call__") if isinstance(value, type) else None
            clear = getattr(call, "cache_clear", None)
            if clear is not None:
                clear()
