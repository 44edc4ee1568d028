"""The reactions of a metric to planted changes.

The statistics of every text are computed once. Scores of corpora with changes in some segments are
the formula of their sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.metric import segment_form
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, percentile_bounds
from tallystick.metrics.resampling.draws import permutations
from tallystick.metrics.resampling.units import segments_as_units
from tallystick.reports.challenge_sets.kinds import UNIT, Kind
from tallystick.reports.challenge_sets.model import Reaction
from tallystick.reports.challenge_sets.settings import ChallengeSettings
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.model import defined
from tallystick.reports.meta_evaluation.statistics.pairs import Coefficient, count_pairs_by_column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric
    from tallystick.reports.challenge_sets.planting import ChallengeSet

ORDERS = 20
"""How many random orders of the segments a correlation averages."""
ROUNDING = 1e-9
"""A smaller difference of two scores, relative to the larger one, is none."""


class _Lines(NamedTuple):
    """Lines of a challenge set, one for each segment in which a kind was planted."""

    kind: Kind
    without: NDArray[np.int64]
    changed: NDArray[np.int64]
    with_unit: NDArray[np.int64]


def reactions(
    label: str,
    metric: Metric,
    rows: NDArray[np.float64],
    challenge: ChallengeSet,
    kinds: Sequence[Kind],
    settings: ChallengeSettings,
    threads: int,
) -> Iterator[Reaction]:
    """Yield the reaction of a metric to each kind.

    Args:
        label: The name of the metric in the report.
        metric: The metric, fitted.
        rows: Its statistics of `challenge.all_texts`, shape (lines, columns).
        challenge: The challenge set.
        kinds: The kinds.
        settings: The settings.
        threads: The number of threads; the result does not depend on it.
    """
    sign = 1.0 if metric.identity.higher_is_better else -1.0
    goodness = sign * np.asarray(segment_form(metric).formula(rows), np.float64)
    segments, of_unit = challenge.places(UNIT)
    unit_line = dict(zip(segments.tolist(), of_unit.tolist(), strict=True))
    for kind in kinds:
        without, changed = challenge.places(kind)
        with_unit = np.array([unit_line[segment] for segment in without.tolist()], np.int64)
        units = segments_as_units(len(without))
        before, after, unit = (units.sums(rows[lines]) for lines in (without, changed, with_unit))
        noticed, raised = _shares(goodness[without], goodness[changed])
        observed = sign * metric.formula(
            np.stack([one.sum(axis=0) for one in (before, after, unit)])
        )
        resampled = sign * bootstrap_scores(
            metric,
            [before, after, unit],
            resamples=settings.resamples,
            seed=settings.seed,
            purpose=f"challenge:{kind.name}",
            threads=threads,
        )
        numbers, scores = _growing(metric, before, after, settings.seed, kind.name)
        yield Reaction(
            metric=label,
            kind=kind.name,
            noticed=noticed,
            raised=raised,
            drop=defined(float(_drop(observed))),
            drop_interval=_interval(_drop(resampled), settings.confidence, len(without)),
            relative=defined(float(_relative(observed))),
            relative_interval=_interval(_relative(resampled), settings.confidence, len(without)),
            correlation=_correlation(numbers, -sign * scores),
            series=tuple(zip(numbers, map(defined, scores[0].tolist()), strict=True)),
        )


def _shares(
    before: NDArray[np.float64], after: NDArray[np.float64]
) -> tuple[float | None, float | None]:
    """Return the shares of segments whose score becomes worse, and better."""
    known = ~(np.isnan(before) | np.isnan(after))
    if not known.any():
        return None, None
    before, after = before[known], after[known]
    far = np.abs(after - before) > ROUNDING * np.maximum(np.abs(before), np.abs(after))
    return float((far & (after < before)).mean()), float((far & (after > before)).mean())


def _drop(goodness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the drop from the first to the second of (..., 3) corpora."""
    drop: NDArray[np.float64] = goodness[..., 0] - goodness[..., 1]
    return drop


def _relative(goodness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the drop relative to that of the third of (..., 3) corpora; NaN if that is none."""
    of_unit = goodness[..., 0] - goodness[..., 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        relative: NDArray[np.float64] = np.where(of_unit > 0, _drop(goodness) / of_unit, np.nan)
    return relative


def _interval(values: NDArray[np.float64], confidence: float, units: int) -> Interval | None:
    low, high = percentile_bounds(values, confidence, units).tolist()
    return None if np.isnan(low) or np.isnan(high) else Interval(low, high)


def _growing(
    metric: Metric, before: NDArray[np.float64], after: NDArray[np.float64], seed: int, kind: str
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the scores of corpora in which more and more segments are changed.

    Returns:
        The numbers of changed segments, 0, 1, 2, 4 ... all, and the score of each for several
        random orders of the segments, shape (orders, numbers).
    """
    segments = len(before)
    numbers = [0, *(2**power for power in range((segments - 1).bit_length())), segments]
    difference = np.vstack([np.zeros((1, before.shape[1])), after - before])
    sums = [
        difference[np.append(0, order + 1)].cumsum(axis=0)[numbers]
        for order in permutations(seed, f"challenge:{kind}", segments, ORDERS)
    ]
    return numbers, np.asarray(metric.formula(before.sum(axis=0) + np.stack(sums)), np.float64)


def _correlation(numbers: Sequence[int], badness: NDArray[np.float64]) -> float | None:
    counted = np.repeat(np.array(numbers, np.float64)[:, np.newaxis], len(badness), axis=1)
    found = Coefficient.TAU_A.of(count_pairs_by_column(counted, badness.T))
    return None if np.isnan(found).all() else float(np.nanmean(found))
