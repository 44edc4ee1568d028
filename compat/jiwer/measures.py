"""The rates of jiwer 4.0.0, without the alignments.

`compute_measures`, `truth` and `truth_transform` are of jiwer 3, with its DeprecationWarning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from tallystick.compat.jiwer.process import (
    Rates,
    Transform,
    process_words,
    rates_of,
    rates_of_words,
    transformed,
)
from tallystick.compat.jiwer.transformations import cer_default, wer_default
from tallystick.errors import InputError
from tallystick.metrics.cer.metric import Cer
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.wer.metric import ErrorRate, Wer
from tallystick.metrics.wer.statistics import COLUMNS

__all__ = ["cer", "mer", "wer", "wil", "wip"]  # as in jiwer 4


def _measure(
    name: str, what: str, default: Transform, rate: Callable[[Rates], float]
) -> Callable[..., float]:
    def measure(
        reference: Any = None,
        hypothesis: Any = None,
        reference_transform: Transform = default,
        hypothesis_transform: Transform = default,
        *,
        truth: Any = None,
        truth_transform: Transform | None = None,
    ) -> float:
        if truth is not None:
            if reference is not None:
                raise InputError("reference and truth are both given; expected reference alone")
            _warn("`truth`", "`reference`")
            reference = truth
        if truth_transform is not None:
            _warn("`truth_transform`", "`reference_transform`")
            reference_transform = truth_transform
        return rate(_rates(reference, hypothesis, reference_transform, hypothesis_transform))

    measure.__name__ = measure.__qualname__ = name
    function = "process_characters" if default is cer_default else "process_words"
    measure.__doc__ = f"Return the {what}; the parameters are those of `{function}`."
    return measure


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is deprecated; use {new}", DeprecationWarning, stacklevel=3)


wer = _measure("wer", "word error rate", wer_default, lambda rates: rates.wer)
mer = _measure("mer", "match error rate", wer_default, lambda rates: rates.mer)
wip = _measure("wip", "word information preserved", wer_default, lambda rates: rates.wip)
wil = _measure("wil", "word information lost", wer_default, lambda rates: 1 - rates.wip)
cer = _measure("cer", "character error rate", cer_default, lambda rates: rates.wer)


def compute_measures(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> dict[str, Any]:
    """Return what `process_words` does, by the names of jiwer 3.

    >>> import warnings
    >>> warnings.simplefilter("ignore", DeprecationWarning)
    >>> compute_measures("the cat sat", "a cat sat down")["hits"]
    2
    """
    _warn("`compute_measures`", "`process_words`")
    output = process_words(truth, hypothesis, truth_transform, hypothesis_transform)
    old = {"references": "truth", "hypotheses": "hypothesis", "alignments": "ops"}
    return {old.get(name, name): value for name, value in vars(output).items()}


_METRICS: tuple[tuple[Transform, ErrorRate], ...] = ((wer_default, Wer()), (cer_default, Cer()))


def _rates(
    reference: Any, hypothesis: Any, reference_transform: Transform, hypothesis_transform: Transform
) -> Rates:
    for transform, metric in _METRICS:
        if reference_transform is transform and hypothesis_transform is transform:
            rates = _rates_by(metric, reference, hypothesis)
            if rates is not None:
                return rates
    return rates_of_words(
        *transformed(reference, hypothesis, reference_transform, hypothesis_transform)
    )


def _rates_by(metric: ErrorRate, reference: Any, hypothesis: Any) -> Rates | None:
    """Count with the compiled tokenizer of a metric; None for input that it does not take."""
    references, hypotheses = (
        [given] if isinstance(given, str) else given for given in (reference, hypothesis)
    )
    for side in (references, hypotheses):
        if not isinstance(side, list) or not all(isinstance(text, str) for text in side):
            return None
    if not references or len(references) != len(hypotheses):
        return None
    try:
        if len(references) == 1:
            count = metric.segment_counter(references)
            if count is not None:
                return rates_of(**count(hypotheses[0]))
        corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    except InputError:
        return None  # such as a lone surrogate
    return rates_of(**COLUMNS.split_list(metric.statistics(corpus).total().tolist()))
