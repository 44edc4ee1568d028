"""All sets together: agreement on outputs, and tests of metrics against each other.

Every set has the same weight. A coefficient is compared by what each segment, or document, adds to
it, so one test serves every grouping.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.reports.comparison.facts.scores_and_differences import (
    number_needed,
    smallest_visible_difference,
)
from tallystick.reports.meta_evaluation.agreement.on_set import OnSet
from tallystick.reports.meta_evaluation.agreement.over_sets import standings_of
from tallystick.reports.meta_evaluation.agreement.segment_level import (
    Grouped,
    estimates_of,
    groupings,
    joined_effects,
)
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import Grouping, OnOutputs, OutputDifference, wins
from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.meta_evaluation.statistics.between_metrics import sign_tests
from tallystick.reports.meta_evaluation.statistics.effects import Effects

if TYPE_CHECKING:
    from tallystick.reports.meta_evaluation.settings import MetaSettings


_Groups = Mapping[str, Mapping[Grouping, Grouped]]
"""By metric and grouping, the agreement on one set."""


class OverOutputs(NamedTuple):
    """What all sets with human scores of segments say together of outputs.

    Metrics are the best first for each grouping that all sets have, with tests of all their pairs.
    """

    metrics: list[OnOutputs]
    differences: list[OutputDifference]

    @property
    def main(self) -> list[OnOutputs]:
        """The metrics in the grouping by which they are ranked, the best first."""
        return [metric for metric in self.metrics if metric.grouping is self.metrics[-1].grouping]


def over_outputs(sets: Sequence[OnSet], settings: MetaSettings) -> OverOutputs:
    """Return the agreement over all sets with human scores of segments, and all tests."""
    judged = [
        (on_set.judged, on_set.groups, _on_common(on_set.judged, on_set.groups))
        for on_set in sets
        if on_set.groups
    ]
    over = OverOutputs([], [])
    for grouping in Grouping:
        tested = Correlation.TAU_B if grouping is Grouping.CHOICES else settings.coefficient
        if not judged or any(
            grouping not in group for _, groups, _ in judged for group in groups.values()
        ):
            continue
        own = {
            metric: [(data, groups[metric][grouping]) for data, groups, _ in judged]
            for metric in judged[0][1]
        }
        pooled = {
            metric: {each: joined_effects(of_sets, each) for each in Correlation}
            for metric, of_sets in own.items()
        }
        common = {
            metric: joined_effects(
                [(data, groups[metric][grouping]) for data, _, groups in judged],
                tested,
                with_value=True,
            )
            for metric in own
        }
        values = {metric: of[tested].value for metric, of in pooled.items()}
        order = sorted(own, key=lambda metric: -np.nan_to_num(values[metric], nan=-2.0))
        differences = _differences(grouping, order, common, settings)
        standings = standings_of(order, wins(differences, settings.significance_level))
        over.differences.extend(differences)
        over.metrics.extend(
            OnOutputs(
                metric=metric,
                grouping=grouping,
                **estimates_of(pooled[metric], settings),
                rank=standing.rank,
                cluster=standing.cluster,
            )
            for metric, standing in zip(order, standings, strict=True)
        )
    return over


def _on_common(judged: JudgedSet, groups: _Groups) -> _Groups:
    """Return the agreement on the outputs that humans and all metrics scored."""
    human = judged.human.segments
    missing = np.isnan([metric.segments for metric in judged.metrics.values()])
    if human is None or (missing == missing[0])[:, ~np.isnan(human)].all():
        return groups
    common = np.where(missing.any(axis=0), np.nan, human)
    return {
        label: groupings(judged, common, scored.segments)
        for label, scored in judged.metrics.items()
    }


def _differences(
    grouping: Grouping,
    order: Sequence[str],
    effects: Mapping[str, Effects],
    settings: MetaSettings,
) -> list[OutputDifference]:
    """Test all pairs of metrics; a pair with an undefined coefficient is left out."""
    known = [metric for metric in order if not np.isnan(effects[metric].value)]
    pairs = list(itertools.combinations(known, 2))
    if not pairs:
        return []
    # the sums of these are the differences, and the squares of their deviations the variances
    added = np.stack([effects[one].each - effects[other].each for one, other in pairs], axis=1)
    tested = sign_tests(added, settings.draws(f"outputs of each {grouping}"))
    differences = []
    for place, (one, other) in enumerate(pairs):
        difference = float(added[:, place].sum())
        error = float(added[:, place].std()) * len(added) ** 0.5
        visible = smallest_visible_difference(error, settings.significance_level)
        better = (one, other) if difference >= 0 else (other, one)
        differences.append(
            OutputDifference(
                *better,
                grouping=grouping,
                difference=abs(difference),
                p_value=float(tested.p_values[place]),
                adjusted_p_value=float(tested.adjusted[place]),
                units_needed=number_needed(len(added), visible, difference),
            )
        )
    return differences
