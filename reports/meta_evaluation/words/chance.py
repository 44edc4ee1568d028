"""Which metrics agree with humans significantly better than chance, and which contradict them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
    SystemLevel,
)
from tallystick.reports.meta_evaluation.words.phrases import units_of


class AgainstChance(NamedTuple):
    """Agreement, 0 by chance and negative for contradiction, and its two-sided p-value.

    The p-value is NaN if nothing can be tested, as of a metric that gives one score to everything.
    """

    agreement: float
    p_value: float

    def sign(self, level: float) -> int:
        """Return 1 for significant agreement, -1 for significant contradiction, else 0."""
        return int(np.sign(self.agreement)) if self.p_value <= level else 0


def tested_grouping(report: MetaEvaluation) -> Grouping | None:
    """Return the outputs on which agreement is tested; None if only systems are scored."""
    of_all = report.main_grouping is Grouping.ALL
    tested = Grouping.SEGMENT if report.together and of_all else report.main_grouping
    return tested if any(row.grouping is tested for row in report.on_outputs) else None


def against_chance(
    report: MetaEvaluation, metrics: Sequence[str], judged: EvaluatedSet | None = None
) -> dict[str, AgainstChance]:
    """Return the agreement of metrics on a set, or on all; Holm's method corrects p-values."""
    name, grouping = judged and judged.name, tested_grouping(report)
    units = judged.units if judged else units_of(report)[1]
    tested = {
        row.metric: _on_outputs(row.of(report.coefficient), units, report.confidence)
        for row in (report.segment_level if judged else report.on_outputs)
        if row.grouping is grouping and getattr(row, "set", None) == name
    } or {
        metric: _on_systems(
            [
                row
                for row in report.system_level
                if row.metric == metric and name in (None, row.set)
            ],
            shared=report.aspects,
        )
        for metric in metrics
    }
    p_values = adjusted(np.array([tested[metric].p_value for metric in metrics]), "holm").tolist()
    return {
        metric: tested[metric]._replace(p_value=p)
        for metric, p in zip(metrics, p_values, strict=True)
    }


def _on_outputs(estimate: Estimate, units: int, confidence: float) -> AgainstChance:
    """Test a coefficient by its interval, which is symmetric on the scale of Fisher's z.

    Without an interval all units agree alike, so the test is that of their signs.
    """
    value, bounds = estimate.value, estimate.over_segments
    if value is None:
        return AgainstChance(0.0, math.nan)
    if not value or bounds is None:
        return AgainstChance(value, 2.0 ** (1 - units) if value else 1.0)
    with np.errstate(divide="ignore"):  # an end may round to 1
        centre, end = np.arctanh([value, bounds.low if value > 0 else bounds.high])
    t = centre / (centre - end) * quantile((1 + confidence) / 2, units - 2)
    return AgainstChance(value, two_sided_p_value(float(t), units - 2))


def _on_systems(rows: Sequence[SystemLevel], *, shared: bool) -> AgainstChance:
    """Test concordant less discordant pairs, with a correction for continuity.

    Their variance without ties is n (n - 1) (2 n + 5) / 18, an upper limit with ties; Kendall, Rank
    Correlation Methods, 1970, chapter 4. A set with `shared` systems may repeat another one.
    """
    if not any(row.pairs.concordant + row.pairs.discordant for row in rows):
        return AgainstChance(0.0, math.nan)
    agreement = sum(row.pairs.concordant - row.pairs.discordant for row in rows)
    numbers = [len(row.scores) for row in rows]
    deviations = [math.sqrt(n * (n - 1) * (2 * n + 5) / 18) for n in numbers]
    deviation = sum(deviations) if shared else math.hypot(*deviations)
    z = max(abs(agreement) - 1, 0) / deviation
    return AgainstChance(agreement, two_sided_p_value(z, math.inf))
