"""sacreBLEU: BLEU with each of its smoothings, chrF and TER."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.adapters.installed import ORDERS, library
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome


def _streams(references: list[list[Any]]) -> list[list[Any]]:
    """Turn references per segment into streams, with None for missing references."""
    number = max(map(len, references), default=0)
    return [
        [of_segment[stream] if stream < len(of_segment) else None for of_segment in references]
        for stream in range(number)
    ]


def _outcome(score: Any) -> Outcome:
    return Outcome(
        score=score.score,
        statistics={
            "counts": tuple(map(int, score.counts)),
            "totals": tuple(map(int, score.totals)),
            "hypothesis_length": int(score.sys_len),
            "reference_length": int(score.ref_len),
        },
    )


def _corpus(
    smooth: str, effective: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from sacrebleu.metrics.bleu import BLEU

    bleu = BLEU(smooth_method=smooth, effective_order=effective, max_ngram_order=order, force=True)
    score = bleu.corpus_score(hypotheses, _streams(references))
    # add-k overwrites the reported counts with its raised ones
    return score.score if smooth == "add-k" else _outcome(score)


def _raw(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from sacrebleu import raw_corpus_bleu

    return _outcome(raw_corpus_bleu(hypotheses, _streams(references)))


def _mean(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from sacrebleu.metrics.bleu import BLEU

    bleu = BLEU(effective_order=True, max_ngram_order=order)
    scores = [
        bleu.sentence_score(hypothesis, of_segment).score
        for hypothesis, of_segment in zip(hypotheses, references, strict=True)
    ]
    return math.fsum(scores) / len(scores)


def _chrf(
    word_order: int, smoothed: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from sacrebleu.metrics.chrf import CHRF

    chrf = CHRF(char_order=order, word_order=word_order, eps_smoothing=smoothed)
    return chrf.corpus_score(hypotheses, _streams(references)).score


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from sacrebleu.metrics.ter import TER

    return TER().corpus_score(hypotheses, _streams(references)).score


_of = library("sacrebleu", orders=ORDERS, input="text", scale=100.0)

IMPLEMENTATIONS: tuple[Implementation, ...] = (
    _of("sacrebleu", "bleu", _corpus, "exp", False),
    _of("sacrebleu-effective", "bleu", _corpus, "exp", True),
    *(
        _of(f"sacrebleu-{smooth}{ending}", "bleu", _corpus, smooth, bool(ending))
        for smooth in ("none", "floor", "add-k")
        for ending in ("", "-effective")
    ),
    _of("sacrebleu-raw", "bleu", _raw, orders=(4,)),
    _of("sacrebleu-sentence-mean", "bleu", _mean),
    *(
        _of(
            name,
            "chrf",
            _chrf,
            word_order,
            dialect == "sacrebleu-eps",
            dialect=dialect,
            options=(("word_order", str(word_order)),),
            order=6,
        )
        for name, word_order, dialect in (
            ("sacrebleu-chrf", 0, "sacrebleu"),
            ("sacrebleu-chrf++", 2, "sacrebleu"),
            ("sacrebleu-chrf-eps", 0, "sacrebleu-eps"),
        )
    ),
    _of("sacrebleu-ter", "ter", _ter, dialect="sacrebleu", order=1, orders=(1,)),
)
