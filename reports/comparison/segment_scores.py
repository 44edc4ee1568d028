"""The score of every segment on its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.metric import segment_form

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems


def segment_scores_of(scored: ScoredSystems) -> dict[str, NDArray[np.float64]]:
    """Score every segment of every system under every metric, in its `segment_form`.

    Returns:
        By metric the scores, shape (systems, segments); NaN where a score is not a finite number.

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> from tallystick.reports.comparison.scored_systems import scored_systems
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "a b c"], references=["a b", "a b d"])
    >>> scores = segment_scores_of(scored_systems({"mine": corpus}, {"bleu": Bleu()}))
    >>> scores["bleu"].round(2).tolist()
    [[100.0, 55.03]]
    """
    found: dict[str, NDArray[np.float64]] = {}
    for name, metric in scored.fitted.items():
        scores = np.asarray(segment_form(metric).formula(scored.rows(name)), np.float64)
        found[name] = np.where(np.isfinite(scores), scores, np.nan)
    return found


def scores_as_tuples(
    scored: ScoredSystems, scores: Mapping[str, NDArray[Any]]
) -> dict[str, dict[str, tuple[float | None, ...]]]:
    """Return segment scores as a report holds them: by metric and system, None for NaN."""
    return {
        metric: {
            system: tuple(None if score != score else score for score in of_system)
            for system, of_system in zip(scored.names, values.tolist(), strict=True)
        }
        for metric, values in scores.items()
    }
