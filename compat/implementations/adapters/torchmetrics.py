"""TorchMetrics: BLEU, chrF, TER, ROUGE and rates of word errors, which it computes in 32 bits.

Its rougeLsum is left out, because it splits texts with data that NLTK downloads.
"""

from __future__ import annotations

from typing import Any

from tallystick.compat.implementations.adapters.installed import ORDERS, library
from tallystick.compat.implementations.tolerance import IN_32_BITS, Tolerance


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


_of = library("torchmetrics", input="text", tolerance=IN_32_BITS, orders=ORDERS)
_RATES = {
    "wer": "word_error_rate",
    "cer": "char_error_rate",
    "mer": "match_error_rate",
    "wil": "word_information_lost",
    "wip": "word_information_preserved",
}

IMPLEMENTATIONS = (
    _of("torchmetrics", "bleu", _run, "bleu_score", False),
    _of("torchmetrics-smooth", "bleu", _run, "bleu_score", True),
    _of("torchmetrics-sacrebleu", "bleu", _run, "sacre_bleu_score", False),
    _of("torchmetrics-sacrebleu-smooth", "bleu", _run, "sacre_bleu_score", True),
    *(
        _of(
            f"torchmetrics-chrf{'+' * word_order}",
            "chrf",
            _chrf,
            word_order,
            dialect="torchmetrics",
            options=(("word_order", str(word_order)),),
            order=6,
            # F-scores that are not defined are 1e-16 here and can be 0 there
            tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-12),
        )
        for word_order in (0, 2)
    ),
    _of("torchmetrics-ter", "ter", _ter, dialect="torchmetrics-1.9", order=1, orders=(1,)),
    *(
        _of(
            f"torchmetrics-rouge-{kind.lower()}-{accumulate}",
            "rouge",
            _rouge,
            kind,
            accumulate,
            dialect=dialect,
            options=(("type", kind),),
            order=1,
            orders=(1,),
        )
        for kind in ("1", "2", "L")
        for accumulate, dialect in (("best", "rouge-score"), ("avg", "torchmetrics-avg"))
    ),
    *(
        _of(
            f"torchmetrics-{metric}",
            metric,
            _rate,
            function,
            dialect="torchmetrics",
            orders=(),
            references="one",
            # a rate can be the small difference of two numbers near 100
            tolerance=Tolerance(IN_32_BITS.relative, absolute=1e-5),
        )
        for metric, function in _RATES.items()
    ),
)
