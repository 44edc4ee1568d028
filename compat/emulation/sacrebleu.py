"""The paired bootstrap and paired approximate randomisation of sacreBLEU 2.6.0 (significance.py).

Neither test has its nominal type I error. The bootstrap compares |d*| - mean |d*| with |d|, which
rejects about a tenth of true nulls at 5% and gives no p-value much above 0.4. Both count only
strictly greater differences, so a copy of the baseline is "significantly different" from it.

For BLEU with options that sacreBLEU has, all numbers are sacreBLEU's to the last digit under the
same major version of NumPy. Other metrics keep their formula in the same procedure, which gives the
p-values of sacreBLEU for its chrF and TER, whose scores it rounds to 32 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.sacrebleu_formula import Formula
from tallystick.compat.emulation.sums import bootstrap_sums, side_by_side, swapped_sums
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.bleu.dialect import SACREBLEU
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.resampling.settings import number_of_resamples
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import TERCOM_NAMES, Ter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.dialect import Dialect
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics

    Scorer = Callable[[NDArray[Any]], NDArray[np.float64]]

SMOOTHINGS = ("none", "floor", "add-k", "exp")


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of a test for one system.

    Attributes:
        score: The score of the whole test set.
        p_value: The p-value against the baseline; None for the baseline.
        middle: The middle of the 95% interval of scores; None if the test prints none.
        half_width: Half the width of that interval, or None.
    """

    score: float
    p_value: float | None = None
    middle: float | None = None
    half_width: float | None = None


def paired_bootstrap(
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    resamples: int,
    seed: int,
) -> tuple[SystemResult, ...]:
    """Return the results of the baseline and of each system, as `sacrebleu --paired-bs`.

    p = (1 + #{ |d*| - mean |d*| > |d| }) / (1 + resamples), where d* are the differences on
    resamples; `seed` is the value of SACREBLEU_SEED, 1 or more.
    """
    number_of_resamples(resamples)
    generator = _generator(seed)
    score = _scorer(metric)
    rows = side_by_side([baseline, *systems])
    real = _real_scores(score, rows)
    resampled = _scores(score, bootstrap_sums(rows, resamples, generator))
    results = [_with_interval(real[0], None, resampled[0])]
    for own_score, scores in zip(real[1:], resampled[1:], strict=True):
        differences = np.abs(scores - resampled[0])
        p_value = _p_value(differences - differences.mean(), abs(real[0] - own_score))
        results.append(_with_interval(own_score, p_value, scores))
    return tuple(results)


def paired_randomisation(
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    trials: int,
    seed: int,
) -> tuple[SystemResult, ...]:
    """Return the results of the baseline and of each system, as `sacrebleu --paired-ar`.

    p = (1 + #{ |d*| > |d| }) / (1 + trials), where d* are the differences after random swaps of the
    whole test set; `seed` is the value of SACREBLEU_SEED, 1 or more.
    """
    number_of_resamples(trials, name="trials")
    generator = _generator(seed)
    score = _scorer(metric)
    rows = side_by_side([baseline, *systems])
    real = _real_scores(score, rows)
    one, other = swapped_sums(rows, trials, generator)
    differences = np.abs(_scores(score, one) - _scores(score, other))
    results = [SystemResult(float(real[0]))]
    for own_score, own_differences in zip(real[1:], differences, strict=True):
        p_value = _p_value(own_differences, abs(real[0] - own_score))
        results.append(SystemResult(float(own_score), p_value))
    return tuple(results)


def is_own_metric(metric: Metric) -> bool:
    """Return whether sacreBLEU computes this BLEU, chrF or TER.

    Which of several references that tie counts in chrF is disregarded.
    """
    if isinstance(metric, Bleu):
        return (
            metric.smooth in SMOOTHINGS
            and metric.conventions.missing_order in (SACREBLEU.missing_order, "effective")
            and _differs_only_in(metric.conventions, SACREBLEU, _OPTIONS_OF_BLEU)
        )
    if isinstance(metric, Chrf):
        return (
            metric.lowercase != "ascii"
            and metric.whitespace in ("removed", "kept")
            and _differs_only_in(metric.conventions, ChrfDialect(), _OPTIONS_OF_CHRF)
        )
    return (
        isinstance(metric, Ter)
        and metric.lowercase != "ascii"
        and metric.tokenize in TERCOM_NAMES
        and _differs_only_in(metric.conventions, TerDialect(), ("tokenize", "lowercase"))
    )


_OPTIONS_OF_BLEU = ("order", "smooth", "smooth_value", "missing_order", "tokenize", "lowercase")
_OPTIONS_OF_CHRF = (
    *("order", "word_order", "beta", "eps_smoothing", "whitespace", "lowercase", "reference_ties"),
)


def _differs_only_in(dialect: Dialect, other: Dialect, axes: Collection[str]) -> bool:
    return dialect.differences(other).keys() <= set(axes)


def _generator(seed: int) -> np.random.Generator:
    whole_number("the seed", seed, low=0)
    if seed == 0:
        raise OptionError(
            "the seed is 0, which sacreBLEU's paired tests treat as no seed although their "
            "signature has seed:0; give another seed, such as 12345"
        )
    return np.random.default_rng(seed)


def _scorer(metric: Metric) -> Scorer:
    """Return sacreBLEU's formula if it computes the metric, else the metric's."""
    if isinstance(metric, Bleu) and is_own_metric(metric):
        effective_order = metric.conventions.missing_order == "effective"
        formula = Formula(metric.smooth, metric.smooth_value, effective_order, metric.order)
        return formula.scores
    return lambda sums: metric.formula(sums.astype(np.float64))


def _scores(score: Scorer, sums: NDArray[Any]) -> NDArray[np.float64]:
    """Score sums, shape (..., columns)."""
    scores = score(sums.reshape(-1, sums.shape[-1])).reshape(sums.shape[:-1])
    if np.isnan(scores).any():
        raise InputError(
            "the score of some resamples, or of the whole test set, is not defined; give more "
            "segments, or a metric that always has one, such as bleu:dialect=sacrebleu"
        )
    return scores


def _real_scores(score: Scorer, rows: NDArray[Any]) -> NDArray[np.float64]:
    """Return the score of every system on the whole test set."""
    return _scores(score, rows.sum(axis=0).astype(np.float64))


def _p_value(differences: NDArray[np.float64], real: float) -> float:
    greater = int((differences > real).sum())
    return (greater + 1) / (len(differences) + 1)


def _with_interval(
    score: float, p_value: float | None, resampled: NDArray[np.float64]
) -> SystemResult:
    ordered = np.sort(resampled)
    outside = len(ordered) // 40  # 2.5% at either end
    half_width = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
    return SystemResult(float(score), p_value, float(ordered.mean()), float(half_width))
