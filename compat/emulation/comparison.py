"""Comparison of systems under one metric as another program does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.emulation import moses, multeval, sacrebleu
from tallystick.errors import InputError, OptionError
from tallystick.metrics.nist.metric import FittedNist, Nist
from tallystick.metrics.resampling.paired import Compared, compare_under
from tallystick.metrics.resampling.settings import Settings
from tallystick.metrics.resampling.units import segments_as_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.programs import Emulated, EmulatedProgram
    from tallystick.compat.emulation.settings import EmulationSettings
    from tallystick.compat.emulation.sums import SystemResult
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics

    Runs = Sequence[Sequence[Statistics]]

IS_OWN_METRIC: Mapping[Emulated, Callable[[Metric], bool]] = {
    "sacrebleu": sacrebleu.is_own_metric,
    "moses": moses.is_own_metric,
    "multeval": multeval.is_own_metric,
}
"""Whether a program computes a metric itself; its procedure is applied to any other metric."""


def compare_emulated(
    metric: Metric,
    systems: Runs,
    names: Sequence[str],
    settings: EmulationSettings,
    *,
    baseline: int = 0,
    threads: int = 1,
) -> Compared:
    """Compare the runs of systems with those of a baseline, as the program `settings.emulate` does.

    P-values are those of the program, and so are the bounds of scores if it prints intervals.
    Everything that it does not print, such as the bounds and standard errors of differences, is
    ours, from the bootstrap over segments.
    """
    _check_systems(systems, names, settings.program)
    units = segments_as_units(len(systems[0][0]))
    ours = compare_under(
        metric,
        [[units.sums(run.rows) for run in runs] for runs in systems],
        Settings(
            test="bootstrap",
            resamples=settings.resamples_of(units.number),
            seed=settings.seed,
            confidence=settings.confidence,
            correction="none",
        ),
        baseline=baseline,
        threads=threads,
    )
    others = [runs for system, runs in enumerate(systems) if system != baseline]
    results = _results(metric, systems[baseline], others, settings)
    intervals = _bounds(results)
    if intervals is not None:
        ordered = np.insert(intervals[:, 1:], baseline, intervals[:, 0], axis=1)
        ours = replace(ours, bounds=ordered)
    found = np.array([one.p_value for one in results[1:]], dtype=np.float64)
    return replace(
        ours,
        method=settings.program.tests[settings.test].title,
        p_values=found,
        adjusted_p_values=found,
        p_value_limits=np.full(len(found), np.nan),
        exact=np.zeros(len(found), dtype=np.bool_),
    )


def _check_systems(systems: Runs, names: Sequence[str], program: EmulatedProgram) -> None:
    if len(systems) < 2:
        raise OptionError(
            f"{program.title} compares systems with a baseline, but there is no system besides "
            f"{names[0] if names else 'it'}; give another one, or omit the emulation"
        )
    for name, runs in zip(names, systems, strict=True):
        if len(runs) > 1 and not program.takes_runs:
            raise OptionError(
                f"the system {name!r} has {len(runs)} runs, but {program.title} takes one of each "
                "system; give one, emulate multeval, or omit the emulation"
            )
        if len(runs) != len(systems[0]):
            raise InputError(
                f"the system {name!r} has {len(runs)} runs, but {names[0]!r} has "
                f"{len(systems[0])}; {program.title} takes the same number of runs of every system"
            )


def _results(
    metric: Metric, baseline: Sequence[Statistics], others: Runs, settings: EmulationSettings
) -> tuple[SystemResult, ...]:
    resamples, seed = settings.resamples_of(len(baseline[0])), settings.seed
    if settings.emulate == "multeval":
        return multeval.randomisation(metric, baseline, others, resamples, seed=seed)
    [single], singles = baseline, [run for [run] in others]
    if settings.emulate == "moses":
        # the script resamples BLEU before NIST
        passes_before = int(isinstance(metric, (Nist, FittedNist)))
        return moses.paired_bootstrap(
            metric, single, singles, resamples, seed=seed, passes_before=passes_before
        )
    if settings.test == "bootstrap":
        return sacrebleu.paired_bootstrap(metric, single, singles, resamples, seed)
    return sacrebleu.paired_randomisation(metric, single, singles, resamples, seed)


def _bounds(results: Sequence[SystemResult]) -> NDArray[np.float64] | None:
    """Return the bounds of the scores, shape (2, systems), where the program prints them."""
    # the half-width of Moses is negative if the interval includes 10, because it sorts text
    bounds = [
        (one.middle - abs(one.half_width), one.middle + abs(one.half_width))
        for one in results
        if one.middle is not None and one.half_width is not None
    ]
    return np.array(bounds).T if bounds else None
