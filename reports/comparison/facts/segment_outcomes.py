"""How often each of two systems has the better score of a segment, and by how much."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import SegmentOutcomes
from tallystick.reports.comparison.thresholds import MOST_BINS, TIE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems


def segment_outcomes(
    scored: ScoredSystems,
    scores: Mapping[str, NDArray[np.float64]],
    pairs: Sequence[tuple[str, str]],
) -> tuple[SegmentOutcomes, ...]:
    """Return the outcomes of every pair under every metric.

    Segments in which a score is not defined are not counted. `scores` are the segment scores by
    metric, shape (systems, segments). The edges are those of all pairs under a metric.
    """
    found = []
    for name, values in scores.items():
        sign = 1 if scored.fitted[name].identity.higher_is_better else -1
        of_pairs = [
            _differences(*(values[scored.names.index(system)] for system in pair)) for pair in pairs
        ]
        outer = round_edges(max((float(np.abs(one).max(initial=0)) for one in of_pairs), default=0))
        edges = [-edge for edge in outer[:0:-1]] + outer
        for (system, other), differences in zip(pairs, of_pairs, strict=True):
            found.append(
                SegmentOutcomes(
                    metric=name,
                    system=system,
                    other=other,
                    better=int((sign * differences > 0).sum()),
                    equal=int((differences == 0).sum()),
                    worse=int((sign * differences < 0).sum()),
                    edges=tuple(edges),
                    counts=_counts(differences, outer),
                )
            )
    return tuple(found)


def round_edges(largest: float) -> list[float]:
    """Return edges from 0 to a largest number or just above, in steps of 1, 2 or 5 times 10^n.

    >>> round_edges(7.3)
    [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5]
    >>> len(round_edges(100)), round_edges(100)[-1], round_edges(0)
    (21, 100.0, [])
    """
    if not largest > 0:
        return []
    power = math.floor(math.log10(largest / MOST_BINS))
    steps = ((unit, power + more) for more in (0, 1) for unit in (1, 2, 5))
    for unit, exponent in steps:
        # a decimal string is the nearest number to the round one, a product is not
        bins = math.ceil(largest / float(f"{unit}e{exponent}") * (1 - TIE))
        if bins <= MOST_BINS:
            break
    return [float(f"{unit * number}e{exponent}") for number in range(bins + 1)]


def _differences(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the differences of segments in which both scores are defined; 0 for ties."""
    defined = ~(np.isnan(one) | np.isnan(other))
    one, other = one[defined], other[defined]
    differences = one - other
    differences[np.abs(differences) <= TIE * np.maximum(np.abs(one), np.abs(other))] = 0.0
    return differences


def _counts(differences: NDArray[np.float64], outer: Sequence[float]) -> tuple[int, ...]:
    """Count the differences other than 0 in mirrored bins, each with its edge further from 0."""
    if not outer:
        return ()
    # the last edge includes what rounding puts above it
    limits = np.array(outer[1:]) * (1 + TIE)
    bins = np.searchsorted(limits, np.abs(differences[differences != 0]))
    positive = differences[differences != 0] > 0
    above, below = (
        np.bincount(bins[chosen], minlength=len(limits)) for chosen in (positive, ~positive)
    )
    return (*below[::-1].tolist(), *above.tolist())
