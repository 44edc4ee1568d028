"""Drop-in replacement for NLTK's BLEU: the same scores, faster, without NLTK.

Change one import line::

    from nltk.translate.bleu_score import sentence_bleu, corpus_bleu, SmoothingFunction
    from tallystick.compat.nltk.bleu_score import sentence_bleu, corpus_bleu, SmoothingFunction

Names, positional parameters, defaults, return types, types of errors and the warnings of orders
without a match are those of NLTK 3.10.4. If NLTK's score differs from that of the papers, this
module returns NLTK's with a `TallystickWarning`. The keyword `corrected=True` of `sentence_bleu`
and `corpus_bleu` returns that of the papers:

| NLTK 3.10.4 | `corrected=True` |
| --- | --- |
| counts an n-gram in each hypothesis that is too short for one | counts none |
| precision of at least 2.2e-308, so a score of about 1e-78; 0 without any match | 0.0, a float |
| method 4: the j-th 0 becomes ln(c) / (K 2^j), and stays 0 for c = 1 | (ln(c) / K)^j |
| method 5: averages precisions; order N + 1 from the last segment's 5-grams | averages match \
counts; order N + 1 from all segments |
| method 6: divides by the n-grams of the last hypothesis | of all hypotheses |
| method 6: AssertionError without a matching trigram, IndexError below order 3 | a score |
| method 7: combines these methods 4 and 5 | the paper's |
| auto_reweigh: only for a tuple, by the tokens of all hypotheses | any sequence, by the longest \
hypothesis |
| generators: KeyError, ValueError or TypeError | a score |
| empty weights: 0 | OptionError |
| no segments: ZeroDivisionError | InputError |
| hypothesis and reference are strings, whose characters are compared | InputError; use \
`list("...")` to compare characters |
| one of them is a string, the other a sequence of words | InputError |

With `corrected=True`, an order without n-grams in any hypothesis makes the score 0, except in
methods 2 (1/1) and 6 (the prior), whose formulas define its precision.

Chen and Cherry smooth sentences; for several segments their formulas take summed counts. In method
4, also in the paper, a length above e^K (148 tokens) replaces 0 by more than one match. A
user-defined function gets NLTK's arguments; with `corrected=True` the denominators of its
precisions are the true totals, at least 1. The methods of `SmoothingFunction`, if called directly,
are always NLTK's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, overload

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._bleu_counts import Counts, closest_ref_length, count
from tallystick.compat.nltk._bleu_smoothing import (
    SmoothingFunction,
    method_of,
    smoothed_precisions,
    warn_of_zero,
)
from tallystick.compat.nltk._precision import Fraction, modified_precision
from tallystick.errors import InputError, OptionError

__all__ = [
    "Fraction",
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]

Tokens = Sequence[Hashable]
Weights = Sequence[float]
Smoothing = Callable[..., Any]

UNIFORM = (0.25, 0.25, 0.25, 0.25)


@overload
def sentence_bleu(
    references: Iterable[Tokens],
    hypothesis: Tokens,
    weights: Weights = ...,
    smoothing_function: Smoothing | None = ...,
    auto_reweigh: bool = ...,
    *,
    corrected: bool = ...,
) -> float: ...
@overload
def sentence_bleu(
    references: Iterable[Tokens],
    hypothesis: Tokens,
    weights: Sequence[Weights],
    smoothing_function: Smoothing | None = ...,
    auto_reweigh: bool = ...,
    *,
    corrected: bool = ...,
) -> float | list[float]: ...
def sentence_bleu(
    references: Iterable[Tokens],
    hypothesis: Tokens,
    weights: Weights | Sequence[Weights] = UNIFORM,
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
    *,
    corrected: bool = False,
) -> float | list[float]:
    """Return the BLEU of one hypothesis, 0 to 1; other parameters and errors as of `corpus_bleu`.

    Args:
        references: Sequences of tokens of any hashable type.
        hypothesis: A sequence of tokens.

    >>> hypothesis, reference = "the cat is on the mat".split(), "the cat sat on the mat".split()
    >>> sentence_bleu([reference], hypothesis, (0.5, 0.5))  # sqrt(5/6 * 3/5)
    0.7071067811865476
    >>> sentence_bleu([reference], hypothesis, [(1,), (0, 1)])
    [0.8333333333333334, 0.6]
    """
    scores: Any = corpus_bleu(
        [references], [hypothesis], weights, smoothing_function, auto_reweigh, corrected=corrected
    )
    return scores  # type: ignore[no-any-return]


@overload
def corpus_bleu(
    list_of_references: Iterable[Iterable[Tokens]],
    hypotheses: Iterable[Tokens],
    weights: Weights = ...,
    smoothing_function: Smoothing | None = ...,
    auto_reweigh: bool = ...,
    *,
    corrected: bool = ...,
) -> float: ...
@overload
def corpus_bleu(
    list_of_references: Iterable[Iterable[Tokens]],
    hypotheses: Iterable[Tokens],
    weights: Sequence[Weights],
    smoothing_function: Smoothing | None = ...,
    auto_reweigh: bool = ...,
    *,
    corrected: bool = ...,
) -> float | list[float]: ...
def corpus_bleu(
    list_of_references: Iterable[Iterable[Tokens]],
    hypotheses: Iterable[Tokens],
    weights: Weights | Sequence[Weights] = UNIFORM,
    smoothing_function: Smoothing | None = None,
    auto_reweigh: bool = False,
    *,
    corrected: bool = False,
) -> float | list[float]:
    """Return the BLEU of a corpus, 0 to 1: Papineni et al. 2002, section 2.3.

    Args:
        list_of_references: The references of each hypothesis.
        hypotheses: Sequences of tokens of any hashable type.
        weights: A weight for each order, or several such sequences for several scores.
        smoothing_function: A method of `SmoothingFunction`, or a function with NLTK's arguments.
        auto_reweigh: Whether to replace default weights by uniform ones for fewer than 4 tokens.
        corrected: Whether to return the score of the papers if NLTK's differs.

    Returns:
        A score, or a list of scores for several weightings; the integer 0 without any match.

    Raises:
        AssertionError: The numbers of hypotheses and of lists of references differ, or smoothing
            method 6 finds no matching trigram.
        IndexError: Smoothing method 6 has fewer than three orders.
        InputError: There are no segments, or text was not split into tokens, with `corrected`.
        KeyError: A segment has no references.
        OptionError: There are no weights, with `corrected`.
        TypeError: A token is not hashable, or a sequence has no length.
        ValueError: A segment has no references, and its hypothesis is empty.
        ZeroDivisionError: There are no segments.

    >>> hypotheses = ["a b c d e".split(), "f g".split()]
    >>> list_of_references = [["a b c d e".split()], ["f g".split(), "f g h".split()]]
    >>> corpus_bleu(list_of_references, hypotheses, corrected=True)
    1.0
    """
    if corrected:
        list_of_references = [list(map(_listed, entry)) for entry in list_of_references]
        hypotheses = list(map(_listed, hypotheses))
    _check_lengths(list_of_references, hypotheses)
    weightings = _weightings(weights)
    orders = max(map(len, weightings))
    function = smoothing_function or SmoothingFunction().method0
    if corrected:
        if not all(map(len, weightings)):
            raise OptionError(
                "weights is empty; expected a weight for each order, such as (0.5, 0.5)"
            )
        if not hypotheses:
            raise InputError("there are no segments, so there is nothing to score")
        counts = count(list_of_references, hypotheses, orders + 1, refuse_strings=True)
        scores = _corrected_scores(counts, weightings, function, auto_reweigh)
    else:
        counts = count(list_of_references, hypotheses, orders)
        scores = _nltk_scores(counts, weightings, function, auto_reweigh)
    return scores[0] if len(weightings) == 1 else scores


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """Return exp(1 - r/c) where c <= r, else 1; 0 for no tokens. Papineni et al. 2002, 2.2.2.

    Args:
        closest_ref_len: r, the length of the closest reference, or the sum of these lengths.
        hyp_len: c, the number of tokens of the hypothesis, or of all hypotheses.

    >>> brevity_penalty(28, 12)
    0.2635971381157267
    """
    if hyp_len > closest_ref_len:
        return 1
    return 0 if hyp_len == 0 else math.exp(1 - closest_ref_len / hyp_len)


def _listed(tokens: Any) -> Any:
    return tokens if hasattr(tokens, "__len__") else list(tokens)


def _check_lengths(list_of_references: Any, hypotheses: Any) -> None:
    if len(list_of_references) != len(hypotheses):
        raise AssertionError(
            f"there are {len(hypotheses)} hypotheses but references for "
            f"{len(list_of_references)}; expected a list of references for every hypothesis"
        )


def _weightings(weights: Any) -> Sequence[Weights]:
    try:
        weights[0][0]
    except (TypeError, IndexError):  # NLTK's test for a single weighting
        return [weights]
    return weights  # type: ignore[no-any-return]


def _nltk_scores(
    counts: Counts, weightings: Sequence[Weights], function: Smoothing, auto_reweigh: bool
) -> list[float]:
    totals = [
        total + missing for total, missing in zip(counts.totals, counts.too_short, strict=True)
    ]
    penalty = brevity_penalty(counts.reference_length, counts.hypothesis_length)
    if totals and not counts.segments:
        raise ZeroDivisionError("there are no segments, so there are no n-grams to divide by")
    precisions = list(map(Fraction, counts.matches, totals))
    if not any(counts.matches[:1]):
        if not totals:
            warn_of_defect(defects.NO_WEIGHTS)
        return [0] * len(weightings)
    smoothed = _smoothed(function, precisions, counts)
    chosen = [
        (1 / counts.hypothesis_length,) * counts.hypothesis_length
        if auto_reweigh and counts.hypothesis_length < 4 and weights == UNIFORM
        else weights
        for weights in weightings
    ]
    scores = [penalty * math.exp(_log_mean(weights, smoothed)) for weights in chosen]
    _warn_of_defects(counts, chosen, scores, method_of(function), auto_reweigh)
    return scores


def _smoothed(function: Smoothing, precisions: list[Fraction], counts: Counts) -> Any:
    return function(
        precisions,
        references=counts.last_references,
        hypothesis=counts.last_hypothesis,
        hyp_len=counts.hypothesis_length,
    )


def _log_mean(weights: Weights, precisions: Iterable[Any]) -> float:
    return math.fsum(
        weight * math.log(precision)
        for weight, precision in zip(weights, precisions, strict=False)
        if precision > 0
    )


def _warn_of_defects(
    counts: Counts,
    chosen: Sequence[Weights],
    scores: Sequence[float],
    method: int | None,
    auto_reweigh: bool,
) -> None:
    """Warn of the defects that affect these scores, except those of the smoothing methods."""
    messages = []
    for weights, score in zip(chosen, scores, strict=True):
        weighted = [order for order, weight in enumerate(weights) if weight]
        if method == 0 and not all(counts.matches[order] for order in weighted):
            if score != 0:
                messages.append(defects.NEAR_ZERO)
        elif any(counts.too_short[order] for order in weighted if method != 6 or order < 2):
            add_k = method == 2
            messages.append(defects.FLOORED_BEFORE_ADD_K if add_k else defects.FLOORED_TOTALS)
    if auto_reweigh and counts.longest < 4:
        for weights in filter(_are_default, chosen):
            if not isinstance(weights, tuple):
                messages.append(defects.REWEIGHS_TUPLES)
            if counts.hypothesis_length >= 4:
                messages.append(defects.REWEIGHS_THE_CORPUS)
    for defect in dict.fromkeys(messages):
        warn_of_defect(defect)


def _are_default(weights: Weights) -> bool:
    return list(weights) == list(UNIFORM)


def _corrected_scores(
    counts: Counts, weightings: Sequence[Weights], function: Smoothing, auto_reweigh: bool
) -> list[float]:
    if counts.matches[0] == 0:
        return [0.0] * len(weightings)
    method = method_of(function)
    precisions: Any
    if method is None:
        kept = zip(counts.matches[:-1], counts.totals[:-1], strict=True)
        true = [Fraction(matches, max(total, 1)) for matches, total in kept]
        precisions = list(_smoothed(function, true, counts))
    else:
        parameters = function.__self__  # type: ignore[attr-defined]
        precisions = smoothed_precisions(
            method,
            counts.matches,
            counts.totals,
            counts.hypothesis_length,
            parameters.epsilon,
            parameters.alpha,
            parameters.k,
        )
    if method == 0:
        for order, precision in enumerate(precisions, start=1):
            if precision == 0:
                warn_of_zero(order)
    chosen = [
        (1 / counts.longest,) * counts.longest
        if auto_reweigh and counts.longest < 4 and _are_default(weights)
        else weights
        for weights in weightings
    ]
    penalty = brevity_penalty(counts.reference_length, counts.hypothesis_length)
    return [
        0.0
        if any(
            weight and not precision > 0
            for weight, precision in zip(weights, precisions, strict=False)
        )
        else penalty * math.exp(_log_mean(weights, precisions))
        for weights in chosen
    ]
