"""The paired bootstrap and paired approximate randomisation of sacreBLEU 2.6.0 (significance.py).

Neither test has its nominal type I error. The bootstrap compares |d*| - mean |d*| with |d|, which
rejects about a tenth of true nulls at 5% and gives no p-value much above 0.4. Both count only
strictly greater differences, so a copy of the baseline is "significantly different" from it.

For BLEU with options that sacreBLEU has, all numbers are sacreBLEU's to the last digit under the
same major version of NumPy. Other metrics keep their formula in the same procedure, which gives the
p-values of sacreBLEU for its chrF and TER, whose scores it rounds to 32 bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.sacrebleu_formula import Formula
from tallystick.compat.emulation.sums import (
    EXACT,
    SystemResult,
    batches,
    how_often,
    scores_of,
    side_by_side,
    weighted_sums,
)
from tallystick.errors import OptionError
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

    from tallystick.compat.emulation.sums import Scorer
    from tallystick.metrics.interface.dialect import Dialect
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics

ADVICE = "; give more segments, or a metric that always has one, such as bleu:dialect=sacrebleu"
SMOOTHINGS = ("none", "floor", "add-k", "exp")
BITS_IN_A_DRAW = 32
"""Random booleans are bits of 32-bit numbers; a call discards the unused bits of the last one."""


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
    one, other = _swapped_sums(rows, trials, generator)
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


def bootstrap_sums(
    rows: NDArray[Any], resamples: int, generator: np.random.Generator
) -> NDArray[Any]:
    """Return the sums of segments drawn with replacement, as sacreBLEU draws and adds them.

    Args:
        rows: Statistics, shape (segments, systems, columns); all systems get the same segments.
        resamples: The number of resamples.
        generator: The random generator.

    Returns:
        Shape (systems, resamples, columns), float32, with the rounding errors of sacreBLEU.
    """
    sums = []
    for drawn in drawn_segments(generator, len(rows), resamples):
        weights = how_often(drawn)
        found = weighted_sums(weights, rows)
        exact = rows.dtype.kind in "iu" and (
            found.dtype == np.float32 or weighted_sums(weights, np.abs(rows)).max() < EXACT
        )
        sums.append(found.astype(np.float32) if exact else _added_one_by_one(rows, drawn))
    return np.concatenate(sums, axis=1)


def drawn_segments(
    generator: np.random.Generator, segments: int, resamples: int
) -> Iterator[NDArray[np.int64]]:
    """Yield the segments of every resample, several resamples at a time, as if drawn at once."""
    for number in batches(resamples, segments):
        yield generator.choice(segments, size=(number, segments))


def _added_one_by_one(rows: NDArray[Any], drawn: NDArray[np.int64]) -> NDArray[Any]:
    systems = []
    for system in range(rows.shape[1]):
        single = rows[:, system].astype(np.float32)
        systems.append(np.stack([single[chosen].sum(0) for chosen in drawn]))
    return np.stack(systems)


def _swapped_sums(
    rows: NDArray[Any], trials: int, generator: np.random.Generator
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the sums of both sides after swaps, shape (systems - 1, trials, columns) each."""
    segments = len(rows)
    totals = rows.sum(axis=0)
    both = totals[:1] + totals[1:]
    from_baseline = rows[:, :1] - rows[:, 1:]
    parts = []
    for number in batches(trials, segments, BITS_IN_A_DRAW):
        kept = generator.integers(2, size=(number, segments), dtype=bool)
        parts.append(weighted_sums(kept, from_baseline).astype(rows.dtype))
    one = np.concatenate(parts, axis=1) + totals[1:, np.newaxis]
    return one, both[:, np.newaxis] - one


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
    return scores_of(score, sums, ADVICE)


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
