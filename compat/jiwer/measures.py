"""The rates of jiwer 4.0.0, without the alignments."""

from __future__ import annotations

from typing import Any

from tallystick.compat.jiwer.process import (
    Rates,
    Transform,
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

__all__ = ["cer", "mer", "wer", "wil", "wip"]


def wer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word error rate; the parameters are those of `process_words`.

    >>> wer("the cat sat", "a cat sat down")
    0.6666666666666666
    """
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).wer


def mer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the match error rate; the parameters are those of `process_words`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).mer


def wip(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information preserved; the parameters are those of `process_words`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).wip


def wil(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information lost; the parameters are those of `process_words`."""
    return 1 - _rates(reference, hypothesis, reference_transform, hypothesis_transform).wip


def cer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> float:
    """Return the character error rate; the parameters are those of `process_characters`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).wer


_METRICS: tuple[tuple[Transform, ErrorRate], ...] = ((wer_default, Wer()), (cer_default, Cer()))


def _rates(
    reference: Any, hypothesis: Any, reference_transform: Transform, hypothesis_transform: Transform
) -> Rates:
    for transform, metric in _METRICS:
        if reference_transform is transform and hypothesis_transform is transform:
            found = _rates_by(metric, reference, hypothesis)
            if found is not None:
                return found
    return rates_of_words(
        *transformed(reference, hypothesis, reference_transform, hypothesis_transform)
    )


def _rates_by(metric: ErrorRate, reference: Any, hypothesis: Any) -> Rates | None:
    """Count with the compiled tokenizer of a metric; None for input that it does not take."""
    references, hypotheses = (
        [given] if isinstance(given, str) else given for given in (reference, hypothesis)
    )
    if not (isinstance(references, list) and isinstance(hypotheses, list)):
        return None
    if not references or len(references) != len(hypotheses):
        return None
    if not all(isinstance(one, str) for side in (references, hypotheses) for one in side):
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
