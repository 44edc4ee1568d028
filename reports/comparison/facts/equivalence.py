"""Which systems differ by less than a margin, and which are not worse than others by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.equivalence import (
    corrected,
    non_inferiority_p_values,
    one_sided_p_values,
)
from tallystick.reports.comparison.checks.condition import metric_called
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Difference,
    Equivalence,
    SystemScore,
)
from tallystick.reports.scores import number_or_none

if TYPE_CHECKING:
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.paired import Compared
    from tallystick.metrics.resampling.settings import Settings


def margins_by_metric(
    margins: Mapping[str, float], metrics: Mapping[str, Metric]
) -> dict[str, float]:
    """Return margins by the names of metrics in the report.

    Args:
        margins: The margins by metric, as it was requested or is printed, or by its name alone.
        metrics: The metrics, by their names in the report.

    Raises:
        OptionError: A margin is of no metric, or could be of several.
    """
    titles = {label: named(metric).name for label, metric in metrics.items()}
    return {
        metric_called(name, list(metrics), titles, f"the margin of {name!r}"): margin
        for name, margin in margins.items()
    }


def with_equivalence(
    metric: ComparedMetric,
    differences: Sequence[Difference],
    scores: Sequence[SystemScore],
    compared: Compared,
    settings: Settings,
    baseline: str | None,
) -> tuple[tuple[Difference, ...], tuple[SystemScore, ...]]:
    """Return the differences and scores under a metric with tests of its margin, if it has one."""
    if metric.margin is None:
        return tuple(differences), tuple(scores)
    against = one_sided_p_values(compared, metric.margin)
    of_pairs = corrected(against.max(axis=0, initial=0.0), settings.correction)
    of_systems = non_inferiority_p_values(
        against, compared.pairs, len(scores), higher=metric.higher_is_better
    )
    of_systems[[one.system == baseline for one in scores]] = np.nan
    of_systems = corrected(of_systems, settings.correction)
    return (
        tuple(
            replace(one, equivalence=_equivalence(low, high, adjusted, settings))
            for one, low, high, adjusted in zip(differences, *against, of_pairs, strict=True)
        ),
        tuple(
            replace(one, non_inferiority_p_value=number_or_none(of_systems[system]))
            for system, one in enumerate(scores)
        ),
    )


def _equivalence(
    low: float, high: float, adjusted: float, settings: Settings
) -> Equivalence | None:
    if np.isnan(adjusted):
        return None
    equivalent = bool(adjusted <= settings.significance_level)
    return Equivalence(float(low), float(high), float(adjusted), equivalent)
