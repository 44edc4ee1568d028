"""Systems that one metric flatters: it scores them far above what other metrics lead to expect.

A system that was tuned to a metric, or whose outputs are chosen by it, as in minimum-Bayes-risk
decoding, gains more under this metric than under others. Metrics that count much the same, as
BLEU and its dialects do, gain together. So each metric is compared with the metrics that are not
similar to it, of which similar ones share one vote.

The scores of the systems under a metric are regressed on the mean of their standardised scores
under those others. The residual of each system, studentised by those of the other systems, follows
Student's t if the system is like the others; Cook and Weisberg, "Residuals and Influence in
Regression", 1982, section 2.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import Flattered
from tallystick.reports.meta_evaluation.settings import FEW_SYSTEMS, SIMILAR_METRICS, MetaSettings
from tallystick.reports.meta_evaluation.statistics.between_metrics import standardised


def flattered_systems(
    judged: JudgedSet, metrics: Sequence[str], correlations: FloatArray, settings: MetaSettings
) -> list[Flattered]:
    """Return the systems that a metric flatters, given the correlations of metrics on outputs.

    Their residuals are significant, corrected by Bonferroni's method for all systems and metrics of
    the set, and their rank is higher than under humans and every metric that is not similar.
    """
    systems = len(judged.systems)
    if systems < FEW_SYSTEMS:
        return []
    scores = np.stack([judged.metrics[metric].systems for metric in metrics])
    # a metric that ties all outputs is similar to every other one: it has no vote
    similar = ~(correlations < SIMILAR_METRICS)
    tests = len(metrics) * systems
    flattered = []
    for number, metric in enumerate(metrics):
        others = np.flatnonzero(~similar[number])
        if not len(others):
            continue
        votes = 1 / similar[np.ix_(others, others)].sum(axis=1)
        expected = np.average([*map(standardised, scores[others])], axis=0, weights=votes)
        residuals, excess = studentised_residuals(scores[number], expected)
        human_ranks, ranks = _ranks(judged.human.systems), _ranks(scores[number])
        other_ranks = np.stack([_ranks(scores[other]) for other in others])
        for system in np.flatnonzero(ranks < np.minimum(human_ranks, other_ranks.min(axis=0))):
            p = two_sided_p_value(float(residuals[system]), systems - 3) / 2
            adjusted = min(1.0, p * tests)
            if residuals[system] > 0 and adjusted <= settings.significance_level:
                flattered.append(
                    Flattered(
                        set=judged.name,
                        metric=metric,
                        system=judged.systems[system],
                        rank=int(ranks[system]),
                        systems=systems,
                        human_rank=int(human_ranks[system]),
                        best_other_rank=int(other_ranks[:, system].min()),
                        worst_other_rank=int(other_ranks[:, system].max()),
                        excess=float(excess[system]),
                        adjusted_p_value=adjusted,
                    )
                )
    return flattered


def studentised_residuals(
    scores: FloatArray, expected: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return residuals of a regression on one variable, of at least 4 systems, and excesses.

    Residuals are studentised externally; an excess is the distance from the regression without the
    system.
    """
    systems = len(scores)
    design = np.stack([np.ones(systems), expected], axis=1)
    hat = design @ np.linalg.pinv(design)
    leverage = np.clip(np.diag(hat), 0.0, 1 - 1e-9)
    residuals = scores - hat @ scores
    degrees = systems - design.shape[1] - 1
    squares = np.maximum((residuals**2).sum() - residuals**2 / (1 - leverage), 0.0) / degrees
    errors = np.sqrt(squares * (1 - leverage))
    studentised = np.divide(residuals, errors, out=np.zeros(systems), where=errors > 0)
    return studentised, residuals / (1 - leverage)


def _ranks(scores: FloatArray) -> IntArray:
    """Return the ranks of systems, 1 for the best; equal systems share the best of their ranks."""
    return np.asarray(1 + (scores[np.newaxis] > scores[:, np.newaxis]).sum(axis=1))
