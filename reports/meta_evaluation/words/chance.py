"""Which metrics agree with humans significantly better than chance, and which contradict them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.draws import permutations
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
)
from tallystick.reports.meta_evaluation.words.phrases import WHERE, units_of


class AgainstChance(NamedTuple):
    """Agreement, 0 by chance and negative for contradiction, and its two-sided p-value."""

    agreement: float
    p_value: float

    def sign(self, level: float) -> int:
        """Return 1 for significant agreement, -1 for significant contradiction, else 0."""
        return int(np.sign(self.agreement)) if self.p_value <= level else 0


def tested_grouping(report: MetaEvaluation) -> Grouping | None:
    """Return the outputs on which agreement is tested; None if only systems are scored."""
    if not report.on_outputs:
        return None
    of_all = report.main_grouping is Grouping.ALL
    return Grouping.SEGMENT if report.together and of_all else report.main_grouping


def where_tested(report: MetaEvaluation) -> str:
    """Return on what agreement is tested, as in "agrees with humans within segments"."""
    grouping = tested_grouping(report)
    return "on systems" if grouping is None else WHERE[grouping]


def against_chance(
    report: MetaEvaluation, metrics: Sequence[str], *, by_set: bool = False
) -> dict[tuple[str, str], AgainstChance]:
    """Return agreement by set, "" for all of them, and metric; p-values are corrected for all.

    The correction is Holm's.
    """
    sets = [[judged] for judged in report.sets] if by_set else [report.sets]
    grouping = tested_grouping(report)
    tested: dict[tuple[str, str], AgainstChance] = {}
    if grouping is None:
        for of_sets in sets:
            name = of_sets[0].name if by_set else ""
            for metric, of_metric in _on_systems(report, of_sets, metrics).items():
                tested[name, metric] = of_metric
    else:
        units = {judged.name: judged.units for judged in report.sets} | {"": units_of(report)[1]}
        for row in report.segment_level if by_set else report.on_outputs:
            name = getattr(row, "set", "")
            if row.grouping is grouping and row.metric in metrics:
                estimate = row.of(report.coefficient)
                tested[name, row.metric] = _on_outputs(estimate, units[name], report.confidence)
    p_values = adjusted(np.array([each.p_value for each in tested.values()]), "holm")
    return {
        key: each._replace(p_value=float(p))
        for (key, each), p in zip(tested.items(), p_values, strict=True)
    }


def _on_outputs(estimate: Estimate, units: int, confidence: float) -> AgainstChance:
    """Test a coefficient by its interval, which is symmetric on the scale of Fisher's z.

    Without an interval all units agree alike, so the test is that of their signs.
    """
    value, bounds = estimate.value or 0.0, estimate.over_segments
    if not value or bounds is None:
        return AgainstChance(value, 2.0 ** (1 - units) if value else 1.0)
    with np.errstate(divide="ignore"):  # an end may round to 1
        centre, end = np.arctanh([value, bounds.low if value > 0 else bounds.high])
    t = centre / (centre - end) * quantile((1 + confidence) / 2, units - 2)
    return AgainstChance(value, two_sided_p_value(float(t), units - 2))


def _on_systems(
    report: MetaEvaluation, sets: Sequence[EvaluatedSet], metrics: Sequence[str]
) -> Mapping[str, AgainstChance]:
    """Test concordant less discordant pairs of systems by permutations of the human scores.

    Systems of aspects are the same, so these share their permutations.
    """
    of_systems = {(row.set, row.metric): row.scores for row in report.system_level}
    better = {metric.metric: metric.higher_is_better for metric in report.metrics}
    directions = np.array([1.0 if better[metric] else -1.0 for metric in metrics])
    observed, permuted = np.zeros(len(metrics)), np.zeros((report.resamples, len(metrics)))
    for judged in sets:
        human = np.array(judged.scores)
        scores = np.array([of_systems[judged.name, metric] for metric in metrics], np.float64)
        first, second = np.triu_indices(len(human), 1)
        of_metrics = np.nan_to_num(np.sign(scores[:, first] - scores[:, second])).T * directions
        purpose = "chance" if report.aspects else f"chance on {judged.name}"
        drawn = human[permutations(report.seed, purpose, len(human), report.resamples)]
        observed += np.sign(human[first] - human[second]) @ of_metrics
        permuted += np.sign(drawn[:, first] - drawn[:, second]) @ of_metrics
    larger = (np.abs(permuted) >= np.abs(observed)).sum(axis=0)
    p_values = (larger + 1) / (report.resamples + 1)
    return {
        metric: AgainstChance(float(value), float(p))
        for metric, value, p in zip(metrics, observed, p_values, strict=True)
    }
