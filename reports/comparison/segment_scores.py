"""The score of every segment on its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.bleu.metric import Bleu

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric
    from tallystick.reports.comparison.scored_systems import ScoredSystems


def metric_for_segments(metric: Metric) -> Metric:
    """Return the metric by which single segments are scored.

    A BLEU that gives 0 to every segment too short to have an n-gram of the highest order is taken
    with effective order, which leaves such orders out; any other metric is taken as it is.

    >>> metric_for_segments(Bleu()).effective_order
    True
    """
    if (
        isinstance(metric, Bleu)
        and metric.conventions.missing_order == "zero"
        and metric.conventions.unmatched_order == "zero"
        and metric.conventions.smooth in ("none", "floor", "exp")
    ):
        return replace(metric, effective_order=True)
    return metric


def segment_scores_of(scored: ScoredSystems) -> dict[str, NDArray[np.float64]]:
    """Score every segment of every system under every metric, as `metric_for_segments` does.

    Returns:
        By metric the scores, shape (systems, segments); NaN where a score is not a finite number.

    >>> from tallystick.metrics.corpus import Corpus
    >>> from tallystick.reports.comparison.scored_systems import scored_systems
    >>> corpus = Corpus.from_segments(hypotheses=["a b", "a b c"], references=["a b", "a b d"])
    >>> scores = segment_scores_of(scored_systems({"mine": corpus}, {"bleu": Bleu()}))
    >>> scores["bleu"].round(2).tolist()
    [[100.0, 55.03]]
    """
    found: dict[str, NDArray[np.float64]] = {}
    for name, metric in scored.fitted.items():
        scores = np.asarray(metric_for_segments(metric).formula(scored.rows(name)), np.float64)
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
