"""The score of every single segment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.metric import segment_form

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems


def segment_scores_of(scored: ScoredSystems) -> dict[str, NDArray[np.float64]]:
    """Return the segment scores by metric, shape (systems, segments); NaN if not finite."""
    found: dict[str, NDArray[np.float64]] = {}
    for name, metric in scored.fitted.items():
        scores = np.asarray(segment_form(metric).formula(scored.rows(name)), np.float64)
        found[name] = np.where(np.isfinite(scores), scores, np.nan)
    return found


def scores_as_tuples(
    scored: ScoredSystems, scores: Mapping[str, NDArray[Any]]
) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """Return segment scores by metric and system, with None for NaN."""
    return {
        metric: {
            system: tuple(None if score != score else score for score in of_system)
            for system, of_system in zip(scored.names, values.tolist(), strict=True)
        }
        for metric, values in scores.items()
    }
