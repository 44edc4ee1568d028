"""sacreBLEU 2.6.0: its paired bootstrap, its paired approximate randomisation, its intervals.

Neither test has its nominal type I error. The bootstrap compares |d*| - mean |d*| with |d|, which
calls about a tenth of true nulls significant at 5% and has no p-value much above 0.4; both count
only strictly greater differences, so a copy of the baseline is "significantly different" from it.

For BLEU with options that sacreBLEU has, resamples, scores, p-values, means and half-widths are
sacreBLEU's to the last digit (significance.py; the single-precision sums are those of the
installed NumPy's major version). Other metrics keep their formula in the same procedure.
"""

from __future__ import annotations

import statistics as exact_statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.sacrebleu_formula import Formula
from tallystick.compat.emulation.sums import (
    EXACT,
    SystemResult,
    batches,
    check_number,
    scores_of,
    side_by_side,
    weighted_sums,
)
from tallystick.errors import OptionError
from tallystick.metrics.bleu.dialect import SACREBLEU
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.resampling.draws import how_often

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.sums import Scorer
    from tallystick.metrics.metric import Metric
    from tallystick.metrics.statistics import Statistics

SEED = 12345
"""The seed if SACREBLEU_SEED is not set."""

RESAMPLES = 1000
"""The default number of bootstrap resamples of sacreBLEU."""

TRIALS = 10_000
"""The default number of trials of its randomisation."""

ADVICE = "; give more segments, or a metric that always has one, such as bleu:dialect=sacrebleu"
SMOOTHINGS = ("none", "floor", "add-k", "exp")
BITS_IN_A_DRAW = 32
"""Booleans are bits of 32-bit numbers; a call discards the unused bits of the last one."""


def paired_bootstrap(
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    resamples: int = RESAMPLES,
    seed: int | None = SEED,
) -> tuple[SystemResult, ...]:
    """Test systems against a baseline as `sacrebleu --paired-bs` does.

    p = (1 + #{ |d*| - mean |d*| > |d| }) / (1 + resamples), the d* being differences on resamples.

    Args:
        metric: The metric.
        baseline: Its statistics of the baseline.
        systems: Its statistics of the other systems.
        resamples: The number of resamples, at least 1.
        seed: The value of SACREBLEU_SEED, 1 or more; None, its "none", draws anew every time.

    Returns:
        The baseline's result, then that of every system.

    Raises:
        InputError: The statistics do not match, or a score is not defined.
        OptionError: A number is out of range.

    >>> from tallystick.metrics.corpus import Corpus
    >>> texts = [["a b c d e", "f g h i j"], ["a b c d x", "f g h i j"]]
    >>> baseline, system = (
    ...     Bleu().statistics(Corpus.from_segments(hypotheses=text, references=texts[0]))
    ...     for text in texts
    ... )
    >>> paired_bootstrap(Bleu(), baseline, [system], 10)[1].p_value  # sacreBLEU 2.6.0
    0.18181818181818182
    """
    check_number("resamples", resamples)
    generator = _generator_of_a_test(seed)
    score = _scorer(metric)
    rows = side_by_side([baseline, *systems])
    real = _real_scores(score, rows)
    resampled = _scores(score, bootstrap_sums(rows, resamples, generator))
    results = [_result(real[0], None, resampled[0])]
    for own_score, scores in zip(real[1:], resampled[1:], strict=True):
        differences = np.abs(scores - resampled[0])
        p_value = _p_value(differences - differences.mean(), abs(real[0] - own_score))
        results.append(_result(own_score, p_value, scores))
    return tuple(results)


def paired_randomisation(
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    trials: int = TRIALS,
    seed: int | None = SEED,
    confidence_resamples: int = 0,
) -> tuple[SystemResult, ...]:
    """Test systems against a baseline as `sacrebleu --paired-ar` does.

    p = (1 + #{ |d*| > |d| }) / (1 + trials), the d* being differences after random swaps.

    Args:
        metric: The metric.
        baseline: Its statistics of the baseline.
        systems: Its statistics of the other systems.
        trials: The number of random swaps of the whole test set, at least 1.
        seed: The value of SACREBLEU_SEED, 1 or more; None, its "none", draws anew every time.
        confidence_resamples: The number of bootstrap resamples for mean and half-width, the
            `n_ar_confidence` of sacreBLEU's PairedTest; 0 for none, as on its command line.

    Returns:
        The baseline's result, then that of every system.

    Raises:
        InputError: The statistics do not match, or a score is not defined.
        OptionError: A number is out of range.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"] * 9, references=["a b c d e"] * 9)
    >>> statistics = Bleu().statistics(corpus)
    >>> paired_randomisation(Bleu(), statistics, [statistics], 999)[1].p_value  # a true copy
    0.001
    """
    check_number("trials", trials)
    check_number("confidence_resamples", confidence_resamples, least=0)
    generator = _generator_of_a_test(seed)
    score = _scorer(metric)
    rows = side_by_side([baseline, *systems])
    real = _real_scores(score, rows)
    one, other = _swapped_sums(rows, trials, generator)
    differences = np.abs(_scores(score, one) - _scores(score, other))
    resampled: Sequence[NDArray[np.float64] | None] = [None] * len(rows[0])
    if confidence_resamples:
        of_baseline = bootstrap_sums(rows[:, :1], confidence_resamples, _generator_of_a_test(seed))
        of_systems = bootstrap_sums(rows[:, 1:], confidence_resamples, generator)
        sums = np.concatenate([of_baseline, of_systems])
        resampled = list(_scores(score, sums))
    results = [_result(real[0], None, resampled[0])]
    for own_score, own_differences, scores in zip(
        real[1:], differences, resampled[1:], strict=True
    ):
        p_value = _p_value(own_differences, abs(real[0] - own_score))
        results.append(_result(own_score, p_value, scores))
    return tuple(results)


def confidence(
    metric: Metric, statistics: Statistics, resamples: int = RESAMPLES, seed: int | None = SEED
) -> SystemResult:
    """Return mean and half-width as `sacrebleu --confidence` prints them for a single system.

    Args:
        metric: The metric.
        statistics: Its statistics of the system.
        resamples: The number of resamples, at least 1.
        seed: The value of SACREBLEU_SEED; None, its "none", draws anew every time.

    Raises:
        InputError: There are no segments, or a score is not defined.
        OptionError: A number is out of range.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(
    ...     hypotheses=["a b c d e", "f g h i"], references=["a b c d x", "f g h i"]
    ... )
    >>> result = confidence(Bleu(), Bleu().statistics(corpus), 10)
    >>> round(result.middle, 10), round(result.half_width, 10)  # sacreBLEU 2.6.0
    (84.5918793632, 16.5629850701)
    """
    check_number("resamples", resamples)
    score = _scorer(metric)
    rows = side_by_side([statistics])
    [real] = _real_scores(score, rows)
    [scores] = _scores(score, bootstrap_sums(rows, resamples, _generator(seed)))
    interval = _result(real, None, scores)
    # here, unlike in its tests, sacreBLEU computes the mean in Python, which rounds only once
    return replace(interval, middle=exact_statistics.mean(scores.tolist()))


def is_own_metric(metric: Metric) -> bool:
    """Return whether sacreBLEU has this metric, and numbers are therefore those of sacreBLEU.

    >>> is_own_metric(Bleu(smooth="floor")), is_own_metric(Bleu(dialect="nltk"))
    (True, False)
    """
    if not isinstance(metric, Bleu):
        return False
    conventions = replace(
        metric.conventions,
        order=SACREBLEU.order,
        smooth=SACREBLEU.smooth,
        smooth_value=None,
        missing_order=SACREBLEU.missing_order,
        tokenize=SACREBLEU.tokenize,
        lowercase=SACREBLEU.lowercase,
    )
    return (
        conventions == SACREBLEU
        and metric.smooth in SMOOTHINGS
        and metric.conventions.missing_order in (SACREBLEU.missing_order, "effective")
    )


def bootstrap_sums(
    rows: NDArray[Any], resamples: int, generator: np.random.Generator
) -> NDArray[Any]:
    """Return the sums of segments drawn with replacement, as sacreBLEU draws and adds them.

    Args:
        rows: Statistics, shape (segments, systems, columns); all systems get the same segments.
        resamples: How many resamples.
        generator: The random generator.

    Returns:
        Shape (systems, resamples, columns); float32 where all statistics are counts, wrong beyond
        2**24 as sacreBLEU's are, else float64.
    """
    sums = []
    for drawn in drawn_segments(generator, len(rows), resamples):
        weights = how_often(drawn)
        found = weighted_sums(weights, rows)
        if rows.dtype.kind in "iu" and found.dtype != np.float32:
            if weighted_sums(weights, np.abs(rows)).max() < EXACT:
                found = found.astype(np.float32)
            else:
                found = _added_one_by_one(rows, drawn)
        sums.append(found)
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


def _generator(seed: int | None) -> np.random.Generator:
    if seed is not None:
        check_number("the seed", seed, least=0)
    return np.random.default_rng(seed)


def _generator_of_a_test(seed: int | None) -> np.random.Generator:
    if seed == 0 and seed is not False:
        raise OptionError(
            "the seed is 0, with which sacreBLEU's paired tests draw anew every time although "
            "their signature says seed:0; give another seed, such as 12345"
        )
    return _generator(seed)


def _scorer(metric: Metric) -> Scorer:
    """Return a function of sums, shape (sums, columns): sacreBLEU's formula if it has one."""
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


def _result(
    score: float, p_value: float | None, resampled: NDArray[np.float64] | None
) -> SystemResult:
    if resampled is None:
        return SystemResult(float(score), p_value)
    ordered = np.sort(resampled)
    outside = len(ordered) // 40  # 2.5% at either end
    half_width = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
    return SystemResult(float(score), p_value, float(ordered.mean()), float(half_width))
