"""Which systems differ by less than a margin, and which are not worse than others by it.

The tests are one-sided: Schuirmann, "A Comparison of the Two One-Sided Tests Procedure and the
Power Approach for Assessing the Equivalence of Average Bioavailability", Journal of
Pharmacokinetics and Biopharmaceutics 15, 1987. They are those of Student's t with the jackknife's
standard error of the difference: a p-value is at most 1 - c where the one-sided bound of confidence
c lies within the margin.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.intervals import tails_of_student
from tallystick.reports.comparison.checks.condition import metric_called
from tallystick.reports.comparison.model import Equivalence
from tallystick.reports.scores import number_or_none

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.intervals import Intervals
    from tallystick.metrics.resampling.paired import Compared
    from tallystick.metrics.resampling.settings import Correction, Settings
    from tallystick.reports.comparison.model import ComparedMetric, Difference, SystemScore
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets, MeanScore

Pair = TypeVar("Pair", bound="Difference | DifferenceOverSets")
Score = TypeVar("Score", bound="SystemScore | MeanScore")


def one_sided_p_values(
    compared: Intervals, margin: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the p-values against differences of -margin or less, and of margin or more.

    Args:
        compared: The differences of pairs, with their standard errors and degrees of freedom.
        margin: The margin, in units of the score, or one for each pair.

    Returns:
        Shape (2, pairs), between 0 and 1; NaN where a standard error is not known.

    >>> from types import SimpleNamespace
    >>> of_a_pair = SimpleNamespace(
    ...     differences=np.array([0.1]),
    ...     difference_errors=np.array([0.2]),
    ...     difference_degrees=np.array([99.0]),
    ... )
    >>> one_sided_p_values(of_a_pair, 0.5).ravel().round(4).tolist()  # t is 3 and 2
    [0.0017, 0.0241]
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

    A system must be better than the margin allows in comparison with every other one, so its
    p-value is the largest of those of its pairs: an intersection-union test; Berger,
    "Multiparameter Hypothesis Testing and Acceptance Sampling", Technometrics 24, 1982.

    Args:
        against: What `one_sided_p_values` returned, shape (2, pairs).
        pairs: The numbers of the two systems of each pair.
        systems: The number of systems.
        higher: Whether higher scores are better.

    Returns:
        Shape (systems,); NaN where a p-value is, or for a system without pairs.

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

    Args:
        settings: The settings, with margins by metric as it was requested or is printed, or by its
            name alone.
        metrics: The metrics, by their names in the report.
        systems: The systems that are compared.

    Raises:
        OptionError: A margin is of no metric, or could be of several, or there is a single system.
    """
    if settings.margins and len(systems) < 2:
        raise OptionError(
            f"a margin is for the difference of two systems, but {', '.join(systems)} is the only "
            "one; give another system, or no margin"
        )
    titles = {label: named(metric).name for label, metric in metrics.items()}
    return replace(settings, margins=margins_by_label(settings.margins, titles))


def margins_by_label(
    margins: Mapping[str, float], titles: Mapping[str, str]
) -> Mapping[str, float]:
    """Return margins by the names of metrics in the report, whose titles are given.

    Raises:
        OptionError: A margin is of no metric, or could be of several.
    """
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
    baseline: str | None,
) -> tuple[tuple[Pair, ...], tuple[Score, ...]]:
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
