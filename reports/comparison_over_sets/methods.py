"""The methods paragraph of a comparison over several sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.words.methods import (
    corrected_for,
    intervals_of,
    resamples_of,
    scored_with,
    tested_with,
)
from tallystick.reports.wording import counted, listed, system_name, units

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import ComparisonOnSet, ComparisonOverSets


def methods(found: ComparisonOverSets) -> str:
    """Return a methods paragraph for a paper, or "" if nothing was compared over the sets."""
    if not found.scores:
        return ""
    unit, test = f"{_units(found)} of each set", found.test
    metrics = found.sets[0].comparison.metrics
    signatures = [
        (metric.title + (f" on {listed(sets)}" if sets else ""), signature)
        for metric in metrics
        for signature, sets in found.sets_by_signature(metric.metric).items()
    ]
    sentences = [
        f"We compared {_systems(found)} by the mean of their scores on {len(found.sets)} test "
        "sets, in which each set has the same weight: "
        f"{'; '.join(_corpus(one) for one in found.sets)}.",
        scored_with(metrics, signatures),
        intervals_of(test, unit).removesuffix(".")
        + ", and the degrees of freedom for unequal variances (Welch, 1947).",
        tested_with(test, unit, ()),
        resamples_of(test, ()),
        corrected_for(test, found.baseline, len(metrics)),
        "On a single set, a system is called better if its p-value in the same test there is at "
        f"most {test.significance_level:g} after a correction for all pairs on all sets by the "
        "method of Holm (Holm, 1979; Dror et al., 2017).",
        f"The seed of the random numbers is {test.seed}.",
    ]
    return " ".join(sentences)


def _systems(found: ComparisonOverSets) -> str:
    if found.baseline is None:
        return counted(len(found.systems), "system")
    others = counted(len(found.systems) - 1, "system")
    return f"{others} with the baseline {system_name(found.baseline)}"


def _corpus(one: ComparisonOnSet) -> str:
    test_set = one.comparison.test_set
    documents = f" from {counted(test_set.documents, 'document')}" if test_set.documents else ""
    references = (
        "several references"
        if test_set.references is None
        else counted(test_set.references, "reference")
    )
    return f"{one.name} ({counted(test_set.segments, 'segment')}{documents}, {references})"


def _units(found: ComparisonOverSets) -> str:
    return listed(list(dict.fromkeys(units(one.comparison.test_set) for one in found.sets)), "or")
