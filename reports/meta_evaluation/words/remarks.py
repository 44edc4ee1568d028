"""Notes on what metrics and sets say of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.meta_evaluation.words.cells import of_set, ordinal, share, span
from tallystick.reports.meta_evaluation.words.judge import judge_of
from tallystick.reports.meta_evaluation.words.verdict import titles
from tallystick.reports.wording import counted, listed, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.reports.meta_evaluation.model import MetaEvaluation

MOST_NAMED = 3


def remarks(found: MetaEvaluation) -> tuple[str, ...]:
    """Return the notes, the most important one first."""
    return (
        *_in_place_of_humans(found),
        *_weights(found),
        *_reversed(found),
        *_among_metrics(found),
        *_all_against_humans(found),
        *_flattered(found),
        *_references(found),
    )


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
            "no evidence of quality: metrics can share errors, and those of n-grams do, because "
            "they count the same matches."
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
    few = [one for one in found.reversed_orders if one.p_value_limit > level]
    yield (
        f"The order of two metrics turns round on some set for {len(turned)} of "
        f"{counted(len(found.differences), 'pair')} of metrics"
        + (
            ""
            if any(one.adjusted_p_value <= level for one in found.reversed_orders)
            else ", significantly on none"
        )
        + (
            f"; {len(few)} of {len(found.reversed_orders)} such orders are on sets with too few "
            "systems to show it."
            if few
            else "."
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


def _among_metrics(found: MetaEvaluation) -> Iterator[str]:
    """Say so if metrics agree with each other more than any does with humans."""
    # two metrics that tie all systems agree on nothing
    each_other = [one.accuracy or 0.0 for one in found.metric_agreement if one.kendall is not None]
    highest = max(one.accuracy.value or 0.0 for one in found.together)
    if each_other and min(each_other) > highest:
        judge = judge_of(found)
        yield (
            f"Any two metrics order {span(each_other)} of the pairs of systems alike, and none "
            f"orders more than {share(highest)} as {judge.do}: metrics may share errors, so their "
            "agreement with each other is no evidence."
        )


def _all_against_humans(found: MetaEvaluation) -> Iterator[str]:
    """Name the pairs of systems that all metrics order unlike humans."""
    if len(found.metrics) < 2:
        return
    judge = judge_of(found)
    against = [one for one in found.disputed_pairs if len(one.metrics) == len(found.metrics)]
    if not against:
        return
    significant = [one for one in against if one.significant]
    pairs = sum(one.pairs for one in found.sets)
    yield (
        f"All metrics contradict {judge.name} on {len(against)} of {counted(pairs, 'pair')} of "
        "systems"
        + (
            f", {len(significant)} of which {'is' if len(significant) == 1 else 'are'} significant "
            f"under {judge.name}: "
            + "; ".join(
                f"{one.better} is better than {one.worse}"
                + (f" on {one.set}" if len(found.sets) > 1 else "")
                for one in significant[:MOST_NAMED]
            )
            + (" and others." if len(significant) > MOST_NAMED else ".")
            if significant
            else "."
        )
    )


def _flattered(found: MetaEvaluation) -> Iterator[str]:
    """Name the systems that one metric ranks too high."""
    name, judge = titles(found), judge_of(found)
    for one in found.flattered:
        on = f" on {one.set}" if len(found.sets) > 1 else ""
        others = ordinal(one.best_other_rank)
        if one.worst_other_rank > one.best_other_rank:
            others += f" to {ordinal(one.worst_other_rank)}"
        yield (
            f"{name[one.metric]} ranks {one.system} {ordinal(one.rank)} of {one.systems}{on}; "
            f"{judge.name} {ordinal(one.human_rank)}, metrics that are not similar {others}: its "
            f"score is better by {one.excess:.3g} than they lead one to expect (adjusted p-value "
            f"{p_value(one.adjusted_p_value, found.significance_level)}). It may be tuned to "
            f"{name[one.metric]}, made of outputs that it chose, or differ in something that it "
            "ignores and the others do not, such as quotation marks."
        )


def _references(found: MetaEvaluation) -> Iterator[str]:
    """Say how far results depend on the choice of a reference."""
    name = titles(found)
    for judged in found.sets:
        choices = [one for one in found.reference_choices if one.set == judged.name]
        if not choices:
            continue
        single = np.array(
            [
                [under.accuracy for under in one.combinations if len(under.references) == 1]
                for one in choices
            ]
        )
        accuracy = f"Its accuracy changes by up to {100 * np.ptp(single, axis=1).max():.0f} points"
        with_metric = f", and by up to {100 * np.ptp(single, axis=0).max():.0f} with the metric"
        yield of_set(
            judged.name,
            f"a metric orders {span([one.alike for one in choices])} of the pairs of systems alike "
            f"under two single references. {accuracy} with the reference"
            f"{with_metric if len(choices) > 1 else ''}.",
        )
        best = [
            {one.metric for one, value in zip(choices, column, strict=True) if value == max(column)}
            for column in single.T.tolist()
        ]
        if len(choices) > 1 and not set.intersection(*best):
            said = [
                f"{listed([name[one.metric] for one in choices if one.metric in metrics], 'or')} "
                f"with reference {number}"
                for number, metrics in enumerate(best, start=1)
            ]
            yield of_set(judged.name, f"the best metric depends on the reference: {listed(said)}.")
