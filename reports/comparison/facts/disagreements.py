"""Pairs of systems that two metrics rank in opposite orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import Difference, Disagreement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems


def disagreements(
    scored: ScoredSystems,
    scores: Mapping[str, NDArray[np.float64]],
    differences: Iterable[Difference],
    *,
    top: int = 10,
) -> tuple[Disagreement, ...]:
    """Return an entry for each pair of systems and pair of metrics that prefer different systems.

    Its segments are the `top` ones with the largest differences of ranks: each metric ranks all
    segments by how much it prefers the first system. Ranks are compared because the scales of
    metrics differ. `scores` are the segment scores by metric.
    """
    by_pair: dict[tuple[str, str], list[Difference]] = {}
    for one in differences:
        by_pair.setdefault((one.system, one.other), []).append(one)
    found: list[Disagreement] = []
    for pair, of_pair in by_pair.items():
        for one, another in combinations(of_pair, 2):
            first, second = _preference(scored, one), _preference(scored, another)
            if first * second >= 0:
                continue
            preferred, other = pair if first > 0 else pair[::-1]
            one_gains, other_gains = (
                _gains(scored, scores, metric, preferred, other)
                for metric in (one.metric, another.metric)
            )
            found.append(
                Disagreement(
                    system=preferred,
                    other=other,
                    metric=one.metric,
                    other_metric=another.metric,
                    significant=tuple(each.metric for each in (one, another) if each.significant),
                    segments=_ranked_apart(one_gains, other_gains, top),
                )
            )
    return tuple(found)


def _preference(scored: ScoredSystems, difference: Difference) -> float:
    if difference.difference is None:
        return 0.0
    sign = 1 if scored.fitted[difference.metric].identity.higher_is_better else -1
    return sign * float(np.sign(difference.difference))


def _gains(
    scored: ScoredSystems,
    scores: Mapping[str, NDArray[np.float64]],
    metric: str,
    preferred: str,
    other: str,
) -> NDArray[np.float64]:
    values = scores[metric]
    sign = 1 if scored.fitted[metric].identity.higher_is_better else -1
    gains: NDArray[np.float64] = sign * (
        values[scored.names.index(preferred)] - values[scored.names.index(other)]
    )
    return gains


def _ranked_apart(
    one: NDArray[np.float64], another: NDArray[np.float64], top: int
) -> tuple[int, ...]:
    """Return the segments, from 1, with the largest differences of ranks, largest first."""
    defined = np.flatnonzero(~np.isnan(one) & ~np.isnan(another))
    apart = np.abs(average_ranks(one[defined]) - average_ranks(another[defined]))
    order = np.argsort(-apart, kind="stable")[:top]
    return tuple((defined[order[apart[order] > 0]] + 1).tolist())


def average_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ranks from 1 up; ties get the mean of their ranks.

    >>> average_ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: NDArray[np.float64] = (ends - (counts - 1) / 2)[places]
    return ranks
