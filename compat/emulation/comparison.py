"""Comparison of systems under one metric as sacreBLEU does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.emulation.paired_tests import PROGRAM, TESTS
from tallystick.compat.emulation.sacrebleu import paired_bootstrap, paired_randomisation
from tallystick.errors import OptionError
from tallystick.metrics.resampling.paired import Compared, compare_under
from tallystick.metrics.resampling.settings import Settings
from tallystick.metrics.resampling.units import segments_as_units

if TYPE_CHECKING:
    from tallystick.compat.emulation.paired_tests import EmulationSettings
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics


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
    emulated = paired_bootstrap if settings.test == "bootstrap" else paired_randomisation
    results = emulated(metric, single[baseline], others, resamples, settings.seed)
    intervals = [
        (one.middle - one.half_width, one.middle + one.half_width)
        for one in results
        if one.middle is not None and one.half_width is not None
    ]
    if intervals:
        intervals.insert(baseline, intervals.pop(0))
        ours = replace(ours, bounds=np.array(intervals).T)
    found = np.array([one.p_value for one in results[1:]], dtype=np.float64)
    return replace(
        ours,
        method=TESTS[settings.test].title,
        p_values=found,
        adjusted_p_values=found,
        p_value_limits=np.full(len(found), np.nan),
        exact=np.zeros(len(found), dtype=np.bool_),
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
