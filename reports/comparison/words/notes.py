"""The footnotes of a comparison: what resamples and units are too few for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from tallystick.compat.emulation.paired_tests import OWN_METRICS, PROGRAM, emulated_test
from tallystick.compat.emulation.settings import EmulationSettings
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.resampling.correction import least_p_values, resamples_needed
from tallystick.metrics.resampling.paired import Compared, near_level
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.reports.comparison.facts.results import Results
from tallystick.reports.comparison.thresholds import MOST_NAMED
from tallystick.reports.wording import counted, counted_units, listed, names, p_value, system_name


def notes(
    results: Results, compared: Mapping[str, Compared], settings: Settings
) -> tuple[str, ...]:
    """Return the notes, one sentence each; `compared` are the results of resampling by metric."""
    said = [_few_resamples(results, settings)]
    if results.test.comparisons and not isinstance(settings, EmulationSettings):
        said += [_few_units(results, settings), _near_the_level(results, compared, settings)]
    several = [system for system, runs in results.runs.items() if runs > 1]
    of_runs = (
        f"Scores of {names(several)} are means over runs; texts, lengths, words, n-grams, groups "
        "and segments are those of the first run of each system."
    )
    return tuple(filter(None, [*said, _smallest_p_value(results), of_runs if several else ""]))


def notes_on_emulation(
    results: Results, metrics: Sequence[Metric], default_baseline: str | None
) -> Iterator[str]:
    """Return notes on an emulated test; `default_baseline` is the baseline if none was named."""
    from tallystick.compat.emulation.sacrebleu import is_own_metric

    if default_baseline is not None:
        yield (
            f"{PROGRAM} compares all systems with a baseline. None was named, so it is "
            f"{system_name(default_baseline)}, the first."
        )
    foreign = [
        one.title
        for one, metric in zip(results.metrics, metrics, strict=True)
        if not is_own_metric(metric)
    ]
    if foreign:
        yield (
            f"{PROGRAM} does not compute {listed(foreign)} as here. Its resamples are reproduced, "
            f"but the p-values that it prints are those of {listed(OWN_METRICS)}."
        )


def _few_resamples(results: Results, settings: Settings) -> str:
    test, pairs = results.test, results.test.comparisons
    needed = resamples_needed(pairs, settings.correction, settings.significance_level)
    if (
        test.resamples >= needed
        or emulated_test(test.method) is not None
        or test.method == Method.TWO_LEVEL
        or all(one.exact for one in results.pairs)
    ):
        return ""
    after = f" after the correction for {counted(pairs, 'comparison')}" if pairs > 1 else ""
    return (
        f"With only {counted(test.resamples, 'resample')}, few differences or none can be "
        f"significant at {settings.significance_level:g}{after}; draw {needed:,} or more."
    )


def _few_units(results: Results, settings: Settings) -> str:
    """Return a note if nothing can be significant, with what would help."""
    test_set, pairs = results.test_set, results.test.comparisons
    level, units = settings.significance_level, test_set.units
    corrected = float(least_p_values(np.full(pairs, units), settings.correction).min())
    if corrected <= level:
        return ""
    least = float(least_p_values(np.array([units]))[0])
    if least > level:
        return (
            f"With {counted_units(test_set)}, no difference can be significant: the smallest "
            f"p-value that exchanging them allows is {least:g}."
        )
    with_baseline = len(results.systems) - 1
    advice = {
        "name a baseline": pairs > with_baseline and least * with_baseline <= level,
        "resample segments": test_set.unit != "segment",
        "choose the correction max-t": all(runs == 1 for runs in results.runs.values()),
    }
    helpful = [one for one, helps in advice.items() if helps] or ["take a larger test set"]
    return (
        f"With {counted_units(test_set)}, no difference can be significant after the correction "
        f"for {counted(pairs, 'comparison')}: the smallest corrected p-value possible is "
        f"{corrected:.2g}; {listed(helpful, 'or')}."
    )


def _near_the_level(results: Results, compared: Mapping[str, Compared], settings: Settings) -> str:
    """Return a note if another seed may change which differences are significant."""
    near = []
    for metric in results.metrics:
        of_metric = compared[metric.metric]
        for pair in np.flatnonzero(near_level(of_metric, settings)):
            both = names([results.systems[system] for system in of_metric.pairs[pair]])
            near.append(f"{both} under {metric.title}")
    if not near:
        return ""
    more = [f"{len(near) - MOST_NAMED:,} more"] if len(near) > MOST_NAMED else []
    several = len(near) > 1
    return (
        f"Another seed may change whether the difference{'s' * several} of "
        f"{listed([*near[:MOST_NAMED], *more])} {'are' if several else 'is'} significant, because "
        f"{'their p-values are' if several else 'its p-value is'} within two standard errors of "
        f"{settings.significance_level:g}; more resamples decide."
    )


def _smallest_p_value(results: Results) -> str:
    """Return a note if the smallest p-value of so many resamples is one that a reader sees."""
    test = results.test
    least = [
        one.adjusted_p_value
        for one in results.pairs
        if one.p_value == 1 / (test.resamples + 1) and one.adjusted_p_value is not None
    ]
    if not test.resamples or not least:
        return ""
    shown = p_value(min(least), test.significance_level)
    if shown.startswith("<"):
        return ""
    return (
        f"With {counted(test.resamples, 'resample')}, no p-value is below {shown}"
        f"{' after the correction' * test.is_corrected}; more resamples can show smaller ones."
    )
