"""Notes on what metrics and sets say of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.meta_evaluation.judge import judge_of
from tallystick.reports.meta_evaluation.verdict import titles
from tallystick.reports.wording import counted, listed, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.reports.meta_evaluation.model import MetaEvaluation

MOST_NAMED = 3


def remarks(found: MetaEvaluation) -> tuple[str, ...]:
    """Return the notes, the most important one first."""
    return (*_in_place_of_humans(found), *_weights(found), *_reversed(found))


def preface(found: MetaEvaluation) -> tuple[str, ...]:
    """Return what must be said before the result."""
    if found.against is None:
        return ()
    return (f"This is agreement with {judge_of(found).name}, not with humans.",)


def _in_place_of_humans(found: MetaEvaluation) -> Iterator[str]:
    if found.against is not None:
        name = judge_of(found).name
        yield (
            f"{name} takes the place of humans, and is not evaluated itself. Agreement with it is "
            "no evidence of quality: metrics of n-grams agree with each other because they count "
            "the same matches, right or wrong."
        )


def _weights(found: MetaEvaluation) -> Iterator[str]:
    """Say so if the sets' weights decide which metric comes first."""
    if len(found.across_sets) < 2:
        return
    name = titles(found)
    best = max(found.across_sets, key=lambda one: one.accuracy.value)
    pooled = found.together[0]
    at_the_top = {
        one.metric for one in found.together if one.accuracy.value == pooled.accuracy.value
    }
    if best.metric not in at_the_top:
        largest = max(found.sets, key=lambda one: one.pairs)
        pairs = sum(one.pairs for one in found.sets)
        yield (
            f"With the same weight for each pair, {name[pooled.metric]} comes first; with the same "
            f"weight for each set, {name[best.metric]} does ({largest.name} has {largest.pairs} of "
            f"the {counted(pairs, 'pair')})."
        )


def _reversed(found: MetaEvaluation) -> Iterator[str]:
    if len(found.sets) < 2 or not found.differences:
        return
    name, level = titles(found), found.significance_level
    turned = {(one.metric, one.other) for one in found.reversed_orders}
    if not turned:
        return
    yield (
        f"The order of two metrics turns round on some set for {len(turned)} of "
        f"{counted(len(found.differences), 'pair')} of metrics"
        + (
            "."
            if any(one.adjusted_p_value <= level for one in found.reversed_orders)
            else ", significantly on none."
        )
    )
    significant = sorted(
        (one for one in found.reversed_orders if one.adjusted_p_value <= level),
        key=lambda one: one.adjusted_p_value,
    )
    for one in significant[:MOST_NAMED]:
        yield (
            f"{name[one.metric]} is above {name[one.other]} over all sets, but below on {one.set} "
            f"by {-100 * one.difference:.1f} points (adjusted p-value "
            f"{p_value(one.adjusted_p_value, level)})."
        )
    if len(significant) > MOST_NAMED:
        others = dict.fromkeys(one.set for one in significant[MOST_NAMED:])
        yield (
            f"{counted(len(significant) - MOST_NAMED, 'further order')} turn round significantly, "
            f"on {listed(list(others))}."
        )
