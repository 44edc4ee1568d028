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
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.compat.emulation.paired_tests import PROGRAM, TESTS
from tallystick.compat.emulation.sacrebleu_formula import SMOOTH_DEFAULTS, Formula
from tallystick.compat.emulation.sums import bootstrap_sums, side_by_side, swapped_sums
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.bleu.dialect import SACREBLEU
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.resampling.paired import Compared, compare_under
from tallystick.metrics.resampling.settings import Settings, number_of_resamples
from tallystick.metrics.resampling.units import segments_as_units
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import TERCOM_NAMES, Ter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.paired_tests import EmulationSettings
    from tallystick.metrics.interface.dialect import Dialect
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.settings import TestName
    from tallystick.metrics.sums.statistics import Statistics

    Scorer = Callable[[NDArray[Any]], NDArray[np.float64]]


class SystemResult(NamedTuple):
    """The result of a test for one system; the baseline has no p-value.

    The middle of the 95% interval of scores and half its width are those that the bootstrap prints.
    """

    score: float
    p_value: float | None = None
    middle: float | None = None
    half_width: float | None = None


def paired_test(
    test: TestName,
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    resamples: int,
    seed: int,
) -> tuple[SystemResult, ...]:
    """Return the results of the baseline and of each system; `seed` is SACREBLEU_SEED, 1 or more.

    `sacrebleu --paired-bs` has p = (1 + #{ |d*| - mean |d*| > |d| }) / (1 + resamples), where d*
    are the differences on resamples; `--paired-ar` has p = (1 + #{ |d*| > |d| }) / (1 + resamples),
    where d* are those after random swaps of the whole test set.
    """
    number_of_resamples(resamples)
    generator = _generator(seed)
    score = _scorer(metric)
    rows = side_by_side([baseline, *systems])
    real = _scores(score, rows.sum(axis=0).astype(np.float64))
    resampled: list[Any]
    if test == "bootstrap":
        resampled = [*_scores(score, bootstrap_sums(rows, resamples, generator))]
        differences = [np.abs(own - resampled[0]) for own in resampled[1:]]
        compared = [own - own.mean() for own in differences]
    else:
        resampled = [None] * len(real)
        one, other = swapped_sums(rows, resamples, generator)
        compared = [*np.abs(_scores(score, one) - _scores(score, other))]
    p_values = [
        (1 + int((own > abs(real[0] - own_score)).sum())) / (1 + resamples)
        for own_score, own in zip(real[1:], compared, strict=True)
    ]
    return tuple(
        SystemResult(float(own_score), p_value, *_interval(scores))
        for own_score, p_value, scores in zip(real, (None, *p_values), resampled, strict=True)
    )


_OPTIONS_OF_BLEU = ("order", "smooth", "smooth_value", "missing_order", "tokenize", "lowercase")
_OPTIONS_OF_CHRF = (
    *("order", "word_order", "beta", "eps_smoothing", "whitespace", "lowercase", "reference_ties"),
)


def is_own_metric(metric: Metric) -> bool:
    """Return whether sacreBLEU computes this BLEU, chrF or TER; ties in chrF are disregarded."""
    default: Dialect
    options: Collection[str]
    if isinstance(metric, Bleu):
        default, options = SACREBLEU, _OPTIONS_OF_BLEU
        orders = SACREBLEU.missing_order, "effective"
        known = metric.smooth in SMOOTH_DEFAULTS and metric.conventions.missing_order in orders
    elif isinstance(metric, Chrf):
        default, options = ChrfDialect(), _OPTIONS_OF_CHRF
        known = metric.lowercase != "ascii" and metric.whitespace in ("removed", "kept")
    elif isinstance(metric, Ter):
        default, options = TerDialect(), ("tokenize", "lowercase")
        known = metric.lowercase != "ascii" and metric.tokenize in TERCOM_NAMES
    else:
        return False
    return known and metric.conventions.differences(default).keys() <= set(options)


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


def _interval(resampled: NDArray[np.float64] | None) -> tuple[float, float] | tuple[()]:
    if resampled is None:
        return ()
    ordered = np.sort(resampled)
    outside = len(ordered) // 40  # 2.5% at either end
    half_width = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
    return float(ordered.mean()), float(half_width)


def compare_emulated(
    metric: Metric,
    systems: Sequence[Sequence[Statistics]],
    names: Sequence[str],
    settings: EmulationSettings,
    *,
    baseline: int = 0,
    threads: int = 1,
) -> Compared:
    """Compare systems, each of a single run, with a baseline, as sacreBLEU does.

    P-values are sacreBLEU's, and so are the bounds of scores if its test prints intervals.
    Everything that it does not print, such as the bounds and standard errors of differences, is
    ours, from the bootstrap over segments.
    """
    _check_systems(systems, names)
    single = [run for [run] in systems]
    units = segments_as_units(len(single[0]))
    resamples = settings.resamples_of(units.number)
    ours = compare_under(
        metric,
        [[units.sums(run.rows)] for run in single],
        Settings(
            test="bootstrap",
            resamples=resamples,
            seed=settings.seed,
            confidence=settings.confidence,
            correction="none",
        ),
        baseline=baseline,
        threads=threads,
    )
    others = [run for system, run in enumerate(single) if system != baseline]
    results = paired_test(settings.test, metric, single[baseline], others, resamples, settings.seed)
    intervals = [
        (result.middle - result.half_width, result.middle + result.half_width)
        for result in results
        if result.middle is not None and result.half_width is not None
    ]
    if intervals:
        intervals.insert(baseline, intervals.pop(0))
        ours = replace(ours, bounds=np.array(intervals).T)
    p_values = np.array([result.p_value for result in results[1:]], dtype=np.float64)
    return replace(
        ours,
        method=TESTS[settings.test].title,
        p_values=p_values,
        adjusted_p_values=p_values,
        p_value_limits=np.full(len(p_values), np.nan),
        exact=np.zeros(len(p_values), dtype=np.bool_),
    )


def _check_systems(systems: Sequence[Sequence[Statistics]], names: Sequence[str]) -> None:
    if len(systems) < 2:
        raise OptionError(
            f"{PROGRAM} compares systems with a baseline, but there is no system besides "
            f"{names[0] if names else 'it'}; give another one, or omit the emulation"
        )
    for name, runs in zip(names, systems, strict=True):
        if len(runs) > 1:
            raise OptionError(
                f"the system {name!r} has {len(runs)} runs, but {PROGRAM} takes one of each "
                "system; give one, or omit the emulation"
            )
