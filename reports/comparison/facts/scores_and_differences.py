"""The scores and differences of a comparison from the results of resampling, and their margins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.intervals import tails_of_student
from tallystick.reports.comparison.checks.condition import metric_called, refuse_off_scale
from tallystick.reports.comparison.facts.power import (
    number_needed,
    smallest_visible_difference,
)
from tallystick.reports.comparison.facts.ranks import Standing, standings
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Difference,
    Equivalence,
    Interval,
    SystemScore,
)
from tallystick.reports.comparison.thresholds import FEWEST_TO_SEE
from tallystick.reports.scores import number_or_none, plain_details

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.intervals import Intervals
    from tallystick.metrics.resampling.paired import Compared
    from tallystick.metrics.resampling.settings import Correction, Settings
    from tallystick.metrics.scoring.scoring import Scored
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets, MeanScore

Differing: TypeAlias = "Mapping[tuple[str, str], tuple[int | None, bool]]"
"""For every two systems, the number of segments in which the texts of their first runs differ, None
if they are not known, and whether any runs differ."""

Pair = TypeVar("Pair", bound="Difference | DifferenceOverSets")
Score = TypeVar("Score", bound="SystemScore | MeanScore")


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
    """Return the differences of all compared pairs under one metric."""
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


def one_sided_p_values(
    compared: Intervals, margin: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the p-values against differences of -margin or less, and of margin or more.

    They are those of Student's t with the jackknife's standard error of the difference, shape (2,
    pairs), NaN where it is not known: Schuirmann, "A Comparison of the Two One-Sided Tests
    Procedure and the Power Approach for Assessing the Equivalence of Average Bioavailability",
    Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
    """
    within = np.stack([margin + compared.differences, margin - compared.differences])
    with np.errstate(divide="ignore", invalid="ignore"):
        t = within / compared.difference_errors
    tails = np.full(t.shape, np.nan)
    known = ~np.isnan(t)
    degrees = np.broadcast_to(compared.difference_degrees, t.shape)
    tails[known] = tails_of_student(t[known], degrees[known]) / 2
    return np.where(t < 0, 1 - tails, tails)


def corrected(p_values: NDArray[np.float64], correction: Correction) -> NDArray[np.float64]:
    """Return p-values corrected as those of differences, or by Holm's method instead of max-t."""
    return adjusted(p_values, "holm" if correction == "max-t" else correction)


def non_inferiority_p_values(
    against: NDArray[np.float64], pairs: Sequence[tuple[int, int]], systems: int, *, higher: bool
) -> NDArray[np.float64]:
    """Return for each system the p-value against another that is better by the margin or more.

    It is the largest of those of its pairs: an intersection-union test; Berger, "Multiparameter
    Hypothesis Testing and Acceptance Sampling", Technometrics 24, 1982. `against` is what
    `one_sided_p_values` returned. NaN where a p-value is, or for a system without pairs.

    >>> against = np.array([[0.01, 0.02, 0.3], [0.4, 0.5, 0.03]])
    >>> pairs = [(0, 1), (0, 2), (1, 2)]
    >>> non_inferiority_p_values(against, pairs, 3, higher=True).tolist()
    [0.02, 0.4, 0.5]
    """
    too_low, too_high = against if higher else against[::-1]
    largest = np.full(systems, -np.inf)
    for (one, other), low, high in zip(pairs, too_low, too_high, strict=True):
        largest[[one, other]] = np.maximum(largest[[one, other]], [low, high])
    return np.where(np.isinf(largest), np.nan, largest)


def with_margins(
    settings: Settings, metrics: Mapping[str, Metric], systems: Collection[str]
) -> Settings:
    """Return settings whose margins are by the names of metrics in the report.

    They are given by metric as requested or as printed, or by its name alone.
    """
    if settings.margins and len(systems) < 2:
        raise OptionError(
            f"a margin is for the difference of two systems, but {', '.join(systems)} is the only "
            "one; give another system, or no margin"
        )
    titles = {label: named(metric).name for label, metric in metrics.items()}
    margins = margins_by_label(settings.margins, titles)
    for label, margin in margins.items():
        scale = metrics[label].identity.scale
        refuse_off_scale(f"the margin of {label!r}", margin, scale, is_change=True)
    return replace(settings, margins=margins)


def margins_by_label(
    margins: Mapping[str, float], titles: Mapping[str, str]
) -> Mapping[str, float]:
    """Return margins by the names of metrics in the report, whose titles are given."""
    return {
        metric_called(name, list(titles), titles, f"the margin of {name!r}"): margin
        for name, margin in margins.items()
    }


def with_equivalence(
    metric: ComparedMetric,
    differences: Sequence[Pair],
    scores: Sequence[Score],
    compared: Compared,
    settings: Settings,
    standards: Collection[str | None],
) -> tuple[tuple[Pair, ...], tuple[Score, ...]]:
    """Return the differences and scores under a metric with tests of its margin, if it has one.

    No p-value of not being worse is given for `standards`, with which others are compared.
    """
    if metric.margin is None:
        return tuple(differences), tuple(scores)
    against = one_sided_p_values(compared, metric.margin)
    of_pairs = corrected(against.max(axis=0, initial=0.0), settings.correction)
    of_systems = non_inferiority_p_values(
        against, compared.pairs, len(scores), higher=metric.higher_is_better
    )
    of_systems[[one.system in standards for one in scores]] = np.nan
    of_systems = corrected(of_systems, settings.correction)
    return (
        tuple(
            replace(one, equivalence=equivalence_of(low, high, p_value, settings))
            for one, low, high, p_value in zip(differences, *against, of_pairs, strict=True)
        ),
        tuple(
            replace(one, non_inferiority_p_value=number_or_none(of_systems[system]))
            for system, one in enumerate(scores)
        ),
    )


def equivalence_of(
    low: float, high: float, p_value: float, settings: Settings
) -> Equivalence | None:
    """Return the tests of a margin, of which the corrected p-value is given; None if it is NaN."""
    if np.isnan(p_value):
        return None
    equivalent = bool(p_value <= settings.significance_level)
    return Equivalence(float(low), float(high), float(p_value), equivalent)
