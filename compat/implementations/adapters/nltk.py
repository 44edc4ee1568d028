"""NLTK: `nltk.translate`'s BLEU, NIST, GLEU, RIBES, chrF and METEOR."""

from __future__ import annotations

import math
from typing import Any

from tallystick.compat.implementations.adapters.installed import ORDERS, library
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.tolerance import Tolerance
from tallystick.compat.nltk.nist_score import DIALECT
from tallystick.errors import InputError, MissingExtraError
from tallystick.metrics.meteor import wordnet


def _corpus(
    method: str, reweigh: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu

    return corpus_bleu(
        references,
        hypotheses,
        # a tuple, because auto_reweigh has an effect only for the tuple (0.25,) * 4
        weights=(1 / order,) * order,
        smoothing_function=getattr(SmoothingFunction(), method),
        auto_reweigh=reweigh,
    )


def _mean(method: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smoothing = getattr(SmoothingFunction(), method)
    weights = (1 / order,) * order
    scores = [
        sentence_bleu(of_segment, hypothesis, weights, smoothing)
        for hypothesis, of_segment in zip(hypotheses, references, strict=True)
    ]
    return math.fsum(scores) / len(scores)


def _missing_wordnet() -> str | None:
    try:
        wordnet.load()
    except (InputError, MissingExtraError) as error:
        return str(error)
    return None


_of = library("nltk", orders=ORDERS)
_translate = library("nltk", orders=ORDERS, dialect="nltk")

IMPLEMENTATIONS: tuple[Implementation, ...] = (
    _of("nltk", "bleu", _corpus, "method0", False),
    *(_of(f"nltk-method{n}", "bleu", _corpus, f"method{n}", False) for n in (1, 2, 3, 4)),
    _of("nltk-auto-reweigh", "bleu", _corpus, "method0", True, orders=(4,)),
    _of("nltk-mean", "bleu", _mean, "method0"),
    *(_of(f"nltk-method{n}-mean", "bleu", _mean, f"method{n}") for n in (1, 2, 3, 4)),
    # methods 5 to 7 take the precision of order 5, whatever the highest order
    *(_of(f"nltk-method{n}-mean", "bleu", _mean, f"method{n}", orders=(4,)) for n in (5, 6, 7)),
    _translate(
        "nltk-nist",
        "nist",
        "nltk.translate.nist_score:corpus_nist(refs.tokens, hyps.tokens, order)",
        dialect=DIALECT,
        order=5,
    ),
    _translate(
        "nltk-gleu",
        "google_gleu",
        "nltk.translate.gleu_score:corpus_gleu(refs.tokens, hyps.tokens, max_len=order)",
    ),
    _translate(
        "nltk-ribes",
        "ribes",
        "nltk.translate.ribes_score:corpus_ribes(refs.tokens, hyps.tokens)",
        orders=(),
    ),
    _translate(
        "nltk-chrf",
        "chrf",
        "nltk.translate.chrf_score:corpus_chrf(ref.tokens, hyps.tokens, max_len=order)",
        order=6,
        # F-scores that are not defined are 1e-16 there and can be 0 here
        tolerance=Tolerance(absolute=1e-12),
    ),
    _translate(
        "nltk-meteor",
        "meteor",
        "nltk.translate.meteor_score:meteor_score(refs.tokens, hyp.tokens)",
        orders=(),
        find_missing=_missing_wordnet,
    ),
)
