"""TorchMetrics: BLEU, chrF, TER, ROUGE and rates of word errors, which it computes in 32 bits.

Its rougeLsum is left out, because it splits texts with data that NLTK downloads.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.adapters.installed import ORDERS, of_library
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.tolerance import IN_32_BITS, Tolerance

_LINES: dict[str, Any] = {"input": "text", **of_library("torchmetrics")}


def _run(
    function: str, smooth: bool, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from torchmetrics.functional import text

    return float(getattr(text, function)(hypotheses, references, n_gram=order, smooth=smooth))


def _chrf(word_order: int, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from torchmetrics.functional.text import chrf_score

    return chrf_score(hypotheses, references, n_char_order=order, n_word_order=word_order)


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from torchmetrics.functional.text import translation_edit_rate

    return translation_edit_rate(hypotheses, references)


def _rouge(
    kind: str, accumulate: str, hypotheses: list[Any], references: list[list[Any]], order: int
) -> Any:
    from torchmetrics.functional.text.rouge import rouge_score

    name = f"rouge{kind}"
    found = rouge_score(hypotheses, references, accumulate=accumulate, rouge_keys=name)
    return found[f"{name}_fmeasure"]


def _rate(function: str, hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from torchmetrics.functional import text

    return getattr(text, function)(hypotheses, [one for [one] in references])


def _bleu(name: str, function: str, smooth: bool) -> Implementation:
    return Implementation(
        name=name,
        metric="bleu",
        run=partial(_run, function, smooth),
        dialect=name,
        orders=ORDERS,
        tolerance=IN_32_BITS,
        **_LINES,
    )


def _chrf_of(name: str, word_order: int) -> Implementation:
    return Implementation(
        name=name,
        metric="chrf",
        run=partial(_chrf, word_order),
        dialect="torchmetrics",
        options=(("word_order", str(word_order)),),
        order=6,
        orders=ORDERS,
        # F-scores that are not defined are 1e-16 here and can be 0 there
        tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-12),
        **_LINES,
    )


def _rouge_of(kind: str, accumulate: str, dialect: str) -> Implementation:
    return Implementation(
        name=f"torchmetrics-rouge-{kind.lower()}-{accumulate}",
        metric="rouge",
        run=partial(_rouge, kind, accumulate),
        dialect=dialect,
        options=(("type", kind),),
        order=1,
        orders=(1,),
        tolerance=IN_32_BITS,
        **_LINES,
    )


def _rate_of(metric: str, function: str) -> Implementation:
    return Implementation(
        name=f"torchmetrics-{metric}",
        metric=metric,
        run=partial(_rate, function),
        dialect="torchmetrics",
        orders=(),
        references="one",
        # a rate can be the small difference of two numbers near 100
        tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-5),
        **_LINES,
    )


IMPLEMENTATIONS = (
    _bleu("torchmetrics", "bleu_score", False),
    _bleu("torchmetrics-smooth", "bleu_score", True),
    _bleu("torchmetrics-sacrebleu", "sacre_bleu_score", False),
    _bleu("torchmetrics-sacrebleu-smooth", "sacre_bleu_score", True),
    _chrf_of("torchmetrics-chrf", 0),
    _chrf_of("torchmetrics-chrf++", 2),
    Implementation(
        name="torchmetrics-ter",
        metric="ter",
        run=_ter,
        dialect="torchmetrics-1.9",
        order=1,
        orders=(1,),
        tolerance=IN_32_BITS,
        **_LINES,
    ),
    *(
        _rouge_of(kind, accumulate, dialect)
        for kind in ("1", "2", "L")
        for accumulate, dialect in (("best", "rouge-score"), ("avg", "torchmetrics-avg"))
    ),
    _rate_of("wer", "word_error_rate"),
    _rate_of("cer", "char_error_rate"),
    _rate_of("mer", "match_error_rate"),
    _rate_of("wil", "word_information_lost"),
    _rate_of("wip", "word_information_preserved"),
)
