"""sacreBLEU: BLEU with each of its smoothings, chrF and TER."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library
from tallystick.compat.implementations.outcome import Outcome

_ORDERS = tuple(range(1, 10))
_FIND: dict[str, Any] = {
    "input": "text",
    "scale": 100.0,
    "find_version": partial(library_version, "sacrebleu"),
    "find_missing": partial(missing_library, "sacrebleu", "sacrebleu"),
}


def _streams(references: list[list[Any]]) -> list[list[Any]]:
    """Turn references per segment into streams, with None where a segment has fewer."""
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
    # add-k writes its raised counts over those that it reports
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
    return sum(scores) / len(scores)


def _chrf(word_order: int, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from sacrebleu.metrics.chrf import CHRF

    chrf = CHRF(char_order=order, word_order=word_order)
    return chrf.corpus_score(hypotheses, _streams(references)).score


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from sacrebleu.metrics.ter import TER

    return TER().corpus_score(hypotheses, _streams(references)).score


def _bleu(name: str, smooth: str, effective: bool = False) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_corpus, smooth, effective),
        dialect=name,
        orders=_ORDERS,
        **_FIND,
    )


BLEU = _bleu("sacrebleu", "exp")
BLEU_EFFECTIVE = _bleu("sacrebleu-effective", "exp", effective=True)
BLEU_NONE = _bleu("sacrebleu-none", "none")
BLEU_NONE_EFFECTIVE = _bleu("sacrebleu-none-effective", "none", effective=True)
BLEU_FLOOR = _bleu("sacrebleu-floor", "floor")
BLEU_FLOOR_EFFECTIVE = _bleu("sacrebleu-floor-effective", "floor", effective=True)
BLEU_ADD_K = _bleu("sacrebleu-add-k", "add-k")
BLEU_ADD_K_EFFECTIVE = _bleu("sacrebleu-add-k-effective", "add-k", effective=True)
BLEU_RAW = Implementation(
    name="sacrebleu-raw", metric="bleu", run=_raw, dialect="sacrebleu-raw", orders=(4,), **_FIND
)
BLEU_SENTENCE_MEAN = Implementation(
    name="sacrebleu-sentence-mean",
    metric="bleu",
    run=_mean,
    dialect="sacrebleu-sentence-mean",
    orders=_ORDERS,
    **_FIND,
)
CHRF = Implementation(
    name="sacrebleu-chrf", metric="chrf", run=partial(_chrf, 0), order=6, orders=_ORDERS, **_FIND
)
CHRF_WORDS = Implementation(
    name="sacrebleu-chrf++", metric="chrf", run=partial(_chrf, 2), order=6, orders=_ORDERS, **_FIND
)
TER = Implementation(name="sacrebleu-ter", metric="ter", run=_ter, order=1, orders=(1,), **_FIND)
