"""What is computed on one set, before sets are pooled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tallystick.reports.meta_evaluation.agreement.differences import differences_on_set
from tallystick.reports.meta_evaluation.agreement.segment_level import Grouped, segment_level
from tallystick.reports.meta_evaluation.agreement.system_level import (
    OfMetric,
    OnSystems,
    system_level,
)
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import DifferenceOnSet, Grouping, SegmentLevel
from tallystick.reports.meta_evaluation.settings import FEWEST_SYSTEMS, MetaSettings


class OnSet(NamedTuple):
    """A set, and the agreement of metrics with humans on it.

    Attributes:
        judged: The set.
        weight: Its weight in means over tasks.
        systems: The agreement on systems; of no metric if there are fewer than three systems.
        segments: The agreement on outputs; nothing without human scores of segments.
        groups: By metric and grouping, what `segments` is computed from.
        differences: The tests of all pairs of metrics.
    """

    judged: JudgedSet
    weight: float
    systems: OnSystems
    segments: list[SegmentLevel]
    groups: Mapping[str, Mapping[Grouping, Grouped]]
    differences: list[DifferenceOnSet]

    @property
    def agreed(self) -> Mapping[str, OfMetric]:
        """By metric, the agreement on pairs of systems."""
        return self.systems.metrics


def on_set(judged: JudgedSet, weight: float, settings: MetaSettings) -> OnSet:
    """Compute the agreement of metrics with humans on a set."""
    systems = OnSystems((None,) * len(judged.systems), {})
    if len(judged.systems) >= FEWEST_SYSTEMS:
        systems = system_level(judged, settings)
    segments, groups = segment_level(judged, settings)
    differences = differences_on_set(judged, groups, settings)
    return OnSet(judged, weight, systems, segments, groups, differences)
