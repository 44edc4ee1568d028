"""The segments that contribute most to the difference of two systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import Example
from tallystick.reports.scores import number_or_none

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems


def examples(
    scored: ScoredSystems,
    scores: Mapping[str, NDArray[np.float64]],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 10,
) -> tuple[Example, ...]:
    """Return the `top` segments for each metric, pair and direction, by size of contribution.

    The contribution of a segment is the difference of the corpus scores minus what it is without
    the segment. Segments in which the systems have the same statistics are omitted, and so are
    those with the same two hypotheses and references as a segment listed before. `scores` are the
    segment scores by metric.
    """
    found: list[Example] = []
    for name, values in scores.items():
        rows = scored.rows(name)
        influence = contributions(scored.fitted[name], rows)
        for system, other in pairs:
            one, two = scored.names.index(system), scored.names.index(other)
            contribution = influence[one] - influence[two]
            same = np.isnan(contribution) | (rows[one] == rows[two]).all(axis=1)
            contribution[same] = 0.0
            chosen = [
                segment
                for sign in (1, -1)
                for segment in _largest(scored, (one, two), sign * contribution, top)
            ]
            difference = values[one] - values[two]
            found += [
                Example(
                    metric=name,
                    system=system,
                    other=other,
                    segment=segment + 1,
                    contribution=float(contribution[segment]),
                    difference=number_or_none(difference[segment]),
                )
                for segment in sorted(chosen, key=lambda one: (-abs(contribution[one]), one))
            ]
    return tuple(found)


def contributions(metric: Metric, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corpus score minus that without each segment, shape (systems, segments).

    `rows` are statistics, shape (systems, segments, columns). NaN where a score is not defined.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> rows = np.array([[[1.0, 1.0], [3.0, 1.0], [8.0, 1.0]]])  # score, 1
    >>> contributions(GivenScores("da"), rows).tolist()
    [[-1.5, -0.5, 2.0]]
    """
    found = np.empty(rows.shape[:2])
    for place, of_system in enumerate(rows):
        total = of_system.sum(axis=0)
        found[place] = metric.formula(total) - metric.formula(total - of_system)
    return found


def _largest(
    scored: ScoredSystems, pair: tuple[int, int], gain: NDArray[np.float64], top: int
) -> list[int]:
    chosen: dict[object, int] = {}
    for segment in np.argsort(-gain, kind="stable").tolist():
        if gain[segment] <= 0 or len(chosen) == top:
            break
        hypotheses = tuple(scored.corpora[system].hypotheses[segment] for system in pair)
        chosen.setdefault((hypotheses, scored.references[segment]), segment)
    return list(chosen.values())
