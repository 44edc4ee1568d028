"""The rates of jiwer 4.0.0, without the alignments.

`compute_measures`, `truth` and `truth_transform` are of jiwer 3, with its DeprecationWarning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
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

__all__ = ["cer", "compute_measures", "mer", "wer", "wil", "wip"]


def _with_old_names(measure: Callable[..., float]) -> Callable[..., float]:
    @wraps(measure)
    def renamed(*given: Any, **named: Any) -> float:
        new = {name.replace("truth", "reference"): value for name, value in named.items()}
        if new.keys() != named.keys():
            if len(new) < len(named):
                raise InputError("reference and truth are both given; expected reference alone")
            _warn("`truth` is", "`reference`")
        return measure(*given, **new)

    return renamed


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} deprecated, use {new}", DeprecationWarning, stacklevel=3)


@_with_old_names
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


@_with_old_names
def mer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the match error rate; the parameters are those of `process_words`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).mer


@_with_old_names
def wip(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information preserved; the parameters are those of `process_words`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).wip


@_with_old_names
def wil(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Return the word information lost; the parameters are those of `process_words`."""
    return 1 - _rates(reference, hypothesis, reference_transform, hypothesis_transform).wip


@_with_old_names
def cer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> float:
    """Return the character error rate; the parameters are those of `process_characters`."""
    return _rates(reference, hypothesis, reference_transform, hypothesis_transform).wer


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
    _warn("`compute_measures` is", "`process_words`")
    output = process_words(truth, hypothesis, truth_transform, hypothesis_transform)
    old = {"references": "truth", "hypotheses": "hypothesis", "alignments": "ops"}
    return {old.get(name, name): value for name, value in vars(output).items()}


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
