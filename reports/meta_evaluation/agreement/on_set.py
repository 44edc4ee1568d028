"""What is computed on one set, before sets are pooled."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import adjusted
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.segment_level import Grouped, segment_level
from tallystick.reports.meta_evaluation.agreement.system_level import OfMetric, system_level
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import (
    DifferenceOnSet,
    Grouping,
    SegmentLevel,
    defined,
)
from tallystick.reports.meta_evaluation.settings import FEWEST_SYSTEMS, MetaSettings
from tallystick.reports.meta_evaluation.statistics.between_metrics import (
    Tested,
    mean_p_values,
    pearson_p_values,
    williams_p_value,
)
from tallystick.reports.meta_evaluation.statistics.correlations import pearson


class OnSet(NamedTuple):
    """A set, its weight in means over tasks, and the agreement of metrics with humans on it.

    By metric, that on pairs of systems is in `agreed`, which is empty if there are fewer than three
    systems, or not all were compared, and `groups` has what `segments` is computed from; without
    human scores of segments they are empty.
    """

    judged: JudgedSet
    weight: float
    intervals: tuple[Interval | None, ...]
    agreed: Mapping[str, OfMetric]
    segments: list[SegmentLevel]
    groups: Mapping[str, Mapping[Grouping, Grouped]]
    differences: list[DifferenceOnSet]


def on_set(judged: JudgedSet, weight: float, settings: MetaSettings) -> OnSet:
    """Compute the agreement of metrics with humans on a set."""
    intervals: tuple[Interval | None, ...] = (None,) * len(judged.systems)
    agreed: Mapping[str, OfMetric] = {}
    if len(judged.systems) >= FEWEST_SYSTEMS and judged.human.comparable:
        intervals, agreed = system_level(judged, settings)
    segments, groups = segment_level(judged, settings)
    differences = _differences(judged, groups, settings)
    return OnSet(judged, weight, intervals, agreed, segments, groups, differences)


def _differences(
    judged: JudgedSet, groups: Mapping[str, Mapping[Grouping, Grouped]], settings: MetaSettings
) -> list[DifferenceOnSet]:
    """Test all pairs of metrics; there are no groups without human scores of segments."""
    names = list(judged.metrics)
    pairs = np.array(list(itertools.combinations(range(len(names)), 2)), np.int64).reshape(-1, 2)
    if not len(pairs):
        return []
    williams = np.array([_williams(judged, names[one], names[other]) for one, other in pairs])
    undefined = np.full(len(pairs), np.nan)
    of_pearson = of_kendall = Tested(undefined, undefined, undefined)
    none = np.full(judged.segments, np.nan)
    of_groups = [groups.get(name, {}).get(Grouping.SEGMENT) for name in names]
    taus = np.stack([none if group is None else group.taus for group in of_groups])
    if judged.human.segments is not None and judged.human.preferences is None:
        kept = judged.judged_segments
        of_pearson = pearson_p_values(
            judged.human.segments[:, kept],
            np.stack([metric.segments[:, kept] for metric in judged.metrics.values()]),
            pairs,
            settings.draws(f"cells of {judged.name}"),
        )
        of_kendall = mean_p_values(
            taus[:, kept], pairs, settings.draws(f"segments of {judged.name}")
        )
    of_williams = adjusted(williams, "holm")
    return [
        DifferenceOnSet(
            set=judged.name,
            metric=names[one],
            other=names[other],
            williams=defined(williams[place]),
            pearson=defined(of_pearson.p_values[place]),
            kendall=defined(of_kendall.p_values[place]),
            adjusted=(
                defined(of_williams[place]),
                defined(of_pearson.adjusted[place]),
                defined(of_kendall.adjusted[place]),
            ),
        )
        for place, (one, other) in enumerate(pairs)
    ]


def _williams(judged: JudgedSet, one: str, other: str) -> float:
    human = judged.human.systems
    scores = [judged.metrics[name].systems for name in (one, other)]
    r12, r13, r23 = (
        float(pearson(a, b)) for a, b in ((human, scores[0]), (human, scores[1]), tuple(scores))
    )
    p = williams_p_value(r12, r13, r23, len(human))
    return math.nan if p is None else p
