"""The scores and differences of a comparison from the results of resampling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tallystick.reports.comparison.facts.power import (
    FEWEST_TO_SEE,
    number_needed,
    smallest_visible_difference,
)
from tallystick.reports.comparison.facts.ranks import Standing, standings
from tallystick.reports.comparison.model import ComparedMetric, Difference, Interval, SystemScore
from tallystick.reports.scores import number_or_none, plain_details

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.resampling.paired import Compared
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.metrics.scoring.scoring import Scored
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets

Differing: TypeAlias = "Mapping[tuple[str, str], tuple[int | None, bool]]"
"""For every two systems, the number of segments in which the texts of their first runs differ, None
if they are not known, and whether any runs differ."""


def differences_of(
    metric: ComparedMetric,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    compared: Compared,
    settings: Settings,
    *,
    differing: Differing,
    segments: int,
) -> tuple[Difference, ...]:
    """Return the differences of all compared pairs under one metric.

    Args:
        metric: The metric.
        systems: The scores of the runs of each system.
        names: The names of the systems.
        compared: The results of resampling.
        settings: The settings of resampling.
        differing: What is known of the texts of every two systems.
        segments: The number of segments of the test set.
    """
    found = []
    level, pairs = settings.significance_level, len(compared.pairs)
    for number, (i, j) in enumerate(compared.pairs):
        difference = number_or_none(compared.differences[number])
        adjusted = number_or_none(compared.adjusted_p_values[number])
        error = number_or_none(compared.difference_errors[number])
        differing_units = int(compared.differing_units[number])
        degrees = float(compared.difference_degrees[number])
        limit = number_or_none(compared.p_value_limits[number])
        blind = differing_units < FEWEST_TO_SEE or (limit is not None and limit > level)
        visible = corrected = None
        if error is not None and not blind:
            visible = smallest_visible_difference(error, level, degrees)
            if settings.correction == "holm" and pairs > 1:
                corrected = smallest_visible_difference(error, level / pairs, degrees)
        significant = adjusted is not None and adjusted <= level
        first_is_better = difference is not None and (difference > 0) == metric.higher_is_better
        # emulated tests can call identical systems significantly different; neither is better
        better = (names[i] if first_is_better else names[j]) if difference else None
        differing_segments, any_differs = differing[names[i], names[j]]
        found.append(
            Difference(
                metric=metric.metric,
                system=names[i],
                other=names[j],
                difference=difference,
                interval=interval_or_none(compared.difference_bounds[:, number]),
                standard_error=error,
                p_value=number_or_none(compared.p_values[number]),
                adjusted_p_value=adjusted,
                significant=significant,
                better=better if significant else None,
                exact=bool(compared.exact[number]),
                differing_segments=differing_segments,
                identical_output=not any_differs,
                smallest_visible_difference=visible,
                segments_needed=None
                # more segments do not reduce the variance between training runs
                if visible is None or difference is None or len(systems[i]) + len(systems[j]) > 2
                else number_needed(segments, visible, difference),
                corrected_visible_difference=corrected,
                one_sided_bounds=interval_or_none(compared.one_sided_bounds[:, number]),
                p_value_limit=limit,
                differing_units=differing_units,
            )
        )
    return tuple(found)


def scores_of(
    metric: ComparedMetric,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    compared: Compared,
    differences: Sequence[Difference],
) -> tuple[SystemScore, ...]:
    """Return the score of every system with its interval, rank and cluster."""
    places = places_of(names, compared, differences, higher_is_better=metric.higher_is_better)
    return tuple(
        SystemScore(
            system=name,
            metric=metric.metric,
            score=number_or_none(compared.scores[number]),
            interval=interval_or_none(compared.bounds[:, number]),
            standard_error=number_or_none(compared.standard_errors[number]),
            best=places[number].best,
            rank=places[number].rank,
            cluster=places[number].cluster,
            run_scores=tuple(map(number_or_none, of_runs)) if len(of_runs) > 1 else (),
            run_deviation=number_or_none(np.std(of_runs, ddof=1)) if len(of_runs) > 1 else None,
            details=plain_details(systems[number][0].score.details),
        )
        for number, name in enumerate(names)
        for of_runs in [[run.score.score for run in systems[number]]]
    )


def places_of(
    names: Sequence[str],
    compared: Compared,
    differences: Sequence[Difference | DifferenceOverSets],
    *,
    higher_is_better: bool,
) -> list[Standing]:
    """Return the rank and the cluster of every system from the significant differences."""
    numbers = {name: number for number, name in enumerate(names)}
    wins = [
        (numbers[one.better], numbers[one.other if one.better == one.system else one.system])
        for one in differences
        if one.better is not None
    ]
    return standings(compared.scores, wins, higher_is_better=higher_is_better)


def interval_or_none(bounds: NDArray[Any]) -> Interval | None:
    """Return the interval of two bounds, or None if one is not a number."""
    low, high = number_or_none(bounds[0]), number_or_none(bounds[1])
    return None if low is None or high is None else Interval(low, high)
