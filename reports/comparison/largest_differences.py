"""The segments with the largest differences between two systems' scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import SegmentDifference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems


def largest_differences(
    scored: ScoredSystems,
    scores: Mapping[str, NDArray[np.float64]],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 10,
) -> tuple[SegmentDifference, ...]:
    """Return the `top` segments for each metric, pair and direction, the largest first.

    Segments with the same two hypotheses and references as a segment listed before are omitted, and
    so are segments with equal or undefined scores. `scores` are the segment scores by metric.
    """
    found: list[SegmentDifference] = []
    for name, values in scores.items():
        sign = 1 if scored.fitted[name].identity.higher_is_better else -1
        for pair in pairs:
            first, second = (scored.names.index(system) for system in pair)
            for better, worse in ((first, second), (second, first)):
                difference = values[better] - values[worse]
                found += [
                    SegmentDifference(
                        metric=name,
                        system=scored.names[better],
                        other=scored.names[worse],
                        segment=segment + 1,
                        difference=float(difference[segment]),
                    )
                    for segment in _largest(scored, better, worse, sign * difference, top)
                ]
    return tuple(found)


def _largest(
    scored: ScoredSystems, better: int, worse: int, gain: NDArray[np.float64], top: int
) -> list[int]:
    gain = np.where(gain > 0, gain, 0.0)  # NaN is not above 0
    chosen: dict[object, int] = {}
    for segment in np.argsort(-gain, kind="stable").tolist():
        if gain[segment] == 0 or len(chosen) == top:
            break
        texts = (
            scored.corpora[better].hypotheses[segment],
            scored.corpora[worse].hypotheses[segment],
            scored.references[segment],
        )
        chosen.setdefault(texts, segment)
    return list(chosen.values())
