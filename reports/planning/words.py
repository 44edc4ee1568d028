"""The sentences of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.reports.comparison.thresholds import FEW_FOR_VISIBILITY, MOST_NAMED
from tallystick.reports.comparison.words.cases import ALWAYS, Cases, Terms, sentence
from tallystick.reports.wording import (
    about,
    correction_name,
    counted,
    counted_units,
    listed,
    names,
    percent,
    rounded,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.planning.model import Plan, PlannedMetric

SEGMENTS: Cases = {
    "several_runs": "",
    ALWAYS: "Finding a true difference of {differences} {title} takes {segments} segments{median}.",
}
EQUIVALENCE: Cases = {
    "unknown": "",
    ALWAYS: (
        "Showing that equal systems are equivalent within ±{margin} {title} takes {to_show} "
        "segments{median}."
    ),
}
OBSERVED: Cases = {
    "several_pairs": "",
    "equal": "",
    ALWAYS: (
        "If {pair} really differ by {observed} {title}, as observed, {power} of such test sets "
        "find it, and show {times} times as much on average."
    ),
}
SUSPECTED: Cases = {
    "none": "",
    ALWAYS: (
        "Under {title}, the significant difference of {suspected} is smaller than what this test "
        "set shows reliably, and probably exaggerated; a second test set can confirm it."
    ),
}
CORRECTION: Cases = {
    "one": "",
    "uncorrected": "The tests are not corrected for {comparisons}.",
    ALWAYS: (
        "The tests are planned at the strictest step of {correction} for {comparisons}; some of "
        "several true differences are easier to find."
    ),
}


def verdict(plan: Plan) -> tuple[str, ...]:
    """Return what this test set can show, what other differences take, and who is exaggerated."""
    detectable = [f"{one.detectable:.2g} {one.title}" for one in plan.metrics]
    median = " (median pair)" * (len(plan.pairs) > len(plan.metrics))
    said = [
        f"This test set shows true differences of about {listed(detectable, 'or')} with a power of "
        f"{percent(plan.power)}{median}."
    ]
    for metric in plan.metrics:
        terms = _terms(plan, metric)
        said += [sentence(one, terms) for one in (SEGMENTS, EQUIVALENCE, OBSERVED, SUSPECTED)]
    return tuple(filter(None, said))


def notes(plan: Plan) -> tuple[str, ...]:
    """Return what limits the plan."""
    return tuple(filter(None, _notes(plan)))


def _notes(plan: Plan) -> Iterator[str]:
    test_set = plan.test_set
    yield (
        f"The pilot has {counted(test_set.segments, 'segment')}; on other texts the same "
        "difference can take half or twice as many."
    )
    yield sentence(
        CORRECTION,
        {
            "one": plan.comparisons == 1,
            "uncorrected": plan.correction == "none",
            "correction": correction_name(plan.correction),
            "comparisons": counted(plan.comparisons, "comparison"),
        },
    )
    yield (
        "An observed difference is rarely the true one: a significant one is probably too large, "
        "and one near 0 says little."
    )
    if test_set.unit != "segment":
        length = test_set.segments / test_set.units
        yield f"Segments come in {units(test_set)}, of {length:.3g} segments on average."
    if any(one.segments is None and one.difference for one in plan.pairs):
        yield "More segments do not reduce the variance between training runs."
    if min(one.differing_units for one in plan.pairs) < FEW_FOR_VISIBILITY:
        yield (
            f"In some pairs fewer than {FEW_FOR_VISIBILITY} of {counted_units(test_set)} differ, "
            "and all numbers may be wrong by a factor of two."
        )
    if plan.left_out:
        yield f"{counted(plan.left_out, 'difference')} left out: too few {units(test_set)} differ."


def _terms(plan: Plan, metric: PlannedMetric) -> Terms:
    """Return what is said under a metric."""
    pairs = [one for one in plan.pairs if one.metric == metric.metric]
    true = [one for one in plan.differences if one.metric == metric.metric]
    suspected = [one for one in pairs if one.significant and abs(one.difference) < one.detectable]
    named = [names((one.system, one.other)) for one in suspected[:MOST_NAMED]]
    more = len(suspected) - len(named)
    first = pairs[0]
    return {
        "title": metric.title,
        "several_pairs": len(pairs) > 1,
        "median": " for the median pair" * (len(pairs) > 1),
        "several_runs": any(one.segments is None for one in true),
        "differences": listed([f"{one.difference:g}" for one in true], "or"),
        "segments": listed([about(one.segments or 0) for one in true], "or"),
        "unknown": metric.to_show_equivalence is None,
        "margin": f"{metric.margin or 0:g}",
        "to_show": about(metric.to_show_equivalence or 0),
        "equal": first.exaggeration is None,
        "pair": names((first.system, first.other)),
        "observed": rounded(abs(first.difference), metric.scale),
        "power": f"{100 * first.power:.0f}%",
        "times": f"{first.exaggeration or 1:.1f}",
        "none": not suspected,
        "suspected": ", of ".join([*named, f"{more:,} more pairs"] if more else named),
    }
